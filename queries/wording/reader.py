"""The way in: from the words of a clause to an `Effect`."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Callable, Collection

from ...kb.diagnostics import Diagnostic, DiagnosticError
from ...kb.lexicon import Lexicon, Term
from ..syntax import Effect, Note, Span
from . import grammar_en
from .cursor import Cursor, StandIn, Stuck
from .drafts import Draft, Reading
from .folding import fold_wording
from .lexer import MAX_CLAUSE, tokens_en
from .meanings import Group

_KANA = re.compile("[\u3041-\u30ff\u31f0-\u31ff\uff65-\uff9f\U0001b000-\U0001b16f]")


def read_effect(
    text: str,
    lexicon: Lexicon,
    names: Collection[str] = (),
    choosing: tuple[tuple[str, ...], ...] = (),
    stand_in: StandIn | None = None,
    own: Collection[str] = (),
    *,
    hints: bool = True,
) -> Effect:
    """Reads an effect in card wording, English or Japanese by its script.

    Args:
        text: The clause.
        lexicon: The words of the game as of a date.
        names: Names of the scenario's objects, which may stand without quotation marks.
        choosing: For each choice that the effect leaves, the ids that the chosen word may mean.
        stand_in: What stands for a choice that is not given; without it that is a fault.
        own: Names of the object that says it, which stand for "this object".
        hints: Whether a fault names what an unknown word was meant to be, which takes time.

    Raises:
        DiagnosticError: It cannot be understood; offsets are relative to `text`.
    """
    if len(text) > MAX_CLAUSE:
        faulty: dict[str, object] = {"input": f"{text[:20]}…", "limit": MAX_CLAUSE}
        raise DiagnosticError([Diagnostic("too-long", 0, len(text), faulty)])
    folded = fold_wording(text)
    japanese = is_japanese(folded)
    if japanese:
        from . import grammar_ja
        from .lexer_ja import tokens_ja

        tokens = tokens_ja(folded, lexicon, names, own)
        cursor = Cursor(folded, tokens, lexicon, "ja", names, choosing, stand_in, hints=hints)
        read: Callable[[Cursor], Reading] = grammar_ja.read
    else:
        tokens = tokens_en(folded, lexicon, names, own)
        cursor = Cursor(folded, tokens, lexicon, "en", names, choosing, stand_in, hints=hints)
        read = grammar_en.read
    for token in tokens:
        if token.renamed:
            new = {lang: token.terms[0].label(lang) for lang in ("en", "ja")}
            params: dict[str, object] = {"input": folded[token.start : token.end], "new": new}
            cursor.notes.append(Note("renamed-term", params))
    try:
        reading = read(cursor)
    except Stuck:
        raise DiagnosticError([cursor.fault()]) from None
    clauses = reading.draft.finished()
    if _gives_less_than_it_takes(reading.draft, lexicon):
        raise DiagnosticError([Diagnostic("effect-incomplete", 0, len(text), {"input": text})])
    if not clauses and any(n.params.get("rider") == "entering" for n in cursor.notes):
        raise DiagnosticError([cursor.fault()])
    if clauses:
        _refuse_replacing(cursor)
    else:
        cursor.notes.append(Note("no-type-change", {"words": text}))
    subject = reading.subject
    every = subject is not None and subject.every
    if every and subject is not None and not japanese and clauses:
        from .conditions_en import judged_of_each

        subject = judged_of_each(cursor, subject)
    durations = [n for n in cursor.notes if _this_turn(n, cursor)]
    return Effect(
        clauses,
        subject=subject.filter if subject and every else None,
        subject_filter=subject.filter if subject and not (every or subject.itself) else None,
        words=text,
        notes=tuple(n for n in cursor.notes if n not in durations),
        this_turn=bool(durations),
        enters=reading.draft.enters,
        says_host=not every and any(token.code == "host" for token in tokens),
        itself=subject is not None and subject.itself,
        stays=bool(clauses) and reading.draft.kept == len(clauses),
        anaphoric=subject is None or subject.anaphoric,
        choices=cursor.used,
        span=Span(0, len(text)),
    )


def _refuse_replacing(cursor: Cursor) -> None:
    """Refuses what happens instead of an event ("if a creature would die, …").

    Raises:
        DiagnosticError: `unread-types` at the words for that event.
    """
    for note in cursor.notes:
        words = str(note.params.get("words", ""))
        leads = note.key == "condition-assumed" or note.params.get("rider") == "event"
        if not leads or not {*words.lower().split()} & {*cursor.table.replaced}:
            continue
        start = max(cursor.text.find(words), 0)
        params: dict[str, object] = {"input": words}
        raise DiagnosticError(
            [
                Diagnostic(
                    "unread-types", start, start + len(words), params, message="unread-replacement"
                )
            ]
        )


def _gives_less_than_it_takes(draft: Draft, lexicon: Lexicon) -> bool:
    """Whether all others of a group are lost of which nothing is given, though something else is."""
    given = [lexicon[term] for clause in draft.clauses for term in clause.gives]
    if not given or any(clause.gives_every for clause in draft.clauses):
        return False
    return not all(any(_belongs(term, group) for term in given) for group in draft.others)


def _belongs(term: Term, group: Group | None) -> bool:
    """Whether a term is of a group; of all types together, whether it is no subtype."""
    if group is None:
        return term.kind is None
    return (
        term.id in group.members
        or (group.kind is not None and term.kind == group.kind)
        or (group.category is not None and term.category == group.category)
    )


def _this_turn(note: Note, cursor: Cursor) -> bool:
    """Whether what was set aside is a duration that ends with the turn."""
    if note.params.get("rider") != "duration":
        return False
    words = " ".join(str(note.params["words"]).casefold().split())
    return words.strip(" ,.、。") in cursor.table.this_turn


def is_japanese(text: str) -> bool:
    """Whether a clause is Japanese: names in quotation marks do not count, kana elsewhere do."""
    if not _KANA.search(text):
        return False
    outside = []
    depth = ""
    for char in text:
        if depth:
            depth = "" if char == depth else depth
        elif char in '《"「':
            depth = {"《": "》", '"': '"', "「": "」"}[char]
        else:
            outside.append(char)
    return any(unicodedata.name(c, "").startswith(("HIRAGANA", "KATAKANA")) for c in outside)
