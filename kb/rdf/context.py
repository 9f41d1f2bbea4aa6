"""The JSON-LD context: prefixes, and for each property a key with what its values are.

`context.jsonld` is made of the vocabulary in use by `make_context` (`python -m tests.build_context`);
a test tells when it is not up to date. Properties of the core and of other vocabularies have a plain
key (`prefLabel`), those of a game the game's prefix (`mtg:inKind`).
"""

from __future__ import annotations

import functools
import json
from collections.abc import Iterable
from pathlib import Path
from typing import Any

from pyoxigraph import Literal, Quad

from .namespaces import BASE, VOCABULARIES

FILE = Path(__file__).with_name("context.jsonld")

STRING = f"{VOCABULARIES['xsd']}string"
NATIVE = frozenset(f"{VOCABULARIES['xsd']}{name}" for name in ("integer", "boolean"))


@functools.cache
def load_context() -> dict[str, Any]:
    """The shipped context: what stands under `@context`."""
    found: dict[str, Any] = json.loads(FILE.read_text(encoding="utf-8"))["@context"]
    return found


def make_context(games: Iterable[str], quads: Iterable[Quad]) -> str:
    """The text of the context file.

    Args:
        games: Ids of the games, each of which is a prefix.
        quads: What the properties are used for: everything that is exported.
    """
    spaces = {**VOCABULARIES, **{game: f"{BASE}{game}/" for game in games}}
    kinds: dict[str, set[str]] = {}
    for quad in quads:
        kinds.setdefault(quad.predicate.value, set()).add(_kind(quad.object))
    kinds.pop(f"{VOCABULARIES['rdf']}type", None)
    shorts = {iri: short for iri in kinds if (short := _short(iri, spaces))}
    plain = [s.partition(":")[2] for s in shorts.values() if s.partition(":")[0] in VOCABULARIES]
    terms = {}
    for iri, short in shorts.items():
        prefix, _, local = short.partition(":")
        own = prefix in VOCABULARIES and plain.count(local) == 1 and local not in spaces
        terms[local if own else short] = {"@id": short, **_values(kinds[iri])}
    data = {
        "@context": {"@version": 1.1, **dict(sorted(spaces.items())), **dict(sorted(terms.items()))}
    }
    return json.dumps(data, ensure_ascii=False, indent=1) + "\n"


def _short(iri: str, spaces: dict[str, str]) -> str | None:
    """A property's IRI with its prefix."""
    found = [(len(space), name) for name, space in spaces.items() if iri.startswith(space)]
    if not found:
        return None
    length, name = max(found)
    return f"{name}:{iri[length:]}"


def _kind(value: object) -> str:
    if not isinstance(value, Literal):
        return "@id"
    if value.language:
        return "@language"
    datatype = value.datatype.value
    return "@native" if datatype in NATIVE else datatype


def _values(kinds: set[str]) -> dict[str, str]:
    """What a definition says of the values of a property: all words or all of one kind; else nothing."""
    if "@language" in kinds and kinds <= {"@language", STRING}:
        return {"@container": "@language"}
    if len(kinds) > 1 or kinds <= {STRING, "@native"}:
        return {}
    (kind,) = kinds
    if kind == "@id":
        return {"@type": "@id"}
    xsd = VOCABULARIES["xsd"]
    return {"@type": f"xsd:{kind.removeprefix(xsd)}"} if kind.startswith(xsd) else {}
