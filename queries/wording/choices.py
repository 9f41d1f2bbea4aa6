"""Types that a player chooses: from the words in brackets, or from what the scenario says."""

from __future__ import annotations

from ...kb.diagnostics import Diagnostic, DiagnosticError
from ...kb.lexicon import Term
from .cursor import Cursor
from .lexer import Token
from .meanings import Group, group_of, meanings


def chosen_type(cursor: Cursor, place: int | None, group: Group | None, words: Token) -> Term:
    """The type that "the chosen type" and the like stand for.

    Args:
        cursor: Stands behind the words; a following bracket "(Orc)" is read.
        place: 0 for "first", 1 for "second" …; `None` for the next choice.
        group: The kind of type that the words name, if they name one.
        words: A token to point at if the choice is missing.

    Raises:
        DiagnosticError: `no-choice`, or `illegal-choice` if it is not of the group.
    """
    found = _bracket(cursor)
    shown = words
    ids: tuple[str, ...] | None = None
    if found is None:
        index = cursor.chosen if place is None else place
        if place is None:
            cursor.chosen += 1
        ids = cursor.choice(index)
        if ids is None:
            return _stand_in(cursor, group, place or 0, words)
        if not ids and group is not None:  # an unknown word, which is a fault where it stands
            return cursor.lexicon[min(group.members)]
        found = [cursor.lexicon[i] for i in ids if i in cursor.lexicon.terms]
    fitting = [t for t in found if group is None or t.id in group.members]
    if not fitting:
        named = found[0].label("en") if found else "".join(ids or ())
        kind = {lang: group.term.label(lang) for lang in ("en", "ja")} if group else ""
        raise cursor.fail(
            "illegal-choice", shown, cursor.lexicon.judges("illegal-choice"), input=named, kind=kind
        )
    return max(fitting, key=lambda t: t.valid_from or "")


def chosen_word(cursor: Cursor, words: Token) -> Term:
    """The word that a text-changing effect has chosen where its kind is not named ("one type").

    Raises:
        DiagnosticError: `no-choice`.
    """
    known = cursor.choosing or cursor.stand_in is None or cursor.stand_in(None, 0) is not None
    kinds = (t for t in cursor.lexicon.terms.values() if t.category == "SubtypeKind")
    first = None if known else min(kinds, key=lambda t: t.id, default=None)
    group = None if first is None else group_of((first,), cursor.lexicon)
    return chosen_type(cursor, None, group, words)


def chosen_name(cursor: Cursor) -> str | None:
    """The name that "the chosen name" stands for, if the scenario says it."""
    found = cursor.choice(cursor.chosen)
    if not found:
        return None
    cursor.chosen += 1
    return found[0]


def one_of(cursor: Cursor, offered: tuple[str, ...], words: Token) -> str:
    """The one that is chosen of types that the words offer ("a Forest or an Island").

    Raises:
        DiagnosticError: `no-choice`, `illegal-choice` if it is none of them, or `unread-types` where
            something may stand for a choice, as nothing can for one of a few types.
    """
    if len({*offered}) == 1:
        return offered[0]
    index, cursor.chosen = cursor.chosen, cursor.chosen + 1
    params: dict[str, object] = {
        "offered": {lang: _listed(offered, cursor, lang) for lang in ("en", "ja")}
    }
    ids = cursor.choice(index)
    if ids is None:
        if cursor.stand_in is None:
            raise cursor.fail("no-choice", words)
        raise _fault(cursor, "unread-types", "one-of-offered", words, params)
    fitting = [t for t in ids if t in offered]
    if not fitting:
        known = [cursor.lexicon[t] for t in ids if t in cursor.lexicon.terms]
        params["input"] = known[0].label("en") if known else ids[0]
        raise _fault(cursor, "illegal-choice", "none-of-offered", words, params)
    return fitting[0]


def _listed(offered: tuple[str, ...], cursor: Cursor, lang: str) -> str:
    """Labels of the types that are offered."""
    return ("・" if lang == "ja" else ", ").join(cursor.lexicon[t].label(lang) for t in offered)


def _fault(
    cursor: Cursor, code: str, message: str, words: Token, params: dict[str, object]
) -> DiagnosticError:
    params = {"input": cursor.text[words.start : words.end], **params}
    rule = cursor.lexicon.judges(code)
    return DiagnosticError(
        [Diagnostic(code, words.start, words.end, params, rule=rule, message=message)]
    )


def _stand_in(cursor: Cursor, group: Group | None, place: int, words: Token) -> Term:
    """What stands for a choice that is not given.

    Raises:
        DiagnosticError: `no-choice` if nothing may stand for it.
    """
    term = cursor.stand_in(group, place) if cursor.stand_in is not None else None
    if term is None:
        raise cursor.fail("no-choice", words)
    return term


def _bracket(cursor: Cursor) -> list[Term] | None:
    """The types in a bracket at hand, which is then read; `None` if there is no such bracket."""
    if cursor.code() not in ("open", "quote_open") or cursor.code(2) not in (
        "close",
        "quote_close",
    ):
        return None
    found = meanings(cursor.peek(1).terms)
    if not found:
        return None
    cursor.at += 3
    return list(found)
