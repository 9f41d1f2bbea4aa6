"""Reads `when` statements: wordings, exact forms, cards by name and events, with their modifiers."""

from __future__ import annotations

import functools
import re
from collections.abc import Callable, Collection
from dataclasses import replace

from ...kb.diagnostics import Diagnostic, DiagnosticError
from ...kb.values import value
from ..syntax import CardEffect, Effect, EventSentence, EventStatement, Objects, Span
from .choosing import choice, chosen_by, judge_choices, with_model
from .exact import exact_effect
from .grammar_parts import Part
from .keywords import keywords, word_pattern
from .open_choices import choices_left
from .phrases import Phrasebook, Reading, furthest
from .sentences import number
from .terms import Terms

MAX_CLAUSE = 600
_EVENT = re.compile(r"\s*[^\W\d]\w*\(")
_QUOTED = re.compile(r'"[^"\n]*"|《[^》\n]*》|「[^」\n]*」')
_BY_NAME = ("from", "affecting", "choosing", "option", "if-false", "at", "by")

ReadEffect = Callable[..., Effect]


@value
class Source:
    """The text of one statement.

    Args:
        folded: Its words after the keyword, folded; spans are relative to it.
        written: The same as the user wrote them.
        start: Where they stand in the file.
        span: The whole statement in the file.
    """

    folded: str
    written: str
    start: int
    span: Span

    def words(self, part: Part) -> str:
        """A part as the user wrote it."""
        return self.written[part.start : part.end]


@functools.cache
def _starts(table: str) -> re.Pattern[str]:
    """Where a modifier of a table may begin: its first words, not in the middle of a Latin word."""
    forms = [f for forms in keywords()[table].values() for f in forms]
    firsts = sorted({f.split("{")[0].strip() for f in forms} - {""}, key=len, reverse=True)
    parts = [(r"(?<![\w'-])" if f[0].isascii() else "") + word_pattern(f) for f in firsts]
    return re.compile("|".join(parts), re.IGNORECASE)


def tail(text: str, table: str, terms: Terms) -> tuple[int, list[Part]]:
    """Where the modifiers at the end of a text begin, and what they are.

    Raises:
        DiagnosticError: A modifier with a name in quotes is followed by something else.
    """
    from .grammar import GRAMMARS

    hidden = _QUOTED.sub(lambda m: m[0][0] + "\0" * (len(m[0]) - 2) + m[0][-1], text)
    for match in _starts(table).finditer(hidden):
        if table == "modifiers" and _owned(hidden[: match.start()]):
            continue
        try:
            return match.start(), GRAMMARS.parse(table, text, match.start(), terms.lexicon)
        except DiagnosticError as error:
            after = hidden[match.end() :].lstrip()
            first = _QUOTED.match(after)
            named = first is not None and error.diagnostics[0].start > match.end() + first.end()
            if named and table == "modifiers":
                raise
    return len(text), []


def _owned(before: str) -> bool:
    words = before.split()
    return bool(words) and words[-1].lower() in keywords()["clause"]["owned"]


def read_when(
    source: Source,
    names: Collection[str],
    terms: Terms,
    read_effect: ReadEffect | None,
    phrases: Phrasebook | None = None,
) -> Effect | CardEffect | EventSentence | EventStatement:
    """The effect or event of a `when` statement.

    Args:
        source: Its text.
        names: Names of the declared objects.
        terms: Looks words up.
        read_effect: Reads effect wordings; by default that of `queries.wording`.
        phrases: The game's own sentences, which are tried first.

    Raises:
        DiagnosticError: With faults relative to the statement's text. Unknown words go to `terms`.
    """
    reading = phrases.read("when", source.folded, terms) if phrases else None
    if reading is not None and not reading.faults:
        return _sentence(source, reading, terms)
    try:
        found = _effect(source, names, terms, read_effect)
    except DiagnosticError as error:
        raise DiagnosticError(furthest(reading, error.diagnostics)) from None
    begun = reading is not None and reading.faults[0].start >= 0
    if reading is not None and begun and isinstance(found, Effect) and not found.clauses:
        raise DiagnosticError(list(reading.faults))  # an event that goes on in unknown words
    return found


def _sentence(source: Source, reading: Reading, terms: Terms) -> EventSentence:
    end = reading.at.start if reading.at else len(source.written)
    words = " ".join(source.written[:end].split()).rstrip(",、.")
    facts = reading.moved(source.start).facts
    return EventSentence(facts, words, _number(reading.at, terms), source.span)


def _effect(
    source: Source, names: Collection[str], terms: Terms, read_effect: ReadEffect | None
) -> Effect | CardEffect | EventStatement:
    """An effect in wording, in exact form or by a card's name, or an event as an atom."""
    from .grammar import GRAMMARS

    text = source.folded
    bare = text.lstrip()
    if bare.startswith("{"):
        effect, *modifiers = GRAMMARS.parse("exact", text, 0, terms.lexicon)
        form = text[: modifiers[0].start if modifiers else len(text)]
        terms.chosen = chosen_by(text, modifiers, terms)
        read = exact_effect(effect, terms)
        terms.chosen = None
        judge_choices(choices_left(form), modifiers, source.written, terms)
        return _modified(read, source, 0, len(form), modifiers, terms)
    quoted = _QUOTED.match(bare)
    rest = bare[quoted.end() :].lstrip(" \t\n,、") if quoted else ""
    if quoted and (not rest.strip(".") or _starts("modifiers").match(rest)):
        return _card(source, GRAMMARS.parse("card", text, 0, terms.lexicon), terms)
    end, modifiers = tail(text, "modifiers", terms)
    if _EVENT.match(text):
        return _event(source, end, modifiers, terms)
    return _wording(source, end, modifiers, names, terms, read_effect)


