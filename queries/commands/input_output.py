"""Texts and files that the commands read, and what they write."""

from __future__ import annotations

import os
from typing import BinaryIO, NoReturn

import click

from ...kb.diagnostics import Diagnostic, DiagnosticError
from ...kb.files import reason_of
from .options import fail


def fail_to_write(output: str, error: OSError | ValueError, lang: str) -> NoReturn:
    """Says that something cannot be written and exits with 2."""
    fail(Diagnostic("cannot-write", params={"input": output, "reason": reason_of(error)}), lang)


def write_out(shown: str, output: str, lang: str) -> None:
    """Writes a whole file, or to standard output for `-`; exits with 2 if that cannot be done."""
    if output == "-":
        click.echo(shown, nl=False)
        return
    from .whole_files import write_whole

    try:
        write_whole(output, shown.encode())
    except (OSError, ValueError) as error:
        fail_to_write(output, error, lang)


def read_text(text: str | None, file: str | None, lang: str = "en") -> tuple[str, str]:
    """The text and its name: an argument that is one or names a file, the option's file, or standard input.

    Exits with 2 if it cannot be read.
    """
    if file is None and text is not None and text != "-" and not _names_file(text):
        return text, "<argument>"
    from ...kb.files import shown_name
    from ..corpus.texts import file_text

    name = file or text or "-"
    try:
        return file_text(name), shown_name(name)
    except DiagnosticError as error:
        fail(error.diagnostics[0], lang)
    raise AssertionError


def _names_file(text: str) -> bool:
    """Whether an argument is a path: of something that exists, or one word that looks like one."""
    import re

    looks_so = r"[!#-:<-~]*/[!#-:<-~]*|~?\.{0,2}/[^\s\"《「;。]*|[^\s\"《「;。]*\.[A-Za-z]\w{0,4}"
    return bool(text) and (os.path.exists(text) or re.fullmatch(looks_so, text) is not None)


def open_bytes(name: str, lang: str) -> BinaryIO:
    """A file opened for reading lines of bytes; exits with 2 if it cannot be opened."""
    try:
        return open(name, "rb")
    except (OSError, ValueError) as error:
        fail(Diagnostic("cannot-read", params={"input": name, "reason": reason_of(error)}), lang)
    raise AssertionError
