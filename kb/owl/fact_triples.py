"""Closed facts as triples: memberships of classes and values of properties, as `kb.rdf.swrl_atoms` has them."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from urllib.parse import quote

from rdflib import RDF, URIRef
from rdflib.term import Node

from ..logic.syntax import Compound, Declaration, Value
from ..rdf.swrl import Names, Triple, literal
from ..rdf.swrl_atoms import DATATYPES, Relation
from ..rdf.swrl_rules import facts_have_individuals
from .closed_facts import Fact


class Individuals:
    """The individuals of one frame: their IRIs, and what makes those that functors or facts are.

    Args:
        base: What the IRIs begin with, so that frames have individuals of their own.
    """

    def __init__(self, base: str, declarations: Mapping[str, Declaration], names: Names) -> None:
        self.base = base
        self.declarations = declarations
        self.names = names
        self.iris: dict[Value, URIRef] = {}
        self.made: list[Triple] = []

    def individual(self, value: Value) -> URIRef:
        """The individual that a value is; one that a functor makes comes with its arguments."""
        if value not in self.iris:
            self.iris[value] = URIRef(self.base + quote(str(value), safe=""))
            if isinstance(value, Compound):
                self.made += self._parts(value)
        return self.iris[value]

    def triple(self, fact: Fact) -> Triple:
        """What says a fact."""
        declaration = self.declarations[fact.relation.name]
        relation = self.names.relation(fact.relation)
        if facts_have_individuals(declaration):
            return self.individual(Compound(declaration.name, fact.args)), RDF.type, relation
        first = self.individual(fact.args[0])
        if declaration.arity == 1:
            return first, RDF.type, relation
        return first, relation, self._argument(fact.args[1], declaration.domains[1])

    def triples(self, facts: Iterable[Fact]) -> Iterator[Triple]:
        """What says some facts, with what makes their individuals."""
        yield from [self.triple(fact) for fact in facts]
        yield from self.made

    def _parts(self, made: Compound) -> Iterator[Triple]:
        """The class of what a functor makes, or of a fact that may be spoken of; its arguments."""
        declaration = self.declarations[made.functor]
        node = self.iris[made]
        part = "" if declaration.kind == "term" else "atom"
        yield node, RDF.type, self.names.relation(Relation(made.functor, part=part))
        for number, arg in enumerate(made.args, 1):
            prop = self.names.relation(Relation(made.functor, part=str(number)))
            yield node, prop, self._argument(arg, declaration.domains[number - 1])

    def _argument(self, value: Value, domain: str) -> Node:
        if domain in DATATYPES and isinstance(value, str | int):
            return literal(value)
        return self.individual(value)
