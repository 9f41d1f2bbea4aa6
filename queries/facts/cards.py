"""Effects of cards and keyword abilities, from the exact forms that the ontology keeps for them."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import replace

from ...kb.diagnostics import Diagnostic, DiagnosticError
from ...kb.documents import CardEffect as StoredEffect
from ...kb.knowledge import Knowledge
from ...kb.lexicon import Lexicon
from ...kb.messages import LANGUAGES, message
from ..syntax import (
    All,
    AnyOf,
    CardEffect,
    Effect,
    EventSentence,
    Filter,
    Not,
    Objects,
    Other,
    Span,
)

_REPLACED = "replace word chosen with chosen"
_SECOND = re.compile(r" chosen [2-9]")
_CHOICE = re.compile(r" chosen(?: ([2-9]))?")
KEYWORD = "keyword"  # how an effect is marked that comes from a keyword ability
_CHOSEN = " chosen"  # stands for the types that a player chooses


def card_effects(when: CardEffect, knowledge: Knowledge, declared: bool) -> list[Effect]:
    """The effects of `when "CARD"`, each as if it had been written out.

    Args:
        when: The statement.
        knowledge: Where the card is looked up.
        declared: An object of this name is declared; it is then the source.

    Raises:
        DiagnosticError: `unknown-card`, `no-effect`, or the card needs `affecting` or `choosing`.
    """
    card = knowledge.card(when.name)
    if card is None:
        raise _fault("unknown-card", when, when.name, knowledge.nearest_card(when.name))
    if not card.effects:
        raise _fault("no-effect", when, when.name)
    effects = []
    for stored in card.effects:
        if declared and stored.generated_by == "defining":
            continue  # it works from the declaration on
        needs_target = " on affected" in stored.exact_form
        if needs_target and not when.affecting:
            raise _fault("no-subject", when, when.name)
        if "chosen" in stored.exact_form and not when.choosing:
            raise _fault("no-choice", when, when.name)
        if " on self" in stored.exact_form and not declared and not when.affecting:
            raise _fault("no-subject", when, when.name)
        try:
            effect = _read(stored, knowledge, when.name, when.affecting, when.choosing)
        except DiagnosticError as error:
            end = when.span.end - when.span.start
            raise _unread(stored, when.name, Span(0, end), error) from None
        if declared and stored.generated_by == "resolved" and effect.subject is not None:
            effect = replace(effect, subject=_others_than(when.name, effect.subject))
        effects.append(
            replace(
                effect,
                source=when.name if stored.generated_by != "resolved" else None,
                timestamp=when.timestamp,
                controller=when.controller,
                words=f"{when.name}: {effect.words}",
                span=when.span,
            )
        )
    return effects


def _others_than(name: str, filter_: Filter) -> Filter:
    """A filter in which "other" is told: a resolved effect has no source that it could mean."""
    match filter_:
        case Other():
            return Not(Objects((name,)))
        case Not(inner):
            return Not(_others_than(name, inner))
        case All(parts):
            return All(tuple(_others_than(name, part) for part in parts))
        case AnyOf(parts):
            return AnyOf(tuple(_others_than(name, part) for part in parts))
        case _:
            return filter_


def keyword_effect(stored: StoredEffect, name: str, span: Span, knowledge: Knowledge) -> Effect:
    """The effect of a keyword ability of a declared object, or of what defines it.

    Raises:
        DiagnosticError: The form has words that the date does not know.
    """
    try:
        effect = _read(stored, knowledge, name, (), ())
    except DiagnosticError as error:
        raise _unread(stored, name, span, error) from None
    return replace(effect, source=name, span=span, words=f"{name}: {effect.words}")


def event_effect(
    stored: StoredEffect, args: Sequence[object], event: EventSentence, knowledge: Knowledge
) -> Effect:
    """The effect that a described event makes; the rules say what it is aimed at."""
    effect = _read(stored, knowledge, "", (), ())
    named = {f"{{{n}}}": str(arg) for n, arg in enumerate(args, 1)}
    clauses = tuple(
        replace(c, copies=named.get(c.copies, c.copies)) if c.copies else c for c in effect.clauses
    )
    _, _, aim = stored.exact_form.partition(" on ")
    aimed = (named[aim.strip()],) if aim else ()
    return replace(
        effect, clauses=clauses, subject=Objects(aimed), words=event.words, span=event.span
    )


def _read(
    stored: StoredEffect,
    knowledge: Knowledge,
    source: str,
    affecting: tuple[str, ...],
    choosing: tuple[str, ...],
) -> Effect:
    text, aimed = _unaimed(stored.exact_form)
    if choosing:
        text = with_choices(text, choosing)
    from ..language.exact import read_exact

    effect = read_exact(text, knowledge.lexicon)
    if aimed:
        effect = replace(effect, subject=Objects(affecting or (source,)))
    defining = stored.generated_by in ("defining", KEYWORD)
    return replace(effect, defining=defining, words=stored.exact_form)


def _unread(stored: StoredEffect, name: str, span: Span, error: DiagnosticError) -> DiagnosticError:
    """The faults of a stored form at the place where its card is named."""
    return DiagnosticError(
        [
            Diagnostic(
                fault.code,
                span.start,
                span.end,
                {
                    "input": name,
                    "form": stored.exact_form,
                    "reason": {lang: message(fault, lang) for lang in LANGUAGES},
                },
                rule=fault.rule,
                message="stored-effect",
            )
            for fault in error.diagnostics
        ]
    )


def _unaimed(exact_form: str) -> tuple[str, bool]:
    """A stored form as text of the query language, and whether a scenario says what it affects."""
    form, _, target = exact_form.partition(" on ")
    aimed = target.strip() in ("affected", "self") or target.strip().startswith("{")
    return (form if aimed else exact_form), aimed


def check_exact_form(exact_form: str, lexicon: Lexicon) -> None:
    """Reads a form as the ontology stores it; one whose types a player chooses is taken as it is.

    Raises:
        DiagnosticError: With all faults.
    """
    from ..language.exact import read_exact

    text, _ = _unaimed(exact_form)
    if _CHOSEN not in text:
        read_exact(text, lexicon)


def with_choices(text: str, choosing: tuple[str, ...]) -> str:
    """The form with what is chosen: `chosen` is all of it; of several choices `chosen 2` is the second.

    In `replace word chosen with chosen` the first choice is replaced by the second one.
    """
    if _REPLACED in text and len(choosing) > 1:
        return text.replace(_REPLACED, f"replace word {choosing[0]} with {choosing[1]}")
    if not _SECOND.search(text):
        return text.replace(_CHOSEN, " " + ", ".join(choosing))
    numbered = dict(enumerate(choosing, 1))
    return _CHOICE.sub(lambda m: f" {numbered.get(int(m[1] or 1), m[0].strip())}", text)


def _fault(code: str, when: CardEffect, word: str, hint: str | None = None) -> DiagnosticError:
    end = when.span.end - when.span.start
    return DiagnosticError([Diagnostic(code, 0, end, {"input": word}, hint)])
