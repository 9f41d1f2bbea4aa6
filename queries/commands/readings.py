"""The command `readings`: what changes under which reading of a rule."""

from __future__ import annotations

import json
import sys
from typing import Any

import click

from .corpus_options import GAME, LANG, PATHS, corpus_of, known_game, watched
from .findings import say_stopped
from .options import form


@click.command(
    "readings",
    epilog="Exit codes: 0 every reading is told apart by some case, 1 some are not, 2 error, 130 stopped.",
)
@PATHS
@GAME
@form("text", "json")
@LANG
def readings_command(paths: tuple[str, ...], **options: Any) -> None:
    """Compare the readings of rules: which answers, type lines, orders and timelines each one changes.

    Cases are the rulings and scenarios of PATHS (files or folders), or the rulings that ship. Of each
    kind of change the smallest case that shows it is told from both sides.

    \b
    rulekeep readings
    rulekeep readings --game duelmasters my-rulings/
    """
    from ..corpus.readings import compare_readings
    from ..corpus.readings_text import data, lines

    lang = options["lang"]
    known_game(options["game"], lang)
    corpus = corpus_of(paths, options["game"], lang)
    found = compare_readings(corpus, options["game"], lang, watched)
    if options["format_"] == "json":
        click.echo(json.dumps(data(found, lang), ensure_ascii=False, indent=2))
    else:
        for line in lines(found, lang):
            click.echo(line)
    stopped = any(game.stopped for game in found.games)
    sys.exit(say_stopped(lang) if stopped else found.exit_code)
