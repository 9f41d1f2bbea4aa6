"""What an export says of itself: VoID counts of each named graph, and DCAT with licence, date and formats.

All of it is computed from the quads described, and nothing of where or when they were written: the date
is that of the newest text that the knowledge has. Partitions have IRIs, so that two descriptions can be
compared line by line.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from itertools import groupby
from operator import attrgetter
from urllib.parse import quote

from pyoxigraph import Literal, NamedNode, Quad, Triple

from .counts import Counts, counted
from .formats import FORMATS
from .header import LICENCE, TYPE, read_headers, titles, version_of
from .iris import graph_iri
from .namespaces import BASE, VOCABULARIES

DESCRIPTION = "description"
PUBLISHER = NamedNode(f"{BASE}project")
CATALOGUE = NamedNode(f"{BASE}dataset")

_XSD, _RDF, _OWL = (VOCABULARIES[name] for name in ("xsd", "rdf", "owl"))
_SCHEMA = (_RDF, VOCABULARIES["rdfs"], _OWL)
_DATES = frozenset(NamedNode(f"{BASE}core/{name}") for name in ("validFrom", "validTo", "statedOn"))
_MEDIA = "https://www.iana.org/assignments/media-types/"
_LANGUAGES = {lang: f"http://id.loc.gov/vocabulary/iso639-1/{lang}" for lang in ("en", "ja")}
_TABLES = {"csv": ("CSV", "text/csv"), "parquet": ("Parquet", "application/vnd.apache.parquet")}


def description(game: str, quads: Sequence[Quad]) -> list[Quad]:
    """The description of a game's knowledge, in a graph of its own.

    Args:
        game: Its id.
        quads: What is described, each in the named graph of its piece.
    """
    dataset = NamedNode(f"{BASE}dataset/{game}")
    parts: dict[str, list[Quad]] = {}
    for graph, some in groupby(quads, attrgetter("graph_name")):
        parts.setdefault(graph.value, []).extend(some)
    heads = [
        (graph.rpartition("/")[2], _about(NamedNode(graph), said)) for graph, said in parts.items()
    ]
    names, date = read_headers(heads)
    whole = counted(quads)
    found = {*_dataset(dataset, game, date, names), *_used(dataset, whole), *_told(dataset, whole)}
    for graph, said in parts.items():
        piece = graph.rpartition("/")[2]
        part = NamedNode(f"{dataset.value}/{piece}")
        named = {lang: f"{names.get(lang, game)}: {titles()[piece][lang]}" for lang in _LANGUAGES}
        counts = counted(said)
        found |= {*_part(part, dataset, graph, named), *_told(part, counts)}
        found |= set(_partitions(part, counts))
    for form, title, media in _forms():
        found |= set(_distribution(dataset, game, form, title, media))
    found |= set(_declarations(found))
    home = NamedNode(graph_iri(game, DESCRIPTION))
    return sorted((Quad(t.subject, t.predicate, t.object, home) for t in found), key=str)


def _about(subject: NamedNode, quads: Iterable[Quad]) -> list[Triple]:
    return [quad.triple for quad in quads if quad.subject == subject]


def _dataset(node: NamedNode, game: str, date: str, names: Mapping[str, str]) -> Iterator[Triple]:
    """Title, licence, publisher, date and languages of a game's knowledge, and the catalogue it is in."""
    for kind in ("dcat:Dataset", "void:Dataset"):
        yield Triple(node, TYPE, _named(kind))
    for prop, words in (
        ("dcterms:title", "dataset-title"),
        ("dcterms:description", "dataset-description"),
        ("dcat:keyword", "dataset-keyword"),
    ):
        filled = {lang: titles()[words][lang].format(names.get(lang, game)) for lang in _LANGUAGES}
        yield from _said(node, prop, filled)
    yield Triple(node, _named("dcterms:identifier"), Literal(game))
    yield Triple(node, _named("dcterms:license"), LICENCE)
    yield Triple(node, _named("dcterms:publisher"), PUBLISHER)
    yield Triple(node, _named("dcat:version"), Literal(version_of()))
    yield Triple(node, _named("void:uriSpace"), Literal(BASE))
    for iri in _LANGUAGES.values():
        yield Triple(node, _named("dcterms:language"), NamedNode(iri))
    if date:
        yield Triple(node, _named("dcterms:modified"), _date(date))
    yield Triple(CATALOGUE, TYPE, _named("dcat:Catalog"))
    yield from _said(CATALOGUE, "dcterms:title", titles()["catalogue-title"])
    yield Triple(CATALOGUE, _named("dcterms:publisher"), PUBLISHER)
    yield Triple(CATALOGUE, _named("dcat:dataset"), node)
    yield Triple(PUBLISHER, TYPE, _named("foaf:Project"))
    yield Triple(PUBLISHER, _named("foaf:name"), Literal("Rulekeep"))


