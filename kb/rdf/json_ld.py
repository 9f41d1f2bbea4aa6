"""Writes quads as JSON-LD under the shipped context, which stands in the file: plain keys, words by language.

rdflib's writer loses what is said of blank nodes where a property's values are IRIs (tried with 7.6),
and pyoxigraph's writes no context. Blank nodes that are spoken of once stand in their place, lists as
`@list`, a node a line.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from itertools import groupby
from operator import attrgetter
from typing import Any

from pyoxigraph import BlankNode, DefaultGraph, Literal, NamedNode, Quad

from .context import NATIVE, STRING, load_context
from .namespaces import VOCABULARIES

_RDF = VOCABULARIES["rdf"]
_TYPE, _FIRST, _REST, _NIL = (f"{_RDF}{name}" for name in ("type", "first", "rest", "nil"))
_WHOLE = re.compile(r"0|-?[1-9]\d{0,14}")
_TRUTHS = {"true": True, "false": False}

Properties = dict[str, list[Any]]


def json_ld_bytes(quads: Sequence[Quad]) -> bytes:
    """The bytes of quads as one JSON-LD document with its context; no other file is needed to read it."""
    context = load_context()
    shorts, keys = _Shorts(context), _keys(context)
    graphs: dict[str, dict[str, Properties]] = {}
    for home, in_graph in groupby(quads, attrgetter("graph_name")):
        nodes = graphs.setdefault("" if isinstance(home, DefaultGraph) else home.value, {})
        for subject, some in groupby(in_graph, attrgetter("subject")):
            name = subject.value if isinstance(subject, NamedNode) else str(subject)
            properties = nodes.setdefault(name, {})
            for quad in some:
                properties.setdefault(quad.predicate.value, []).append(quad.object)
    parts = []
    for graph, nodes in sorted(graphs.items()):
        lines = [_dumped(node) for node in _Tree(nodes, shorts, keys).roots()]
        if graph:
            inside = ",\n".join(lines)
            lines = [f'{{"@id":{_dumped(shorts[graph])},"@graph":[\n{inside}\n]}}']
        parts += lines
    head = json.dumps(context, ensure_ascii=False, indent=1)
    body = ",\n".join(parts)
    return f'{{"@context":{head},\n"@graph":[\n{body}\n]}}\n'.encode()


_dumped = json.JSONEncoder(ensure_ascii=False, separators=(",", ":")).encode


class _Shorts(dict[str, str]):
    """IRI → the same with a prefix of the context, where one fits."""

    def __init__(self, context: Mapping[str, Any]) -> None:
        super().__init__()
        self._spaces = {v: k for k, v in context.items() if isinstance(v, str)}
        longest = sorted(self._spaces, key=len, reverse=True)
        self._space = re.compile("|".join(map(re.escape, longest)))

    def __missing__(self, iri: str) -> str:
        space = self._space.match(iri)
        rest = iri[space.end() :] if space else ""
        fits = space is not None and not rest.startswith("//")
        self[iri] = f"{self._spaces[space[0]]}:{rest}" if space and fits else iri
        return self[iri]


Definition = Mapping[str, Any]


def _keys(context: Mapping[str, Any]) -> dict[str, tuple[str, Definition]]:
    """IRI of a property → its key, and what the context says of its values."""
    found: dict[str, tuple[str, Definition]] = {}
    for key, definition in context.items():
        if isinstance(definition, dict):
            prefix, _, rest = definition["@id"].partition(":")
            found[f"{context[prefix]}{rest}"] = (key, definition)
    return found


class _Tree:
    """The nodes of one graph, with blank nodes that are spoken of once in their places."""

    def __init__(
        self,
        nodes: dict[str, Properties],
        shorts: _Shorts,
        keys: Mapping[str, tuple[str, Definition]],
    ) -> None:
        self._nodes, self._shorts, self._keys = nodes, shorts, keys
        self._placed: set[str] = set()
        mentions: dict[str, int] = {}
        for properties in nodes.values():
            for values in properties.values():
                for value in values:
                    if isinstance(value, BlankNode):
                        name = f"_:{value.value}"
                        mentions[name] = mentions.get(name, 0) + 1
        self._once = {name for name, count in mentions.items() if count == 1 and name in nodes}

    def roots(self) -> Iterator[dict[str, Any]]:
        """The nodes that have no other place; of blank nodes in a circle, the first."""
        for name in self._nodes:
            if name not in self._once:
                yield {"@id": self._shorts[name], **self._node(name)}
        for name in self._nodes:
            if name in self._once and name not in self._placed:
                self._placed.add(name)
                yield {"@id": name, **self._node(name)}

    def _node(self, name: str) -> dict[str, Any]:
        """What is said of a node, by key."""
        found: dict[str, Any] = {}
        for iri, values in self._nodes[name].items():
            if iri == _TYPE and all(isinstance(v, NamedNode) for v in values):
                found["@type"] = _one_or_all([self._shorts[v.value] for v in values])
                continue
            key, definition = self._keys.get(iri, (iri, {}))
            shown = self._shown(values, definition)
            if shown is None:
                key, shown = iri, [self._value(v, {}) for v in values]
            found[key] = _one_or_all(shown) if isinstance(shown, list) else shown
        return found

    def _shown(self, values: Sequence[Any], definition: Definition) -> Any:
        """Values as a property's definition wants them: a list, or words by language; `None` if they do not fit."""
        kind = definition.get("@type")
        if kind is None and "@container" in definition:
            return _by_language(values)
        if kind not in (None, "@id"):
            wanted = VOCABULARIES["xsd"] + kind.partition(":")[2]
            if not all(isinstance(v, Literal) and v.datatype.value == wanted for v in values):
                return None
        return [self._value(v, definition) for v in values]

    def _value(self, value: Any, definition: Definition) -> Any:
        """A value where the context says of its property what the definition says."""
        kind = definition.get("@type")
        if isinstance(value, NamedNode):
            short = self._shorts[value.value]
            return short if kind == "@id" else {"@id": short}
        if isinstance(value, BlankNode):
            return self._blank(f"_:{value.value}", kind)
        if value.language:
            return {"@language": value.language, "@value": value.value}
        datatype = value.datatype.value
        if kind == "@id":
            return {"@type": self._shorts[datatype], "@value": value.value}
        if kind is not None:
            return value.value
        if datatype in NATIVE:
            native = _native(value.value)
            if native is not None:
                return native
        if datatype == STRING:
            return value.value
        return {"@type": self._shorts[datatype], "@value": value.value}

    def _blank(self, name: str, kind: str | None) -> Any:
        members = self._list(name)
        if members is not None:
            definition = {"@type": "@id"} if kind == "@id" else {}
            return {"@list": [self._value(member, definition) for member in members]}
        if name not in self._once or name in self._placed:
            return name if kind == "@id" else {"@id": name}
        self._placed.add(name)
        return self._node(name)

    def _list(self, name: str) -> list[Any] | None:
        """The members of a list that begins with a node, or `None`; its nodes are placed then."""
        members: list[Any] = []
        nodes: dict[str, None] = {}
        while name != _NIL:
            properties = self._nodes.get(name, {})
            alone = name in self._once and name not in self._placed and name not in nodes
            if not alone or properties.keys() != {_FIRST, _REST}:
                return None
            (first, *more), (rest, *others) = properties[_FIRST], properties[_REST]
            if more or others or isinstance(rest, Literal):
                return None
            members.append(first)
            nodes[name] = None
            name = f"_:{rest.value}" if isinstance(rest, BlankNode) else rest.value
        self._placed.update(nodes)
        return members


def _by_language(values: Iterable[Any]) -> dict[str, Any] | None:
    """Words by their language; `None` if some value is none."""
    words: dict[str, list[str]] = {}
    for value in values:
        if not isinstance(value, Literal):
            return None
        language = value.language
        if language is None and value.datatype.value != STRING:
            return None
        words.setdefault(language or "@none", []).append(value.value)
    return {language: _one_or_all(some) for language, some in words.items()}


def _native(words: str) -> int | bool | None:
    """A whole number or truth value, if its words are those that JSON-LD reads back."""
    return int(words) if _WHOLE.fullmatch(words) else _TRUTHS.get(words)


def _one_or_all(values: list[Any]) -> Any:
    """A value by itself, several as a list."""
    return values[0] if len(values) == 1 else values
