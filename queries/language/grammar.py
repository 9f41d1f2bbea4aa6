"""Grammars of the statements, one small pyparsing grammar each, built from `keywords.toml` when needed.

A grammar turns the text after a keyword into `Part` values, in order, and judges nothing. On a
failure the furthest position is reported with everything that was expected there.
"""

from __future__ import annotations

import itertools
import re
import threading
from collections.abc import Callable, Iterable, Mapping
from typing import Any

import pyparsing as pp

from ...kb.diagnostics import Diagnostic, DiagnosticError
from ...kb.lexicon import Lexicon
from ...kb.phrases import TEMPLATE
from .grammar_parts import Part
from .keywords import keywords, word_pattern

_STOPS = r"\s,、;(){}\"《》「」"


class _TermToken(pp.Token):
    """The longest label of the lexicon in use, of some categories or of any."""

    def __init__(self, owner: Grammars, categories: tuple[str, ...] = ()) -> None:
        super().__init__()
        self.owner = owner
        self.categories = categories

    def _generateDefaultName(self) -> str:
        return "term"

    def parseImpl(self, instring: str, loc: int, do_actions: bool = True) -> tuple[int, Any]:
        assert self.owner.lexicon is not None
        end, terms = self.owner.lexicon.longest(instring, loc, self.categories or None)
        if not terms:
            raise pp.ParseException(instring, loc, "", self)
        return end, instring[loc:end]


class Grammars:
    """Grammars that are built one by one on first use; one parse at a time.

    Args:
        rules: Name of a grammar → what builds it; by default those of `grammar_rules`.
    """

    def __init__(
        self, rules: Mapping[str, Callable[[Grammars], pp.ParserElement]] | None = None
    ) -> None:
        self.lexicon: Lexicon | None = None
        self._rules = rules
        self._lock = threading.RLock()
        self._built: dict[str, pp.ParserElement] = {}
        self._furthest = -1
        self._expected: dict[str, None] = {}

    def parse(self, name: str, text: str, start: int, lexicon: Lexicon) -> list[Part]:
        """The parts of a text from `start` on.

        Args:
            name: Name of a grammar.

        Raises:
            DiagnosticError: `syntax` at the furthest position reached, or `too-deep`.
        """
        return self.first((name,), text, start, lexicon)

    def first(self, names: Iterable[str], text: str, start: int, lexicon: Lexicon) -> list[Part]:
        """The parts that the first of several grammars reads that can read a text from `start` on.

        Raises:
            DiagnosticError: As in `parse`; the furthest position is that of all grammars.
        """
        with self._lock:
            self.lexicon = lexicon
            self._furthest, self._expected = -1, {}
            at = 0
            for name in names:
                try:
                    found = self._grammar(name).parse_string(text[start:], parse_all=True)
                except pp.ParseBaseException as fault:
                    at = max(self._furthest, 0 if self._expected else fault.loc)
                except RecursionError:
                    fault_ = Diagnostic("too-deep", start, len(text), {"input": text[start:][:20]})
                    raise DiagnosticError([fault_]) from None
                else:
                    return [_moved(part, start) for part in found]
            raise DiagnosticError([_syntax(text, start + at, tuple(self._expected))])

    def _grammar(self, name: str) -> pp.ParserElement:
        if name not in self._built:
            if self._rules is None:
                from .grammar_rules import RULES

                self._rules = RULES
            self._built[name] = (self._rules[name](self) + self.end()).parse_with_tabs()
        return self._built[name]

    # --- terminals --------------------------------------------------------------------------------

    def label(self, element: pp.ParserElement, name: str) -> pp.ParserElement:
        """The terminal, which reports itself as `name` where it is expected and missing."""

        def note(_text: str, loc: int, _element: object, _error: object) -> None:
            if loc > self._furthest:
                self._furthest, self._expected = loc, {}
            if loc == self._furthest:
                self._expected[name] = None

        return element.set_name(name).set_fail_action(note)

    def made(self, element: pp.ParserElement, kind: str, known: bool = True) -> pp.ParserElement:
        """The element with its text as a `Part`, quotes and outer blanks removed."""

        def action(_text: str, loc: int, tokens: pp.ParseResults) -> Part:
            raw = str(tokens[0])
            value, end = raw.rstrip(), loc + len(raw.rstrip())
            if len(value) > 1 and value[0] in '"《「' and value[-1] in '"》」':
                return Part(kind, value[1:-1], loc, end, known)
            return Part(kind, value, loc, end, known)

        return element.add_parse_action(action)

    def regex(self, pattern: str, kind: str, label: str | None = None) -> pp.ParserElement:
        """A labelled regular expression as a `Part`."""
        element = pp.Regex(pattern, re.DOTALL | re.IGNORECASE)
        return self.made(self.label(element, label or kind), kind)

    def words(self, *forms: str) -> pp.ParserElement:
        """One of some fixed words, suppressed."""
        longest = sorted(forms, key=len, reverse=True)
        pattern = "|".join(word_pattern(form) for form in longest)
        element = self.label(pp.Regex(pattern, re.IGNORECASE), f"`{forms[0].split()[0]}`")
        return pp.Suppress(element)

    def table_words(self, table: str, key: str) -> pp.ParserElement:
        """The words of one entry of a table of fixed words."""
        return self.words(*keywords()[table][key])

    def end(self) -> pp.ParserElement:
        """The end of the statement, with a full stop or question mark at most."""
        stop = pp.Optional(pp.Suppress(pp.Regex(r"[.?!]")))
        return stop + self.label(pp.StringEnd(), "end")

    def comma(self) -> pp.ParserElement:
        """A comma of either language."""
        return pp.Suppress(self.label(pp.Regex(r"[,、]"), "`,`"))

    def term(
        self, kind: str, categories: tuple[str, ...] = (), label: str | None = None
    ) -> pp.ParserElement:
        """A known label as a `Part`."""
        return self.made(self.label(_TermToken(self, categories), label or kind), kind)

    def listed(self, element: pp.ParserElement, kind: str) -> pp.ParserElement:
        """Several of something, with commas or `and` between, as one `Part` with a tuple."""
        both = pp.Suppress(pp.Regex(r"[,、]\s*(?:and(?!\w))?|and(?!\w)|と", re.IGNORECASE))
        return self.grouped(element + pp.ZeroOrMore(both + element), kind)

    def grouped(self, element: pp.ParserElement, kind: str) -> pp.ParserElement:
        """The parts of an element as one `Part`."""

        def action(_text: str, loc: int, tokens: pp.ParseResults) -> Part:
            parts = tuple(tokens)
            start = parts[0].start if parts else loc
            return Part(kind, parts, start, parts[-1].end if parts else loc)

        return pp.And([element]).add_parse_action(action)

    # --- templates --------------------------------------------------------------------------------

    def template(
        self,
        form: str,
        slots: Mapping[str, Callable[[str], pp.ParserElement]],
        split: Callable[[str], Iterable[str]] = lambda text: (text,),
    ) -> pp.ParserElement:
        """The grammar of a template.

        Args:
            slots: Slot name → its grammar, made from a pattern of what follows it, up to a slot.
            split: Cuts fixed words into what is read, and reported, piece by piece.
        """
        items = list(TEMPLATE.finditer(form))
        elements = []
        for number, item in enumerate(items):
            if item["slot"]:
                until = itertools.takewhile(lambda i: not i["slot"], items[number + 1 :])
                following = "".join(map(_pattern, until))
                elements.append(slots[item["slot"] + item["list"]](following))
            elif item["maybe"] is not None:
                pattern = "|".join(map(word_pattern, item["maybe"].split("|")))
                elements.append(pp.Optional(pp.Suppress(pp.Regex(pattern, re.IGNORECASE))))
            elif item["one"] is not None:
                elements.append(self.words(*item["one"].split("|")))
            elif item["text"].strip():
                elements += map(self.words, split(item["text"].strip()))
        return pp.And(elements)

    def keyed(self, key: str, element: pp.ParserElement) -> pp.ParserElement:
        """The parts of an element as one `Part` of kind "key" under a key."""

        def action(text: str, loc: int, tokens: pp.ParseResults) -> Part:
            *parts, end = tokens
            while loc < len(text) and text[loc].isspace():
                loc += 1
            return Part(key, tuple(parts), loc, end)

        end = pp.Empty().leave_whitespace().add_parse_action(lambda _text, loc, _tokens: loc)
        return pp.And([element, end]).add_parse_action(action)


