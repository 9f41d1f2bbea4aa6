"""What fills the slots of the templates in `keywords.toml`, and the modifiers made of them."""

from __future__ import annotations

import re
from collections.abc import Callable

import pyparsing as pp

from .grammar import Grammars
from .keywords import keywords, word_pattern
from .open_choices import WORD

NAME = r'"[^"\n]*"|《[^》\n]*》|「[^」\n]*」'
PLAYER = r"[A-Za-z][A-Za-z0-9_]*"
NUMBER = r"[-+]?\d[A-Za-z0-9_.]*"
UNKNOWN = r"[^\s,、;(){}\"《》「」:.]+"


def name(g: Grammars) -> pp.ParserElement:
    """A name in quotes."""
    return g.regex(NAME, "name")


def slots(g: Grammars) -> dict[str, Callable[[str], pp.ParserElement]]:
    """The grammars of all slots of the templates."""
    table = keywords()
    zones = tuple(table["categories"]["zones"])

    def unknown(kind: str, pattern: str = UNKNOWN) -> pp.ParserElement:
        return g.made(pp.Regex(pattern), kind, known=False)

    def term(_after: str = "") -> pp.ParserElement:
        open_ = unknown("term", WORD)
        return open_ | g.term("term") | g.regex(NAME, "term", "name") | unknown("term")

    def terms(_after: str) -> pp.ParserElement:
        stop = pp.NotAny(pp.Regex("|".join(verbs()), re.IGNORECASE))
        return g.listed(stop + term(), "terms")

    def group(_after: str) -> pp.ParserElement:
        return g.term("group") | unknown(
            "group", r"[^\W\d][\w-]*(?:\s+[\w-]+)*?\s+types?\b|[^\s,、;(){}:]+"
        )

    def model(_after: str) -> pp.ParserElement:
        words = "|".join(word_pattern(f) for f in table["parts"]["except"])
        bare = rf"[^\"《「;{{}},、][^\"《「;{{}}]*?(?=\s*(?:{words}|;|\}}|$))"
        return name(g) | g.made(pp.Regex(bare, re.IGNORECASE), "name")

    def ability(_after: str) -> pp.ParserElement:
        words = r"[^\s,、;(){}\"《》「」:.]+(?:[ \t]+(?!and\b)[^\s,、;(){}\"《》「」:.]+)*"
        return g.regex(rf"{NAME}|{words}(?:\([^()\n]*\))?", "ability")

    def abilities(after: str) -> pp.ParserElement:
        both = pp.Suppress(pp.Regex(r"and(?!\w)|と", re.IGNORECASE))
        one = ability(after)
        return g.grouped(one + pp.ZeroOrMore(both + one), "abilities")

    def player(after: str) -> pp.ParserElement:
        if not after:
            return g.regex(PLAYER, "player")
        return g.made(pp.Regex(f"{PLAYER}(?={after})", re.IGNORECASE), "player")

    def word(after: str) -> pp.ParserElement:
        if not after:
            return g.regex(r"[^.?!\s](?:.*[^.?!\s])?", "word")
        return g.regex(rf"\S.*?(?={after}\s*[.?!]?\s*\Z)", "word")

    return {
        "name": lambda _: name(g),
        "object": lambda _: name(g),
        "quoted": lambda _: g.regex(NAME, "line"),
        "names": lambda _: g.listed(name(g), "names"),
        "player": player,
        "owner": lambda _: owner(g),
        "n": lambda _: g.regex(NUMBER, "number"),
        "numbers": lambda _: g.listed(g.regex(NUMBER, "number"), "numbers"),
        "zone": lambda _: g.term("zone", zones) | unknown("zone", r"[^\s,、;(){}]+"),
        "known-zone": lambda _: g.term("zone", zones),
        "term": term,
        "terms": terms,
        "group": group,
        "model": model,
        "abilities": abilities,
        "line": lambda after: g.regex(NAME, "line") | _bare_line(g, after),
        "word": word,
        "code": lambda _: g.regex(r"[a-z][a-z0-9-]*", "code"),
    }


def _bare_line(g: Grammars, after: str) -> pp.ParserElement:
    ending = rf"(?={after}\s*\.?\s*\Z)" if after else r"(?=\s*\.?\s*\Z)"
    return g.regex(rf"[^\s\"《「].*?{ending}", "line")


def verbs() -> list[str]:
    """What begins an operation or a modifier: the first words of all their forms."""
    table = keywords()
    forms = [f for op in table["operations"] for f in op["forms"]]
    forms += [f for fs in table["modifiers"].values() for f in fs]
    firsts = {f.split("{")[0].split("[")[0].split("(")[0].strip() for f in forms}
    return [word_pattern(f) for f in sorted(firsts - {""}, key=len, reverse=True)]


def owner(g: Grammars) -> pp.ParserElement:
    """A player, or who is seen from the effect's controller."""
    table = keywords()["owners"]
    keyed = [
        g.keyed(key, pp.MatchFirst([g.template(f, {}) for f in forms]))
        for key, forms in table.items()
    ]
    return pp.MatchFirst([*keyed, g.regex(PLAYER, "player", "owner")])


def choices(g: Grammars, table: dict[str, list[str]]) -> pp.ParserElement:
    """One of the entries of a table of templates, as a `Part` under its key."""
    made = slots(g)
    return pp.MatchFirst(
        [g.keyed(key, g.template(form, made)) for key, forms in table.items() for form in forms]
    )


def modifiers(g: Grammars) -> pp.ParserElement:
    """Modifiers of a `when`, in any order."""
    one = choices(g, keywords()["modifiers"])
    return pp.ZeroOrMore(pp.Optional(pp.Suppress(pp.Regex("[,、]"))) + one)
