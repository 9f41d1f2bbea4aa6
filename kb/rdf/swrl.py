"""The rules of a theory as triples: `swrl:Imp` for each that SWRL can say, the reason for each that it cannot.

A rule's `swrl:Imp` is the IRI of the rule with `.imp` (`.next.imp` for the situation after the event);
what a fluent is after an event is the fluent's IRI with `.begins.imp` and `.persists.imp`. Every class
and property that the rules use is declared, what stands for a moment, an absence or the arguments of
a fact (see `swrl_atoms`) with what it is made from.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence

from rdflib import OWL, RDF, RDFS, XSD, BNode, Graph, Literal, Namespace, URIRef
from rdflib.term import Node

from ..diagnostics import Diagnostic
from ..logic.syntax import Declaration, Var
from ..logic.theory import Theory
from ..messages import message
from ..turtle.graph import BASE, local, rk
from ..turtle.rules import predicates
from ..values import value
from .swrl_atoms import DATATYPES, Argument, Relation, SwrlAtom, SwrlRule, Unsaid
from .swrl_rules import facts_have_individuals, swrl_rules

SWRL = Namespace("http://www.w3.org/2003/11/swrl#")
SWRLB = Namespace("http://www.w3.org/2003/11/swrlb#")
LANGUAGES = ("en", "ja")

Triple = tuple[Node, Node, Node]

_ATOMS = {
    "class": SWRL.ClassAtom,
    "nothing": SWRL.ClassAtom,
    "object": SWRL.IndividualPropertyAtom,
    "data": SWRL.DatavaluedPropertyAtom,
    "same": SWRL.SameIndividualAtom,
    "different": SWRL.DifferentIndividualsAtom,
    "builtin": SWRL.BuiltinAtom,
}


@value
class Names:
    """IRIs of the names that rules use.

    Args:
        predicates: Of predicates and functors.
        others: Of individuals and rules.
    """

    predicates: Mapping[str, str]
    others: Mapping[str, str]

    def relation(self, relation: Relation) -> URIRef:
        """The IRI of a class or property."""
        return URIRef(self.predicates[relation.name] + relation.suffix)

    def individual(self, name: str) -> URIRef:
        """The IRI of an individual; of one that the graph does not have, under the base."""
        return URIRef(self.others.get(name) or f"{BASE}individual/{name}")

    def imp(self, rule: SwrlRule) -> URIRef:
        """The IRI of what is said of a rule or a fluent."""
        form = f".{rule.form}" if rule.form else ""
        return URIRef(f"{self.rule(rule.name)}{form}.imp")

    def rule(self, name: str) -> str:
        """The IRI of a rule, or of the predicate that it is about; of implied ones, under it."""
        known = self.others.get(name) or self.predicates.get(name)
        if known:
            return known
        return next(
            (f"{iri}.{name}" for p, iri in self.predicates.items() if p in name.split("-")),
            f"{BASE}rule/{name}",
        )


def names_of(graph: Graph) -> Names:
    """The IRIs of what a game's graph describes."""
    declared = {local(s): str(s) for s in predicates(graph)}
    subjects = sorted({s for s in graph.subjects() if isinstance(s, URIRef)})
    own = {local(s): str(s) for s in subjects if s.startswith(BASE)}
    return Names(declared, own)


@value
class Said:
    """What SWRL says of a theory.

    Args:
        triples: All that stands for the rules, with declarations and reasons; blank nodes are new.
        unsaid: Rule → why SWRL cannot say it.
    """

    triples: tuple[Triple, ...]
    unsaid: dict[str, Unsaid]


def swrl_triples(theory: Theory, names: Names) -> Said:
    """The rules of a theory as SWRL."""
    said, unsaid = swrl_rules(theory)
    triples = [t for rule in said for t in imp_triples(rule, names)]
    triples += vocabulary(said, theory.declarations, names)
    for name, reason in unsaid.items():
        subject = URIRef(names.rule(name))
        triples += [
            (subject, rk("notInSwrl"), Literal(reason_text(reason, lang), lang=lang))
            for lang in LANGUAGES
        ]
    triples += [(rk(name), RDF.type, OWL.AnnotationProperty) for name in _ANNOTATIONS]
    return Said(tuple(dict.fromkeys(triples)), unsaid)


def reason_text(reason: Unsaid, lang: str) -> str:
    """Why SWRL cannot say a rule, in words."""
    return message(Diagnostic(f"not-in-swrl-{reason.code}", params={"input": reason.input}), lang)


def imp_triples(rule: SwrlRule, names: Names) -> Iterator[Triple]:
    """The triples of one rule, with its variables."""
    node = names.imp(rule)
    yield node, RDF.type, SWRL.Imp
    yield node, rk("saysLogicOf"), URIRef(names.rule(rule.name))
    yield node, RDFS.label, Literal(rule.name + (f" ({rule.form})" if rule.form else ""))
    for prop, atoms in ((SWRL.body, rule.body), (SWRL.head, rule.head)):
        items = []
        for atom in atoms:
            items.append(BNode())
            yield from _atom(items[-1], atom, names)
        head, triples = _list(items, SWRL.AtomList)
        yield node, prop, head
        yield from triples
    variables = {a for atom in (*rule.body, *rule.head) for a in atom.args if isinstance(a, Var)}
    for variable in sorted(variables, key=str):
        yield _variable(variable), RDF.type, SWRL.Variable


