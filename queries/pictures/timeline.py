"""The timeline of an answer as a value: events with their causes, what each changed and what became due.

Where a run forks, the shared beginning is told once, and each way on from there is a branch. A branch
that comes to a situation of another one ends there and says so.
"""

from __future__ import annotations

from collections.abc import Iterator

from ...kb.values import value

FORMAT_VERSION = 1
WORDS = {
    "en": {
        "title": "timeline", "titled": "timeline of {0}", "given": "given", "continuous": "continuous effect", "due": "due", "": "by rule",
        "nothing": "nothing changes", "idle": "nothing happens", "anew": "what continuous effects change is worked out anew",
        "waits": "due: {0}", "lapses": "no longer due: {0}", "start": "at the start", "together": "at the same time",
        "chosen": "chosen: {0}", "declined": "not chosen: {0}", "also": "so also {0}", "none": "nothing is chosen", "first": "first {0}", "words": "{0}: {1}",
        "forks": "{0} branches, {1} outcomes", "forks-one": "{0} branches, one outcome", "branch": "branch {0}: {1}", ";": "; ", ",": ", ",
        "joins": "the same as after step {1} of branch {0}", "joins-trunk": "the same as after step {0}",
        "open": "not followed further", "cut-situations": "cut short: the run was stopped after too many situations",
        "cut-outcomes": "cut short: the run was stopped at too many outcomes", "cut-steps": "cut short: only the first {0} steps are told",
    },
    "ja": {
        "title": "経過", "titled": "{0}の経過", "given": "前提", "continuous": "継続的効果", "due": "行うべきこと", "": "ルールによる",
        "nothing": "何も変わらない", "idle": "何も起きない", "anew": "継続的効果による変更はあらためて適用される",
        "waits": "待機: {0}", "lapses": "待機の終わり: {0}", "start": "最初の時点", "together": "同時に",
        "chosen": "選択: {0}", "declined": "選ばない: {0}", "also": "{0}も同旨", "none": "何も選ばない", "first": "先に{0}", "words": "{0}: {1}",
        "forks": "分岐{0}、結果{1}通り", "forks-one": "分岐{0}、結果は1通り", "branch": "分岐{0}: {1}", ";": "。", ",": "、",
        "joins": "分岐{0}の段階{1}の後と同じ", "joins-trunk": "段階{0}の後と同じ",
        "open": "この先は調べていない", "cut-situations": "途中まで: 状況の数が上限を超えたので打ち切った",
        "cut-outcomes": "途中まで: 結果の数が上限を超えたので打ち切った", "cut-steps": "途中まで: 最初の{0}段階だけを示す",
    },
}  # fmt: skip


@value
class Event:
    """An event as it is told.

    Args:
        said: What happens.
        words: The words of its effect as they were given, or "".
        cause: "given" (by the scenario), "continuous" (an effect that is applied), "due", or "" (a rule
            of the game alone makes it the next one).
        kind: Of a due event: the id of its kind in the ontology, or "".
        called: Its cause in words.
        rank: Of a due event: those of a lower rank come first.
        rules: Names of the rules by which it is due.
        also: Statements that share the logic of these rules.
    """

    said: str
    words: str
    cause: str
    kind: str
    called: str
    rank: int | None
    rules: tuple[str, ...]
    also: tuple[str, ...] = ()


@value
class Change:
    """Something that begins or ceases to hold.

    Args:
        said: It as a sentence.
        change: "starts" or "ends".
        fact: The fact in the syntax of the rule language.
        rules: Names of the rules that made it.
        also: Statements that share their logic.
    """

    said: str
    change: str
    fact: str
    rules: tuple[str, ...]
    also: tuple[str, ...] = ()


@value
class Choice:
    """A choice that was offered.

    Args:
        said: It as a sentence.
        taken: Whether it was made.
        rules: Names of the rules that offer it.
        also: Statements that share their logic.
    """

    said: str
    taken: bool
    rules: tuple[str, ...]
    also: tuple[str, ...] = ()


