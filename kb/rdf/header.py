"""The header of an exported ontology: title, licence, date and version, in both languages."""

from __future__ import annotations

import functools
from collections.abc import Iterable, Iterator
from importlib.metadata import PackageNotFoundError, version

from pyoxigraph import Literal, NamedNode, Triple

from .iris import graph_iri

LICENCE = NamedNode("https://spdx.org/licenses/MIT")
_DCTERMS = "http://purl.org/dc/terms/"
_OWL = "http://www.w3.org/2002/07/owl#"
_DATE = NamedNode("http://www.w3.org/2001/XMLSchema#date")
TYPE = NamedNode("http://www.w3.org/1999/02/22-rdf-syntax-ns#type")
ONTOLOGY = NamedNode(f"{_OWL}Ontology")
ANNOTATION = NamedNode(f"{_OWL}AnnotationProperty")
TITLE = NamedNode(f"{_DCTERMS}title")
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
        yield Triple(node, TITLE, Literal(title, language=lang))
    yield Triple(node, NamedNode(f"{_DCTERMS}license"), LICENCE)
    yield Triple(node, NamedNode(f"{_OWL}versionInfo"), Literal(version_of()))
    if date:
        yield Triple(node, ISSUED, Literal(date, datatype=_DATE))
    for name in ("title", "license", "date"):
        yield Triple(NamedNode(_DCTERMS + name), TYPE, ANNOTATION)


def read_headers(heads: Iterable[tuple[str, Iterable[Triple]]]) -> tuple[dict[str, str], str]:
    """What a game is called, by language, and the newest date, from the headers of its pieces."""
    names: dict[str, str] = {}
    dates = [""]
    for piece, triples in heads:
        for triple in triples:
            words = triple.object
            if not isinstance(words, Literal):
                continue
            if triple.predicate == ISSUED:
                dates.append(words.value)
            if triple.predicate == TITLE and words.language:
                end = f": {titles()[piece][words.language]}"
                names[words.language] = words.value.removesuffix(end)
    return names, max(dates)


def version_of() -> str:
    """The version of this package."""
    try:
        return version("rulekeep")
    except PackageNotFoundError:
        return "unknown"
