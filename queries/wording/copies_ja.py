"""Japanese wordings of copying: what is copied, and what becomes or is a copy of it."""

from __future__ import annotations

import itertools

from ..syntax import Clause
from .cursor import Cursor
from .drafts import Draft
from .riders import check_words

_BEFORE = ("until", "comma", "adverb")


def copy_ahead(cursor: Cursor) -> bool:
    """Whether the words at hand say what is copied: "copy" stands behind them, before any comma."""
    for token in cursor.tokens[cursor.at :]:
        if token.code in ("copy", "its_copy"):
            return True
        if token.code in ("comma", "stop", "topic", "in_addition", "token_of"):
            return False
    return False


def enters_as_copy(cursor: Cursor) -> bool:
    """Whether the sentence at hand says as a copy of what an object is put: …を、…のコピーとして."""
    moved = False
    for token, behind in itertools.pairwise(cursor.tokens[cursor.at :]):
        if token.code == "stop":
            return False
        moved = moved or token.code == "object"
        if token.code == "copy":
            return moved and behind.code == "as"
    return False


def copied(cursor: Cursor, first: int, draft: Draft) -> None:
    """Reads …のコピーになる, …のコピーとして戦場に出る, …のコピーであるトークン.

    Args:
        cursor: Stands behind the word for a copy.
        first: Index of the first token of what is copied.
        draft: Takes the clause.
    """
    last = cursor.at - 1
    while first < last and cursor.tokens[first].code in _BEFORE:
        first += 1
    name = cursor.tokens[first].name if last == first + 1 else None
    words = cursor.words(first, last)
    found = name or words or cursor.text[cursor.tokens[last].start : cursor.tokens[last].end]
    codes = [token.code for token in cursor.tokens[first:last]]
    if codes[:1] == ["this"] and "word" in codes:
        raise cursor.stuck("particle", first + codes.index("word"))
    check_words(cursor, first, last, labels=False)
    if cursor.tokens[last].code == "copy" and not words:
        raise cursor.stuck("copied", last)
    if cursor.take("token_of"):
        start = cursor.at
        while cursor.code() not in ("end", "stop") and not cursor.take("create"):
            cursor.at += 1
        check_words(cursor, start, cursor.at)
        cursor.note("rider", start - 1, cursor.at, rider="creation")
    elif cursor.take("become", "be"):
        cursor.take("may")
    else:
        cursor.need("verb", "as")
        while cursor.take("to", "of", "dot", "term", "adverb"):
            pass
        cursor.need("verb", "enter")
        draft.enters = True
        cursor.take("may")
    draft.add(Clause(copies=found))
