"""Prefixes for written RDF: those of the vocabularies in use, and those that a game's files bind."""

from __future__ import annotations

import functools
import re
from collections.abc import Iterable, Mapping

from ..sources import files_of, lineage

BASE = "https://w3id.org/rulekeep/"

VOCABULARIES: Mapping[str, str] = {
    "dcat": "http://www.w3.org/ns/dcat#",
    "dcterms": "http://purl.org/dc/terms/",
    "foaf": "http://xmlns.com/foaf/0.1/",
    "owl": "http://www.w3.org/2002/07/owl#",
    "prov": "http://www.w3.org/ns/prov#",
    "rdf": "http://www.w3.org/1999/02/22-rdf-syntax-ns#",
    "rdfs": "http://www.w3.org/2000/01/rdf-schema#",
    "rk": f"{BASE}core/",
    "sd": "http://www.w3.org/ns/sparql-service-description#",
    "skos": "http://www.w3.org/2004/02/skos/core#",
    "swrl": "http://www.w3.org/2003/11/swrl#",
    "swrlb": "http://www.w3.org/2003/11/swrlb#",
    "void": "http://rdfs.org/ns/void#",
    "xsd": "http://www.w3.org/2001/XMLSchema#",
}

# Parts of IRIs that no file of a game has (see `iris.py`). With a prefix of their own no name has a
# slash, which the Turtle parser of OWL API does not read.
_EXPORTED = ("ruling", "scheme")

_PREFIX = re.compile(r"^@prefix\s+([\w-]+):\s*<([^>\s]*)>", re.MULTILINE)


def prefixes(games: Iterable[str]) -> dict[str, str]:
    """Prefix → namespace: those of the vocabularies, and those of the files of some games.

    Where two namespaces have one prefix in different files, the first game has it, and the other
    namespace has its game's name before it (`card`, `duelmasters-card`).

    Raises:
        UnknownGame: There is no such game.
    """
    found = dict(VOCABULARIES)
    taken = set(found.values())
    for game in games:
        for each in reversed(lineage(game)):
            for name, namespace in _bound(each):
                if namespace in taken:
                    continue
                free = name if name not in found else f"{_game_of(namespace)}-{name}"
                found[free] = namespace
                taken.add(namespace)
    return dict(sorted(found.items()))


@functools.cache
def _bound(game: str) -> tuple[tuple[str, str], ...]:
    """What the files of a game bind, and what only its export has; its own namespaces alone."""
    own = f"{BASE}{game}/"
    found = {(name, f"{own}{name}/") for name in _EXPORTED}
    for file in files_of(game):
        with open(file, encoding="utf-8") as stream:
            found.update(_PREFIX.findall(stream.read()))
    return tuple(sorted((n, i) for n, i in found if i.startswith(own)))


def _game_of(namespace: str) -> str:
    return namespace.removeprefix(BASE).partition("/")[0]
