"""The grammar of each kind of statement: what may follow its keyword."""

from __future__ import annotations

import re
from collections.abc import Callable

import pyparsing as pp

from . import grammar_exact
from .grammar import Grammars
from .grammar_slots import NAME, choices, modifiers, name, slots
from .keywords import keywords, word_pattern

_ATOM = r"[^\W\d]\w*\s*\(.*"


def moments(g: Grammars) -> pp.ParserElement:
    """`after step N` after a question."""
    return choices(g, keywords()["moments"])


def scenario(g: Grammars) -> pp.ParserElement:
    """The title of a scenario."""
    return name(g)


def game(g: Grammars) -> pp.ParserElement:
    """The id of a game."""
    return g.regex(r"[a-z][\w-]*", "game")


def as_of(g: Grammars) -> pp.ParserElement:
    """A date; whether there is such a day is judged later."""
    return g.regex(r"[^\s,;]+", "date")


def rules(g: Grammars) -> pp.ParserElement:
    """Rule numbers."""
    return g.listed(g.regex(r"[^\s,、;]*[^\s,、;.]", "rule"), "rules")


def readings(g: Grammars) -> pp.ParserElement:
    """Names of readings."""
    return g.listed(g.regex(r"[^\s,、;.]+", "reading"), "readings")


def given(g: Grammars) -> pp.ParserElement:
    """Objects with a type line or a card's name, a choice, or a fact."""
    table = keywords()
    line = g.made(g.label(pp.Regex(r"[^,、]*", re.DOTALL), "type-line"), "type-line")
    card = g.regex(NAME, "card", "name") + pp.FollowedBy(pp.Regex(r"\s*(?:[,、.]|\Z)"))
    attribute = choices(g, table["attributes"])
    more = pp.ZeroOrMore(g.comma() + attribute)
    loose = pp.ZeroOrMore(pp.Optional(pp.Suppress(pp.Regex("[,、]"))) + attribute)
    names = g.listed(name(g), "names")
    colon = pp.Suppress(g.label(pp.Literal(":"), "`:`"))
    typed = names + colon + (card + loose | g.keyed("is-token", _maybe_token(g)) + line + more)
    return choice(g) | fact(g) | typed | names + loose


def _maybe_token(g: Grammars) -> pp.ParserElement:
    return pp.Optional(g.made(_token(g), "token"))


def _token(_g: Grammars) -> pp.ParserElement:
    forms = sorted(keywords()["token"]["before"], key=len, reverse=True)
    return pp.Regex("|".join(map(word_pattern, forms)), re.IGNORECASE)


def choice(g: Grammars) -> pp.ParserElement:
    """`choice KIND "VALUE"`."""
    kind = g.regex(r"[^\"《「\s][^\"《「]*?(?=\s*[\"《「])", "kind", "group")
    bare = g.term("kind") + g.regex(r"[^\"《「\s].*", "value", "name")
    return g.table_words("parts", "choice") + (kind + g.regex(NAME, "value", "name") | bare)


def fact(g: Grammars) -> pp.ParserElement:
    """An atom of the rule language, kept as text."""
    return g.regex(_ATOM, "atom")


def card(g: Grammars) -> pp.ParserElement:
    """A card's name with modifiers."""
    return name(g) + modifiers(g)


def sentence(g: Grammars) -> pp.ParserElement:
    """What is asked or expected of an object."""
    made = slots(g)
    forms = [
        g.keyed(entry["means"], g.template(form, made)) + pp.FollowedBy(g.end())
        for entry in keywords()["sentences"]
        for form in entry["forms"]
    ]
    return pp.MatchFirst(forms)


def show(g: Grammars) -> pp.ParserElement:
    """The objects to show, or none for all."""
    return pp.Optional(g.listed(name(g), "names"))


def nothing(_g: Grammars) -> pp.ParserElement:
    """No words at all."""
    return pp.Empty()


def find(g: Grammars) -> pp.ParserElement:
    """Variables and the literals that bind them, which are kept as text."""
    variables = g.listed(g.regex(r"\?[^\W\d]\w*", "variable"), "variables")
    return variables + g.table_words("parts", "where") + g.regex(r"\S.*", "body", "atom")


RULES: dict[str, Callable[[Grammars], pp.ParserElement]] = {
    "scenario": scenario,
    "game": game,
    "as-of": as_of,
    "rules": rules,
    "readings": readings,
    "given": given,
    "card": card,
    "modifiers": modifiers,
    "moments": moments,
    "sentence": sentence,
    "show": show,
    "nothing": nothing,
    "find": find,
    "exact": grammar_exact.exact,
    "filter": grammar_exact.filter_,
}