def _card(source: Source, parts: list[Part], terms: Terms) -> CardEffect:
    name, *modifiers = parts
    found = _by_key(modifiers, source, terms, _BY_NAME)
    choosing = found["choosing"].value[0].value if "choosing" in found else ()
    return CardEffect(
        name.value,
        _names(found.get("affecting")),
        tuple(p.value for p in choosing),
        _number(found.get("at"), terms),
        _value(found.get("by")),
        source.span,
        _number(found.get("option"), terms) or 0,
        "if-false" not in found,
        _value(found.get("from")),
    )


def _event(source: Source, end: int, modifiers: list[Part], terms: Terms) -> EventStatement:
    found = _by_key(modifiers, source, terms, ("at",))
    lead = len(source.folded) - len(source.folded.lstrip())
    text = source.folded[lead:end].rstrip(" \t\n,、.")
    begin = source.start + lead
    return EventStatement(text, _number(found.get("at"), terms), Span(begin, begin + len(text)))


def _wording(
    source: Source,
    end: int,
    modifiers: list[Part],
    names: Collection[str],
    terms: Terms,
    read_effect: ReadEffect | None,
) -> Effect:
    lead = len(source.folded) - len(source.folded.lstrip())
    clause = source.folded[lead:end].rstrip(" \t\n,、")
    if not clause.strip(".。 "):
        params: dict[str, object] = {"input": source.written.strip()[:40]}
        raise DiagnosticError([Diagnostic("no-clause", 0, max(end, 1), params)])
    if len(clause) > MAX_CLAUSE:
        params = {"input": clause[:20] + "…", "limit": MAX_CLAUSE}
        raise DiagnosticError([Diagnostic("too-long", lead, lead + len(clause), params)])
    if read_effect is None:
        from ..wording import read_effect as read_effect_  # type: ignore[attr-defined,unused-ignore]

        read_effect = read_effect_
    choosing = tuple(
        choice(p, terms) for m in modifiers if m.kind == "choosing" for p in m.value[0].value
    )
    try:
        effect: Effect = read_effect(clause, terms.lexicon, names, choosing)
        _check_change(effect, clause)
        effect = with_model(effect, clause, names, choosing)
    except DiagnosticError as error:
        raise DiagnosticError([d.shifted(lead) for d in error.diagnostics]) from None
    judge_choices(effect.choices, modifiers, source.written, terms)
    return _modified(effect, source, lead, lead + len(clause), modifiers, terms)


def _check_change(effect: Effect, clause: str) -> None:
    """Refuses a clause that says only what something still is.

    Raises:
        DiagnosticError: `effect-incomplete`.
    """
    if effect.stays:
        params: dict[str, object] = {"input": clause}
        fault = Diagnostic("effect-incomplete", 0, len(clause), params, message="only-kept")
        raise DiagnosticError([fault])


def _modified(
    effect: Effect, source: Source, start: int, end: int, modifiers: list[Part], terms: Terms
) -> Effect:
    """The effect with what its modifiers say."""
    allowed = tuple(key for key in keywords()["modifiers"] if key != "option")
    found = _by_key(modifiers, source, terms, allowed)
    aimed = _names(found.get("affecting"))
    subject, demanded = effect.subject, effect.subject_filter
    if aimed:
        if subject is not None and not isinstance(subject, Objects):
            demanded = subject
        elif isinstance(subject, Objects) and subject.names != aimed:
            terms.fault("subject-twice", found["affecting"], names=", ".join(subject.names))
        says = _value(found.get("from"))
        if effect.itself and says is not None and aimed != (says,):
            part = found["affecting"]
            params: dict[str, object] = {"input": source.words(part)}
            terms.faults.append(
                Diagnostic("misplaced", part.start, part.end, params, message="aims-at-other")
            )
        subject = Objects(aimed)
    return replace(
        effect,
        subject=subject,
        subject_filter=demanded,
        source=_value(found.get("from")),
        controller=_value(found.get("by")),
        timestamp=_number(found.get("at"), terms),
        defining=effect.defining or "defining" in found,
        until_step=_number(found.get("until-step"), terms),
        this_turn=effect.this_turn or "this-turn" in found,
        condition_holds=effect.condition_holds and "if-false" not in found,
        words=" ".join(source.written[start:end].split()).rstrip(",、"),
        span=source.span,
    )


def _by_key(
    modifiers: list[Part], source: Source, terms: Terms, allowed: Collection[str]
) -> dict[str, Part]:
    found: dict[str, Part] = {}
    for part in modifiers:
        shown = part._replace(value=source.words(part))
        if part.kind not in allowed:
            terms.fault("misplaced", shown)
        elif part.kind in found:
            terms.fault("modifier-twice", shown)
        found.setdefault(part.kind, part)
    return found


def _names(part: Part | None) -> tuple[str, ...]:
    return tuple(p.value for p in part.value[0].value) if part else ()


def _value(part: Part | None) -> str | None:
    return str(part.value[0].value) if part else None


def _number(part: Part | None, terms: Terms) -> int | None:
    return number(part.value[0], terms.faults) if part else None
