"""IRIs of what is exported: the one form of each, and the names inside them.

Source files name things in any script; an export writes every IRI as the URI that RFC 3987 (3.1) maps
it to, so that tools that read only ASCII keep it. Names that become a part of an IRI are escaped
wholly (RFC 3986, 2.4): `unescaped` gives them back whatever they hold.
"""

from __future__ import annotations

import re
from urllib.parse import quote, unquote, unquote_to_bytes

BASE = "https://w3id.org/rulekeep/"
RK = f"{BASE}core/"
GRAPHS = f"{BASE}graph/"

# What RFC 3986 allows in a URI, besides letters and digits; a percent sign is already an escape.
_URI = "-._~:/?#[]@!$&'()*+,;=%"
_UNSAFE = re.compile(r"[^!#-;=?-\[\]_a-z~]")
_ESCAPES = re.compile(r"(?:%[89A-F][0-9A-F])+")


def local(node: object) -> str:
    """The id of an IRI: what follows the game's or the core's name; of a rule, its name."""
    text = str(node)
    if not text.startswith(BASE):
        return text
    rest = text[len(BASE) :].partition("/")[2]
    return rest.removeprefix("rule/")


def escaped(name: str) -> str:
    """A name as one segment of an IRI.

    Raises:
        UnicodeEncodeError: It holds half of a surrogate pair, which is no character.
    """
    dots = name.strip(".") == ""  # such a segment means a folder
    return name.replace(".", "%2E") if dots else quote(name, safe="")


def unescaped(segment: str) -> str:
    """The name that a segment of an IRI stands for."""
    return unquote(segment, errors="strict")


def to_uri(iri: str) -> str:
    """The URI that an IRI maps to: whatever is not ASCII is escaped, as is what no URI may hold."""
    return quote(iri, safe=_URI) if _UNSAFE.search(iri) else iri


def to_iri(uri: str) -> str:
    """The IRI that a URI of an export was made from (RFC 3987, 3.2)."""
    return _ESCAPES.sub(_decoded, uri)


def _decoded(found: re.Match[str]) -> str:
    """The characters that some escapes stand for; as they are if they are no UTF-8."""
    try:
        return unquote_to_bytes(found[0]).decode()
    except UnicodeDecodeError:
        return found[0]


def graph_iri(game: str, piece: str) -> str:
    """The named graph of a piece of a game's knowledge, and the ontology that is in it."""
    return f"{GRAPHS}{escaped(game)}/{escaped(piece)}"


def ruling_iri(game: str, ruling: str) -> str:
    """A ruling of a game."""
    return f"{BASE}{escaped(game)}/ruling/{escaped(ruling)}"


def scheme_iri(game: str, category: str) -> str:
    """The concept scheme of a category of terms."""
    return f"{BASE}{escaped(game)}/scheme/{escaped(category)}"
