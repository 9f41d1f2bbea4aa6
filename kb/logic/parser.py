"""Reads rules and declarations from text with pyparsing; every fault of a text is reported.

A world text has one item a line, an indented line continues the one before, `#` starts a comment:

    rigid heavierThan(Walker, Plank)
    fluent at(Walker, Plank) functional
    continuous f from base
    choice jump(Walker, Plank) most one per 1
    name: premise ^ premise -> conclusion
    drop name
"""

from __future__ import annotations

import functools
import threading
from dataclasses import replace

import pyparsing as pp

from ..diagnostics import Diagnostic, DiagnosticError
from ..values import value
from .syntax import (
    KINDS,
    NOW,
    Aggregate,
    Atom,
    Comparison,
    Compound,
    Declaration,
    Head,
    Literal,
    Moment,
    Place,
    Premise,
    Rule,
    Sum,
    Value,
    Var,
    WorldText,
)

_LOCK = threading.Lock()
_MAX_DEPTH = 24


@functools.cache
def _grammar() -> tuple[pp.ParserElement, pp.ParserElement]:
    """The grammars of a whole rule and of a body alone."""
    word = pp.Regex(r"[^\W\d][\w-]*(?:/[\w'.-]+)*")
    name = word.copy().set_name("a name")
    var = pp.Regex(r"\?([^\W\d]\w*)").set_name("a variable")
    var.add_parse_action(lambda t: Var(t[0][1:]))
    number = pp.Regex(r"-?\d{1,9}(?!\d)").set_name("a number").add_parse_action(lambda t: int(t[0]))
    string = pp.QuotedString('"').set_name("a quoted name")
    for opening, closing in ("《》", "「」", "｢｣"):
        string = string | pp.QuotedString(opening, end_quote_char=closing)
    date = pp.Regex(r"\d{4}-\d{2}-\d{2}(?!\d)").set_name("a date")
    expression = pp.Forward()
    body = pp.Forward()

    args = pp.Suppress("(") + pp.Optional(pp.DelimitedList(expression)) + pp.Suppress(")")
    compound = name + args
    compound = compound.copy().add_parse_action(lambda t: Compound(t[0], tuple(t[1:])))
    aggregate = (
        pp.one_of("count sum", as_keyword=True)
        + pp.Suppress("(")
        + pp.Group(pp.DelimitedList(expression))
        + pp.Suppress(":")
        + pp.Group(body)
        + pp.Suppress(")")
    ).add_parse_action(lambda t: Aggregate(t[0], tuple(t[1]), tuple(t[2])))
    constant = name.copy().add_parse_action(lambda t: t[0])
    operand = var | date | number | aggregate | compound | string | constant
    operator = pp.one_of("+ - *")
    expression <<= (operand + pp.ZeroOrMore(operator + operand)).add_parse_action(_fold_sum)
    expression.set_name("a value")

    atom = (name + args).add_parse_action(lambda t: Atom(t[0], tuple(t[1:]))).set_name("an atom")
    kw = pp.Keyword
    moment = (
        pp.Optional(kw("initial"), default=None)
        + pp.Optional(pp.Suppress(kw("after")) + operand, default=None)
        + pp.Optional(pp.Suppress(kw("would")) + operand, default=None)
        + pp.Optional(kw("next"), default=None)
        + pp.Optional(kw("starts") | kw("ends"), default=None)
    )
    literal = (pp.Optional(kw("not"), default=None) + moment + atom).add_parse_action(_literal)
    comparison = (expression + pp.one_of("= != < <= > >=") + expression).add_parse_action(
        lambda t: Comparison(t[1], t[0], t[2])
    )
    # A literal is tried first: an atom followed by an operator is a comparison of a compound.
    literal_only = literal + ~pp.FollowedBy(pp.one_of("= != < <= > >="))
    premise = literal_only | comparison
    premise.set_name("a premise")
    body <<= premise + pp.ZeroOrMore(pp.Suppress("^") + premise)
    mode = pp.Optional(kw("starts") | kw("ends") | kw("may") | kw("not"), default="")
    stray = pp.Optional(
        kw("next") | kw("initial") | (kw("after") + operand) | (kw("would") + operand)
    )
    head = (pp.Group(stray) + mode + (comparison | atom)).add_parse_action(_head)
    heads = head + pp.ZeroOrMore(pp.Suppress("^") + head)
    rule = pp.Group(body) + pp.Suppress("->") + pp.Group(heads)
    return rule.parse_with_tabs(), body.parse_with_tabs()


def _fold_sum(tokens: pp.ParseResults) -> Value:
    value: Value = tokens[0]
    for op, right in zip(tokens[1::2], tokens[2::2], strict=True):
        value = Sum(op, value, right)
    return value


def _literal(tokens: pp.ParseResults) -> Literal:
    negated, initial, after, would, next_, change, atom = tokens
    moment = Moment(initial is not None, next_ is not None, after, would, change)
    return Literal(atom, NOW if moment == NOW else moment, negated is not None)


@value
class _BadHead:
    code: str
    text: str


