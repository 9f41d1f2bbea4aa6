"""Cuts an effect wording into phrase tokens: one code each, with the span that it was read from.

Three sources of words compete at each place and the longest match wins: the phrase table of the
language, the terms of the lexicon and the names of the scenario. Nothing is judged here; a word
that no source knows becomes a token of its own and is refused by the grammar where it matters.
"""

from __future__ import annotations

import functools
import re
from collections.abc import Collection

from ...kb.lexicon import Lexicon, Term, fold, plural
from ...kb.values import value
from .names import NamesByFirst, longest_name, names_by_first
from .phrase_table import Phrases, phrases

MAX_CLAUSE = 600
_TERM_WORDS = 4  # of a label, at most
_NEGATED_WORDS = 3  # of a label behind "non", with it, at most

_SCAN = re.compile(
    r"""(?P<space>\s+)
    |(?P<quote>"[^"]*"?|《[^》]*》?)
    |(?P<dash>(?<=\s)--?(?=\s))
    |(?P<cost>\{[^{}]*\})
    |(?P<loyalty>\[[+-]?[0-9X]+\]|[+-][0-9X]+(?=\s*:))
    |(?P<pt>[+-]?(?:[0-9]+|X|\*)/[+-]?(?:[0-9]+|X|\*))
    |(?P<number>[0-9]+\+?)
    |(?P<self>~)
    |(?P<word>P/T|[^\W\d_](?:[\w'/-]*\w|'(?=\s))?)
    |(?P<mark>.)""",
    re.VERBOSE | re.DOTALL,
)
_MARKS = {",": "comma", "、": "comma", ".": "stop", "。": "stop", ";": "stop"}
_MARKS |= {
    ":": "colon",
    "!": "stop",
    "(": "open",
    ")": "close",
    "—": "dash",
    "|": "dash",
    "・": "dot",
    "/": "slash",
}
_NOT_NOUNS = ("Cue", "Layer", "Keyword")
_PREFIX = re.compile(r"non-?", re.IGNORECASE)


@value
class Token:
    """A phrase of a wording.

    Args:
        code: What it is: a code of the phrase table, or `term`, `name`, `quote`, `word`, `pt` …
        start: Its first offset in the text.
        end: The offset just past it.
        terms: For terms: every meaning.
        name: The scenario's name that it spells, if it does; for a quotation what is inside.
        negative: It carries the prefix "non".
        renamed: The term's old name, which the rules of the date no longer use.
    """

    code: str
    start: int
    end: int
    terms: tuple[Term, ...] = ()
    name: str | None = None
    negative: bool = False
    renamed: bool = False


_PREDICATES = ("be", "be_not", "become", "lose", "have", "gain", "pronoun", "pronoun_be")
_BEHIND_SUBJECTS = (*_PREDICATES, "enter", "act", "get", "adverb", "turn_down")
_BEFORE_SUBJECTS = ("stop", "comma", "colon", "condition", "trigger", "as", "until", "and", "dash")


def tokens_en(
    text: str, lexicon: Lexicon, names: Collection[str] = (), own: Collection[str] = ()
) -> list[Token]:
    """Phrase tokens of an English wording; `text` is folded, `own` names become tokens `self`."""
    return list(_tokens_en(text, lexicon, tuple(names), tuple(own)))


@functools.lru_cache(maxsize=64)
def _tokens_en(
    text: str, lexicon: Lexicon, names: tuple[str, ...], own: tuple[str, ...]
) -> tuple[Token, ...]:
    """The tokens, kept for the next question about the same sentence."""
    table = phrases("en")
    found = [m for m in _SCAN.finditer(text) if m.lastgroup != "space"]
    listed = names_by_first((*names, *own))
    tokens: list[Token] = []
    index = 0
    while index < len(found):
        match = found[index]
        if match.lastgroup in ("word", "self") or match.group() in listed:
            token = _word_token(text, found, index, table, lexicon, listed)
        else:
            token = mark_token(match)
        tokens.append(token)
        index += 1
        while index < len(found) and found[index].start() < token.end:
            index += 1
    near = zip([None, *tokens], tokens, [*tokens[1:], None], strict=False)
    return tuple(_joined(as_itself(t, own, before, after), after) for before, t, after in near)


def as_itself(
    token: Token, own: Collection[str], before: Token | None = None, after: Token | None = None
) -> Token:
    """A name of the object that speaks as the token `self`; other tokens as they are.

    A name that is a word of the game too is that word, unless it stands as a subject does.
    """
    if token.name is None or token.name not in own:
        return token
    subject = after is not None and after.code in _BEHIND_SUBJECTS
    if token.terms and not (subject and (before is None or before.code in _BEFORE_SUBJECTS)):
        return token
    return Token("self", token.start, token.end)


def _joined(token: Token, following: Token | None) -> Token:
    """The word "but": "and" where a predicate follows, else a word that excepts."""
    if token.code != "but":
        return token
    joins = following is not None and following.code in _PREDICATES
    return Token("and" if joins else "except", token.start, token.end)


def mark_token(match: re.Match[str]) -> Token:
    """The token of a quotation, number or punctuation mark."""
    code = match.lastgroup or "mark"
    name = None
    if code == "quote":
        name = match.group().strip('"《》')
    elif code == "mark":
        code = _MARKS.get(match.group(), "mark")
    return Token(code, match.start(), match.end(), name=name)


