"""The fields of a record by kind: names, type lines, texts and lists, each within its limit."""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import Any

from ..values import value
from .json_stream import fault_of
from .records import BadRecord

MAX_WORD = 80
MAX_NAME = 300
MAX_LINE = 500
MAX_TEXT = 50_000
MAX_FACES = 12
MAX_LIST = 1000
_UNWRITABLE = re.compile(r"[\x00-\x08\x0b\x0c\x0e-\x1f\x7f\ud800-\udfff]")


@value
class Fields:
    """A record, or a part of one, of which fields are asked by kind.

    What is asked for and is of another kind, too long or has control characters raises `BadRecord`; so does
    what is not there, unless it may be missing.

    Args:
        data: Key → value.
    """

    data: Mapping[str, Any]

    @classmethod
    def of(cls, data: object) -> Fields:
        """The fields of a value.

        Raises:
            BadRecord: It is no object, or something of it cannot be taken.
        """
        why = fault_of(data)
        if why is not None:
            raise BadRecord(why.code, **why.params)
        if not isinstance(data, dict):
            raise BadRecord("record-no-object")
        return cls(data)

    def __contains__(self, key: str) -> bool:
        return key in self.data

    def name(self, key: str, *, needed: bool = True) -> str:
        """A name, or "" where there may be none."""
        return self._text(key, MAX_NAME, needed)

    def line(self, key: str) -> str:
        """A type line."""
        return self._text(key, MAX_LINE, True)

    def text(self, key: str, *, needed: bool = False) -> str:
        """A text of sentences, or ""."""
        return self._text(key, MAX_TEXT, needed)

    def word(self, key: str, *, needed: bool = False) -> str:
        """A word, a date or an identifier, or ""."""
        return self._text(key, MAX_WORD, needed)

    def parts(self, key: str, limit: int = MAX_LIST) -> list[Fields]:
        """The records of a list, none if there is no list."""
        return [Fields.of(part) for part in self.list_of(key, limit)]

    def list_of(self, key: str, limit: int = MAX_LIST) -> list[Any]:
        """A list, empty if there is none."""
        found = self.data.get(key)
        if found is None:
            return []
        if not isinstance(found, list):
            raise BadRecord("record-no-list", input=key)
        if len(found) > limit:
            raise BadRecord("record-long-list", input=key, limit=limit)
        return found

    def _text(self, key: str, limit: int, needed: bool) -> str:
        found = self.data.get(key)
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