def _pattern(item: re.Match[str]) -> str:
    """A regular expression of what an item of a template matches that is no slot."""
    if item["maybe"] is not None:
        return r"\s*(?:" + "|".join(map(word_pattern, item["maybe"].split("|"))) + ")?"
    if item["one"] is not None:
        return r"\s*(?:" + "|".join(map(word_pattern, item["one"].split("|"))) + ")"
    return r"\s*" + word_pattern(item["text"].strip()) if item["text"].strip() else ""


def _moved(part: Part, by: int) -> Part:
    value = part.value
    if isinstance(value, tuple):
        value = tuple(_moved(p, by) if isinstance(p, Part) else p for p in value)
    return part._replace(value=value, start=part.start + by, end=part.end + by)


def _syntax(text: str, at: int, expected: tuple[str, ...]) -> Diagnostic:
    """The fault at a position, with what was expected there in both languages."""
    while at < len(text) and text[at].isspace():
        at += 1
    match = re.match(rf'"[^"]*"|《[^》]*》|「[^」]*」|[^{_STOPS}]+|\S', text[at:])
    word = match[0] if match else ""
    said = {lang: _said(_in_language(expected, lang), lang) for lang in ("en", "ja")}
    params: dict[str, object] = {"input": word[:40], "expected": said}
    message = None if word else "syntax-end"
    return Diagnostic("syntax", at, at + max(len(word), 1), params, message=message)


def _in_language(expected: tuple[str, ...], lang: str) -> tuple[str, ...]:
    """What was expected but for fixed words of the other language, if anything is left."""
    latin = lang == "en"
    fitting = [
        e for e in expected if not e.startswith("`") or e.isascii() == latin or not e[1].isalpha()
    ]
    return tuple(fitting) or expected


def _said(expected: tuple[str, ...], lang: str) -> str:
    table = keywords()["expected"]
    names = [table[e][lang] if e in table else e for e in expected]
    names = list(dict.fromkeys(names))[:8]
    return {"en": " or ", "ja": "、または"}[lang].join(
        filter(None, [_comma(lang).join(names[:-1]), *names[-1:]])
    )


def _comma(lang: str) -> str:
    return {"en": ", ", "ja": "、"}[lang]


GRAMMARS = Grammars()