def _head(tokens: pp.ParseResults) -> Head | _BadHead:
    stray, mode, atom = tokens
    if len(stray):
        return _BadHead("moment-in-head", str(stray[0]))
    if isinstance(atom, Comparison):
        return _BadHead("comparison-in-head", str(atom))
    return Head(atom, mode)


def _too_deep(text: str) -> bool:
    depth = deepest = 0
    for char in text:
        depth += (char == "(") - (char == ")")
        deepest = max(deepest, depth)
    return deepest > _MAX_DEPTH


def _parse(element: pp.ParserElement, text: str) -> pp.ParseResults:
    if _too_deep(text):
        raise DiagnosticError([Diagnostic("too-deep", 0, len(text), {"limit": _MAX_DEPTH})])
    try:
        with _LOCK:
            return element.parse_string(text, parse_all=True)
    except pp.ParseBaseException as fault:
        rest = text[fault.loc :].strip()
        params = {"input": rest.split("^")[0].strip()[:40] or "end"}
        raise DiagnosticError(
            [Diagnostic("syntax", fault.loc, len(text), params, message="atom-syntax")]
        ) from None


def parse_body(text: str) -> tuple[Premise, ...]:
    """Premises joined by `^`.

    Raises:
        DiagnosticError: With code `syntax` or `too-deep`.
    """
    return tuple(_parse(_grammar()[1], text))


def parse_rule(name: str, text: str, place: Place | None = None) -> Rule:
    """A rule from the text after its name.

    Raises:
        DiagnosticError: With code `syntax`, `moment-in-head`, `comparison-in-head`, `mixed-heads`.
    """
    body, heads = _parse(_grammar()[0], text)
    bad = next((h for h in heads if isinstance(h, _BadHead)), None)
    if bad:
        raise DiagnosticError([Diagnostic(bad.code, 0, len(text), {"input": bad.text})])
    if len({h.mode == "not" for h in heads}) > 1:
        raise DiagnosticError([Diagnostic("mixed-heads", 0, len(text), {"input": text[:60]})])
    return Rule(name, tuple(body), tuple(heads), place or Place())


def _declaration(kind: str, rest: str, place: Place) -> Declaration:
    grammar = (
        pp.Regex(r"[^\W\d]\w*")("name")
        + pp.Suppress("(")
        + pp.Group(pp.Optional(pp.DelimitedList(pp.Regex(r"[^\W\d][\w-]*"))))("domains")
        + pp.Suppress(")")
        + pp.Optional(pp.Keyword("functional"))("functional")
        + pp.Optional(
            pp.Suppress(pp.Keyword("one"))
            + pp.Suppress("per")
            + pp.Group(pp.DelimitedList(pp.Word(pp.nums)))
        )("one")
        + pp.Optional(
            pp.Suppress(pp.Keyword("most") + "one" + "per")
            + pp.Group(pp.DelimitedList(pp.Word(pp.nums)))
        )("most")
    )
    found = _parse(grammar, rest)
    positions = {
        key: tuple(int(n) - 1 for n in found[key][0]) if key in found else None
        for key in ("one", "most")
    }
    return Declaration(
        found["name"],
        kind,
        tuple(found["domains"]),
        functional="functional" in found,
        one_per=positions["one"],
        most_one_per=positions["most"],
        place=place,
    )


def _items(text: str) -> list[tuple[int, str]]:
    """Lines with their continuation lines, comments removed: (line number, text)."""
    items: list[tuple[int, str]] = []
    for number, line in enumerate(text.splitlines(), 1):
        bare = line.split("#", 1)[0].rstrip()
        if not bare.strip():
            continue
        if bare[0].isspace() and items:
            items[-1] = (items[-1][0], items[-1][1] + " " + bare.strip())
        else:
            items.append((number, bare.strip()))
    return items


def parse_world(text: str, file: str = "") -> WorldText:
    """Declarations and rules of a text.

    Raises:
        DiagnosticError: With every fault of the text; params hold `rule` and `place`.
    """
    declarations: list[Declaration] = []
    rules: list[Rule] = []
    drops: list[str] = []
    bases: dict[str, str] = {}
    faults: list[Diagnostic] = []
    for number, item in _items(text):
        place = Place(file, number)
        first, _, rest = item.partition(" ")
        name, colon, logic = item.partition(":")
        try:
            if first in KINDS:
                declarations.append(_declaration(first, rest, place))
            elif first == "continuous":
                fluent, _, base = rest.partition(" from ")
                bases[fluent.strip()] = base.strip()
            elif first == "drop":
                drops.append(rest.strip())
            elif colon and " " not in name.strip():
                rules.append(parse_rule(name.strip(), logic.strip(), place))
            else:
                raise DiagnosticError(
                    [
                        Diagnostic(
                            "syntax", 0, len(item), {"input": item[:40]}, message="atom-syntax"
                        )
                    ]
                )
        except DiagnosticError as error:
            rule = name.strip() if colon else first
            faults += [
                Diagnostic(
                    d.code, d.start, d.end, {**d.params, "rule": rule, "place": str(place)}, d.hint
                )
                for d in error.diagnostics
            ]
    if faults:
        raise DiagnosticError(faults)
    declared = [replace(d, base=bases.get(d.name)) for d in declarations]
    return WorldText(tuple(declared), tuple(rules), tuple(drops))
