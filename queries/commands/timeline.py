"""The command `timeline`: what happened in a scenario, in order, as text and as a picture."""

from __future__ import annotations

import json
import sys
from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

import click

from .input_output import read_text, write_out
from .options import reports_of, show_errors, timeline_options
from .scenarios import chosen

if TYPE_CHECKING:
    from ..answers.report import Report
    from ..pictures.timeline import Timeline

EPILOG = "Exit codes: 0 told, 2 error, 3 cut short, 130 stopped."


@click.command("timeline", epilog=EPILOG)
@click.argument("text", metavar="[FILE|TEXT]", required=False)
@timeline_options
def timeline_command(text: str | None, scenario: str | None, output: str, **options: Any) -> None:
    """Tell what happened in order: each event, what brought it about, what it changed, what became due.

    Where choices or the order are left open, every way on is a branch. A picture shows one scenario,
    text and JSON all of them.

    \b
    rulekeep timeline 'given "Bear": Creature — Bear; given "Cloak": Enchantment — Aura, with enchant creature
                       when attach "Cloak" to "Bear"
                       when "Bear" dies'
    rulekeep timeline --lang ja --scenario 2 scenario.rk
    rulekeep timeline --format svg -o steps.svg scenario.rk
    """
    lang, form = options["lang"], options["format_"]
    body, name = read_text(text, options["file"], options["lang"])
    reports = _wanted(
        reports_of(body, options), scenario, picture=form in ("mermaid", "svg"), lang=lang
    )
    show_errors(reports, body, name, lang)
    told = [report for report in reports if report.case is not None]
    found = [report.timeline(lang) for report in told]
    if found:
        notes = [report.notes for report in told]
        write_out(_shown(found, form, [_note_lines(n, lang) for n in notes]), output, lang)
    faulty = any(r.errors and not r.expects_error for r in reports) or not found
    sys.exit(2 if faulty else 3 if any(t.cut for t in found) else 0)


def _wanted(reports: list[Report], wanted: str | None, *, picture: bool, lang: str) -> list[Report]:
    """The reports to tell of: of the chosen scenario, or of all where none is and several can be told."""
    if any(report.scenario is None for report in reports) or (wanted is None and not picture):
        return reports
    return [reports[chosen([r.title for r in reports], wanted, lang)]]


def _note_lines(notes: Sequence[Any], lang: str) -> list[str]:
    from ..answers.output import HEADS, note_text

    return [f"{HEADS[lang]['note']}: {note_text(note, lang)}" for note in notes]


def _shown(found: list[Timeline], form: str, notes: list[list[str]]) -> str:
    if form == "json":
        from ..pictures.timeline import timeline_data

        data = [timeline_data(timeline) for timeline in found]
        return json.dumps(data[0] if len(data) == 1 else data, ensure_ascii=False, indent=2) + "\n"
    if form == "svg":
        from ..pictures.timeline_svg import timeline_svg

        return timeline_svg(found[0])
    if form == "mermaid":
        from ..pictures.timeline_mermaid import timeline_mermaid

        return timeline_mermaid(found[0])
    from ..pictures.timeline_text import timeline_text

    told = zip(found, notes, strict=True)
    return "\n\n".join("\n".join([timeline_text(t), *more]) for t, more in told) + "\n"
