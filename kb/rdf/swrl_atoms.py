"""Values of SWRL as the export writes it: relations, atoms, rules, and why a rule cannot be said.

SWRL knows classes and properties, no moments, no negation and no more than two arguments. So each
way in which rules speak of a predicate P is a relation of its own, named by what follows P's IRI:

- `.initial`, `.next`, `.starts`, `.ends`, `.may` for the moments and for choices that are offered;
- `.not` last for its absence: `P.not` is disjoint from `P`.

A predicate of one argument is a class, one of two is a property. Of a predicate of none or over two
arguments the *facts* are individuals: `P` is the class of those that hold, `P.atom` that of all that
can be spoken of, and `P.1`, `P.2` … are their arguments. A functor F is the class of what it makes,
with `F.1`, `F.2` … for what from. Rules conclude only of individuals that there are.
"""

from __future__ import annotations

from ..logic.syntax import Var
from ..values import value

MOMENTS = ("initial", "next", "starts", "ends", "may")
KINDS = ("class", "object", "data", "same", "different", "builtin", "nothing")

# Domains whose values are literals; every other argument is an individual.
DATATYPES = {"Number": "integer", "Name": "string", "Date": "date"}


@value
class Relation:
    """A class or property that stands for a predicate or functor.

    Args:
        name: The predicate or functor.
        moment: "" (before the event, or at any time) or one of `MOMENTS`.
        negated: Whether it stands for the absence.
        part: Of facts with an individual of their own: "atom", or the number of an argument from 1.
    """

    name: str
    moment: str = ""
    negated: bool = False
    part: str = ""

    @property
    def suffix(self) -> str:
        """What follows the predicate's IRI."""
        words = (self.moment, self.part, "not" if self.negated else "")
        return "".join(f".{word}" for word in words if word)


Argument = Var | str | int


@value
class SwrlAtom:
    """One atom of SWRL.

    Args:
        kind: One of `KINDS`; "nothing" is membership in `owl:Nothing`.
        relation: The class or property of the first three kinds, or the built-in's name in `swrlb`.
        args: One argument for "class" and "nothing", otherwise two, or three of arithmetic.
    """

    kind: str
    relation: Relation | str | None
    args: tuple[Argument, ...]


@value
class SwrlRule:
    """A rule that SWRL can say.

    Args:
        name: Its name: that of the rule, or of the predicate for what persists.
        form: "" for the rule itself, "next" for the same rule in the situation after the event,
            "persists" and "begins" for what holds after the event because it held, or started.
        body: Premises.
        head: Conclusions.
    """

    name: str
    form: str
    body: tuple[SwrlAtom, ...]
    head: tuple[SwrlAtom, ...]


@value
class Unsaid:
    """Why SWRL cannot say a rule.

    Args:
        code: Key of the reason in the messages, without `not-in-swrl-`.
        input: The premise or conclusion that it lies in.
    """

    code: str
    input: str