@value
class Step:
    """What happens at once.

    Args:
        number: Its place on the way, from 1.
        events: One event, or several that happen together.
        choices: The choices that were offered in it.
        changes: What it ended and started, ends first.
        anew: What continuous effects change was set back, to be worked out anew.
        waits: What is due from now on.
        lapses: What is no longer due though it did not happen.
    """

    number: int
    events: tuple[Event, ...]
    choices: tuple[Choice, ...] = ()
    changes: tuple[Change, ...] = ()
    anew: bool = False
    waits: tuple[Event, ...] = ()
    lapses: tuple[Event, ...] = ()


@value
class Join:
    """Where a branch goes on in another: after a step of it ("" is the branch before any fork)."""

    branch: str
    step: int


@value
class Branch:
    """A part of the way between forks.

    Args:
        label: "" before any fork, then "1", "2", "1.1" …
        told: How it differs from those beside it.
        steps: Its steps in order.
        branches: The ways on, if it forks at its end.
        joins: Where it comes to a situation that another branch has come to.
        open: It goes on, but was not followed further.
    """

    label: str
    told: str
    steps: tuple[Step, ...]
    branches: tuple[Branch, ...] = ()
    joins: Join | None = None
    open: bool = False

    def walk(self) -> Iterator[Branch]:
        """The branch and all after it, in order."""
        yield self
        for branch in self.branches:
            yield from branch.walk()

    def ends(self) -> list[Branch]:
        """The branches that do not fork, in order."""
        return [branch for branch in self.walk() if not branch.branches]


@value
class Timeline:
    """What happened in a scenario, in order.

    Args:
        title: The scenario's title.
        lang: The language of its words.
        course: The beginning, with the branches after it.
        due: What is due at the start.
        cut: Why it is cut short ("situations", "outcomes", "steps"), or "".
    """

    title: str
    lang: str
    course: Branch
    due: tuple[Event, ...] = ()
    cut: str = ""

    def word(self, key: str, *args: object) -> str:
        """A fixed phrase."""
        return WORDS[self.lang][key].format(*args)

    @property
    def outcomes(self) -> int:
        """How many different ends there are."""
        return sum(not end.joins and not end.open for end in self.course.ends())

    @property
    def steps(self) -> int:
        """How many steps are told, on all branches."""
        return sum(len(branch.steps) for branch in self.course.walk())

    def __str__(self) -> str:
        from .timeline_text import timeline_text

        return timeline_text(self)

    def _repr_svg_(self) -> str:
        """The picture that notebooks show."""
        from .timeline_svg import timeline_svg

        return timeline_svg(self)


def timeline_data(timeline: Timeline) -> dict[str, object]:
    """The timeline as plain data; its shape is `timeline.schema.json`."""
    return {
        "format": FORMAT_VERSION,
        "title": timeline.title,
        "outcomes": timeline.outcomes,
        "cut": timeline.cut or None,
        "due": [_event(e) for e in timeline.due],
        **_branch(timeline.course),
    }


def _branch(branch: Branch) -> dict[str, object]:
    joins = branch.joins
    return {
        "branch": branch.label,
        "differs": branch.told,
        "steps": [_step(s) for s in branch.steps],
        "branches": [_branch(b) for b in branch.branches],
        "joins": {"branch": joins.branch, "step": joins.step} if joins else None,
        "open": branch.open,
    }


def _step(step: Step) -> dict[str, object]:
    return {
        "step": step.number,
        "events": [_event(e) for e in step.events],
        "choices": [{"said": c.said, "taken": c.taken, **_cited(c)} for c in step.choices],
        "changes": [
            {"said": c.said, "change": c.change, "fact": c.fact, **_cited(c)} for c in step.changes
        ],
        "anew": step.anew,
        "waits": [_event(e) for e in step.waits],
        "lapses": [_event(e) for e in step.lapses],
    }


def _event(event: Event) -> dict[str, object]:
    return {
        "said": event.said,
        "words": event.words or None,
        "cause": event.cause or None,
        "kind": event.kind or None,
        "called": event.called,
        "rank": event.rank,
        **_cited(event),
    }


def _cited(said: Event | Change | Choice) -> dict[str, object]:
    return {"rules": list(said.rules), "also": list(said.also)}
