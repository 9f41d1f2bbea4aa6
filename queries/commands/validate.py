"""The command `validate`: other people's RDF against the shapes, the words and the language of the rules."""

from __future__ import annotations

import re
import signal
import sys
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager
from typing import TYPE_CHECKING, Any

import click

from ...kb.diagnostics import Diagnostic, DiagnosticError
from ..corpus.findings import Finding, Place
from ..corpus.progress import Progress
from .findings import findings_options, write_result
from .options import fail

if TYPE_CHECKING:
    from pyoxigraph import Quad

    from ...kb.lexicon import Lexicon
    from ...kb.rdf.reading import Limits
    from ...kb.validation.findings import Finding as DataFinding
    from ...kb.validation.run import Checked
    from ..rdf.data_lines import DataLines

MEGABYTE = 1_000_000
_GRACE = 5  # seconds after which a step that does not look at the clock is ended
_MORE = {"en": "… and {0} more; `--most` shows more", "ja": "…ほか{0}件(`--most` で増やせます)"}
_GAME = re.compile(r"^\s*(?:game|ゲーム)\s", re.MULTILINE)
_AT = re.compile(r":([0-9]+):([0-9]+)$")
_LEVELS = {"error": "data", "warning": "data-remark", "note": "data-remark"}


class _TimeUp(BaseException):
    """The timer rang; no `except Exception` on the way may take it for a fault of the data."""


@click.command(
    "validate",
    epilog="Exit codes: 0 conforms, 1 something is wrong, 2 a file cannot be read, 130 stopped.",
)
@click.argument("files", nargs=-1, required=True, metavar="FILE…")
@click.option(
    "--from", "format_from", metavar="FORMAT", help="RDF format; default: by name or content."
)
@click.option(
    "--game", metavar="ID", help="Game to check beside; default: the one that the data speak of."
)
@click.option(
    "--most", type=click.IntRange(1), default=200, show_default=True, help="Show so many findings."
)
@click.option(
    "--time-limit",
    "seconds",
    type=click.IntRange(1, 86_400),
    default=300,
    show_default=True,
    metavar="SECONDS",
    help="Time for checking.",
)
@click.option(
    "--max-bytes",
    type=click.IntRange(1),
    default=64 * MEGABYTE,
    show_default=True,
    help="Size of a file, and again unpacked.",
)
@click.option(
    "--max-triples",
    type=click.IntRange(1),
    default=300_000,
    show_default=True,
    help="Triples of all files together.",
)
@findings_options
def validate_command(files: tuple[str, ...], **options: Any) -> None:
    """Check RDF of your own: cards, terms, rules, rulings, games.

    The files are seen together, beside the knowledge of the game. Turtle, TriG, N-Triples, N-Quads,
    RDF/XML, JSON-LD and Jelly are read, also packed with gzip; `-` is standard input. Nothing is
    fetched, and every file is read within limits.

    \b
    rulekeep validate my-cards.ttl
    rulekeep validate my-cards.ttl my-rules.jsonld.gz --lang ja
    rulekeep export all | rulekeep validate - --format sarif
    """
    from ...kb.sources import games

    if options["game"] is not None and options["game"] not in games():
        from ...kb.logic.check import nearest

        hint = nearest(options["game"], games())
        fail(
            Diagnostic("unknown-game", params={"input": options["game"]}, hint=hint),
            options["lang"],
        )
    with Progress(None, options["format_"] != "text" or not sys.stdout.isatty()) as progress:
        findings, more, left = _run(files, options, progress)
    from ..corpus.formats import Result

    result = Result("validate", tuple(findings), complete=not left, more=more)
    code = write_result(result, options)
    if left:
        click.echo(_MORE[options["lang"]].format(left), err=True)
    sys.exit(code)


def _run(
    files: Iterable[str], options: dict[str, Any], progress: Progress
) -> tuple[list[Finding], dict[str, object], int]:
    """Findings as far as they are shown, what else JSON has, and how many are left out."""
    from ...kb.files import shown_name

    found: list[Finding] = []
    quads: dict[str, list[Quad]] = {}
    lines: dict[str, DataLines] = {}
    for file in dict.fromkeys(files):
        progress(file)
        try:
            name = shown_name(file)
            left = options["max_triples"] - sum(map(len, quads.values()))
            quads[name], lines[name] = _read(file, name, options, left)
        except DiagnosticError as error:
            found += (_unread(fault, shown_name(file)) for fault in error.diagnostics)
    if not quads:
        return found, {}, 0
    try:
        with _clock(options["seconds"]):
            checked = _checked(quads, options, progress)
    except DiagnosticError as error:
        found += (_unread(fault, "") for fault in error.diagnostics)
        return found, {}, 0
    shown = checked.findings[: options["most"]]
    found += (_told(finding, lines.get(finding.file)) for finding in shown)
    more: dict[str, object] = {
        "game": checked.game,
        "conforms": checked.conforms,
        "triples": checked.triples,
        "nodes": checked.nodes,
        "found": len(checked.findings),
        "data": [_plain(finding, options["lang"]) for finding in shown],
    }
    return found, more, len(checked.findings) - len(shown)


