"""Makes the pieces of a game's knowledge from its files: canonical, sorted N-Quads of each."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from pyoxigraph import (
    BlankNode,
    CanonicalizationAlgorithm,
    Dataset,
    Literal,
    NamedNode,
    Quad,
    Triple,
)
from rdflib import OWL, RDF, RDFS, SKOS, BNode, Graph, URIRef
from rdflib import Literal as Text
from rdflib.term import Node

from ..knowledge import load
from ..logic.theory import Theory
from ..sources import files_of, load_documents
from ..turtle.graph import BASE, local, rk
from ..turtle.inherit import read_game_graph
from .cards import card_links
from .concepts import concepts_graph
from .header import header
from .iris import graph_iri, to_uri
from .owl_model import DECLARATIONS, declare, owl_model
from .ruling_text import RulingText
from .rulings import rulings_graph
from .swrl import LANGUAGES, SWRL, names_of, reason_text, swrl_triples
from .swrl_atoms import Unsaid

_RULES = (
    "Authority", "Reading", "ReadingRule", "Rule", "Sharing", "Statement", "StatementKind",
    "SubclassClaim", "Tension",
)  # fmt: skip
_CARDS = ("Card", "CardEffect")
_DATES = ("validFrom", "statedOn")


def build(game: str) -> dict[str, str]:
    """Every piece but the rulings, as N-Quads text.

    Raises:
        UnknownGame: There is no such game.
        DiagnosticError: The game's files are faulty.
    """
    source, _ = read_game_graph(game, files_of(game))
    knowledge = load(game)
    model = owl_model(source)
    for triple in concepts_graph(game, model, knowledge.content.terms):
        model.add(triple)
    for triple in card_links(model, load_documents(game).cards.values(), knowledge):
        model.add(triple)
    declare(model)
    parts = _parted(model)
    theory = knowledge.content.programs.theory
    said = (*_implied(source, theory), *_said_in_swrl(source, theory), *_of_readings(source))
    for triple in said:
        parts["rules"].add(triple)
        model.add(triple)
    return {name: _written(game, name, part, model) for name, part in parts.items()}


def build_rulings(game: str, rulings: Iterable[RulingText]) -> str:
    """The piece of the rulings, as N-Quads text.

    Raises:
        UnknownGame: There is no such game.
        DiagnosticError: The game's files are faulty.
    """
    source, _ = read_game_graph(game, files_of(game))
    model = owl_model(source)
    subjects = [
        s
        for kind in ("Rule", "Statement")
        for s in model.subjects(RDF.type, rk(kind))
        if isinstance(s, URIRef)
    ]
    part = rulings_graph(game, rulings, {local(s): s for s in subjects})
    for triple in part:
        model.add(triple)
    declare(model)
    return _written(game, "rulings", part, model)


def _implied(source: Graph, theory: Theory) -> Iterator[tuple[Node, Node, Node]]:
    """The rules that declarations imply (a functional fluent has one value), which no file states."""
    names = names_of(source)
    for rule in theory.rules:
        if rule.name not in names.others:
            node = URIRef(names.rule(rule.name))
            yield node, RDF.type, rk("Rule")
            yield node, RDF.type, OWL.NamedIndividual
            yield node, rk("id"), Text(rule.name)
            yield node, rk("authority"), rk("Machinery")
            yield node, rk("logic"), Text(str(rule))


def _said_in_swrl(source: Graph, theory: Theory) -> Iterator[tuple[Node, Node, Node]]:
    """The rules of a game in SWRL, with the individuals that they name declared."""
    said = swrl_triples(theory, names_of(source)).triples
    variables = {s for s, _, o in said if o == SWRL.Variable}
    for s, p, o in said:
        yield s, p, o
        if str(p).startswith(f"{SWRL}argument") and isinstance(o, URIRef) and o not in variables:
            yield o, RDF.type, OWL.NamedIndividual


def _of_readings(source: Graph) -> Iterator[tuple[Node, Node, Node]]:
    """Why no rule of a reading is said in SWRL: all of it would count at once."""
    for rule in source.subjects(RDF.type, rk("ReadingRule")):
        reading = local(source.value(rule, rk("inReading")))
        for lang in LANGUAGES:
            yield rule, rk("notInSwrl"), Text(reason_text(Unsaid("reading", reading), lang), lang)


def _parted(model: Graph) -> dict[str, Graph]:
    """The triples of a model by the piece to which they belong."""
    parts = {name: Graph() for name in ("ontology", "rules", "terms", "cards")}
    homes: dict[Node, str] = {}
    for kind in (SKOS.Concept, SKOS.ConceptScheme, SKOS.Collection):
        homes |= dict.fromkeys(model.subjects(RDF.type, kind), "terms")
    for name, kinds in (("rules", _RULES), ("cards", _CARDS)):
        for own in kinds:
            homes |= dict.fromkeys(model.subjects(RDF.type, rk(own)), name)
    predicates = set(model.subjects(rk("arity")))
    for s, p, o in model:
        home = homes.get(s, "ontology")
        if home == "terms" and _of_class(p, o, s in predicates):
            home = "ontology"
        parts[home].add((s, p, o))
    return parts


def _of_class(prop: Node, value: Node, predicate: bool) -> bool:
    """Whether a triple about a term says something of the class or predicate that it is as well."""
    if predicate:
        return not str(value if prop == RDF.type else prop).startswith(str(SKOS))
    if prop == RDF.type:
        return str(value).startswith(str(OWL)) and value != OWL.NamedIndividual
    return str(prop).startswith(str(OWL)) or prop in (RDFS.subClassOf, RDFS.domain, RDFS.range)


def _written(game: str, piece: str, part: Graph, model: Graph) -> str:
    """A piece with its header and all that it uses declared, canonical and sorted."""
    graph = NamedNode(graph_iri(game, piece))
    for _ in ("what it uses", "what labels that with"):
        for triple in list(_declarations(part, model)):
            part.add(triple)
    triples = {Triple(_subject(s), _named(p), _node(o)) for s, p, o in part}
    triples |= set(header(game, piece, _names(model, game), _date(model)))
    dataset = Dataset(Quad(t.subject, t.predicate, t.object, graph) for t in triples)
    dataset.canonicalize(CanonicalizationAlgorithm.RDFC_1_0)
    return "".join(sorted(f"{_labelled(quad, f'{game}-{piece}-')} .\n" for quad in dataset))


def _labelled(quad: Quad, start: str) -> Quad:
    """A quad whose blank nodes have labels that no other piece of any game has."""
    subject, value = quad.subject, quad.object
    if isinstance(subject, BlankNode):
        subject = BlankNode(start + subject.value.removeprefix("c14n"))
    if isinstance(value, BlankNode):
        value = BlankNode(start + value.value.removeprefix("c14n"))
    return Quad(subject, quad.predicate, value, quad.graph_name)


def _declarations(part: Graph, model: Graph) -> Iterator[tuple[Node, Node, Node]]:
    """What a model declares of the IRIs in a part of it; classes and properties with their labels."""
    for node in {n for triple in part for n in triple if isinstance(n, URIRef)}:
        kinds = [kind for kind in DECLARATIONS if (node, RDF.type, kind) in model]
        for kind in kinds:
            yield node, RDF.type, kind
        if set(kinds) - {OWL.NamedIndividual}:
            for prop in (RDFS.label, SKOS.prefLabel):
                for label in model.objects(node, prop):
                    yield node, prop, label


def _names(model: Graph, game: str) -> dict[str, str]:
    """What a game is called, by language."""
    labels = model.objects(URIRef(BASE + game), RDFS.label)
    return {str(o.language): str(o) for o in labels if isinstance(o, Text)}


def _date(model: Graph) -> str:
    """The newest date of a term, rule or statement, so that exports are repeatable."""
    return max((str(o) for name in _DATES for o in model.objects(None, rk(name))), default="")


def _named(node: Node) -> NamedNode:
    return NamedNode(to_uri(str(node)))


def _subject(node: Node) -> NamedNode | BlankNode:
    return BlankNode(str(node)) if isinstance(node, BNode) else _named(node)


def _node(node: Node) -> NamedNode | BlankNode | Literal:
    if not isinstance(node, Text):
        return _subject(node)
    if node.language:
        return Literal(str(node), language=node.language)
    return Literal(str(node), datatype=_named(node.datatype) if node.datatype else None)
