"""The effects of a rules text in exact form, in the words that stored cards use.

`{ op; op } on self | affected | FILTER`: `affected` is an object that the effect's words leave to a
choice or to the game ("target", "enchanted", "it"), `chosen` what is chosen. In quotes the two are names
of these objects: `not "chosen"` is what "other" says beside a chosen object.
"""

from __future__ import annotations

from collections.abc import Iterator

from ...kb.knowledge import Knowledge
from ...kb.lexicon import Lexicon, plural
from ...kb.typelines.printing import format_type_line
from ..language.exact_text import filter_text
from ..syntax import (
    All,
    AnyOf,
    ControlledBy,
    Effect,
    Filter,
    HasTerm,
    InZone,
    IsA,
    Named,
    Not,
    Objects,
    Other,
)
from .operations import (
    ADD_EVERY,
    COPY,
    FACE_DOWN,
    LOSE_ABILITIES,
    LOSE_ALL,
    REPLACE,
    Operation,
    operations,
)
from .stand_ins import WORD, OpenLexicon, open_lexicon

SELF, AFFECTED = "self", "affected"
CHOSEN = WORD
_PLACES = (Other, AnyOf, All, HasTerm, IsA, Named, Objects, Not, ControlledBy, InZone)


def exact_form(effect: Effect, knowledge: Knowledge, *, itself: bool, other_than: str = "") -> str:
    """An effect in exact form.

    Args:
        effect: As read from the words of a card.
        knowledge: Names the terms and concludes what is added.
        itself: It is about the object that says it.
    """
    lexicon = open_lexicon(knowledge.lexicon)
    listed = operations(effect, knowledge)
    said = [_said(op, lexicon) for op in listed if op.verb != COPY]
    model = next((op.model for op in listed if op.verb == COPY), None)
    if model is not None:
        name = copied_name(model)
        copying = f"copy {_quoted(name) if name else WORD}"
        said = [f"{copying} except {', '.join(said)}" if said else copying]
    return f"{{ {'; '.join(said)} }} on {_target(effect, lexicon, itself=itself)}"


def demanded_form(effect: Effect, knowledge: Knowledge) -> str:
    """What an effect's words demand of the object that `affected` stands for, or ""."""
    wanted = effect.subject_filter
    if wanted is None:
        return ""
    return filter_text(ordered(wanted), open_lexicon(knowledge.lexicon))


def copied_name(words: str) -> str | None:
    """The name of what is copied, if the words are a name and no description."""
    plain = words.strip('"《》「」')
    named = plain != words or (plain[:1].isupper() and plain[:1].isascii())
    return plain if named and plain else None


def several(group: str, lexicon: Lexicon) -> str:
    """The plural of the words for a kind, group or category of terms."""
    term = lexicon[group]
    return term.plurals[0] if term.plurals else plural(term.label("en"))


def _quoted(name: str) -> str:
    return f'"{name}"'


def _target(effect: Effect, lexicon: OpenLexicon, *, itself: bool) -> str:
    if itself:
        return SELF
    if effect.subject is not None:
        return filter_text(ordered(effect.subject), lexicon)
    return AFFECTED


def _said(op: Operation, lexicon: OpenLexicon) -> str:
    """An operation in words of the exact form."""
    labels = [lexicon[term].label("en") for term in op.terms]
    if op.verb == FACE_DOWN:
        line = format_type_line(op.terms, lexicon)
        return f"{op.verb} as {_quoted(line)}" if line else op.verb
    if op.verb == REPLACE:
        return f"{op.verb} {labels[0]} with {labels[1]}"
    if op.verb == LOSE_ABILITIES:
        return op.verb
    if op.verb == ADD_EVERY:
        return f"{op.verb} {lexicon[op.group].label('en')}"
    if op.verb == LOSE_ALL:
        return f"{op.verb} {several(op.group, lexicon)}"
    return f"{op.verb} {several(op.group, lexicon)} {', '.join(labels)}"


def ordered(subject: Filter) -> Filter:
    """A filter whose parts stand in one order, without parts within parts of the same kind."""
    if isinstance(subject, Not):
        return Not(ordered(subject.inner))
    if isinstance(subject, AnyOf):
        return AnyOf(tuple(_flat(subject, AnyOf)))
    if isinstance(subject, All):
        parts = sorted(_flat(subject, All), key=lambda part: _PLACES.index(type(part)))
        return parts[0] if len(parts) == 1 else All(tuple(parts))
    return subject


def _flat(subject: All | AnyOf, kind: type) -> Iterator[Filter]:
    for part in map(ordered, subject.parts):
        if isinstance(part, All | AnyOf) and isinstance(part, kind) and part.parts:
            yield from part.parts
        else:
            yield part
