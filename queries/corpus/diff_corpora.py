"""What is different between two corpora: rulings added and removed, and what changed of the others."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field

from ...kb.values import value
from ..syntax import Question, Reason
from .findings import Finding
from .rulings import Corpus, Ruled

FIELDS = (
    "question", "answer", "expected", "scenario", "dated", "status", "source", "version", "reason",
    "cites", "game", "formalised",
)  # fmt: skip


@value
class FieldChange:
    """Something that a ruling says in another way.

    Args:
        id: Id of the ruling.
        field: One of `FIELDS`.
        before: What the first corpus has.
        after: What the second one has.
    """

    id: str
    field: str
    before: str
    after: str


@dataclass
class CorpusDiff:
    """What is different between two corpora.

    Args:
        added: The rulings that only the second one has.
        removed: The rulings that only the first one has.
        changed: What changed of the others.
        same: How many are the same.
        findings: What could not be read.
    """

    added: list[Ruled] = field(default_factory=list)
    removed: list[Ruled] = field(default_factory=list)
    changed: list[FieldChange] = field(default_factory=list)
    same: int = 0
    findings: list[Finding] = field(default_factory=list)

    @property
    def exit_code(self) -> int:
        """0 nothing is different, 1 something is, 2 something could not be read."""
        if self.findings:
            return 2
        return 1 if self.added or self.removed or self.changed else 0


def diff_corpora(before: Corpus, after: Corpus, game: str | None = None) -> CorpusDiff:
    """What is different in the second of two corpora, of one game or of all."""
    one, other = (
        {id_: r for id_, r in corpus.rulings.items() if game in (None, r.scenario.game)}
        for corpus in (before, after)
    )
    found = CorpusDiff(findings=[*before.findings, *after.findings])
    found.added = [ruled for id_, ruled in other.items() if id_ not in one]
    found.removed = [ruled for id_, ruled in one.items() if id_ not in other]
    for id_, ruled in one.items():
        if id_ in other:
            changed = list(_changed(ruled, other[id_]))
            found.changed += changed
            found.same += not changed
    return found


def _changed(one: Ruled, other: Ruled) -> Iterator[FieldChange]:
    before, after = said(one), said(other)
    for name in FIELDS:
        if before[name] != after[name]:
            yield FieldChange(one.ruling.id, name, before[name], after[name])


def said(ruled: Ruled) -> dict[str, str]:
    """What a ruling says, by field."""
    head, scenario = ruled.ruling, ruled.scenario
    expected = [s for s in scenario.statements if isinstance(s, Question)]
    given = [s for s in scenario.statements if not isinstance(s, Question)]
    return {
        "question": _told(head.question),
        "answer": _told(head.answer),
        "expected": "\n".join(_written(ruled, s) for s in expected),
        "scenario": "\n".join(_written(ruled, s) for s in given),
        "dated": head.dated,
        "status": head.status,
        "source": "; ".join(head.sources),
        "version": head.version,
        "reason": "; ".join(map(_reason, head.reasons)),
        "cites": ", ".join(sorted(scenario.cites)),
        "game": scenario.game,
        "formalised": "yes" if head.formalised else "no",
    }


def _told(words: object) -> str:
    assert isinstance(words, dict)
    return " / ".join(f"{lang}: {said}" for lang, said in sorted(words.items()))


def _reason(reason: Reason) -> str:
    head = reason.statement or f'"{reason.words}"'
    return f"{head}: {reason.logic}" if reason.logic else head


def _written(ruled: Ruled, statement: object) -> str:
    span = statement.span  # type: ignore[attr-defined]
    return " ".join(ruled.text[span.start : span.end].split())
