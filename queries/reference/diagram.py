"""The model of a game as boxes: a class each, in it what its individuals say and of which classes.

There are two pictures. "records" shows what an export states: rules, terms, cards and the like, with
the properties that stand between them. "play" shows what the rules speak of: objects, events, effects and
the like, with the predicates of two arguments.
"""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Iterator

from ...kb.logic.syntax import Declaration
from ...kb.values import value
from .entries import Labels, Outline
from .links import SWRL_RULE
from .words import Words

KINDS = ("records", "play")
_LEFT_OUT = ("skos:prefLabel", "skos:altLabel", "skos:hasTopConcept", "skos:topConceptOf")


@value
class Row:
    """A line in a box.

    Args:
        name: A property or predicate, or words in the reader's language.
        mark: The letter of its kind, or "".
        target: Id of the box that it leads to, or "".
        values: What its values are if it leads to no box, or "".
        count: How often it is said, or 0.
    """

    name: str
    mark: str = ""
    target: str = ""
    values: str = ""
    count: int = 0


@value
class Box:
    """A class.

    Args:
        id: Its local name.
        label: Its name in the reader's language, or its id.
        above: Id of its superclass, or "".
        members: How many individuals it has, or 0.
        rows: What they say.
    """

    id: str
    label: str
    above: str
    members: int
    rows: tuple[Row, ...]


@value
class Diagram:
    """A picture of the model.

    Args:
        title: What it shows.
        lang: Language of its words.
        boxes: Its classes, sorted by id.
        legend: What its signs mean, a line each.
    """

    title: str
    lang: str
    boxes: tuple[Box, ...]
    legend: tuple[str, ...]


def diagram_of(outline: Outline, kind: str, lang: str) -> Diagram:
    """One of the pictures of a game."""
    words = Words(lang)
    rows = _recorded(outline, words) if kind == "records" else _played(outline, words)
    labels = {c.id: c.labels for c in outline.classes}
    members = _members(outline)
    named = {row.target for found in rows.values() for row in found if row.target} | set(rows)
    above = {c.id: a.names[0] for c in outline.classes for a in c.axioms if a.said == "SubClassOf"}
    boxes = tuple(
        Box(
            name,
            words["swrl-rule"] if name == SWRL_RULE else words.pick(labels.get(name, {})) or name,
            above.get(name, "") if above.get(name) in named else "",
            members[name] if kind == "records" else 0,
            tuple(rows.get(name, ())),
        )
        for name in sorted(named)
    )
    title = words[f"picture-{kind}"].format(game=words.pick(outline.labels) or outline.game)
    legend = [words[f"legend-{kind}"]]
    if kind == "play":
        kinds = sorted({p.declaration.kind for p in outline.predicates} - {"term"})
        legend.append(" · ".join(f"{words[f'mark-{k}']} = {words[k]}" for k in kinds))
    return Diagram(title, lang, boxes, tuple(legend))


def _members(outline: Outline) -> Counter[str]:
    """Members of classes, those of subclasses included."""
    found = Counter({c.id: c.members for c in outline.classes})
    for entry in outline.classes:
        for axiom in entry.axioms:
            if axiom.said == "SubClassOf" and len(axiom.parts) == 1:
                found[axiom.names[0]] += entry.members
    return found


def _recorded(outline: Outline, words: Words) -> dict[str, list[Row]]:
    rows: dict[str, list[Row]] = defaultdict(list)
    for link in outline.links:
        if link.property not in _LEFT_OUT:
            values = words[link.values] if link.values else ""
            rows[link.source].append(Row(link.property, "", link.target, values, link.count))
    return {name: sorted(found, key=_place) for name, found in rows.items()}


def _place(row: Row) -> tuple[bool, str, str]:
    """Links before values, those to one class together."""
    return (not row.target, row.target, row.name)


def _played(outline: Outline, words: Words) -> dict[str, list[Row]]:
    rows: dict[str, list[Row]] = defaultdict(list)
    others: dict[str, Counter[str]] = defaultdict(Counter)
    values = {c.id for c in outline.classes if c.value_sort}
    for entry in outline.predicates:
        found = entry.declaration
        if entry.reading or entry.catalogue or found.kind == "term" or not found.arity:
            continue
        source, *rest = found.domains
        if len(rest) == 1:
            value_sort = rest[0] in values
            shown = words.pick(_labels(outline, rest[0])) if value_sort else ""
            target = "" if value_sort else rest[0]
            rows[source].append(Row(found.name, _mark(found, words), target, shown))
        else:
            others[source]["one" if not rest else "several"] += 1
    for source, counts in others.items():
        rows[source] = sorted(rows[source], key=_place)
        rows[source] += _counted(counts, words)
    return {name: sorted(found, key=_order) for name, found in rows.items()}


def _order(row: Row) -> tuple[bool, tuple[bool, str, str]]:
    return (bool(row.count), _place(row))


def _counted(counts: Counter[str], words: Words) -> Iterator[Row]:
    for which in ("one", "several"):
        if counts[which]:
            yield Row(words[f"arguments-{which}"], count=counts[which])


def _mark(found: Declaration, words: Words) -> str:
    return words[f"mark-{found.kind}"]


def _labels(outline: Outline, name: str) -> Labels:
    return next((c.labels for c in outline.classes if c.id == name), {})
