"""What changed between two exports, subject by subject; blank nodes are what is said of them.

A blank node is compared by a digest of its statements, worked out from the leaves; nodes in a circle
by what can be seen from them in a few steps. Its label never counts.
"""

from __future__ import annotations

import hashlib
import re
from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import field

from pyoxigraph import BlankNode, NamedNode, Quad, Triple

from ..values import value
from .namespaces import VOCABULARIES

Statement = Quad | Triple

KINDS = ("terms", "rules", "properties", "classes", "cards", "effects", "rulings", "others")

_RK, _OWL, _SKOS = (VOCABULARIES[name] for name in ("rk", "owl", "skos"))
_TYPE = f"{VOCABULARIES['rdf']}type"
_KIND_OF = {
    f"{_SKOS}Concept": "terms",
    f"{_SKOS}ConceptScheme": "terms",
    **{f"{_RK}{name}": "rules" for name in ("Rule", "ReadingRule", "Statement")},
    f"{_RK}Ruling": "rulings",
    f"{_RK}Card": "cards",
    f"{_RK}CardEffect": "effects",
    **{f"{_OWL}{name}Property": "properties" for name in ("Object", "Datatype", "Annotation")},
    f"{_OWL}Class": "classes",
}
_LABELS = (f"{_SKOS}prefLabel", f"{VOCABULARIES['rdfs']}label")
_WORDS = re.compile(r'"(.*)"(?:@([\w-]+))?')
_BLANK = "_:"
_ROUNDS = 8
_DEEPEST, _LONGEST, _WIDEST = 3, 6, 300


@value
class PropertyChange:
    """What a property of a subject no longer says, and what it says now.

    Args:
        property: Its IRI.
        removed: Values of the old export, as text.
        added: Values of the new one.
    """

    property: str
    removed: tuple[str, ...] = ()
    added: tuple[str, ...] = ()


@value
class SubjectChange:
    """A subject that came, went or changed.

    Args:
        subject: Its IRI; of a blank node, what is said of it.
        change: `added`, `removed` or `changed`.
        kind: One of `KINDS`, which are names in `titles.toml`.
        labels: What it is called, by language; newest words.
        properties: What is said of it otherwise; of one that came or went, all of it.
    """

    subject: str
    change: str
    kind: str
    labels: Mapping[str, str] = field(default_factory=dict, hash=False)
    properties: tuple[PropertyChange, ...] = ()


def changes(old: Iterable[Statement], new: Iterable[Statement]) -> list[SubjectChange]:
    """What changed from one export to another, by kind and subject; graph names do not count."""
    before, after = _Export(old), _Export(new)
    found = []
    for key in sorted(before.subjects.keys() | after.subjects.keys()):
        was, now = before.subjects.get(key, {}), after.subjects.get(key, {})
        if {p: v.keys() for p, v in was.items()} == {p: v.keys() for p, v in now.items()}:
            continue
        change = "added" if not was else "removed" if not now else "changed"
        shown = (after if now else before).text(key)
        properties = tuple(_differences(was, now, before, after))
        labels = {**_labels(was), **_labels(now)}
        kind = _kind((now or was).get(_TYPE, {}))
        found.append(SubjectChange(shown, change, kind, labels, properties))
    return sorted(found, key=lambda c: KINDS.index(c.kind))


# What is said of a subject: property → key of a value → its name in the export.
Description = dict[str, dict[str, str]]


