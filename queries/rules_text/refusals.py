"""Which of the sentences that were refused speak of types, or were meant to, and their fault."""

from __future__ import annotations

from collections.abc import Collection
from dataclasses import replace

from ...kb.diagnostics import Diagnostic
from ...kb.lexicon import Lexicon
from ..wording.lexer import MAX_CLAUSE, Token, tokens_en
from ..wording.lexer_ja import tokens_ja
from ..wording.meanings import meanings
from ..wording.spelling import nearest
from .cues import VERBS, may_speak_of_types, speaks_of_types
from .cues_ja import near_type, speaks_of_types_ja
from .near_misses import may_be_near, near_miss


def may_speak(text: str, lang: str, lexicon: Lexicon) -> bool:
    """Whether a text has a word that an effect on types needs, or one near to such a word."""
    return may_speak_of_types(text, lang, lexicon) or (lang == "en" and may_be_near(text))


def cut(text: str, lang: str, lexicon: Lexicon, own: Collection[str]) -> list[Token]:
    """The tokens of a sentence."""
    return (tokens_ja if lang == "ja" else tokens_en)(text, lexicon, (), own)


def fault_of_types(
    text: str, fault: Diagnostic, lexicon: Lexicon, lang: str, own: Collection[str]
) -> Diagnostic | None:
    """The fault of a sentence that was refused, if it speaks of types or was meant to."""
    if fault.code == "unread-types" and fault.message is not None:
        return fault
    near = fault_of_slip(text, lexicon, lang, own)
    if speaks(text, lexicon, lang, own) or _meant_a_type(text, fault, lexicon, lang, own):
        hinted = replace(fault, hint=_hint(fault, lexicon, lang))
        return near if near is not None and hinted.hint is None else hinted
    return near


def _hint(fault: Diagnostic, lexicon: Lexicon, lang: str) -> str | None:
    """What an unknown word was meant to be; looked for only where it is told or matters."""
    if fault.code != "unknown-word" or fault.hint is not None:
        return fault.hint
    return nearest(str(fault.params["input"]), lang, lexicon)


def fault_of_slip(
    text: str, lexicon: Lexicon, lang: str, own: Collection[str]
) -> Diagnostic | None:
    """The fault of a word but for whose slip a sentence would speak of types."""
    if lang != "en" or len(text) > MAX_CLAUSE:
        return None
    return near_miss(text, lexicon, own)


def speaks(text: str, lexicon: Lexicon, lang: str, own: Collection[str]) -> bool:
    """Whether a sentence that was not understood says something of the types of objects."""
    if len(text) > MAX_CLAUSE:
        return True
    tokens = cut(text, lang, lexicon, own)
    if lang == "ja":
        return speaks_of_types_ja(tokens, lexicon)
    return speaks_of_types(text, tokens, lexicon)


def _meant_a_type(
    text: str, fault: Diagnostic, lexicon: Lexicon, lang: str, own: Collection[str]
) -> bool:
    """Whether a word that nobody knows stands where a type does and is near to one."""
    if fault.code != "unknown-word":
        return False
    if lang == "ja":
        return near_type(text, cut(text, lang, lexicon, own), fault.start, lexicon)
    before = [t.code for t in cut(text, lang, lexicon, own) if t.end <= fault.start]
    while before and before[-1] in ("article", "pt", "colour"):
        before.pop()
    if not before or before[-1] not in VERBS:
        return False
    return bool(meanings(lexicon.lookup(_hint(fault, lexicon, lang) or "")))