def _used(node: NamedNode, whole: Counts) -> Iterator[Triple]:
    """The vocabularies in use, and the period that the dates of validity span."""
    used = {iri.value for iri in whole.properties | whole.classes}
    for namespace in VOCABULARIES.values():
        if any(iri.startswith(namespace) for iri in used):
            yield Triple(node, _named("void:vocabulary"), NamedNode(namespace))
    days = {_name(t.object) for t in whole.triples if t.predicate in _DATES}
    if days:
        period = NamedNode(f"{node.value}/period")
        yield Triple(node, _named("dcterms:temporal"), period)
        yield Triple(period, TYPE, _named("dcterms:PeriodOfTime"))
        yield Triple(period, _named("dcat:startDate"), _date(min(days)))
        yield Triple(period, _named("dcat:endDate"), _date(max(days)))


def _part(
    node: NamedNode, whole: NamedNode, graph: str, title: Mapping[str, str]
) -> Iterator[Triple]:
    """A piece: which named graph it is, and its title."""
    yield Triple(whole, _named("void:subset"), node)
    for kind in ("void:Dataset", "sd:NamedGraph"):
        yield Triple(node, TYPE, _named(kind))
    yield Triple(node, _named("sd:name"), NamedNode(graph))
    yield Triple(node, _named("dcterms:license"), LICENCE)
    yield from _said(node, "dcterms:title", title)


def _told(node: NamedNode, counts: Counts) -> Iterator[Triple]:
    """How many triples, entities, classes, properties, subjects and objects there are."""
    for name, count in counts.numbers.items():
        yield Triple(node, _named(f"void:{name}"), _number(count))


def _partitions(node: NamedNode, counts: Counts) -> Iterator[Triple]:
    """How many entities each class has, and how many triples each property."""
    for kind, what, found in (
        ("class", "entities", counts.classes),
        ("property", "triples", counts.properties),
    ):
        for iri, count in found.items():
            part = NamedNode(f"{node.value}/{kind}/{quote(_short(iri.value), safe=':/#')}")
            yield Triple(node, _named(f"void:{kind}Partition"), part)
            yield Triple(part, _named(f"void:{kind}"), iri)
            yield Triple(part, _named(f"void:{what}"), _number(count))


def _forms() -> Iterator[tuple[str, str, str]]:
    """Every form of an export: its name, its title and its media type."""
    for form in FORMATS.values():
        yield form.name, form.title, form.media_type
    for name, (title, media) in _TABLES.items():
        yield name, title, media


def _distribution(
    dataset: NamedNode, game: str, form: str, title: str, media: str
) -> Iterator[Triple]:
    """A form of the export, with the command that makes it."""
    node = NamedNode(f"{dataset.value}/as/{form}")
    command = f"rulekeep export all --game {game} --format {form}"
    yield Triple(dataset, _named("dcat:distribution"), node)
    yield Triple(node, TYPE, _named("dcat:Distribution"))
    yield Triple(node, _named("dcterms:title"), Literal(title))
    yield Triple(node, _named("dcterms:description"), Literal(command))
    yield Triple(node, _named("dcterms:license"), LICENCE)
    yield Triple(node, _named("dcat:mediaType"), NamedNode(_MEDIA + media))
    if form in FORMATS and FORMATS[form].iri:
        yield Triple(node, _named("dcterms:format"), NamedNode(FORMATS[form].iri))
        yield Triple(dataset, _named("void:feature"), NamedNode(FORMATS[form].iri))


def _declarations(triples: Iterable[Triple]) -> Iterator[Triple]:
    """Declares the classes and properties that a description uses, as OWL wants it."""
    statements = list(triples)
    kinds = {t.predicate: "AnnotationProperty" for t in statements}
    for triple in statements:
        if triple.predicate == TYPE and isinstance(triple.object, NamedNode):
            kinds[triple.object] = "Class"
    for node, kind in kinds.items():
        if not node.value.startswith(_SCHEMA):
            yield Triple(node, TYPE, NamedNode(_OWL + kind))


def _said(node: NamedNode, prop: str, words: Mapping[str, str]) -> Iterator[Triple]:
    for language, text in words.items():
        yield Triple(node, _named(prop), Literal(text, language=language))


def _name(term: object) -> str:
    return term.value if isinstance(term, NamedNode | Literal) else ""


def _named(short: str) -> NamedNode:
    prefix, _, local = short.partition(":")
    return NamedNode(VOCABULARIES[prefix] + local)


def _short(iri: str) -> str:
    """An IRI with the prefix of its vocabulary, or what follows the base."""
    for prefix, namespace in VOCABULARIES.items():
        if iri.startswith(namespace):
            return f"{prefix}:{iri[len(namespace) :]}"
    return iri.removeprefix(BASE)


def _date(day: str) -> Literal:
    return Literal(day, datatype=NamedNode(f"{_XSD}date"))


def _number(count: int) -> Literal:
    return Literal(str(count), datatype=NamedNode(f"{_XSD}integer"))
