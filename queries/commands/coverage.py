"""The command `coverage`: what of the rules a corpus of rulings exercises, and what the rulings lack."""

from __future__ import annotations

import sys
from typing import Any

import click

from .corpus_options import GAME, LANG, PATHS, corpus_of, known_game, watched
from .findings import say_stopped
from .input_output import write_out
from .options import OUTPUT, form

FORMS = ("text", "json", "html", "junit", "sarif", "github")


@click.command(
    "coverage",
    epilog="Exit codes: 0 only gaps, 1 a ruling disagrees with the rules, 2 something cannot be read, "
    "3 an answer is undetermined, 130 stopped.",
)
@PATHS
@GAME
@form(*FORMS)
@LANG
@OUTPUT
def coverage_command(paths: tuple[str, ...], output: str, **options: Any) -> None:
    """Tell which rules the rulings exercise, and what the rulings lack.

    Rulings are those of PATHS (files or folders), or those that ship. The html form is a page for
    readers who do not program.

    \b
    rulekeep coverage --game duelmasters
    rulekeep coverage my-rulings/ --format html --lang ja -o coverage.html
    """
    from ..corpus.coverage import cover

    lang, form_ = options["lang"], options["format_"]
    known_game(options["game"], lang)
    corpus = corpus_of(paths, options["game"], lang)
    found = cover(corpus, options["game"], watched)
    if form_ == "html":
        from ..corpus.coverage_html import page

        shown = page(found, lang)
    elif form_ == "text":
        from ..corpus.coverage_text import lines

        shown = "".join(f"{line}\n" for line in lines(found, lang))
    else:
        from ..corpus.coverage_text import result_of
        from ..corpus.formats import written

        shown = written(result_of(found), form_, lang)
    write_out(shown, output, lang)
    sys.exit(say_stopped(lang) if found.stopped else found.exit_code)