def _read(file: str, name: str, options: dict[str, Any], most: int) -> tuple[list[Quad], DataLines]:
    from ...kb.files import read_bytes
    from ...kb.rdf.reading import Limits, parsed, unpacked
    from ...kb.rdf.recognition import named_format
    from ..rdf.data_lines import DataLines

    limits: Limits = Limits(bytes=options["max_bytes"], triples=most)
    form = None if options["format_from"] is None else named_format(options["format_from"])
    data = unpacked(read_bytes(file, limits.bytes), name, limits.bytes)
    quads = parsed(data, name, form, limits)
    return quads, DataLines(data.decode("utf-8", "replace"))


def _checked(quads: dict[str, list[Quad]], options: dict[str, Any], progress: Progress) -> Checked:
    from ...kb.validation.run import spoken_of, validate

    game = options["game"] or spoken_of(quads)
    return validate(quads, game, texts_of(game), progress, options["seconds"])


def texts_of(game: str) -> dict[str, Callable[[str, Lexicon], Iterable[Diagnostic]]]:
    """Checks of texts that are written in the query language."""

    def exact(text: str, lexicon: Lexicon) -> Iterable[Diagnostic]:
        from ..facts.cards import check_exact_form

        check_exact_form(text, lexicon)
        return ()

    def scenario(text: str, lexicon: Lexicon) -> Iterable[Diagnostic]:
        from ..language.parse import parse
        from ..language.scenario_faults import all_faults, expects_error

        del lexicon
        own = None if _GAME.search(text) else game
        scenarios, faults = parse(text, game=own)
        if any(map(expects_error, scenarios)):
            return ()
        options = {"game": own, "as_of": None, "without": (), "readings": ()}
        return all_faults(scenarios, text, faults, options)

    def demands(text: str, lexicon: Lexicon) -> Iterable[Diagnostic]:
        from ..language.exact import read_filter

        read_filter(text, lexicon)
        return ()

    return {"exactForm": exact, "demands": demands, "scenarioText": scenario}


@contextmanager
def _clock(seconds: int) -> Iterator[None]:
    """Ends what takes longer, where the system has a timer that interrupts."""
    if not hasattr(signal, "setitimer"):
        yield
        return

    def ring(*_: object) -> None:
        raise _TimeUp

    before = signal.signal(signal.SIGALRM, ring)
    signal.setitimer(signal.ITIMER_REAL, seconds + _GRACE)
    try:
        yield
    except _TimeUp:
        fault = Diagnostic("validation-time", params={"limit": seconds})
        raise DiagnosticError([fault]) from None
    finally:
        signal.setitimer(signal.ITIMER_REAL, 0)
        signal.signal(signal.SIGALRM, before)


def _unread(fault: Diagnostic, name: str) -> Finding:
    from ..answers.highlight import said
    from ..corpus.judged import LANGUAGES

    told = {lang: said(fault, lang) for lang in LANGUAGES}
    at = _AT.search(str(fault.params.get("at", "")))
    place = Place(name, int(at[1]), int(at[2])) if at else Place(name)
    return Finding("data-unread", {"message": told}, place)


def _told(finding: DataFinding, lines: DataLines | None) -> Finding:
    """A finding of data as one that is written like all others."""
    told = {lang: _line(finding, lang) for lang in finding.message}
    line = lines.line_of(finding.focus) if lines and finding.file else 1
    return Finding(_LEVELS[finding.severity], {"message": told}, Place(finding.file, line))


def _line(finding: DataFinding, lang: str) -> str:
    from ..answers.highlight import hinted

    label = finding.label.get(lang) or next(iter(finding.label.values()), "")
    focus = f"{label} ({finding.focus})" if label else finding.focus
    about = " ".join(part for part in (focus, finding.path, finding.value) if part)
    code = "" if finding.code == "shape" else f" [{finding.code}]"
    return f"{about}: {finding.message[lang]}{code}{hinted(finding.hint, lang)}"


def _plain(finding: DataFinding, lang: str) -> dict[str, object]:
    return {
        "file": finding.file or None,
        "focus": finding.focus,
        "label": finding.label.get(lang),
        "path": finding.path or None,
        "value": finding.value or None,
        "severity": finding.severity,
        "code": finding.code,
        "message": finding.message[lang],
        "hint": finding.hint,
    }
