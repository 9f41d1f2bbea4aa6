"""Reads a list of rulings from CSV text; every fault is told with its row, and sound rows are kept."""

from __future__ import annotations

import csv
import datetime
import io
import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field

from ...kb.dates import is_date
from ...kb.diagnostics import Diagnostic
from ...kb.values import value
from ..answers.highlight import said
from .findings import Finding, Place
from .ids import file_name_fault, id_fault
from .judged import LANGUAGES, faulty
from .templates import one_line

COLUMNS = ("id", "date", "source", "question", "answer")
MAX_BYTES = 10_000_000
MAX_ROWS = 100_000
MAX_CELL = 3_000  # characters; a statement has 4,000 at most
_NEEDED = ("question", "answer")
_DATE = re.compile(r"(\d{4})\D{1,3}(\d{1,2})\D{1,3}(\d{1,2})\D?")  # in whatever marks


@value
class Row:
    """A sound row.

    Args:
        number: Its number in a spreadsheet; the row of column names is 1.
        cells: Column → text in one line, for each of `COLUMNS`.
        more: Further columns that hold something, with their texts.
    """

    number: int
    cells: dict[str, str]
    more: tuple[tuple[str, str], ...]


@dataclass
class CsvList:
    """What was read.

    Args:
        rows: The sound rows.
        findings: What is wrong with others, or with the list as a whole.
    """

    rows: list[Row] = field(default_factory=list)
    findings: list[Finding] = field(default_factory=list)


def read_list(file: str, text: str) -> CsvList:
    """The rows of a list.

    Args:
        file: What to call it.
        text: Its text; the first row names the columns, in any order and letter case.
    """
    found = CsvList()
    records = _records(text)
    _, line, header = next(records, (1, 1, []))
    columns = [] if isinstance(header, csv.Error) else [one_line(c).casefold() for c in header]
    faults = list(_header_faults(columns))
    if faults:
        found.findings += (faulty(fault, file, "") for fault in faults)
        return found
    first: dict[str, int] = {}
    for number, line, record in records:
        if number > MAX_ROWS + 1:
            found.findings.append(
                _row_fault(Diagnostic("csv-rows", params={"limit": MAX_ROWS}), file, number, line)
            )
            break
        if isinstance(record, csv.Error):
            fault = Diagnostic("csv-syntax", params={"input": str(record)})
            found.findings.append(_row_fault(fault, file, number, line))
        elif any(cell.strip() for cell in record):
            row, faults = _row(number, columns, record, first)
            found.findings += (_row_fault(fault, file, number, line) for fault in faults)
            if not faults:
                found.rows.append(row)
    return found


def _records(text: str) -> Iterator[tuple[int, int, list[str] | csv.Error]]:
    """Number and first line of each row, with its cells or why they cannot be told apart."""
    reader = csv.reader(io.StringIO(text, newline=""), strict=True)
    number = 0
    while True:
        number, line = number + 1, reader.line_num + 1
        try:
            yield number, line, next(reader)
        except csv.Error as error:
            yield number, line, error
        except StopIteration:
            return


def _header_faults(columns: Sequence[str]) -> Iterator[Diagnostic]:
    missing = [name for name in COLUMNS if name not in columns]
    if missing:
        shown = one_line(", ".join(columns))[:80]
        params = {"missing": ", ".join(missing), "input": shown}
        yield Diagnostic("csv-columns", params=params)
    for name in dict.fromkeys(columns):
        if name and columns.count(name) > 1:
            yield Diagnostic("csv-column-twice", params={"input": name})


def _row(
    number: int, columns: Sequence[str], record: Sequence[str], first: dict[str, int]
) -> tuple[Row, list[Diagnostic]]:
    """A row, and what is wrong with it; `first` knows the row of each id that came before."""
    if len(record) != len(columns):
        counts = {"input": len(record), "expected": len(columns)}
        return Row(number, {}, ()), [Diagnostic("csv-cells", params=counts)]
    texts = [(column, one_line(cell)) for column, cell in zip(columns, record, strict=True)]
    cells = {column: text for column, text in texts if column in COLUMNS}
    more = tuple((c, t) for c, t in texts if c not in COLUMNS and t)
    faults = [*_id_faults(cells["id"], number, first), *_date_faults(cells["date"])]
    for name in _NEEDED:
        if not cells[name]:
            faults.append(Diagnostic("csv-empty", params={"input": name}))
    for name, text in cells.items():
        if len(text) > MAX_CELL:
            params = {"input": name, "limit": MAX_CELL}
            faults.append(Diagnostic("csv-too-long", params=params))
    return Row(number, cells, more), faults


def _id_faults(id_: str, number: int, first: dict[str, int]) -> Iterator[Diagnostic]:
    if not id_:
        yield Diagnostic("csv-empty", params={"input": "id"})
        return
    fault = id_fault(id_) or file_name_fault(id_)
    if fault is not None:
        yield fault
    elif id_.casefold() in first:  # file systems may take letters of either case for the same
        params = {"input": id_, "other": first[id_.casefold()]}
        yield Diagnostic("csv-id-twice", params=params)
    else:
        first[id_.casefold()] = number


def _date_faults(date: str) -> Iterator[Diagnostic]:
    if not date:
        return
    if not is_date(date):
        found = _DATE.fullmatch(date)
        near = f"{int(found[1]):04}-{int(found[2]):02}-{int(found[3]):02}" if found else ""
        hint = near if is_date(near) else None
        yield Diagnostic("bad-date", params={"input": date[:40]}, hint=hint)
    elif date > datetime.date.today().isoformat():
        yield Diagnostic("date-in-future", params={"input": date})


def _row_fault(fault: Diagnostic, file: str, row: int, line: int) -> Finding:
    told = {lang: said(fault, lang) for lang in LANGUAGES}
    return Finding("faulty-row", {"row": row, "message": told}, Place(file, line))
