"""Effects of a rules text as RDF, in Turtle: what an effect gives and removes, with its exact form.

An effect is a blank node of the class of stored effects of cards; each of its clauses is a part with
the properties that the rules read (`rk:gives`, `rk:cue` …).
"""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator

from ...kb.documents import Card, CardEffect
from ...kb.knowledge import Knowledge
from ...kb.rdf.namespaces import BASE, VOCABULARIES
from ..syntax import Clause
from .card_reading import CardReading, TextEffect, conditions_of
from .exact_form import copied_name
from .stand_ins import is_stand_in

_USED = ("dcterms", "rk")


def turtle(readings: Iterable[CardReading], knowledge: Knowledge) -> str:
    """All effects of some readings as one Turtle document."""
    return turtle_head() + "".join(reading_turtle(reading, knowledge) for reading in readings)


def reading_turtle(reading: CardReading, knowledge: Knowledge) -> str:
    """The effects of one reading, for a document that has its head already."""
    return "".join(f"\n{_effect(e, reading.lang, knowledge)}\n" for e in reading.effects)


def effect_turtle(effect: TextEffect, lang: str, knowledge: Knowledge) -> str:
    """One effect as a Turtle document."""
    return f"{turtle_head()}\n{_effect(effect, lang, knowledge)}\n"


def stored_turtle(card: Card) -> str:
    """The effects that are kept of a card as Turtle."""
    blocks = [" ;\n    ".join(_stored(e)) + " ." for e in card.effects]
    return "\n".join([turtle_head(), *blocks]) + "\n"


def _stored(effect: CardEffect) -> Iterator[str]:
    yield "[] a rk:CardEffect"
    yield f"rk:exactForm {_text(effect.exact_form)}"
    yield f"rk:generatedAs {_text(effect.generated_by)}"
    if effect.demands:
        yield f"rk:demands {_text(effect.demands)}"
    if effect.conditions:
        said = (_text(w) + (f"@{lang}" if lang else "") for lang, w in effect.conditions)
        yield f"rk:condition {' , '.join(said)}"
    if effect.option:
        yield f"rk:option {effect.option}"


def turtle_head() -> str:
    """The prefixes with which a document begins."""
    return "".join(f"@prefix {name}: <{VOCABULARIES[name]}> .\n" for name in _USED)


def _effect(effect: TextEffect, lang: str, knowledge: Knowledge) -> str:
    lines = [
        "[] a rk:CardEffect",
        f"rk:exactForm {_text(effect.exact)}",
        f"rk:generatedAs {_text(effect.generated_by)}",
        f"dcterms:source {_text(effect.words)}@{lang}",
    ]
    if effect.demands:
        lines.append(f"rk:demands {_text(effect.demands)}")
    if conditions := conditions_of(effect):
        lines.append(f"rk:condition {' , '.join(map(_text, conditions))}")
    named = [t for c in effect.effect.clauses for t in _named(c) if not is_stand_in(t)]
    if named:
        iris = (f"<{BASE}{knowledge.game}/{term}>" for term in dict.fromkeys(named))
        lines.append(f"rk:namesTerm {' , '.join(iris)}")
    for clause in effect.effect.clauses:
        parts = list(_clause(clause, knowledge))
        if parts:
            lines.append(f"dcterms:hasPart [ {' ; '.join(parts)} ]")
    return " ;\n    ".join(lines) + " ."


def _named(clause: Clause) -> Iterator[str]:
    """The terms that a clause names."""
    yield from (*clause.gives, *clause.removes, *clause.gives_every, *clause.removes_every)
    for pair in clause.replaces:
        yield from pair


def _clause(clause: Clause, knowledge: Knowledge) -> Iterator[str]:
    named = (
        ("gives", clause.gives),
        ("removes", clause.removes),
        ("givesEvery", clause.gives_every),
        ("removesEvery", clause.removes_every),
    )
    for predicate, terms in named:
        known = [f"<{BASE}{knowledge.game}/{term}>" for term in terms if not is_stand_in(term)]
        if known:
            yield f"rk:{predicate} {' , '.join(known)}"
        if len(known) < len(terms):
            yield f"rk:{predicate} []"
    if clause.cues:
        yield f"rk:cue {' , '.join(f'rk:{cue}' for cue in clause.cues)}"
    if clause.removes_abilities:
        yield "rk:removesAbilities true"
    if clause.copies is not None:
        yield f"rk:copies {_text(copied_name(clause.copies) or clause.copies)}"
    for old, new in clause.replaces:
        pair = (
            "[]" if is_stand_in(term) else f"<{BASE}{knowledge.game}/{term}>" for term in (old, new)
        )
        yield f"rk:replacesWord ( {' '.join(pair)} )"
    if clause.face_down:
        yield "rk:turnsFaceDown true"


def _text(words: str) -> str:
    """A literal; JSON escapes what Turtle needs escaped."""
    return json.dumps(words, ensure_ascii=False)
