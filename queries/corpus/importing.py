"""Lays out a list of rulings as scenario files, one each, that are not formalised yet."""

from __future__ import annotations

import os
from collections.abc import Iterator, Sequence
from contextlib import suppress
from dataclasses import dataclass, field

from ...kb.diagnostics import Diagnostic
from ...kb.files import reason_of
from ..answers.highlight import said
from ..syntax.rulings import OFFICIAL, UNDATED
from .csv_list import Row
from .findings import Finding, Place
from .ids import file_name
from .judged import LANGUAGES
from .templates import listed_ruling, one_line, quoted, word

_FROM = {"en": "{0}, row {1}", "ja": "{0}の{1}行目"}


@dataclass
class Imported:
    """What came of an import.

    Args:
        written: Files that were written.
        kept: Files that were there before; they stay as they are.
        findings: What could not be written.
    """

    written: list[str] = field(default_factory=list)
    kept: list[str] = field(default_factory=list)
    findings: list[Finding] = field(default_factory=list)


@dataclass(frozen=True)
class Layout:
    """How the rows of a list become rulings.

    Args:
        folder: Where the files go.
        game: Their game; `None` for the one that scenarios have by default.
        source: Source of rows that name none, or "".
        status: Their status, or "".
        lang: Language of their keywords.
    """

    folder: str
    game: str | None = None
    source: str = ""
    status: str = ""
    lang: str = "en"

    def text(self, row: Row, listed_in: str) -> str:
        """The file of a row."""
        name = os.path.basename(one_line(listed_in))
        comments = [_FROM[self.lang].format(name, row.number)]
        comments += (f"{column}: {text}" for column, text in row.more)
        return listed_ruling(row.cells["id"], self.game, self._lines(row), comments, self.lang)

    def _lines(self, row: Row) -> Iterator[tuple[str, str]]:
        cells = row.cells
        yield "question", quoted(cells["question"])
        yield "answer", quoted(cells["answer"])
        source = cells["source"] or one_line(self.source)
        if source:
            yield "source", quoted(source)
        if cells["date"]:
            yield "dated", cells["date"]
        status = UNDATED if self.status == OFFICIAL and not cells["date"] else self.status
        if status:
            yield "status", word(status, self.lang, "statuses")


def write_rulings(rows: Sequence[Row], listed_in: str, layout: Layout, done: Imported) -> None:
    """Writes a file for each row; what is there stays.

    Args:
        rows: The rows.
        listed_in: The list that they stand in.
        layout: How they become rulings.
        done: What was done; if the work is stopped it tells how far it came.
    """
    for row in rows:
        path = os.path.join(layout.folder, file_name(row.cells["id"]))
        try:
            _create(path, layout.text(row, listed_in))
        except FileExistsError:
            done.kept.append(path)
        except OSError as error:
            params = {"input": path, "reason": reason_of(error)}
            fault = Diagnostic("cannot-write", params=params)
            told = {lang: said(fault, lang) for lang in LANGUAGES}
            where = {"row": row.number, "message": told}
            done.findings.append(Finding("faulty-row", where, Place(listed_in)))
        else:
            done.written.append(path)


def _create(path: str, text: str) -> None:
    """Writes a new file whole or not at all."""
    with open(path, "x", encoding="utf-8", newline="\n") as stream:
        try:
            stream.write(text)
            stream.flush()
        except BaseException:
            with suppress(OSError):
                os.unlink(path)
            raise