def nouns(terms: tuple[Term, ...]) -> tuple[Term, ...]:
    """Those meanings of a word that a wording can speak of: no cue, no layer."""
    return tuple(t for t in terms if t.category not in _NOT_NOUNS)


@functools.lru_cache(maxsize=8)
def renamed(lexicon: Lexicon) -> dict[str, tuple[Term, ...]]:
    """Names that the rules of the date no longer use, with what is so called now."""
    found: dict[str, tuple[Term, ...]] = {}
    for term in lexicon.terms.values():
        now = lexicon.terms.get(term.successor or "")
        if now is None or term.valid(lexicon.date) or not now.valid(lexicon.date):
            continue
        words = {fold(label) for labels in term.labels.values() for label in labels}
        words |= {plural(fold(label)) for label in term.labels.get("en", ())}
        for word in words:
            found[word] = (*found.get(word, ()), now)
    return found


def scan(text: str, start: int) -> re.Match[str]:
    """The next lexical unit of any language at an offset."""
    match = _SCAN.match(text, start)
    if match is None:
        raise IndexError(start)
    return match


def _word_token(
    text: str,
    found: list[re.Match[str]],
    index: int,
    table: Phrases,
    lexicon: Lexicon,
    listed: NamesByFirst,
) -> Token:
    start, end = found[index].span()
    word = text[start:end]
    name = longest_name(text, start, listed)
    most = _most_words(word, lexicon)
    if most == 1:
        token = _alone(word, lexicon)
        token = Token(token.code, start, end, token.terms, None, False, token.renamed)
    else:
        token = _longest(text, start, _runs(text, found, index, most), table, lexicon)
    known_end = start if token.code == "word" or token.renamed else token.end
    if name is None or start + len(name) < known_end:
        return token
    if start + len(name) > known_end:
        return Token("name", start, start + len(name), name=name)
    return Token(token.code, start, token.end, token.terms, name, token.negative)


@functools.lru_cache(maxsize=16384)
def _most_words(word: str, lexicon: Lexicon) -> int:
    """Number of words of the longest phrase or label that may begin with a word, at least 1."""
    in_phrase = phrases("en").most_words.get(word.lower(), 0)
    in_term = min(lexicon.most_words(fold(word)), _TERM_WORDS)
    return max(in_phrase, in_term, _NEGATED_WORDS if _PREFIX.match(word) else 1)


@functools.lru_cache(maxsize=16384)
def _alone(word: str, lexicon: Lexicon) -> Token:
    """The token of a word that begins nothing longer."""
    return _longest(word, 0, [len(word)], phrases("en"), lexicon)


def _longest(text: str, start: int, runs: list[int], table: Phrases, lexicon: Lexicon) -> Token:
    """The longest phrase or term that begins at an offset; `runs` has the ends of one, two … words."""
    code, end = ("self", runs[0]) if text[start] == "~" else ("", start)
    for last in reversed(runs):
        phrase = " ".join(text[start:last].lower().split())
        if phrase in table.codes:
            code, end = table.codes[phrase], last
            break
    term_end, terms = _terms(text, start, runs[:_TERM_WORDS], lexicon)
    negative = False
    if not terms:
        term_end, terms = _negated(text, start, runs, lexicon)
        negative = bool(terms)
        positive = _PREFIX.sub("", text[start : runs[0]].lower(), count=1)
        if not (terms or code) and table.codes.get(positive) in ("colour", "state"):
            return Token(table.codes[positive], start, runs[0], negative=True)
    if terms and (term_end > end or not code):
        return Token("term", start, term_end, terms, None, negative)
    if code:
        return Token(code, start, end, terms if term_end == end else (), None, negative)
    now = renamed(lexicon).get(fold(text[start : runs[0]]), ())
    return Token("term" if now else "word", start, runs[0], now, renamed=bool(now))


def _runs(text: str, found: list[re.Match[str]], index: int, most: int) -> list[int]:
    """Ends of the runs of one, two … words that begin here with nothing but space between."""
    ends = [found[index].end()]
    for match in found[index + 1 : index + most]:
        if match.lastgroup != "word" or text[ends[-1] : match.start()].strip():
            break
        ends.append(match.end())
    return ends


def _terms(
    text: str, start: int, runs: list[int], lexicon: Lexicon
) -> tuple[int, tuple[Term, ...]]:
    """The longest term of the game that begins here, and where it ends."""
    for end in reversed(runs):
        terms = nouns(lexicon.lookup(text[start:end]))
        if end > runs[0] and terms and all(t.category == "Class" for t in terms):
            # A class of two words is read as its parts, which the words of an effect name.
            terms = () if lexicon.lookup(text[start:end].split()[-1]) else terms
        if terms:
            return end, terms
    return start, ()


def _negated(
    text: str, start: int, runs: list[int], lexicon: Lexicon
) -> tuple[int, tuple[Term, ...]]:
    """The longest term behind a prefix "non", and where it ends."""
    prefix = _PREFIX.match(text, start)
    begin = prefix.end() if prefix else start
    for end in reversed([end for end in runs[:_NEGATED_WORDS] if end > begin > start]):
        terms = nouns(lexicon.lookup(text[begin:end]))
        if terms and (end == runs[0] or any(t.category != "Class" for t in terms)):
            return end, terms
    return start, ()
