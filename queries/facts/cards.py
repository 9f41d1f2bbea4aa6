"""Effects of cards and keyword abilities, from the exact forms that the ontology keeps for them."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import replace

from ...kb.diagnostics import Diagnostic, DiagnosticError
from ...kb.documents import Card
from ...kb.documents import CardEffect as StoredEffect
from ...kb.knowledge import Knowledge
from ...kb.lexicon import Lexicon
from ...kb.messages import LANGUAGES, message
from ..language.others import others_than
from ..syntax import CardEffect, Effect, EventSentence, Filter, Note, Objects, Span
from .card_modifiers import is_aimed, judge_modifiers

_REPLACED = "replace word chosen with chosen"
_SECOND = re.compile(r" chosen [2-9]")
_CHOICE = re.compile(r" chosen(?: ([2-9]))?")
KEYWORD = "keyword"  # how an effect is marked that comes from a keyword ability
THIS = "~"  # in quotes: the object that says the effect
_CHOSEN = " chosen"  # stands for the types that a player chooses


def card_effects(when: CardEffect, knowledge: Knowledge, this: str | None) -> list[Effect]:
    """The effects of `when "CARD"`, each as if it had been written out.

    Args:
        when: The statement.
        knowledge: Where the card is looked up.
        this: The declared object that is the card and its effects' source; `None` if there is none.

    Raises:
        DiagnosticError: `unknown-card`, `no-effect`, or the card needs `affecting`, `choosing`,
            `option` or `from`, or says nothing that these would go with.
    """
    card = knowledge.card_with_effects(when.name)
    if card is None:
        raise _fault("unknown-card", when, when.name, knowledge.nearest_card(when.name))
    if not card.effects:
        raise _fault("no-effect", when, when.name)
    chosen = _chosen(when, card)
    conditional = any(stored.conditions for stored in chosen)
    works = this is not None and not card.effects_from  # from the declaration on
    applied = [e for e in chosen if not (works and e.generated_by == "defining")]
    if when.affecting and not any(map(is_aimed, applied)) and any(map(is_aimed, card.effects)):
        raise _options_fault("option-needed", when, card)
    judge_modifiers(when, applied, this)
    effects = [_applied(stored, when, knowledge, this, conditional) for stored in applied]
    effects[:1] = (replace(e, notes=(*_notes(when, card), *e.notes)) for e in effects[:1])
    return effects


def _applied(
    stored: StoredEffect,
    when: CardEffect,
    knowledge: Knowledge,
    this: str | None,
    conditional: bool,
) -> Effect:
    """One effect of a card; `conditional` where a condition of the card stands in some of them."""
    name = this or when.name
    try:
        effect = _read(stored, knowledge, name, when.affecting, when.choosing)
    except DiagnosticError as error:
        raise _unread(stored, when.name, Span(0, when.span.end - when.span.start), error) from None
    if this is not None and stored.generated_by == "resolved" and effect.subject is not None:
        effect = replace(effect, subject=others_than(this, effect.subject))
    holds = when.condition_holds or (conditional and not stored.conditions)
    return replace(
        effect,
        condition_holds=holds,
        notes=effect.notes if holds else (),
        subject_filter=_demanded(stored, when, knowledge, this),
        source=name if stored.generated_by != "resolved" else None,
        timestamp=when.timestamp,
        controller=when.controller,
        words=f"{when.name}: {effect.words}",
        span=when.span,
    )


def _chosen(when: CardEffect, card: Card) -> list[StoredEffect]:
    """Those effects of a card that a statement applies: one option, or what is no option."""
    if when.option:
        found = [e for e in card.effects if e.option == when.option]
        if not found:
            raise _options_fault("no-option", when, card)
        return found
    found = [e for e in card.effects if not e.option]
    if not found:
        raise _options_fault("option-needed", when, card)
    return found


def _options_fault(code: str, when: CardEffect, card: Card) -> DiagnosticError:
    """An error that lists the options of a card."""
    params = {"input": when.name, "number": when.option, "options": _options(card) or "–"}
    return DiagnosticError([Diagnostic(code, 0, when.span.end - when.span.start, params)])


def _options(card: Card) -> str:
    """The options of a card with their numbers, each in exact form."""
    forms: dict[int, list[str]] = {}
    for effect in card.effects:
        if effect.option:
            forms.setdefault(effect.option, []).append(effect.exact_form)
    return "; ".join(f"{number}: {' + '.join(forms[number])}" for number in sorted(forms))


def _notes(when: CardEffect, card: Card) -> list[Note]:
    """What the reader must know of where effects are from, and of those that are not applied."""
    notes = []
    if card.effects_from:
        notes.append(Note("effects-imported", {"input": when.name, "source": card.effects_from}))
    if not when.option and _options(card):
        notes.append(Note("card-options", {"input": when.name, "options": _options(card)}))
    return notes


def _demanded(
    stored: StoredEffect, when: CardEffect, knowledge: Knowledge, this: str | None
) -> Filter | None:
    """What the words of a card demand of the objects that its effect is aimed at."""
    if not stored.demands or not (when.affecting and is_aimed(stored)):
        return None
    from ..language.exact import read_filter

    found = read_filter(with_choices(stored.demands, when.choosing), knowledge.lexicon)
    return others_than(this, found) if this is not None else found


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
    """A stored effect of an object; its own effects go to that object, others to what they are aimed at."""
    text, target = _unaimed(stored.exact_form)
    text = _named(_named(text, "affected", affecting), THIS, (source,))
    if choosing:
        text = with_choices(text, choosing)
    from ..language.exact import read_exact

    effect = read_exact(text, knowledge.lexicon)
    if target:
        at = affecting if target == "affected" and affecting else (source,)
        effect = replace(effect, subject=Objects(at), itself=target == "self")
    defining = stored.generated_by in ("defining", KEYWORD)
    notes = (*effect.notes, *_assumed(stored))
    return replace(effect, defining=defining, words=stored.exact_form, notes=notes)


def _assumed(stored: StoredEffect) -> Iterator[Note]:
    """Notes on what is taken to hold: words of the card, or what is said of it in each language."""
    spoken = {lang: words for lang, words in stored.conditions if lang}
    if spoken:
        yield Note("condition-assumed", {"words": spoken})
    for lang, words in stored.conditions:
        if not lang:
            yield Note("condition-assumed", {"words": words})


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


def _unaimed(exact_form: str) -> tuple[str, str]:
    """A stored form as text of the query language, and what a scenario says of what it affects.

    That is "self", "affected" or an argument "{1}" of an event; "" if the form says it all.
    """
    form, _, target = exact_form.partition(" on ")
    target = target.strip()
    aimed = target in ("affected", "self") or target.startswith("{")
    return (form, target) if aimed else (exact_form, "")


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
    text = _named(text, "chosen", choosing)
    if _REPLACED in text and len(choosing) > 1:
        return text.replace(_REPLACED, f"replace word {choosing[0]} with {choosing[1]}")
    if not _SECOND.search(text):
        return text.replace(_CHOSEN, " " + ", ".join(choosing))
    numbered = dict(enumerate(choosing, 1))
    return _CHOICE.sub(lambda m: f" {numbered.get(int(m[1] or 1), m[0].strip())}", text)


def _named(text: str, word: str, names: tuple[str, ...]) -> str:
    """A form in which a word in quotes stands for the objects of some names."""
    return text.replace(f'"{word}"', ", ".join(f'"{name}"' for name in names)) if names else text


def _fault(code: str, when: CardEffect, word: str, hint: str | None = None) -> DiagnosticError:
    end = when.span.end - when.span.start
    return DiagnosticError([Diagnostic(code, 0, end, {"input": word}, hint)])
