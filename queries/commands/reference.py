"""The command `reference`: the ontology of games as pages for readers, with pictures of the model."""

from __future__ import annotations

import importlib.util
from typing import TYPE_CHECKING

import click

from ...kb.diagnostics import Diagnostic, DiagnosticError
from .input_output import fail_to_write
from .options import fail

if TYPE_CHECKING:
    from ..reference.entries import Outline


@click.command("reference", epilog="Exit codes: 0 written, 2 error.")
@click.option("-o", "--output", required=True, metavar="FOLDER", help="Folder to write to.")
@click.option(
    "--game",
    "games",
    multiple=True,
    metavar="ID",
    help="Game; may be repeated; default: every game.",
)
@click.option(
    "--lang",
    type=click.Choice(["en", "ja", "both"]),
    default="both",
    show_default=True,
    help="Language of the pages.",
)
def reference_command(output: str, games: tuple[str, ...], lang: str) -> None:
    """Write the ontology as static HTML pages: classes, predicates, rules, terms and an index.

    \b
    rulekeep reference -o reference
    rulekeep reference -o reference --game mtg --lang ja
    """
    told = "ja" if lang == "ja" else "en"
    if importlib.util.find_spec("jinja2") is None:
        fail(Diagnostic("no-templates"), told)
    from ...kb.sources import games as known_games
    from ..reference.site import LANGUAGES, site, write_site
    from ..reference.words import Words

    chosen = dict.fromkeys(games) or known_games()
    outlines = [_outline(game, told) for game in chosen]
    files = site(outlines, LANGUAGES if lang == "both" else (lang,))
    try:
        write_site(files, output)
    except (OSError, ValueError) as error:
        fail_to_write(output, error, told)
    click.echo(Words(told)["written"].format(count=len(files), folder=output))


def _outline(game: str, lang: str) -> Outline:
    """What the reference tells of a game; exits with 2 if there is no such game or it is faulty."""
    from ...kb.knowledge import load
    from ...kb.sources import UnknownGame
    from ..reference.outline import outline_of

    try:
        return outline_of(load(game))
    except UnknownGame as error:
        fail(Diagnostic("unknown-game", params={"input": error.game}), lang)
    except DiagnosticError as error:
        fail(error.diagnostics[0], lang)
    raise AssertionError
