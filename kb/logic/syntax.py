"""Values of the rule language: terms, literals, rules and declarations (SWRL's readable form, extended)."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import field

from ..values import value

KINDS = ("rigid", "fluent", "derived", "event", "choice", "term")


@value
class Var:
    """A variable, named without its question mark."""

    name: str

    def __str__(self) -> str:
        return f"?{self.name}"


@value
class Compound:
    """A functor applied to arguments: a new individual or a due event (`crack(?p)`)."""

    functor: str
    args: tuple[Value, ...]

    def __str__(self) -> str:
        return f"{self.functor}({', '.join(map(show_value, self.args))})"


@value
class Sum:
    """An arithmetic expression `left op right` with op one of + - *."""

    op: str
    left: Value
    right: Value

    def __str__(self) -> str:
        return f"{show_value(self.left)} {self.op} {show_value(self.right)}"


@value
class Aggregate:
    """`count(?x : body)` or `sum(?n, ?x : body)` over the distinct tuples that the body gives."""

    function: str
    values: tuple[Value, ...]
    body: tuple[Literal, ...]

    def __str__(self) -> str:
        inner = " ^ ".join(map(str, self.body))
        return f"{self.function}({', '.join(map(show_value, self.values))} : {inner})"


# A constant is the id of an individual (str); a number is an int.
Value = Var | Compound | Sum | Aggregate | str | int


def show_value(value: Value) -> str:
    """A value in the syntax of the rule language; ids that are no plain name are quoted."""
    if (
        isinstance(value, str)
        and not value.replace("-", "").replace("/", "").replace("_", "").isalnum()
    ):
        return f'"{value}"'
    return str(value)


@value
class Atom:
    """A predicate applied to arguments."""

    predicate: str
    args: tuple[Value, ...] = ()

    def __str__(self) -> str:
        return f"{self.predicate}({', '.join(map(show_value, self.args))})"


@value
class Moment:
    """When a literal is judged.

    Args:
        initial: In the given situation.
        next: In the situation after the event.
        after: The event after whose trial it is judged, if any.
        would: The event that is tried and whose doing is judged, if any.
        change: "starts" or "ends" for what the event does to a fluent.
    """

    initial: bool = False
    next: bool = False
    after: Value | None = None
    would: Value | None = None
    change: str | None = None

    def __str__(self) -> str:
        words = ["initial"] if self.initial else []
        words += [f"after {show_value(self.after)}"] if self.after is not None else []
        words += [f"would {show_value(self.would)}"] if self.would is not None else []
        words += ["next"] if self.next else []
        words += [self.change] if self.change else []
        return " ".join(words)


NOW = Moment()


@value
class Literal:
    """An atom at a moment, or its absence."""

    atom: Atom
    moment: Moment = NOW
    negated: bool = False

    def __str__(self) -> str:
        return " ".join(
            filter(None, ("not" if self.negated else "", str(self.moment), str(self.atom)))
        )


@value
class Comparison:
    """`left op right` with op one of = != < <= > >=."""

    op: str
    left: Value
    right: Value

    def __str__(self) -> str:
        return f"{show_value(self.left)} {self.op} {show_value(self.right)}"


Premise = Literal | Comparison


def show_body(body: Iterable[Premise]) -> str:
    """Premises in the syntax of the rule language."""
    return " ^ ".join(map(str, body))


@value
class Head:
    """What a rule concludes: an atom, with `mode` "" | "starts" | "ends" | "may" | "not"."""

    atom: Atom
    mode: str = ""

    def __str__(self) -> str:
        return f"{self.mode} {self.atom}".strip()


@value
class Place:
    """Where a rule or declaration was read: file name and line from 1."""

    file: str = ""
    line: int = 0

    def __str__(self) -> str:
        return f"{self.file}:{self.line}" if self.file else "?"


@value
class Sharing:
    """A statement that says what a rule says, perhaps for fewer cases.

    Args:
        statement: Its name.
        where: What must hold besides for the statement to speak of a case; none if it is never narrower.
        variables: Those that the condition has in common with the rule; its others are its own.
        valid_from: ISO date since when it is stated, or "".
        valid_to: ISO date until when it was stated, or "".
    """

    statement: str
    where: tuple[Premise, ...] = ()
    variables: tuple[str, ...] = ()
    place: Place = field(default=Place(), compare=False)
    valid_from: str = ""
    valid_to: str = ""

    def valid(self, date: str) -> bool:
        """Whether it is stated at a date."""
        return self.valid_from <= date and (not self.valid_to or date < self.valid_to)


@value
class Rule:
    """A named rule; a denial is a rule whose heads are all negated.

    Args:
        name: Rule number and sub-labels ("205.1a-correlated"); unique in a theory.
        body: Premises, in the order in which a proof tells them.
        heads: Conclusions.
        label: The words of a card from which a filter rule was made, if any.
        priority: Proofs try rules with a lower number first.
        machinery: It belongs to the engine's order of events: no answer cites it.
        valid_from: ISO date of the first text that has it, or "".
        valid_to: ISO date of the first text that lacks it again, or "".
        reading: Id of the reading that it belongs to, or "".
        shared: The statements that share its logic.
    """

    name: str
    body: tuple[Premise, ...]
    heads: tuple[Head, ...]
    place: Place = field(default=Place(), compare=False)
    label: str = field(default="", compare=False)
    priority: int = field(default=0, compare=False)
    machinery: bool = field(default=False, compare=False)
    valid_from: str = field(default="", compare=False)
    valid_to: str = field(default="", compare=False)
    reading: str = field(default="", compare=False)
    shared: tuple[Sharing, ...] = ()

    def valid(self, date: str) -> bool:
        """Whether the rules of a date have it."""
        return self.valid_from <= date and (not self.valid_to or date < self.valid_to)

    @property
    def denial(self) -> bool:
        """Whether it forbids instead of concluding."""
        return bool(self.heads) and all(h.mode == "not" for h in self.heads)

    @property
    def literals(self) -> tuple[Literal, ...]:
        """Its literal premises, without comparisons."""
        return tuple(p for p in self.body if isinstance(p, Literal))

    def __str__(self) -> str:
        return f"{show_body(self.body)} -> {' ^ '.join(map(str, self.heads))}"


@value
class Declaration:
    """A declared predicate or functor.

    Args:
        name: Its name.
        kind: One of `KINDS`.
        domains: Class of each argument; its length is the arity.
        functional: Fluents: the last argument is the value of the others.
        base: Continuous fluents: the fluent that it is set back to after every real event.
        one_per: Choices: positions of the arguments for which exactly one is chosen.
        most_one_per: Choices: positions of the arguments for which at most one is chosen.
        engine: The engine itself concludes it; no rule may.
        range: Functors: the class of the individuals that they make, or "".
    """

    name: str
    kind: str
    domains: tuple[str, ...] = ()
    functional: bool = False
    base: str | None = None
    one_per: tuple[int, ...] | None = None
    most_one_per: tuple[int, ...] | None = None
    engine: bool = False
    range: str = ""
    place: Place = field(default=Place(), compare=False)

    @property
    def arity(self) -> int:
        """Number of arguments."""
        return len(self.domains)


@value
class WorldText:
    """What a world text states: declarations, rules, and names of rules to drop."""

    declarations: tuple[Declaration, ...] = ()
    rules: tuple[Rule, ...] = ()
    drops: tuple[str, ...] = ()