def _atom(node: Node, atom: SwrlAtom, names: Names) -> Iterator[Triple]:
    yield node, RDF.type, _ATOMS[atom.kind]
    if atom.kind == "builtin":
        yield node, SWRL.builtin, SWRLB[str(atom.relation)]
        head, triples = _list([_argument(a, names, True) for a in atom.args], None)
        yield node, SWRL.arguments, head
        yield from triples
        return
    if atom.kind == "nothing":
        yield node, SWRL.classPredicate, OWL.Nothing
    elif isinstance(atom.relation, Relation):
        prop = SWRL.classPredicate if atom.kind == "class" else SWRL.propertyPredicate
        yield node, prop, names.relation(atom.relation)
    for number, arg in enumerate(atom.args, 1):
        data = atom.kind == "data" and number == 2
        yield node, SWRL[f"argument{number}"], _argument(arg, names, data)


def _argument(arg: Argument, names: Names, data: bool) -> Node:
    if isinstance(arg, Var):
        return _variable(arg)
    if isinstance(arg, int) or data:
        return literal(arg)
    return names.individual(arg)


def literal(arg: str | int) -> Literal:
    """A value as a literal; dates are those of the form YYYY-MM-DD in a place for dates."""
    return Literal(arg, datatype=XSD.integer) if isinstance(arg, int) else Literal(arg)


def _variable(variable: Var) -> URIRef:
    return URIRef(f"{BASE}var/{variable.name}")


def _list(items: Sequence[Node], kind: Node | None) -> tuple[Node, list[Triple]]:
    """An RDF list and its triples."""
    nodes: list[Node] = [BNode() for _ in items]
    triples: list[Triple] = []
    for node, item, rest in zip(nodes, items, [*nodes[1:], RDF.nil], strict=True):
        triples += [(node, RDF.first, item), (node, RDF.rest, rest)]
        if kind is not None:
            triples.append((node, RDF.type, kind))
    return (nodes[0] if nodes else RDF.nil), triples


# --- vocabulary ----------------------------------------------------------------------------------

_ANNOTATIONS = ("saysLogicOf", "notInSwrl", "momentOf", "absenceOf", "factsOf", "argumentOf")


def vocabulary(
    rules: Iterable[SwrlRule], declarations: Mapping[str, Declaration], names: Names
) -> Iterator[Triple]:
    """Declarations of every class and property that rules use."""
    used = {
        (atom.kind, atom.relation)
        for rule in rules
        for atom in (*rule.body, *rule.head)
        if isinstance(atom.relation, Relation)
    }
    used |= {(kind, _plain(relation)) for kind, relation in used}
    for kind, relation in sorted(used, key=str):
        yield from relation_triples(kind, relation, declarations[relation.name], names)


def _plain(relation: Relation) -> Relation:
    """What a relation of an absence is the absence of."""
    return Relation(relation.name, relation.moment, False, relation.part)


def relation_triples(
    kind: str, relation: Relation, declaration: Declaration, names: Names
) -> Iterator[Triple]:
    """The declaration of one class or property, and what it is made from."""
    node = names.relation(relation)
    predicate = URIRef(names.predicates[relation.name])
    types = {"class": OWL.Class, "object": OWL.ObjectProperty, "data": OWL.DatatypeProperty}
    yield node, RDF.type, types[kind]
    if relation.negated:
        positive = names.relation(_plain(relation))
        disjoint = OWL.disjointWith if kind == "class" else OWL.propertyDisjointWith
        yield node, rk("absenceOf"), positive
        yield node, disjoint, positive
    elif relation.part == "atom":
        yield node, rk("factsOf"), predicate
    elif relation.part:
        yield node, rk("argumentOf"), predicate
        domain = declaration.domains[int(relation.part) - 1]
        if kind == "data":
            yield node, RDFS.range, XSD[DATATYPES[domain]]
    elif relation.moment:
        yield node, rk("momentOf"), predicate
    elif facts_have_individuals(declaration) and declaration.kind != "term":
        yield node, RDFS.subClassOf, URIRef(f"{predicate}.atom")
        yield URIRef(f"{predicate}.atom"), RDF.type, OWL.Class
    if node != predicate:
        key = relation.moment or ("argument" if relation.part.isdigit() else relation.part)
        for lang in LANGUAGES:
            label = _label(relation, key, lang)
            yield node, RDFS.label, Literal(label, lang=lang)


def _label(relation: Relation, key: str, lang: str) -> str:
    """A label such as "hasCardType, after the event: absence"."""
    params = {"input": relation.name, "number": relation.part}
    text = message(Diagnostic(f"swrl-{key}", params=params), lang) if key else relation.name
    if relation.negated:
        text = message(Diagnostic("swrl-not", params={"input": text}), lang)
    return text
