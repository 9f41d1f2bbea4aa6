"""Terms that rules texts added to a store: an overlay of the ontology's, each from its date on.

They are read from the store's own files without opening its index, since every question asks for them.
"""

from __future__ import annotations

import functools
import os
import re
from collections.abc import Iterator
from dataclasses import replace

from ..caches import checksum
from ..lexicon import Term
from .graphs import BASE, CORE, terms_graph
from .place import CURRENT, is_remote

_SKOS = "http://www.w3.org/2004/02/skos/core#"
_LINE = re.compile(rb'<([^<>]+)> <([^<>]+)> (?:<([^<>]+)>|"((?:[^"\\]|\\.)*)"\S*) \.')
_TYPE = "http://www.w3.org/1999/02/22-rdf-syntax-ns#type"


def terms_state(place: str) -> str:
    """Stands for all terms that were added to a store; "" if there are none."""
    if is_remote(place):
        return "".join(_remote_names(place))
    return checksum(";".join(_states(place))) if any(_states(place)) else ""


def _states(place: str) -> Iterator[str]:
    for path in _files(place):
        stat = os.stat(path)
        yield f"{os.path.basename(path)}:{stat.st_size}:{stat.st_mtime_ns}"


def _files(place: str) -> list[str]:
    """Files of graphs of added terms, of any game, sorted."""
    try:
        with open(os.path.join(place, CURRENT), encoding="ascii") as stream:
            folder = os.path.join(place, stream.read().strip(), "graphs")
        return sorted(
            os.path.join(folder, name) for name in os.listdir(folder) if "%2Fterms%2F" in name
        )
    except (OSError, UnicodeDecodeError):
        return []


@functools.cache
def _remote_names(place: str) -> tuple[str, ...]:
    from .opening import open_store

    return tuple(name for name in open_store(place).names() if "/terms/" in name)


@functools.lru_cache(maxsize=16)
def added_terms(game: str, place: str, state: str) -> tuple[Term, ...]:
    """The terms of a game that were added to a store, sorted by id.

    Args:
        game: The game.
        place: Where the store is.
        state: What `terms_state` says of it.
    """
    if not state:
        return ()
    found: dict[str, dict[str, str]] = {}
    for line in _lines(game, place):
        match = _LINE.match(line)
        if match is None:
            continue
        subject, predicate, iri, text = ((g or b"").decode() for g in match.groups())
        if predicate != _TYPE or iri.startswith(BASE):
            found.setdefault(subject, {}).setdefault(predicate, iri or text)
    terms = [_term(subject, told, game) for subject, told in found.items()]
    return tuple(sorted(terms, key=lambda term: term.id))


def _lines(game: str, place: str) -> Iterator[bytes]:
    """Lines of all graphs of added terms of a game, the oldest text first."""
    if is_remote(place):
        from .opening import open_store

        for name in _remote_names(place):
            if name.startswith(terms_graph(game, "")):
                yield from open_store(place).graph(name)
        return
    from urllib.parse import quote

    start = quote(terms_graph(game, ""), safe="")
    for path in _files(place):
        if os.path.basename(path).startswith(start):
            with open(path, "rb") as stream:
                yield from stream


def _term(subject: str, told: dict[str, str], game: str) -> Term:
    def local(iri: str) -> str:
        return iri.removeprefix(f"{BASE}{game}/")

    kind = local(told.get(f"{_SKOS}inScheme", ""))
    return Term(
        local(subject),
        local(told.get(_TYPE, "")),
        kind or None,
        {"en": (told.get(f"{_SKOS}prefLabel", ""),)},
        valid_from=told.get(f"{CORE}validFrom"),
        listed_in="" if kind else local(told.get(f"{CORE}listedIn", "")).removeprefix("rule/"),
    )


def overlaid(terms: tuple[Term, ...], added: tuple[Term, ...]) -> tuple[Term, ...]:
    """Terms with the added ones; one that the ontology has at other dates is there at theirs as well."""
    known = {term.id: term for term in terms}
    for new in added:
        old = known.get(new.id)
        if old is None:
            last = max(t.display_order for t in known.values() if t.category == new.category)
            known[new.id] = replace(new, display_order=last + 1 if last else 0)
            continue
        ended = old.valid_to is not None and old.valid_to <= (new.valid_from or "")
        first = min(old.valid_from or "", new.valid_from or "")
        known[new.id] = replace(old, valid_from=first, valid_to=None if ended else old.valid_to)
    return tuple(known.values())
