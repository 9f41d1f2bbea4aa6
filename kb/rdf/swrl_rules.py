"""Rules of a theory as SWRL, as far as SWRL can say them (see `swrl_atoms`).

What it cannot say: look-ahead to an event that is only tried, counting and summing, the absence of
anything of a kind (a variable that occurs in a negated premise alone), and names compared by order.
Nor does it know dates: of rules with dates it says those that hold by the newest text.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import replace

from ..logic.occurrences import variables
from ..logic.syntax import (
    Aggregate,
    Atom,
    Comparison,
    Compound,
    Declaration,
    Head,
    Literal,
    Moment,
    Premise,
    Rule,
    Sum,
    Value,
    Var,
)
from ..logic.theory import NEWEST, Theory
from .swrl_atoms import DATATYPES, Argument, Relation, SwrlAtom, SwrlRule, Unsaid

_COMPARISONS = {
    "=": "equal",
    "!=": "notEqual",
    "<": "lessThan",
    "<=": "lessThanOrEqual",
    ">": "greaterThan",
    ">=": "greaterThanOrEqual",
}
_ARITHMETIC = {"+": "add", "-": "subtract", "*": "multiply"}
_MADE = "made"


class _CannotSay(Exception):
    def __init__(self, code: str, where: object) -> None:
        super().__init__(code)
        self.unsaid = Unsaid(code, str(where))


def swrl_rules(theory: Theory) -> tuple[list[SwrlRule], dict[str, Unsaid]]:
    """What SWRL can say of a theory, and for each other rule why it cannot.

    Besides the rules there are, for what rules read in the situation after the event, those that
    say how it comes to hold there: derived predicates by the same rules, fluents because they
    started, or held and did not end. A rule that holds no more is not said: SWRL has no dates.
    """
    said: list[SwrlRule] = []
    ended = (rule for rule in theory.rules if not rule.valid(NEWEST))
    unsaid = {rule.name: Unsaid("ended", rule.valid_to) for rule in ended}
    theory = theory.as_of(NEWEST)
    later = _read_next(theory)
    for rule in theory.rules:
        try:
            made = list(_said(rule, theory.declarations))
            if any(head.atom.predicate in later for head in rule.heads):
                ahead = _at_next(rule, theory.declarations)
                made += [replace(r, form="next") for r in _said(ahead, theory.declarations)]
        except _CannotSay as reason:
            unsaid[rule.name] = reason.unsaid
        else:
            said += made
    for declaration in theory.declarations.values():
        if declaration.kind == "fluent":
            said += _carried(declaration)
    return said, unsaid


def facts_have_individuals(declaration: Declaration) -> bool:
    """Whether the facts of a predicate are individuals, since they are no class or property."""
    return declaration.kind == "term" or declaration.arity not in (1, 2)


def _read_next(theory: Theory) -> set[str]:
    """Derived predicates that rules read in the situation after the event, directly or not."""
    kinds = {name: d.kind for name, d in theory.declarations.items()}
    found = {
        literal.atom.predicate
        for rule in theory.rules
        for literal in rule.literals
        if literal.moment.next and kinds[literal.atom.predicate] == "derived"
    }
    todo = set(found)
    while todo:
        name = todo.pop()
        for rule in theory.rules:
            if any(h.atom.predicate == name and not h.mode for h in rule.heads):
                read = {lit.atom.predicate for lit in rule.literals if not lit.moment.initial}
                new = {p for p in read if kinds[p] == "derived"} - found
                found |= new
                todo |= new
    return found


def _at_next(rule: Rule, declarations: dict[str, Declaration]) -> Rule:
    """A rule of a situation, said of the one after the event; its heads keep their names."""

    def ahead(premise: Premise) -> Premise:
        if not isinstance(premise, Literal) or premise.moment.initial:
            return premise
        changes = declarations[premise.atom.predicate].kind in ("derived", "fluent")
        return replace(premise, moment=replace(premise.moment, next=True)) if changes else premise

    heads = tuple(replace(head, mode="next") for head in rule.heads)
    return replace(rule, body=tuple(map(ahead, rule.body)), heads=heads)


def _carried(declaration: Declaration) -> Iterator[SwrlRule]:
    """What holds after an event: what it starts, and what held and does not end."""
    atom = Atom(declaration.name, tuple(Var(f"a{i}") for i in range(1, declaration.arity + 1)))
    starts = Literal(atom, Moment(change="starts"))
    ends = Literal(atom, Moment(change="ends"), negated=True)
    known = {declaration.name: declaration}
    for form, body in (("begins", (starts,)), ("persists", (Literal(atom), ends))):
        rule = Rule(declaration.name, body, (Head(atom, "next"),))
        yield from (replace(said, form=form) for said in _said(rule, known))


def _said(rule: Rule, declarations: dict[str, Declaration]) -> Iterator[SwrlRule]:
    """A rule as SWRL; a denial is one for each thing that it denies."""
    if not rule.denial:
        yield _Saying(rule, declarations).rule(rule.body, rule.heads)
        return
    for head in rule.heads:
        yield _Saying(rule, declarations).rule((*rule.body, Literal(head.atom)), ())


class _Saying:
    """State of saying one rule: its data variables and the individuals that stand for terms and facts."""

    def __init__(self, rule: Rule, declarations: dict[str, Declaration]) -> None:
        self.name = rule.name
        self.declarations = declarations
        self.data = set(_data_variables(rule, declarations))
        self.bound = {n for p in rule.body if _binds(p) for n in variables(p)}
        if rule.denial:
            self.bound |= {n for head in rule.heads for n in variables(head.atom)}
        self.body: list[SwrlAtom] = []
        self.made: dict[object, Var] = {}

    def rule(self, body: Iterable[Premise], heads: Iterable[Head]) -> SwrlRule:
        """The rule; without heads it says that its body never holds.

        Raises:
            _CannotSay: With the reason.
        """
        for premise in body:
            if isinstance(premise, Literal):
                self.literal(premise)
            else:
                self.comparison(premise)
        made = [self.conclusion(head) for head in heads]
        if not made:
            made = [SwrlAtom("nothing", None, (self.witness(),))]
        self.kinds_agree([*self.body, *made])
        return SwrlRule(self.name, "", tuple(dict.fromkeys(self.body)), tuple(made))

    def literal(self, literal: Literal) -> None:
        moment = literal.moment
        if moment.after is not None or moment.would is not None:
            raise _CannotSay("look-ahead", literal)
        if literal.negated and not set(variables(literal.atom)) <= self.bound:
            raise _CannotSay("none-at-all", literal)
        word = moment.change or ("next" if moment.next else "initial" if moment.initial else "")
        if self.declarations[literal.atom.predicate].kind == "rigid":
            word = ""
        self.body.append(self.atom(literal.atom, word, literal.negated, False))

    def conclusion(self, head: Head) -> SwrlAtom:
        return self.atom(head.atom, head.mode, False, True)

    def atom(self, atom: Atom, moment: str, negated: bool, concluded: bool) -> SwrlAtom:
        """An atom of a predicate; what it takes besides goes to the body."""
        declaration = self.declarations[atom.predicate]
        relation = Relation(atom.predicate, moment, negated)
        args = tuple(self.argument(a) for a in atom.args)
        if not facts_have_individuals(declaration):
            data = declaration.arity == 2 and declaration.domains[1] in DATATYPES
            kind = "class" if declaration.arity == 1 else "data" if data else "object"
            return SwrlAtom(kind, relation, args)
        fact = self.individual((atom.predicate, args), declaration, args)
        if concluded:
            whole = Relation(atom.predicate, part="atom")
            self.body.append(SwrlAtom("class", whole, (fact,)))
        return SwrlAtom("class", relation, (fact,))

    def individual(self, key: object, declaration: Declaration, args: tuple[Argument, ...]) -> Var:
        """The variable for a fact or for what a functor makes, tied to its arguments."""
        if key not in self.made:
            fact = self.made[key] = Var(f"{_MADE}{len(self.made) + 1}")
            for number, (arg, domain) in enumerate(zip(args, declaration.domains, strict=True), 1):
                kind = "data" if domain in DATATYPES else "object"
                part = Relation(declaration.name, part=str(number))
                self.body.append(SwrlAtom(kind, part, (fact, arg)))
        return self.made[key]

    def argument(self, value: Value) -> Argument:
        """An argument as SWRL has it; sums and what functors make become variables."""
        match value:
            case Compound(functor, values):
                args = tuple(self.argument(v) for v in values)
                declaration = self.declarations[functor]
                made = self.individual((functor, args), declaration, args)
                self.body.append(SwrlAtom("class", Relation(functor), (made,)))
                return made
            case Sum(op, left, right):
                result = Var(f"{_MADE}{len(self.made) + 1}")
                self.made[value] = result
                self.data.add(result.name)
                args = (result, self.argument(left), self.argument(right))
                self.body.append(SwrlAtom("builtin", _ARITHMETIC[op], args))
                return result
            case Aggregate():
                raise _CannotSay("counting", value)
        return value

    def comparison(self, comparison: Comparison) -> None:
        for one, other in (
            (comparison.left, comparison.right),
            (comparison.right, comparison.left),
        ):
            if comparison.op == "=" and isinstance(one, Sum) and isinstance(other, Var):
                args = (other, self.argument(one.left), self.argument(one.right))
                self.body.append(SwrlAtom("builtin", _ARITHMETIC[one.op], args))
                return
        sides = (self.argument(comparison.left), self.argument(comparison.right))
        if any(self.is_data(arg) for arg in sides):
            self.body.append(SwrlAtom("builtin", _COMPARISONS[comparison.op], sides))
        elif comparison.op in ("=", "!="):
            kind = "same" if comparison.op == "=" else "different"
            self.body.append(SwrlAtom(kind, None, sides))
        else:
            raise _CannotSay("names-in-order", comparison)

    def is_data(self, arg: Argument) -> bool:
        return isinstance(arg, int) or (isinstance(arg, Var) and arg.name in self.data)

    def witness(self) -> Argument:
        """An individual that the body speaks of."""
        return next(
            arg
            for atom in self.body
            for arg in atom.args
            if isinstance(arg, Var) and not self.is_data(arg)
        )

    def kinds_agree(self, atoms: Iterable[SwrlAtom]) -> None:
        """Refuses a variable that is an individual here and a literal there."""
        for atom in atoms:
            if atom.kind == "builtin":
                continue
            places = atom.args[:1] if atom.kind == "data" else atom.args
            for arg in places:
                if self.is_data(arg):
                    raise _CannotSay("individual-or-value", f"?{arg}")


def _binds(premise: Premise) -> bool:
    """Whether a premise gives its variables values."""
    if isinstance(premise, Literal):
        return not premise.negated
    return premise.op == "="


def _data_variables(rule: Rule, declarations: dict[str, Declaration]) -> Iterator[str]:
    """Variables that stand for literals: by their places in atoms, and by arithmetic."""
    atoms = [lit.atom for lit in rule.literals] + [h.atom for h in rule.heads]
    todo: list[tuple[str, tuple[Value, ...]]] = [(a.predicate, a.args) for a in atoms]
    while todo:
        name, args = todo.pop()
        for domain, arg in zip(declarations[name].domains, args, strict=True):
            if isinstance(arg, Compound):
                todo.append((arg.functor, arg.args))
            elif domain in DATATYPES:
                yield from variables(arg)
    for premise in rule.body:
        if isinstance(premise, Comparison) and {type(premise.left), type(premise.right)} & {
            Sum,
            int,
        }:
            yield from variables(premise)