class _Export:
    """What an export says, by subject; blank nodes are subjects only where nothing speaks of them.

    The key of a term is its text in N-Triples, of a blank node a digest of what is said of it.
    """

    def __init__(self, statements: Iterable[Statement]) -> None:
        said: dict[str, list[Statement]] = defaultdict(list)
        told = set[str]()
        for statement in statements:
            said[_name(statement.subject)].append(statement)
            if isinstance(statement.object, BlankNode):
                told.add(_name(statement.object))
        self._said = said
        self._digests = _digests({s: v for s, v in said.items() if s.startswith(_BLANK)})
        self._nodes = {digest: node for node, digest in self._digests.items()}
        self.subjects: dict[str, Description] = {}
        for subject, statements_ in said.items():
            if subject in told:
                continue
            description = self.subjects.setdefault(self._digests.get(subject, subject), {})
            for statement in statements_:
                name = _name(statement.object)
                values = description.setdefault(statement.predicate.value, {})
                values[self._digests.get(name, name)] = name

    def text(self, key: str) -> str:
        """A term of a key as text."""
        return self._shown(self._nodes.get(key, key))

    def _shown(self, name: str, depth: int = 0) -> str:
        """A term as text: a blank node in brackets with what is said of it, as far as that is short."""
        if not name.startswith(_BLANK):
            return name
        if depth > _DEEPEST:
            return "[ … ]"
        lines = []
        for statement in self._said.get(name, ())[:_LONGEST]:
            value_ = self._shown(_name(statement.object), depth + 1)
            lines.append(f"{short(statement.predicate.value)} {short(value_)}")
        shown = " ; ".join(sorted(lines))
        return f"[ {shown[:_WIDEST]}… ]" if len(shown) > _WIDEST else f"[ {shown} ]"


def _name(term: object) -> str:
    """A term as N-Triples has it, but an IRI by itself."""
    return term.value if isinstance(term, NamedNode) else str(term)


def _digests(nodes: Mapping[str, Sequence[Statement]]) -> dict[str, str]:
    """A digest for each blank node, from those that speak of no other ones upwards."""
    found: dict[str, str] = {}
    speakers: dict[str, list[str]] = defaultdict(list)
    waiting: dict[str, int] = {}
    for node, said in nodes.items():
        inner = {_name(s.object) for s in said} & nodes.keys()
        waiting[node] = len(inner)
        for other in inner:
            speakers[other].append(node)
    ready = [node for node, count in waiting.items() if not count]
    while ready:
        node = ready.pop()
        found[node] = _digest(nodes[node], found)
        for speaker in speakers[node]:
            waiting[speaker] -= 1
            if not waiting[speaker]:
                ready.append(speaker)
    circles = [node for node in nodes if node not in found]
    for _ in range(_ROUNDS if circles else 0):
        found |= {node: _digest(nodes[node], found) for node in circles}
    return found


def _digest(said: Iterable[Statement], known: Mapping[str, str]) -> str:
    lines = []
    for statement in said:
        name = _name(statement.object)
        value_ = known.get(name, _BLANK) if name.startswith(_BLANK) else name
        lines.append(f"{statement.predicate.value} {value_}")
    return hashlib.sha256("\n".join(sorted(lines)).encode("utf-8", "surrogatepass")).hexdigest()


def short(iri: str) -> str:
    """An IRI with the prefix of its vocabulary, where it has one."""
    for prefix, namespace in VOCABULARIES.items():
        if iri.startswith(namespace):
            return f"{prefix}:{iri[len(namespace) :]}"
    return iri


def _labels(description: Description) -> dict[str, str]:
    found: dict[str, str] = {}
    for prop in _LABELS:
        for text in sorted(description.get(prop, {}).values()):
            words = _WORDS.fullmatch(text)
            if words:
                found.setdefault(words[2] or "", words[1].replace('\\"', '"'))
    return found


def _kind(types: Iterable[str]) -> str:
    found = {_KIND_OF.get(name, "others") for name in types}
    return min(found, key=KINDS.index, default="others")


def _differences(
    was: Description, now: Description, before: _Export, after: _Export
) -> Iterable[PropertyChange]:
    for prop in sorted(was.keys() | now.keys()):
        old, new = was.get(prop, {}), now.get(prop, {})
        removed = sorted(before.text(key) for key in old.keys() - new.keys())
        added = sorted(after.text(key) for key in new.keys() - old.keys())
        if removed or added:
            yield PropertyChange(prop, tuple(removed), tuple(added))
