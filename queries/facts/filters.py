"""What an effect looks at, as rules: `HasTerm(Land) and not HasTerm(Basic)` → `… -> matches(E1,?o)`."""

from __future__ import annotations

from collections.abc import Iterator

from ...kb.diagnostics import Diagnostic, DiagnosticError
from ...kb.knowledge import Knowledge
from ...kb.logic.syntax import Atom, Comparison, Head, Literal, Premise, Rule, Value, Var
from ..syntax import (
    All,
    AnyOf,
    ControlledBy,
    Filter,
    HasTerm,
    InZone,
    IsA,
    Named,
    Not,
    Objects,
    Other,
)

MAX_ALTERNATIVES = 32
OBJECT = Var("o")
YOU = Var("you")

# One alternative of a filter: a conjunction of simple filters, each perhaps negated.
Simple = tuple[Filter, bool]


def alternatives(filter_: Filter, negated: bool = False) -> list[tuple[Simple, ...]]:
    """The filter in disjunctive normal form.

    Raises:
        DiagnosticError: With code `too-complex` past `MAX_ALTERNATIVES`.
    """
    match filter_:
        case Not(inner):
            return alternatives(inner, not negated)
        case HasTerm(terms) if len(terms) > 1:
            parts: tuple[Filter, ...] = tuple(HasTerm((t,)) for t in terms)
            return alternatives(AnyOf(parts), negated)
        case Objects(names) if len(names) > 1:
            return alternatives(AnyOf(tuple(Objects((n,)) for n in names)), negated)
        case All(parts) | AnyOf(parts):
            if isinstance(filter_, All) != negated:
                result: list[tuple[Simple, ...]] = [()]
                for part in parts:
                    result = [a + b for a in result for b in alternatives(part, negated)]
                    _bound(result)
                return result
            return _bound([a for part in parts for a in alternatives(part, negated)])
    return [((filter_, negated),)]


def _bound(result: list[tuple[Simple, ...]]) -> list[tuple[Simple, ...]]:
    if len(result) > MAX_ALTERNATIVES:
        raise DiagnosticError([Diagnostic("too-complex", params={"limit": MAX_ALTERNATIVES})])
    return result


def filter_rules(
    filter_: Filter,
    effect: str,
    knowledge: Knowledge,
    controller: str,
    source: str | None,
    label: str,
) -> list[Rule]:
    """Rules that conclude which objects match an effect's words.

    Args:
        filter_: What the words speak of.
        effect: Id of the effect; also the rules' name.
        knowledge: Says which predicate stands for which class of terms.
        controller: The player who is "you".
        source: The object that "other" excludes, if it is at hand.
        label: The words, for proofs.
    """
    found = alternatives(filter_)
    rules = []
    for number, simple in enumerate(found, 1):
        body: list[Premise] = [Literal(Atom("Object", (OBJECT,)))]
        if not any(_fixes_zone(f, n, knowledge) for f, n in simple):
            zone = Atom(knowledge.role("zone"), (OBJECT, knowledge.role("default-zone")))
            body.append(Literal(zone))
        for part, negated in simple:
            body += _premises(part, negated, knowledge, controller, source)
        head = Head(Atom("matches", (effect, OBJECT)))
        name = effect if len(found) == 1 else f"{effect}-{number}"
        rules.append(Rule(name, tuple(body), (head,), label=label))
    return rules


def _fixes_zone(filter_: Filter, negated: bool, knowledge: Knowledge) -> bool:
    if isinstance(filter_, IsA):
        return not negated and filter_.predicate in knowledge.content.own_zone
    return isinstance(filter_, InZone | Objects)


def _premises(
    filter_: Filter, negated: bool, knowledge: Knowledge, controller: str, source: str | None
) -> Iterator[Premise]:
    match filter_:
        case HasTerm((term,)):
            category = knowledge.lexicon[term].category
            predicate = knowledge.content.categories[category].filtered
            yield Literal(Atom(predicate, (OBJECT, term)), negated=negated)
        case IsA(predicate):
            yield Literal(Atom(predicate, (OBJECT,)), negated=negated)
        case Named(name):
            yield Literal(Atom("hasName", (OBJECT, name)), negated=negated)
        case InZone(zone):
            yield Literal(Atom(knowledge.role("zone"), (OBJECT, zone)), negated=negated)
        case ControlledBy(player):
            opposing = (player == "opponent") != negated
            who: Value = player
            if player in ("you", "opponent"):
                who = controller
                if source is not None:
                    who = YOU
                    yield Literal(Atom("controller", (source, YOU)))
            yield Literal(Atom("controller", (OBJECT, who)), negated=opposing)
        case Objects((name,)):
            yield Comparison("!=" if negated else "=", OBJECT, name)
        case Objects(names):
            raise TypeError(names)  # `alternatives` splits them
        case Other():
            if source is not None:
                yield Comparison("=" if negated else "!=", OBJECT, source)
        case _:
            raise TypeError(filter_)
