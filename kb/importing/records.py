"""A card as every source's module makes it of a record, and what is wrong with records that are none."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import field
from typing import Any

from ..diagnostics import Diagnostic
from ..values import value


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


Read = CardRecord | Skipped


def stands_for_token(layout: str, front: Face, words: Mapping[str, Any]) -> bool:
    """Whether a card of a layout with this front face stands for a token.

    Args:
        layout: The source's word for the layout.
        front: The front face.
        words: What the source's words mean.
    """
    return layout in words["tokens"] and front.type_line.split()[0] not in words["no_tokens"]
