"""The command `reason`: puts an ontology to an OWL reasoner, HermiT or Pellet."""

from __future__ import annotations

import json
import sys
from typing import Any

import click

from ...kb.diagnostics import Diagnostic, DiagnosticError
from .options import Seconds, fail, form, language

_PIECES = ("ontology", "rules", "terms", "cards")


@click.command(
    "reason",
    epilog="Exit codes: 0 consistent and every class can have members, 1 otherwise, 2 error.",
)
@click.argument("files", nargs=-1, metavar="[FILE…]")
@click.option(
    "--game",
    metavar="ID",
    help="Game whose ontology is taken, also together with files; default without files: mtg.",
)
@click.option(
    "--piece",
    "pieces",
    multiple=True,
    type=click.Choice(_PIECES),
    help="Piece of the game, as `export` has them; may be repeated. "
    "Default: ontology and terms, with --consistency all; to classify with the rules takes minutes.",
)
@click.option(
    "--with",
    "statements",
    multiple=True,
    metavar="STATEMENT",
    help="Add what a statement claims of classes (`rulekeep rules` lists statements).",
)
@click.option(
    "--reasoner",
    type=click.Choice(["hermit", "pellet"]),
    default="hermit",
    show_default=True,
    help="Who infers; reasons are always Pellet's.",
)
@click.option("--consistency", is_flag=True, help="Ask only whether it is consistent; quick.")
@click.option("--classify", is_flag=True, help="Show the inferred classes and types as well.")
@click.option("--rules", is_flag=True, help="Show instead which rules SWRL cannot say, and why.")
@click.option(
    "--explain",
    type=click.IntRange(0, 1000),
    default=5,
    show_default=True,
    metavar="N",
    help="For how many classes without members the reasons are shown.",
)
@click.option(
    "--seconds",
    type=Seconds(),
    default=600,
    show_default=True,
    metavar="N",
    help="Stop a reasoner after this time.",
)
@form("text", "json")
@language("Language of the answer.")
def reason_command(files: tuple[str, ...], rules: bool, **options: Any) -> None:
    """Ask an OWL reasoner: is the ontology consistent, which classes can have no members, and why.

    Files of others, in any RDF format, are read within limits and fetch nothing. Needs the extra
    `java`.

    \b
    rulekeep reason --game duelmasters --with C84      why C84 leaves classes empty
    rulekeep reason --consistency                      all that is exported, with the rules
    rulekeep reason --classify --format json
    rulekeep reason mine.ttl --game mtg --reasoner pellet
    rulekeep reason --rules                            what SWRL cannot say
    """
    from ...kb.owl.java import NoReasoner
    from ...kb.sources import UnknownGame

    lang = options["lang"]
    try:
        if rules:
            _show_rules(options)
        else:
            _reason(files, options)
    except UnknownGame as error:
        fail(Diagnostic("unknown-game", params={"input": error.game}), lang)
    except NoReasoner:
        fail(Diagnostic("extra-missing", params={"input": "reason", "extra": "java"}), lang)
    except DiagnosticError as error:
        fail(error.diagnostics[0], lang)


def _reason(files: tuple[str, ...], options: dict[str, Any]) -> None:
    from ..rdf.reasoning import ontology, reason
    from ..rdf.reasoning_text import reasoned_json, reasoned_lines

    lang, classify = options["lang"], options["classify"]
    game = options["game"] or (None if files else "mtg")
    if options["consistency"] and classify:
        raise click.UsageError("--consistency and --classify do not go together")
    pieces = options["pieces"] or (_PIECES if options["consistency"] else ("ontology", "terms"))
    graph, added = ontology(files, game, pieces, options["statements"])
    asked = {name: options[name] for name in ("consistency", "explain", "seconds")}
    found = reason(graph, added, options["reasoner"], **asked)
    if options["format_"] == "json":
        _echo(reasoned_json(found, lang, classify))
    else:
        click.echo("\n".join(reasoned_lines(found, lang, classify)))
    sys.exit(0 if found.sound else 1)


def _show_rules(options: dict[str, Any]) -> None:
    from ...kb.sources import load_content
    from ..rdf.reasoning_text import rules_json, rules_lines

    theory = load_content(options["game"] or "mtg").programs.theory
    if options["format_"] == "json":
        _echo(rules_json(theory, options["lang"]))
    else:
        click.echo("\n".join(rules_lines(theory, options["lang"])))


def _echo(data: dict[str, object]) -> None:
    click.echo(json.dumps(data, ensure_ascii=False, indent=2))
