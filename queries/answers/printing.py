"""Type lines of answers: the terms of an object as they would be printed."""

from __future__ import annotations

from collections.abc import Iterable

from ...kb.knowledge import Knowledge
from ...kb.typelines.printing import format_type_line

EVERY = {"en": "every {0}", "ja": "すべての{0}"}
NO_TYPES = {"en": "no types", "ja": "タイプなし"}


def shown_line(ids: Iterable[str], knowledge: Knowledge, lang: str) -> str:
    """A type line for readers, who are told where there is none."""
    return line_of(ids, knowledge, lang) or NO_TYPES[lang]


def line_of(ids: Iterable[str], knowledge: Knowledge, lang: str) -> str:
    """A type line; a kind of which every member is there is named as a whole."""
    ids = set(ids)
    whole = {i.rpartition("/")[0] for i in ids if i.endswith("/*")}
    plain = [i for i in ids if i.rpartition("/")[0] not in whole]
    line = format_type_line(plain, knowledge.lexicon, lang)
    if not whole:
        return line
    words = [EVERY[lang].format(knowledge.lexicon[k].label(lang)) for k in sorted(whole)]
    has_subtypes = any("/" in i for i in plain)
    joint = (" " if lang == "en" else "・") if has_subtypes else " — " if lang == "en" else " ― "
    return line + joint + ", ".join(words)
