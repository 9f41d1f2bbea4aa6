"""Reads the timeline off a run: its situations and events become branches and steps."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import replace

from ...kb.engine.run import Happening
from ...kb.logic.levels import NOW_STATE, REAL_EVENT
from ...kb.logic.syntax import Atom, Compound, Value
from ...kb.proof.goals import Goal
from ...kb.proof.moments import Moments
from ...kb.proof.nodes import Fact, ProofNode, When
from ...kb.proof.words import Speaker, quoted
from ..answers.applied import event_detail, words_of
from ..answers.case import Case
from ..answers.changes import changes_of
from .timeline import WORDS, Branch, Change, Choice, Event, Join, Step, Timeline

MAX_STEPS = 400
_Cited = tuple[tuple[str, ...], tuple[str, ...]]


def timeline_of(case: Case, title: str, lang: str, most: int = MAX_STEPS) -> Timeline:
    """What happened in a scenario; at most so many steps of it."""
    return _Reader(case, lang, most).timeline(title)


class _Reader:
    """Reads one run in one language; it keeps where each situation was met, and the steps left to tell."""

    def __init__(self, case: Case, lang: str, most: int) -> None:
        self.case, self.run, self.prover = case, case.run, case.prover
        self.lang, self.words = lang, WORDS[lang]
        self.most = self.left = most
        self.cut = ""
        self.speaker = case.speaker(lang)
        self.moments = Moments(case.run, _with_sources(self.speaker, case))
        self.theory = case.run.program.theory
        self.arrivals = {h.number: s for s, found in self.run.parents.items() for h in found}
        self.met: dict[int, Join] = {}
        sentences = case.knowledge.sentences
        self.silent = {name for name, s in sentences.items() if s.role == "silent"}

    def timeline(self, title: str) -> Timeline:
        """The whole run."""
        due = self._due(0) or frozenset()
        course = self._branch("", "", 0, (), 0, due)
        told = tuple(self._due_event(e, 0) for e in self._ranked(due, 0))
        return Timeline(title, self.lang, course, told, self.run.bound or self.cut)

    # --- the tree ---------------------------------------------------------------------------------

    def _branch(
        self,
        label: str,
        told: str,
        situation: int | None,
        way: tuple[Happening, ...],
        number: int,
        due: frozenset[Value],
    ) -> Branch:
        """The way on from a situation, or along a happening, after a number of steps, until it forks or ends."""
        steps: list[Step] = []
        while True:
            for happening in way:
                if not self.left:
                    self.cut = "steps"
                    return Branch(label, told, tuple(steps), open=True)
                self.left -= 1
                number += 1
                step, due = self._step(happening, number, due)
                steps.append(step)
                situation = self.arrivals.get(happening.number)
            ways = self.run.children.get(situation) if situation is not None else None
            if situation is None or ways is None:
                return Branch(label, told, tuple(steps), open=True)
            if situation in self.met:
                return Branch(label, told, tuple(steps), joins=self.met[situation])
            self.met[situation] = Join(label, number)
            if len(ways) != 1:
                branches = self._fork(label, ways, number, due)
                return Branch(label, told, tuple(steps), branches)
            way = tuple(ways)

    def _fork(
        self, label: str, ways: Sequence[Happening], number: int, due: frozenset[Value]
    ) -> tuple[Branch, ...]:
        found = []
        for place, (way, told) in enumerate(zip(ways, self._partings(ways), strict=True), 1):
            below = f"{label}.{place}" if label else str(place)
            found.append(self._branch(below, told, None, (way,), number, due))
            if not self.left:
                self.cut = self.cut or ("steps" if place < len(ways) else "")
                break
        return tuple(found)

    def _partings(self, ways: Sequence[Happening]) -> list[str]:
        """How each of the ways on from a situation differs from the others: by its event, or by what is chosen."""
        ordered = len({way.event for way in ways}) > 1
        told = []
        for way in ways:
            alike = [other for other in ways if other.event == way.event]
            parts = []
            if ordered:
                happening = [e.said for e in self._events(way)]
                parts.append(self.words["first"].format(self.words[","].join(happening)))
            if len({frozenset(other.taken) for other in alike}) > 1:
                chosen = [self._fact(atom) for atom in way.taken]
                parts.append(self.words[","].join(chosen) or self.words["none"])
            told.append(self.words[";"].join(parts))
        return told

    # --- steps ------------------------------------------------------------------------------------

    def _step(
        self, happening: Happening, number: int, due: frozenset[Value]
    ) -> tuple[Step, frozenset[Value]]:
        """A step, and what is due after it."""
        changes = [(fact, self._proof(fact, happening.number)) for fact in self._changed(happening)]
        told = [(fact, node) for fact, node in changes if not self._set_back(fact, node)]
        waiting = due - {*self._happening(happening)}
        after = self.arrivals.get(happening.number)
        now = self._due(after)
        began = now - waiting if now is not None else frozenset()
        ended = waiting - now if now is not None else frozenset()
        step = Step(
            number,
            self._events(happening),
            tuple(self._choices(happening)),
            tuple(self._change(fact, node) for fact, node in told),
            any(
                not self._based(fact, told) for fact, node in changes if self._set_back(fact, node)
            ),
            tuple(self._due_event(e, after or 0) for e in self._ranked(began, after or 0)),
            tuple(self._due_event(e, None) for e in sorted(ended, key=str)),
        )
        return step, waiting if now is None else now

    def _changed(self, happening: Happening) -> Iterable[Fact]:
        return (
            f for f in changes_of(self.case, happening.number) if f.predicate not in self.silent
        )

    def _proof(self, fact: Fact, number: int) -> ProofNode | None:
        goal: Goal = (fact.predicate, fact.args, fact.change, REAL_EVENT, (number,))
        return self.prover.attempt(goal, holds=True)

    def _set_back(self, fact: Fact, node: ProofNode | None) -> bool:
        """Whether a change only takes a fact back to what it is without continuous effects."""
        based = bool(self.theory.declarations[fact.predicate].base)
        return based and node is not None and self.prover.is_machinery(node.rule)

    def _based(self, fact: Fact, told: Iterable[tuple[Fact, ProofNode | None]]) -> bool:
        """Whether a fact only follows what it is without continuous effects."""
        base = self.theory.declarations[fact.predicate].base
        return any(
            (f.predicate, f.args, f.change) == (base, fact.args, fact.change) for f, _ in told
        )

    def _change(self, fact: Fact, node: ProofNode | None) -> Change:
        atom = str(Atom(fact.predicate, fact.args))
        return Change(self.speaker.fact(fact), fact.change, atom, *self._rules(node))

    def _choices(self, happening: Happening) -> Iterable[Choice]:
        offered = dict.fromkeys((*happening.taken, *happening.offered))
        for atom in sorted(offered, key=lambda a: (a not in happening.taken, str(a))):
            goal: Goal = (atom.predicate, atom.args, "offer", REAL_EVENT, (happening.number,))
            rules = self._rules(self.prover.attempt(goal, holds=True))
            yield Choice(self._fact(atom), atom in happening.taken, *rules)

    def _fact(self, atom: Atom) -> str:
        return self.speaker.fact(Fact(atom.predicate, atom.args))

    # --- events -----------------------------------------------------------------------------------

    def _happening(self, happening: Happening) -> list[Value]:
        """The events that happen at once: the next one with those that it includes.

        What only stands for those that it includes is left out.
        """
        source, event = happening.source, happening.event
        pairs = self.run.state_tuples("includes", source)
        included = sorted((e for step, e in pairs if step == event), key=str)
        return included if included and not self._cause(event, source) else [event, *included]

    def _events(self, happening: Happening) -> tuple[Event, ...]:
        return tuple(self._event(e, happening.source) for e in self._happening(happening))

    def _cause(self, event: Value, source: int) -> str:
        """What brings an event about in a situation."""
        if (event,) in self.run.state_tuples("candidate", source):
            return "continuous"
        if any(args[0] == event for args in self.run.tuples("given", "", None, ())):
            return "given"
        return "due" if (event,) in self.run.state_tuples("due", source) else ""

    def _event(self, event: Value, source: int) -> Event:
        cause = self._cause(event, source)
        if cause == "due":
            return self._due_event(event, source)
        if isinstance(event, Compound):
            said = self.speaker.value(event)
        else:
            said = self.moments.happens(When(source, event))
        words = "" if self.speaker.is_event(event) else words_of(self.case, event)
        called, detail = self.words[cause], event_detail(self.case, event)
        if cause == "continuous" and detail is not None:
            called = self.words[","].join([called, self.speaker.value(detail)])
        return Event(said, words, cause, "", called, None, ())

    def _due_event(self, event: Value, situation: int | None) -> Event:
        """A due event with the rules by which it is; without them where it is no longer due."""
        sentences = self.case.knowledge.sentences
        functor = event.functor if isinstance(event, Compound) else ""
        kind = sentences[functor].event_kind if functor in sentences else ""
        labels = self.case.knowledge.content.event_kinds.get(kind, {})
        called = labels.get(self.lang) or next(iter(labels.values()), self.words["due"])
        rank: int | None = None
        rules: _Cited = ((), ())
        if situation is not None:
            goal: Goal = ("due", (event,), "", NOW_STATE, (situation,))
            rules = self._rules(self.prover.attempt(goal, holds=True))
            rank = self._rank(event, situation)
        return Event(self.speaker.title(event), "", "due", kind, called, rank, *rules)

    def _due(self, situation: int | None) -> frozenset[Value] | None:
        """What is due in a situation; `None` while effects are still to be applied, or where nothing was worked out."""
        if situation is None or situation not in self.run.children:
            return None
        if self.run.state_tuples("continuousOpen", situation):
            return None
        return frozenset(e for (e,) in self.run.state_tuples("due", situation))

    def _rank(self, event: Value, situation: int) -> int | None:
        pairs = self.run.state_tuples("rank", situation)
        return min((n for e, n in pairs if e == event and isinstance(n, int)), default=None)

    def _ranked(self, events: Iterable[Value], situation: int) -> list[Value]:
        return sorted(events, key=lambda e: (self._rank(e, situation) or 0, str(e)))

    # --- rules ------------------------------------------------------------------------------------

    def _rules(self, proof: ProofNode | None) -> _Cited:
        """The game's rules that conclude something at its moment, the last one first; and what shares their logic."""
        names: dict[str, None] = {}
        also: dict[str, None] = {}
        todo = [proof] if proof is not None else []
        for node in todo:
            if node.why == "rule":
                names |= dict.fromkeys((node.rule, *node.cites))
                also |= dict.fromkeys(node.also)
                todo += [p for p in node.premises if self._at_once(p, node)]
        rules = self.theory.by_name
        return tuple(
            n for n in names if n not in rules or not (rules[n].machinery or rules[n].label)
        ), tuple(also)

    def _at_once(self, premise: ProofNode, node: ProofNode) -> bool:
        """Whether a premise is concluded at the same moment: another doing of the event, or what makes it due."""
        declared = self.theory.declarations.get(premise.fact.predicate)
        if premise.fact.negated or declared is None or premise.when != node.when:
            return False
        doing = premise.fact.change or declared.kind in ("event", "choice")
        return bool(doing) or (declared.kind == "derived" and node.fact.predicate == "due")


def _with_sources(speaker: Speaker, case: Case) -> Speaker:
    """A speaker that tells effects by their number with their source."""
    names = {}
    for known in case.meaning.labels:
        source = case.meaning.sources.get(known.partition("/")[0], "")
        if source and not speaker.is_event(known):
            names[known] = f"{speaker.value(known)} ({quoted(source, speaker.lang)})"
    return replace(speaker, names=names)
