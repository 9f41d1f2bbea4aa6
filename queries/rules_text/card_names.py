"""Whether a text is meant as the name of a card, which then is not known."""

from __future__ import annotations

import re

from ...kb.diagnostics import Diagnostic
from ...kb.knowledge import Knowledge
from ...kb.lexicon import fold
from ..wording.phrase_table import phrases

MAX_NAME = 60
_SMALL = frozenset(
    [
        "a",
        "an",
        "and",
        "at",
        "by",
        "de",
        "for",
        "from",
        "in",
        "into",
        "la",
        "of",
        "on",
        "or",
        "the",
        "to",
        "von",
        "with",
    ]
)
_SENTENCE = re.compile(r"[.:;!?。：]|[をはが]")
_PLAIN = re.compile("[ァ-ヺー・＝々の\u4e00-\u9fff]+")
_VERBS = (
    "be",
    "be_not",
    "become",
    "lose",
    "have",
    "gain",
    "get",
    "act",
    "create",
    "turn",
    "action",
    "adding",
)
_QUOTED = re.compile(r"《[^》]+》|\"[^\"]+\"")


def unknown_card(text: str, knowledge: Knowledge, lang: str) -> Diagnostic | None:
    """What to tell of a short text without a verb: that no card is so called, and the nearest name.

    Args:
        text: A text in which no effect was found.
        knowledge: Its cards are looked through.
        lang: Language of the text.
    """
    name = text.strip()
    if not name or len(name) > MAX_NAME or "\n" in name:
        return None
    if fold(name) in knowledge.documents.keywords:
        return None
    quoted = _QUOTED.fullmatch(name) is not None
    if not quoted and (_SENTENCE.search(name) or _has_verb(name, lang)):
        return None
    name = name.strip('《》"')
    near = knowledge.nearest_card(name)
    if near is None and not (quoted or _written_as_name(name, lang)):
        return None
    return Diagnostic("unknown-card", params={"input": name}, hint=near, message="card-not-known")


def _has_verb(name: str, lang: str) -> bool:
    codes = phrases(lang).codes
    return any(codes.get(word) in _VERBS for word in name.lower().split()) and name.islower()


def _written_as_name(name: str, lang: str) -> bool:
    """Whether a text is written as names are: in capitals, or in Japanese without particles of verbs."""
    if lang == "ja":
        return _PLAIN.fullmatch(name) is not None
    words = name.split()
    large = [w for w in words if w.lower() not in _SMALL]
    return bool(large) and all(w[:1].isupper() or not w[:1].isalpha() for w in large)
