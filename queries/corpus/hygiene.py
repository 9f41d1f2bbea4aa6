"""What rulings lack, repeat or leave unsaid: gaps that no rule of the game decides."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping

from ...kb.logic.shared import names_rule
from ..answers.report import Report
from ..answers.scenario_knowledge import knowledge_of
from ..syntax.rulings import OFFICIAL, UNDATED
from .canonical import canonical
from .exercised import level_of
from .findings import Finding
from .outcomes import outcome_from, outcome_of
from .rulings import Ruled

KIND_ROLE = (
    "asks-for-kind"  # of the rule by which an effect has to say of what kind its objects are
)


def lacking(ruled: Ruled) -> Iterator[Finding]:
    """What the head of a ruling lacks: date, source, status, words, and rules that it cites."""
    head = ruled.ruling
    if not head.status:
        yield _finding("no-status", ruled)
    if not head.dated and head.status in ("", OFFICIAL):
        yield _finding("no-date", ruled)
    if not head.dated and head.status == UNDATED:
        yield _finding("undated", ruled)
    if head.dated and head.status == UNDATED:
        yield _finding("dated-undated", ruled, date=head.dated)
    if not head.sources:
        yield _finding("no-source", ruled)
    if not (head.question and head.answer):
        yield _finding("no-words", ruled)
    if head.formalised and not (ruled.scenario.cites or any(r.statement for r in head.reasons)):
        yield _finding("no-cites", ruled)


def untyped(ruled: Ruled, report: Report) -> Iterator[Finding]:
    """An effect that does not say of what kind its objects are, where the game asks for that."""
    case = report.case
    role = case.knowledge.content.roles.get(KIND_ROLE) if case is not None else None
    rule = case.run.program.theory.by_name.get(role) if case is not None and role else None
    if case is None or rule is None or not case.run.conceivable(rule):
        return
    level = level_of(rule, case.run.program.theory)
    for happening in case.run.happenings.values():
        found = case.prover.matcher.solve(rule.body, {}, level, (happening.number,))
        if next(found, None) is not None:
            told = {
                lang: case.speaker(lang).value(happening.event) for lang in ("en", "ja")
            }  # fmt: skip
            yield _finding("untyped", ruled, (rule.name,), event=told)
            return


def follows(ruled: Ruled, report: Report) -> Iterator[Finding]:
    """A reason of a ruling without which its answers come out all the same, by other rules."""
    stated = [reason.statement for reason in ruled.ruling.reasons if reason.statement]
    case = report.case
    if not stated or case is None or not report.passed:
        return
    answers = outcome_from(report, "en", timeline=False).answers
    names = case.knowledge.program.theory.names
    for name in dict.fromkeys(stated):
        if any(names_rule(name, known) for known in names):
            other = outcome_of(ruled, without=(name,), timeline=False)
            if not other.errors and other.answers == answers:
                rules = other.answers[0].rules if other.answers else ()
                yield _finding("follows-already", ruled, rules[:8], reason=name)


def repeated(cases: Iterable[Ruled], faulty: Mapping[str, bool]) -> Iterator[Finding]:
    """Rulings that are another one up to names, and those that answer the question of another in another way.

    Args:
        cases: Formalised rulings.
        faulty: Id → whether it could not be run; such a ruling has no form to compare.
    """
    whole: dict[str, Ruled] = {}
    asked: dict[str, tuple[str, Ruled]] = {}
    for ruled in cases:
        if faulty.get(ruled.ruling.id):
            continue
        form = canonical(ruled.scenario, knowledge_of(ruled.scenario))
        if form is None:
            continue
        if form.whole in whole:
            yield _pair("duplicate", ruled, whole[form.whole])
            continue
        whole[form.whole] = ruled
        answered, first = asked.setdefault(form.asked, (form.answered, ruled))
        if answered != form.answered:
            yield _pair("answers-differ", ruled, first)


def _finding(kind: str, ruled: Ruled, rules: tuple[str, ...] = (), **params: object) -> Finding:
    id_ = ruled.ruling.id
    return Finding(kind, {"id": id_, **params}, ruled.place, id_, rules)


def _pair(kind: str, ruled: Ruled, other: Ruled) -> Finding:
    params = {"id": ruled.ruling.id, "other": other.ruling.id}
    return Finding(kind, params, ruled.place, ruled.ruling.id, related=(other.place,))
