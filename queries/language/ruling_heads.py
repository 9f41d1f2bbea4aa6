"""Reads the head of a ruling: lines after `scenario` that say what it is, besides what it asks."""

from __future__ import annotations

import datetime
import re
from dataclasses import replace

from ...kb.dates import is_date
from ...kb.diagnostics import Diagnostic
from ...kb.logic.check import nearest
from ..syntax import Reason, Ruling, Span
from .keywords import keywords
from .split import Piece

KEYWORDS = (
    "ruling", "question", "answer", "reason", "source", "dated", "status", "version",
    "not-formalised",
)  # fmt: skip
SHARED = ("source", "status", "version")  # a file may say these of all its rulings
_WORDS = re.compile(
    r"""\s*(?:(?P<lang>en|ja)\b\s*)?(?P<open>["「《])?(?P<words>.*?)\s*$""", re.DOTALL
)
_CLOSING = {'"': '"', "「": "」", "《": "》"}
_REASON = re.compile(
    r'\s*(?:"(?P<words>[^"\n]*)"|「(?P<words_ja>[^」\n]*)」|(?P<id>[^\s":：「]+))\s*'
    r"(?:[:：]\s*(?P<logic>\S.*?))?\s*$",
    re.DOTALL,
)
_ID = re.compile(r"[^\s\"'《》「」]+")


class RulingHead:
    """Collects the head of one ruling, with its faults.

    Args:
        faults: Where faults are added, with offsets of the file.
    """

    def __init__(self, faults: list[Diagnostic]) -> None:
        self.faults = faults
        self._found: Ruling | None = None
        self._first: Span | None = None

    def ruling(self) -> Ruling | None:
        """The head, if there is an id; a fault if there is a head without one."""
        if self._found is not None and not self._found.id and self._first is not None:
            span = self._first
            self.faults.append(Diagnostic("ruling-without-id", span.start, span.end))
        return self._found if self._found is not None and self._found.id else None

    def take(self, piece: Piece, written: str) -> None:
        """Takes in one line; `written` is what follows its keyword, as the user wrote it."""
        blanks = len(written) - len(written.lstrip())
        span = Span(piece.start + blanks, piece.start + len(written.rstrip()))
        if self._first is None and piece.keyword not in SHARED:
            self._first = Span(piece.first, span.end)
        head = self._found or Ruling("")
        match piece.keyword:
            case "ruling":
                self._found = self._id(head, written.strip(), span)
            case "question":
                self._found = replace(head, question={**head.question, **_told(written)})
            case "answer":
                self._found = replace(head, answer={**head.answer, **_told(written)})
            case "reason":
                self._found = self._reason(head, piece, written, span)
            case "source":
                self._found = replace(head, sources=(*head.sources, _said(written)[1]))
            case "dated":
                self._found = self._dated(head, written.strip(), span)
            case "status":
                self._found = self._status(head, written.strip(), span)
            case "version":
                self._found = replace(head, version=_said(written)[1])
            case _:
                self._found = replace(head, formalised=False)

    def _id(self, head: Ruling, words: str, span: Span) -> Ruling:
        if not _ID.fullmatch(words):
            self._fault("ruling-id", span, words)
        elif head.id and head.id != words:
            params = {"input": words, "other": head.id}
            self.faults.append(Diagnostic("header-twice", span.start, span.end, params))
        return replace(head, id=head.id or words, span=span)

    def _reason(self, head: Ruling, piece: Piece, written: str, span: Span) -> Ruling:
        found = _REASON.fullmatch(piece.text)
        if found is None:
            self._fault("reason-syntax", span, written.strip())
            return head
        words = written[slice(*found.span("words" if found["words"] is not None else "words_ja"))]
        begin, end = found.span("logic")
        logic = written[begin:end] if found["logic"] else ""
        where = Span(piece.start + begin, piece.start + end) if logic else span
        told = words if found["id"] is None else ""
        reason = Reason(found["id"] or "", told, logic, span, where)
        return replace(head, reasons=(*head.reasons, reason))

    def _dated(self, head: Ruling, words: str, span: Span) -> Ruling:
        if not is_date(words):
            self._fault("bad-date", span, words)
        elif words > datetime.date.today().isoformat():
            self._fault("date-in-future", span, words)
        return replace(head, dated=words)

    def _status(self, head: Ruling, words: str, span: Span) -> Ruling:
        known = {word: status for status, all_ in keywords()["statuses"].items() for word in all_}
        status = known.get(words.lower().strip("\"'"))
        if status is None:
            self._fault("unknown-status", span, words, nearest(words.lower(), known))
        return replace(head, status=status or "")

    def _fault(self, code: str, span: Span, words: str, hint: str | None = None) -> None:
        end = max(span.end, span.start + 1)
        self.faults.append(Diagnostic(code, span.start, end, {"input": words[:80]}, hint))


def _told(written: str) -> dict[str, str]:
    """Words under their language."""
    lang, words = _said(written)
    return {lang: words}


def _said(written: str) -> tuple[str, str]:
    """Words with their language: what a tag before them says, else by their letters."""
    found = _WORDS.fullmatch(written)
    assert found is not None
    words, closing = found["words"], _CLOSING.get(found["open"] or "")
    if closing and words.endswith(closing):
        words = words[:-1]
    japanese = re.search(r"[\u3040-\u30ff\u4e00-\u9fff]", words) is not None
    return found["lang"] or ("ja" if japanese else "en"), words
