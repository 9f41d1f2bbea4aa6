"""The grammar of each kind of statement: what may follow its keyword."""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import Any

import pyparsing as pp

from .grammar import Grammars
from .keywords import keywords, word_pattern

_NAME = r'"[^"\n]*"|《[^》\n]*》|「[^」\n]*」'
_PLAYER = r"[A-Za-z][A-Za-z0-9_]*"
_NUMBER = r"[-+]?\d[\w.]*"
_UNKNOWN = r"[^\s,、;(){}\"《》「」:.]+"
_ATOM = r"[^\W\d]\w*\s*\(.*"


def name(g: Grammars) -> pp.ParserElement:
    """A name in quotes."""
    return g.regex(_NAME, "name")


def slots(g: Grammars) -> dict[str, Callable[[str], pp.ParserElement]]:
    """The grammars of all slots of the templates."""
    table = keywords()
    zones = tuple(table["categories"]["zones"])

    def unknown(kind: str, pattern: str = _UNKNOWN) -> pp.ParserElement:
        return g.made(pp.Regex(pattern), kind, known=False)

    def term(_after: str = "") -> pp.ParserElement:
        return g.term("term") | g.regex(_NAME, "term", "name") | unknown("term")

    def terms(_after: str) -> pp.ParserElement:
        stop = pp.NotAny(pp.Regex("|".join(_verbs()), re.IGNORECASE))
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
        return g.regex(f"{_NAME}|{words}", "ability")

    def abilities(after: str) -> pp.ParserElement:
        both = pp.Suppress(pp.Regex(r"and(?!\w)|と", re.IGNORECASE))
        one = ability(after)
        return g.grouped(one + pp.ZeroOrMore(both + one), "abilities")

    def word(after: str) -> pp.ParserElement:
        if not after:
            return g.regex(r"[^.?!\s](?:.*[^.?!\s])?", "word")
        return g.regex(rf"\S.*?(?={after}\s*[.?!]?\s*\Z)", "word")

    return {
        "name": lambda _: name(g),
        "object": lambda _: name(g),
        "quoted": lambda _: g.regex(_NAME, "line"),
        "names": lambda _: g.listed(name(g), "names"),
        "player": lambda after: g.regex(_PLAYER + (f"(?={after})" if after else ""), "player"),
        "owner": lambda _: owner(g),
        "n": lambda _: g.regex(_NUMBER, "number"),
        "numbers": lambda _: g.listed(g.regex(_NUMBER, "number"), "numbers"),
        "zone": lambda _: g.term("zone", zones) | unknown("zone", r"[^\s,、;(){}]+"),
        "known-zone": lambda _: g.term("zone", zones),
        "term": term,
        "terms": terms,
        "group": group,
        "model": model,
        "abilities": abilities,
        "line": lambda after: g.regex(_NAME, "line") | _bare_line(g, after),
        "word": word,
        "code": lambda _: g.regex(r"[a-z][a-z0-9-]*", "code"),
    }


def _bare_line(g: Grammars, after: str) -> pp.ParserElement:
    ending = rf"(?={after}\s*\.?\s*\Z)" if after else r"(?=\s*\.?\s*\Z)"
    return g.regex(rf"[^\s\"《「].*?{ending}", "line")


def _verbs() -> list[str]:
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
    return pp.MatchFirst([*keyed, g.regex(_PLAYER, "player", "owner")])


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


def given(g: Grammars) -> pp.ParserElement:
    """Objects with a type line or a card's name, a choice, or a fact."""
    table = keywords()
    line = g.made(g.label(pp.Regex(r"[^,、]*", re.DOTALL), "type-line"), "type-line")
    card = g.regex(_NAME, "card", "name") + pp.FollowedBy(pp.Regex(r"\s*(?:[,、.]|\Z)"))
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
    return g.table_words("parts", "choice") + (kind + g.regex(_NAME, "value", "name") | bare)


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


# --- exact form ---------------------------------------------------------------------------------------


def exact(g: Grammars) -> pp.ParserElement:
    """`{ op; op } on FILTER`, with modifiers."""
    open_, close = (pp.Suppress(g.label(pp.Literal(c), f"`{c}`")) for c in "{}")
    op = operation(g)
    more = pp.ZeroOrMore(pp.Suppress(g.label(pp.Regex(r"[;。]"), "`;`")) + pp.Optional(op))
    target = g.grouped(g.table_words("parts", "on") + filter_(g), "on")
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
    stop = pp.NotAny(pp.Regex("|".join(_verbs()), re.IGNORECASE))

    def entries(*keys: str) -> list[pp.ParserElement]:
        return [g.keyed(key, g.template(form, made)) for key in keys for form in table[key]]

    forms = sorted(table["non"], key=len, reverse=True)
    non = pp.Suppress(pp.Regex("|".join(forms), re.IGNORECASE).leave_whitespace(False))
    negated_term = g.grouped(non + g.term("term").leave_whitespace(False), "non")
    unknown = g.made(pp.Regex(_UNKNOWN), "term", known=False)
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


def filter_alone(g: Grammars) -> pp.ParserElement:
    """A class expression by itself."""
    return filter_(g)


RULES: dict[str, Callable[[Grammars], pp.ParserElement]] = {
    "scenario": scenario,
    "game": game,
    "as-of": as_of,
    "rules": rules,
    "given": given,
    "card": card,
    "modifiers": modifiers,
    "moments": moments,
    "sentence": sentence,
    "show": show,
    "nothing": nothing,
    "find": find,
    "exact": exact,
    "filter": filter_alone,
}
