"""Cuts a Japanese effect wording into phrase tokens; there are no spaces to go by.

At each place the longest of a phrase, a term and a name is taken. What none of them knows is
gathered into one `word` token up to the next thing that is known. Long-vowel marks are letters: a
term in katakana never ends in the middle of a katakana word.
"""

from __future__ import annotations

import functools
import re
from collections.abc import Collection
from dataclasses import replace

from ...kb.lexicon import Lexicon, Term
from .lexer import Token, as_itself, mark_token, nouns, renamed, scan
from .names import NamesByFirst, longest_name, names_by_first
from .phrase_table import Phrases, phrases

_ASCII_WORD = re.compile(r"[A-Za-z][A-Za-z'-]*")
MAX_RENAMED = 12


def tokens_ja(
    text: str, lexicon: Lexicon, names: Collection[str] = (), own: Collection[str] = ()
) -> list[Token]:
    """Phrase tokens of a Japanese wording; `text` is folded, `own` names become tokens `self`."""
    table = phrases("ja")
    listed = names_by_first((*names, *own))
    tokens: list[Token] = []
    place = 0
    while place < len(text):
        token = _token(text, place, table, lexicon, listed)
        if token is None:
            place += 1
            continue
        token = as_itself(_in_one_language(token, own), own)
        last = tokens[-1] if tokens else None
        if last is not None and last.code == "word" == token.code and last.end == token.start:
            token = Token("word", tokens.pop().start, token.end)
        tokens.append(token)
        place = token.end
    return tokens


def _in_one_language(token: Token, own: Collection[str]) -> Token:
    """A quoted name in two languages, one of which is that of the object that speaks, as that one."""
    if token.code != "quote" or token.name is None or token.name in own:
        return token
    known = next((part for part in token.name.split("/") if part.strip() in own), None)
    return token if known is None else replace(token, name=known.strip())


def _token(
    text: str, place: int, table: Phrases, lexicon: Lexicon, listed: NamesByFirst
) -> Token | None:
    if text[place] == "「":
        end = text.find("」", place)
        end = len(text) if end < 0 else end + 1
        return Token("quote", place, end, name=text[place:end].strip("「」"))
    match = scan(text, place)
    if match.lastgroup == "space":
        return None
    name = longest_name(text, place, listed)
    code, end = _phrase(text, place, table)
    terms_end, terms = _terms(text, place, lexicon)
    if terms and terms_end >= end:
        code, end = "term", terms_end
    else:
        terms = ()
    if name is not None and place + len(name) >= end:
        return Token(
            code if place + len(name) == end else "name",
            place,
            place + len(name),
            terms if place + len(name) == end else (),
            name,
        )
    if code:
        return Token(code, place, end, terms)
    old = renamed(lexicon)
    for end in range(min(len(text), place + MAX_RENAMED), place, -1):
        if text[place:end] in old and not _inside(text, place, end):
            return Token("term", place, end, old[text[place:end]], renamed=True)
    if match.lastgroup != "word":
        return mark_token(match)
    ascii_word = _ASCII_WORD.match(text, place)
    return Token("word", place, ascii_word.end() if ascii_word else place + 1)


def _phrase(text: str, place: int, table: Phrases) -> tuple[str, int]:
    for end in range(min(len(text), place + table.longest), place, -1):
        code = table.codes.get(text[place:end])
        if code is not None and not _inside(text, place, end):
            return code, end
    return "", place


def _terms(text: str, place: int, lexicon: Lexicon) -> tuple[int, tuple[Term, ...]]:
    """The longest term at a place; a class of several words gives way to its first word."""
    if _katakana(text[place]) and place and _katakana(text[place - 1]):
        return place, ()
    limit, spare = len(text), None
    while True:
        end, found = lexicon.longest(text[:limit], place)
        terms = nouns(found)
        if not found:
            break
        if terms and not _inside(text, place, end):
            if any(t.category != "Class" for t in terms):
                return end, terms
            spare = spare or (end, terms)
        limit = end - 1
    bare = _without_particle(lexicon)
    for end in range(min(len(text), place + 6), place, -1):
        if text[place:end] in bare and not _inside(text, place, end):
            return end, bare[text[place:end]]
    return spare or (place, ())


@functools.lru_cache(maxsize=8)
def _without_particle(lexicon: Lexicon) -> dict[str, tuple[Term, ...]]:
    """Labels that end in the genitive particle, without it: as they stand before a verb."""
    found: dict[str, tuple[Term, ...]] = {}
    for term in lexicon.terms.values():
        for label in term.labels.get("ja", ()):
            if label.endswith("の") and term.valid(lexicon.date) and nouns((term,)):
                found[label[:-1]] = (*found.get(label[:-1], ()), term)
    return found


def _inside(text: str, start: int, end: int) -> bool:
    """Whether a match would end in the middle of a katakana word."""
    return end < len(text) and _katakana(text[end - 1]) and _katakana(text[end])


def _katakana(char: str) -> bool:
    return "ァ" <= char <= "ヺ" or char == "ー" or "ｦ" <= char <= "ﾟ"
