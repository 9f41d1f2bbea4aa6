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
    names = _Names(context)
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
        lines = [_dumped(node) for node in _Tree(nodes, names).roots()]
        if graph:
            inside = ",\n".join(lines)
            lines = [f'{{"@id":{_dumped(names.short(graph))},"@graph":[\n{inside}\n]}}']
        parts += lines
    head = json.dumps(context, ensure_ascii=False, indent=1)
    body = ",\n".join(parts)
    return f'{{"@context":{head},\n"@graph":[\n{body}\n]}}\n'.encode()


_dumped = json.JSONEncoder(ensure_ascii=False, separators=(",", ":")).encode


class _Names:
    """What the context calls things: short IRIs, and the keys of properties with what they say of values."""

    def __init__(self, context: Mapping[str, Any]) -> None:
        spaces = {v: k for k, v in context.items() if isinstance(v, str)}
        longest = sorted(spaces, key=len, reverse=True)
        self._spaces = spaces
        self._space = re.compile("|".join(map(re.escape, longest)))
        self._shorts: dict[str, str] = {}
        self._keys = {
            self._long(value["@id"], context): (key, value)
            for key, value in context.items()
            if isinstance(value, dict)
        }

    @staticmethod
    def _long(short: str, context: Mapping[str, Any]) -> str:
        prefix, _, rest = short.partition(":")
        return f"{context[prefix]}{rest}"

    def short(self, iri: str) -> str:
        """An IRI with a prefix of the context, where one fits."""
        found = self._shorts.get(iri)
        if found is None:
            space = self._space.match(iri)
            rest = iri[space.end() :] if space else ""
            fits = space is not None and not rest.startswith("//")
            found = f"{self._spaces[space[0]]}:{rest}" if space and fits else iri
            self._shorts[iri] = found
        return found

    def key(self, iri: str) -> tuple[str, Mapping[str, Any]] | None:
        """The key of a property and its definition, if the context has it."""
        return self._keys.get(iri)


class _Tree:
    """The nodes of one graph, with blank nodes that are spoken of once in their places."""

    def __init__(self, nodes: dict[str, Properties], names: _Names) -> None:
        self._nodes = nodes
        self._names = names
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
                yield {"@id": self._names.short(name), **self._node(name)}
        for name in self._nodes:
            if name in self._once and name not in self._placed:
                self._placed.add(name)
                yield {"@id": name, **self._node(name)}

    def _node(self, name: str) -> dict[str, Any]:
        """What is said of a node, by key."""
        short, found = self._names.short, dict[str, Any]()
        for iri, values in self._nodes[name].items():
            if iri == _TYPE and all(isinstance(v, NamedNode) for v in values):
                found["@type"] = _one_or_all([short(v.value) for v in values])
                continue
            known = self._names.key(iri)
            if known and _fits(values, known[1]):
                found[known[0]] = self._values(values, known[1])
            else:
                found[iri] = _one_or_all([self._value(v, {}) for v in values])
        return found

    def _values(self, values: Iterable[Any], definition: Mapping[str, Any]) -> Any:
        if definition.get("@container") != "@language":
            return _one_or_all([self._value(v, definition) for v in values])
        words: dict[str, list[str]] = {}
        for value in values:
            words.setdefault(value.language or "@none", []).append(value.value)
        return {language: _one_or_all(some) for language, some in words.items()}

    def _value(self, value: Any, definition: Mapping[str, Any]) -> Any:
        """A value where the context says of its property what the definition says."""
        kind = definition.get("@type")
        if isinstance(value, NamedNode):
            short = self._names.short(value.value)
            return short if kind == "@id" else {"@id": short}
        if isinstance(value, BlankNode):
            return self._blank(f"_:{value.value}", kind)
        if value.language:
            return {"@language": value.language, "@value": value.value}
        datatype = value.datatype.value
        if kind == "@id":
            return {"@type": self._names.short(datatype), "@value": value.value}
        if kind is not None:
            return value.value
        if datatype in NATIVE:
            native = _native(value.value)
            if native is not None:
                return native
        if datatype == STRING:
            return value.value
        return {"@type": self._names.short(datatype), "@value": value.value}

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
        members, nodes = [], []
        while name != _NIL:
            properties = self._nodes.get(name, {})
            alone = name in self._once and name not in self._placed and name not in nodes
            if not alone or properties.keys() != {_FIRST, _REST}:
                return None
            (first, *more), (rest, *others) = properties[_FIRST], properties[_REST]
            if more or others or isinstance(rest, Literal):
                return None
            members.append(first)
            nodes.append(name)
            name = f"_:{rest.value}" if isinstance(rest, BlankNode) else rest.value
        self._placed.update(nodes)
        return members


def _fits(values: Iterable[Any], definition: Mapping[str, Any]) -> bool:
    """Whether a property's key can stand with some values."""
    if definition.get("@container") == "@language":
        return all(
            isinstance(v, Literal) and (v.language or v.datatype.value == STRING) for v in values
        )
    kind = definition.get("@type")
    if kind in (None, "@id"):
        return True
    wanted = VOCABULARIES["xsd"] + kind.partition(":")[2]
    return all(isinstance(v, Literal) and v.datatype.value == wanted for v in values)


def _native(words: str) -> int | bool | None:
    """A whole number or truth value, if its words are those that JSON-LD reads back."""
    return int(words) if _WHOLE.fullmatch(words) else _TRUTHS.get(words)


def _one_or_all(values: list[Any]) -> Any:
    """A value by itself, several as a list."""
    return values[0] if len(values) == 1 else values
