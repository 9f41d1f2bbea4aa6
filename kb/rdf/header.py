"""The header of an exported ontology: title, licence, date and version, in both languages."""

from __future__ import annotations

import functools
from collections.abc import Iterable, Iterator
from importlib.metadata import PackageNotFoundError, version

from pyoxigraph import Literal, NamedNode, Quad, Triple

from .iris import graph_iri

LICENCE = NamedNode("https://spdx.org/licenses/MIT")
_DCTERMS = "http://purl.org/dc/terms/"
_OWL = "http://www.w3.org/2002/07/owl#"
_DATE = NamedNode("http://www.w3.org/2001/XMLSchema#date")
TYPE = NamedNode("http://www.w3.org/1999/02/22-rdf-syntax-ns#type")
ONTOLOGY = NamedNode(f"{_OWL}Ontology")
ANNOTATION = NamedNode(f"{_OWL}AnnotationProperty")
ISSUED = NamedNode(f"{_DCTERMS}date")

_JOINTS = {"en": "; ", "ja": "、"}


@functools.cache
def titles() -> dict[str, dict[str, str]]:
    """Name of a piece, or `all` → language → what it is called."""
    import tomllib
    from pathlib import Path

    path = Path(__file__).with_name("titles.toml")
    found: dict[str, dict[str, str]] = tomllib.loads(path.read_text(encoding="utf-8"))
    return found


def header(
    game: str, piece: str, names: dict[str, str], date: str, pieces: Iterable[str] = ()
) -> Iterator[Triple]:
    """The header of a piece, or of several as one.

    Args:
        game: Id of the game.
        piece: The last part of the ontology's IRI.
        names: What the game is called, by language.
        date: ISO date of the newest text that the knowledge has, or "".
        pieces: The pieces that it is made of, for its title.
    """
    node = NamedNode(graph_iri(game, piece))
    parts = tuple(pieces) or (piece,)
    yield Triple(node, TYPE, ONTOLOGY)
    for lang, joint in _JOINTS.items():
        listed = joint.join(titles()[part][lang] for part in parts)
        title = f"{names.get(lang, game)}: {listed}"
        yield Triple(node, NamedNode(f"{_DCTERMS}title"), Literal(title, language=lang))
    yield Triple(node, NamedNode(f"{_DCTERMS}license"), LICENCE)
    yield Triple(node, NamedNode(f"{_OWL}versionInfo"), Literal(version_of()))
    if date:
        yield Triple(node, ISSUED, Literal(date, datatype=_DATE))
    for name in ("title", "license", "date"):
        yield Triple(NamedNode(_DCTERMS + name), TYPE, ANNOTATION)


def without_headers(quads: Iterable[Quad]) -> tuple[set[Triple], str]:
    """The triples of some quads less the headers of their ontologies, and the newest date of these."""
    found = list(quads)
    heads = {q.subject for q in found if q.predicate == TYPE and q.object == ONTOLOGY}
    dates = [
        q.object.value
        for q in found
        if q.subject in heads and q.predicate == ISSUED and isinstance(q.object, Literal)
    ]
    return {q.triple for q in found if q.subject not in heads}, max(dates, default="")


def version_of() -> str:
    """The version of this package."""
    try:
        return version("rulekeep")
    except PackageNotFoundError:
        return "unknown"
