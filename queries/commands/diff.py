"""The command `diff`: what changed between two dates of the rules, or between two corpora of rulings."""

from __future__ import annotations

import json
import os
import sys
from typing import Any

import click

from ...kb.dates import is_date
from ...kb.diagnostics import Diagnostic
from .corpus_options import GAME, LANG, corpus_of, known_game, watched
from .findings import say_stopped
from .options import fail, form


@click.command(
    "diff",
    epilog="Exit codes: 0 nothing changed, 1 something did, 2 error, 130 stopped.",
)
@click.argument("before", metavar="A")
@click.argument("after", metavar="B")
@click.option(
    "--corpus",
    "paths",
    multiple=True,
    metavar="PATH",
    help="Rulings to ask at both dates; may be repeated. Default: those that ship.",
)
@GAME
@form("text", "json")
@LANG
def diff_command(before: str, after: str, paths: tuple[str, ...], **options: Any) -> None:
    """Tell what changed from A to B: two dates (YYYY-MM-DD), or two files or folders of rulings.

    Between two dates these are the terms and rules, and the rulings whose answer, citations or refusal
    is another one, with the rules that only one of the proofs rests on. Between two corpora these are
    the rulings added, removed and changed.

    \b
    rulekeep diff 2023-11-17 2026-08-07
    rulekeep diff 2011-09-30 2026-08-07 --corpus my-rulings/ --game mtg
    rulekeep diff rulings-2024/ rulings-2025/ --format json
    """
    lang = options["lang"]
    known_game(options["game"], lang)
    if is_date(before) and is_date(after):
        _dates(before, after, paths, options)
    for path in (before, after):
        if not os.path.exists(path):
            fail(Diagnostic("not-comparable", params={"input": path}), lang)
    _corpora(before, after, options)


def _dates(before: str, after: str, paths: tuple[str, ...], options: dict[str, Any]) -> None:
    from ..corpus.diff_dates import diff_dates
    from ..corpus.diff_text import date_data, date_lines

    lang, game = options["lang"], options["game"]
    corpus = corpus_of(paths, game, lang)
    games = [game] if game else list(dict.fromkeys(r.scenario.game for r in corpus.formalised()))
    for each in games:
        _known(before, after, each, lang)
    found = diff_dates(before, after, corpus, games, lang, watched)
    if options["format_"] == "json":
        _echo(date_data(found, lang))
    else:
        click.echo("\n".join(date_lines(found, lang)))
    sys.exit(say_stopped(lang) if found.stopped else found.exit_code)


def _known(before: str, after: str, game: str, lang: str) -> None:
    """Exits with 2 if nothing is known of one of two dates."""
    from ...kb.knowledge import load

    first = load(game).first_date
    for date in (before, after):
        if date < first:
            params = {"input": date, "first": first}
            fail(Diagnostic("bad-date", params=params, message="date-too-early"), lang)


def _corpora(before: str, after: str, options: dict[str, Any]) -> None:
    from ..corpus.diff_corpora import diff_corpora
    from ..corpus.diff_text import corpus_data, corpus_lines

    lang = options["lang"]
    one, other = (corpus_of((path,), None, lang) for path in (before, after))
    found = diff_corpora(one, other, options["game"])
    if options["format_"] == "json":
        _echo(corpus_data(found, lang))
    else:
        click.echo("\n".join(corpus_lines(found, lang)))
    sys.exit(found.exit_code)


def _echo(data: dict[str, object]) -> None:
    click.echo(json.dumps(data, ensure_ascii=False, indent=2))
