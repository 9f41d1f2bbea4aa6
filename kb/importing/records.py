"""A card as every source's module makes it of a record, and what is wrong with records that are none."""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import field
from typing import Any

from ..diagnostics import Diagnostic
from ..values import value
from .json_stream import fault_of

MAX_NAME = 300
MAX_LINE = 500
MAX_TEXT = 50_000
MAX_FACES = 12
_UNWRITABLE = re.compile(r"[\x00-\x08\x0b\x0c\x0e-\x1f\x7f\ud800-\udfff]")


@value
class Face:
    """One face of a card, or a card that has but one.

    Args:
        name: Its own name.
        type_line: Its type line as printed, without its colour or marks.
        names: Its names in further languages.
        rules_text: Its rules text as the source gives it, or "".
        facts: What else is known of it: predicate of the game → values, words or numbers.
    """

    name: str
    type_line: str
    names: Mapping[str, str] = field(default_factory=dict)
    rules_text: str = ""
    facts: Mapping[str, tuple[str | int, ...]] = field(default_factory=dict)


@value
class Ruling:
    """A dated remark on a card.

    Args:
        date: ISO date, or "".
        text: What it says.
    """

    date: str
    text: str


@value
class CardRecord:
    """A card as a source describes it.

    Args:
        key: What names it in its source for good, made for IRIs.
        name: The name of the whole card.
        layout: The source's word for how its faces are printed.
        faces: Its faces, the front first.
        token: It stands for a token and no card.
        rulings: What was ruled on it.
    """

    key: str
    name: str
    layout: str
    faces: tuple[Face, ...]
    token: bool = False
    rulings: tuple[Ruling, ...] = ()


@value
class Skipped:
    """A record that is no card and is left out on purpose.

    Args:
        why: Key of the words for what it is.
    """

    why: str


class BadRecord(ValueError):
    """A record that cannot be read as a card.

    Args:
        code: Code of the message.
        params: What the message is filled with.

    Attributes:
        name: What names it, where it is one of several.
    """

    def __init__(self, code: str, **params: object) -> None:
        super().__init__(code)
        self.name = ""
        self.diagnostic = Diagnostic(code, params={"input": "", **params})


def text_at(record: Mapping[str, Any], key: str, limit: int, needed: bool = True) -> str:
    """The text under a key; "" where there may be none.

    Raises:
        BadRecord: There is none, it is no text, or it is too long or has control characters.
    """
    found = record.get(key)
    if found is None or found == "":
        if needed:
            raise BadRecord("record-lacks", input=key)
        return ""
    if not isinstance(found, str):
        raise BadRecord("record-no-text", input=key)
    if len(found) > limit:
        raise BadRecord("record-long-text", input=key, limit=limit)
    if _UNWRITABLE.search(found):
        raise BadRecord("record-control", input=key)
    if needed and not found.strip():
        raise BadRecord("record-lacks", input=key)
    return found


def list_at(record: Mapping[str, Any], key: str, limit: int = 1000) -> list[Any]:
    """The list under a key, empty if there is none.

    Raises:
        BadRecord: It is no list, or too long.
    """
    found = record.get(key)
    if found is None:
        return []
    if not isinstance(found, list):
        raise BadRecord("record-no-list", input=key)
    if len(found) > limit:
        raise BadRecord("record-long-list", input=key, limit=limit)
    return found


def record_of(data: object) -> Mapping[str, Any]:
    """A value as a record.

    Raises:
        BadRecord: It is none, or something of it cannot be taken.
    """
    why = fault_of(data)
    if why is not None:
        raise BadRecord(why.code, **why.params)
    if not isinstance(data, dict):
        raise BadRecord("record-no-object")
    return data


def stands_for_token(layout: str, front: Face, words: Mapping[str, Any]) -> bool:
    """Whether a card of a layout with this front face stands for a token.

    Args:
        layout: The source's word for the layout.
        front: The front face.
        words: What the source's words mean.
    """
    return layout in words["tokens"] and front.type_line.split()[0] not in words["no_tokens"]
