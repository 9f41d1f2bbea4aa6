"""The grammars of the exact form of effects and of the expressions for what they look at."""

from __future__ import annotations

import re
from typing import Any

import pyparsing as pp

from .grammar import Grammars
from .grammar_slots import UNKNOWN, modifiers, name, slots, verbs
from .keywords import keywords, word_pattern
from .open_choices import AIMED, WORD


def exact(g: Grammars) -> pp.ParserElement:
    """`{ op; op } on FILTER`, with modifiers."""
    open_, close = (pp.Suppress(g.label(pp.Literal(c), f"`{c}`")) for c in "{}")
    op = operation(g)
    more = pp.ZeroOrMore(pp.Suppress(g.label(pp.Regex(r"[;。]"), "`;`")) + pp.Optional(op))
    aimed = g.made(pp.Regex(AIMED, re.IGNORECASE), "aimed")
    target = g.grouped(g.table_words("parts", "on") + (aimed | filter_(g)), "on")
    body = g.grouped(open_ + op + more + close + pp.Optional(target), "effect")
    return body + modifiers(g)


def operation(g: Grammars) -> pp.ParserElement:
    """One operation, with exceptions after copying."""
    made = slots(g)
    plain: list[pp.ParserElement] = []
    copying: list[pp.ParserElement] = []
    for number, entry in enumerate(keywords()["operations"]):
        for form in entry["forms"]:
            element = g.keyed(f"op {number}", g.template(form, made))
            (copying if entry["does"] == "copies" else plain).append(element)
    simple = pp.MatchFirst(plain)
    both = pp.Suppress(pp.Regex(r"[,、]\s*(?:and(?!\w))?|and(?!\w)|と", re.IGNORECASE))
    exceptions = g.table_words("parts", "except") + simple + pp.ZeroOrMore(both + simple)
    return simple | pp.MatchFirst(copying) + pp.Optional(exceptions)


def filter_(g: Grammars) -> pp.ParserElement:
    """A class expression: `or` over `and` over `not` over labels, names and conditions."""
    table: dict[str, Any] = keywords()["filters"]
    made = slots(g)
    whole = pp.Forward()
    stop = pp.NotAny(pp.Regex("|".join(verbs()), re.IGNORECASE))

    def entries(*keys: str) -> list[pp.ParserElement]:
        return [g.keyed(key, g.template(form, made)) for key in keys for form in table[key]]

    forms = sorted(table["non"], key=len, reverse=True)
    non = pp.Suppress(pp.Regex("|".join(forms), re.IGNORECASE).leave_whitespace(False))
    negated_term = g.grouped(non + g.term("term").leave_whitespace(False), "non")
    unknown = g.made(pp.Regex(UNKNOWN), "term", known=False)
    names = g.listed(name(g), "names")
    term = g.term("term")
    brackets = (
        pp.Suppress(g.label(pp.Literal("("), "`(`"))
        + whole
        + pp.Suppress(g.label(pp.Literal(")"), "`)`"))
    )
    word = pp.NotAny(pp.Regex("|".join(word_pattern(f) for f in (*table["and"], *table["or"]))))
    primary = pp.MatchFirst(
        [
            brackets,
            *entries("everything", "controlled", "named", "zone", "other"),
            names,
            g.made(pp.Regex(WORD, re.IGNORECASE), "term", known=False),
            stop + term,
            negated_term,
            stop + word + unknown,
        ]
    )
    not_ = g.made(
        g.label(pp.Regex("|".join(map(word_pattern, table["not"])), re.IGNORECASE), "`not`"), "not"
    )
    factor = g.grouped(pp.ZeroOrMore(not_) + primary, "factor")
    both = pp.Optional(g.words(*table["and"]))
    conjunction = g.grouped(factor + pp.ZeroOrMore(both + factor), "all")
    whole <<= g.grouped(conjunction + pp.ZeroOrMore(g.words(*table["or"]) + conjunction), "any")
    return whole
