"""The command `orders`: whether it matters which effect came first."""

from __future__ import annotations

import sys
from collections.abc import Iterable, Iterator, Sequence
from typing import TYPE_CHECKING, Any

import click

from ...kb.diagnostics import DiagnosticError
from ..exit_codes import worst
from .input_output import read_text
from .options import echo_json, question_options
from .scenarios import every_fault, judging

if TYPE_CHECKING:
    from ..orders.orders import Orders

SLOW = 24  # from so many orders on progress is shown
EPILOG = (
    "Exit codes: 0 the order makes no difference, 1 it does, 2 error, 3 undetermined or not all "
    "orders were tried, 130 stopped."
)


@click.command(
    "orders",
    epilog=EPILOG,
    context_settings={"token_normalize_func": lambda word: {"md": "markdown"}.get(word, word)},
)
@click.argument("text", metavar="[FILE|TEXT]", required=False)
@question_options
def orders_command(text: str | None, **options: Any) -> None:
    """Try the effects of a scenario in every order: which type lines come out, and what decides.

    With more than six effects only a sample of the orders is tried. `--format md` is markdown.

    \b
    rulekeep orders 'given "Ring": Artifact; when "Ring" becomes a land; when "Ring" becomes a creature'
    rulekeep orders scenario.rk
    """
    body, name = read_text(text, options["file"], options["lang"])
    found = list(_each(body, options))
    _print(found, options)
    _show_errors(found, body, name, options["lang"])
    sys.exit(worst(one.exit_code for one in found))


def _each(text: str, options: dict[str, Any]) -> Iterator[Orders]:
    """The orders of each scenario; after a stop no further one."""
    from ..answers.scenario_knowledge import knowledge_of
    from ..language.parse import parse
    from ..orders.orders import Orders, orders_of

    judged_by = judging(options)
    scenarios, faults = parse(text, judged_by["as_of"], judged_by["game"])
    if faults:
        yield Orders(errors=every_fault(scenarios, text, faults, options))
        return
    for scenario in scenarios:
        try:
            knowledge = knowledge_of(scenario, **judged_by)
        except DiagnosticError:
            yield Orders(scenario.title, errors=every_fault([scenario], text, (), options))
            continue
        found = orders_of(scenario, knowledge, _watched)
        yield found
        if found.interrupted:
            return


def _watched(orders: Sequence[tuple[int, ...]]) -> Iterable[tuple[int, ...]]:
    """The orders, with a bar on a terminal if there are many."""
    if len(orders) < SLOW or not sys.stderr.isatty():
        yield from orders
        return
    with click.progressbar(orders, file=sys.stderr) as bar:
        yield from bar


def _print(found: list[Orders], options: dict[str, Any]) -> None:
    from ..orders.text import orders_json, orders_markdown, orders_text

    lang = options["lang"]
    if options["format_"] == "json":
        echo_json([orders_json(one, lang) for one in found])
        return
    as_text = orders_markdown if options["format_"] == "markdown" else orders_text
    parts = []
    for one in found:
        if one.knowledge is not None and not one.errors:
            head = len(found) > 1 and one.title and options["format_"] == "text"
            parts.append((f"== {one.title}\n" if head else "") + as_text(one, lang))
    if parts:
        click.echo("\n\n".join(parts))


def _show_errors(found: list[Orders], text: str, name: str, lang: str) -> None:
    from ..orders.text import fault_text

    errors = [e for one in found for e in one.errors]
    if errors:
        from ..answers.highlight import highlight

        click.echo(highlight(errors, text, name, lang), err=True)
    for one in found:
        said = fault_text(one, lang)
        if said:
            click.echo(said, err=True)
