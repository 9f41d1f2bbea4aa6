"""Grammars of the phrases of a game: one for each template, with what may follow it.

What a slot gives is a part of the kind of its position. Inside lists a part of the kind `n3` is an
individual that form 3 names, with the parts of its slots, and `m4` says form 4 of the member before.
All modifiers of effects are read after the sentence of an event, so that those that an event cannot
have are refused as such.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping, Sequence

import pyparsing as pp

from ...kb.phrases import EXACTLY, NUMBER, OBJECT, PLAYER, SOME, TEMPLATE
from . import grammar_slots
from .grammar import Grammars
from .grammar_slots import NAME, choices
from .keywords import keywords, word_pattern
from .phrase_forms import Form, fixed_words
from .phrases import MEMBER, NOUN

_WORD = r"[^\s,、;(){}\"《》「」:.?!]"
_END = f"(?!{_WORD})"
_AND = r"\s*と"  # may end a word of a list in Japanese, where no blank does
_Slot = Callable[[str], pp.ParserElement]


def phrase_grammars(
    forms: Sequence[Form], nouns: Mapping[str, Sequence[Form]], categories: frozenset[str]
) -> Grammars:
    """The grammars of some forms by their names; those of loose names take unknown words as well.

    Args:
        forms: All forms of the game.
        nouns: Class → the forms that name its individuals.
        categories: Domains whose members are terms with labels.
    """
    by_use = {use: [f for f in forms if f.use == use] for use in ("option", "member")}

    def rule(form: Form, *, loose: bool) -> Callable[[Grammars], pp.ParserElement]:
        def build(g: Grammars) -> pp.ParserElement:
            made = _Builder(g, nouns, by_use["member"], categories, loose=loose)
            sentence = made.keyed(form)
            if form.use != "event":
                return sentence
            others = choices(g, keywords()["modifiers"])
            tail = pp.MatchFirst([*map(made.keyed, by_use["option"]), others])
            return sentence + pp.ZeroOrMore(pp.Optional(pp.Suppress(pp.Regex("[,、]"))) + tail)

        return build

    return Grammars({f.name(loose=l): rule(f, loose=l) for f in forms for l in (False, True)})


class _Builder:
    """Builds the grammars of forms, strict or loose."""

    def __init__(
        self,
        g: Grammars,
        nouns: Mapping[str, Sequence[Form]],
        members: Sequence[Form],
        categories: frozenset[str],
        *,
        loose: bool,
    ) -> None:
        self.g = g
        self.nouns = nouns
        self.members = members
        self.categories = categories
        self.loose = loose

    def keyed(self, form: Form) -> pp.ParserElement:
        """The parts of a form under its number."""
        return self.g.keyed(str(form.number), self._template(form, "", frozenset()))

    def _template(self, form: Form, outer: str, inside: frozenset[str]) -> pp.ParserElement:
        """The parts of a template.

        Args:
            outer: A pattern of what follows it.
            inside: Classes of the individuals in whose names it stands.
        """
        slots: dict[str, _Slot] = {}
        for position, kind in form.fillers.items():
            one = self._one(str(position), kind, inside, form if form.use == "noun" else None)
            member = self._member() if form.use == "fact" and kind == OBJECT else None
            slots |= self._arities(str(position), one, member, outer, self._named(kind, inside))
        return self.g.template(form.template, slots, fixed_words)

    def _arities(
        self,
        position: str,
        one: _Slot,
        member: pp.ParserElement | None,
        outer: str,
        nouns: Sequence[Form],
    ) -> dict[str, _Slot]:
        """A slot for one, for several and for exactly those that are listed."""
        g = self.g

        def single(after: str) -> pp.ParserElement:
            element = one(_ended(after or outer))
            return g.grouped(element, position) if nouns else element

        def several(after: str) -> pp.ParserElement:
            ends = _ended(after or outer)
            element = one(f"(?:{ends}|{_AND})" if ends else _AND)
            return g.listed(element if member is None else element + member, position)

        def exactly(after: str) -> pp.ParserElement:
            ends = _ended(after or outer) or r"\s*[.?!]?\s*\Z"
            none = g.table_words("parts", "none") + pp.FollowedBy(pp.Regex(ends, re.IGNORECASE))
            return g.grouped(none, position) | several(after)

        return {position: single, f"{position}{SOME}": several, f"{position}{EXACTLY}": exactly}

    def _named(self, kind: str, inside: frozenset[str]) -> Sequence[Form]:
        """The forms that name individuals of a class, but for names within themselves."""
        return () if kind in inside else self.nouns.get(kind, ())

    def _one(self, position: str, kind: str, inside: frozenset[str], noun: Form | None) -> _Slot:
        """What fills a place of a kind, in a name if that of a form, made from what follows it."""
        nouns = self._named(kind, inside)
        plain = self._plain(position, kind, noun)

        def element(after: str) -> pp.ParserElement:
            named = [
                self._keyed_noun(noun, self._template(noun, after, inside | {kind}))
                for noun in nouns
            ]
            return pp.MatchFirst([*named, *([plain(after)] if plain else [])])

        return element

    def _plain(self, position: str, kind: str, noun: Form | None) -> _Slot | None:
        """What fills a place of a kind by itself (see `kb.phrases.filler`)."""
        g = self.g
        if kind == OBJECT:
            return lambda _: g.regex(NAME, position, "name")
        if kind == PLAYER:
            return lambda after: g.regex(_player(after), position, "player")
        if kind == NUMBER:
            return lambda _: g.regex(grammar_slots.NUMBER, position, "number")
        if not kind:
            return lambda after: g.regex(
                f"{NAME}|{_beginning(noun, after) if noun else ''}{_bare(after)}",
                position,
                "name-or-word",
            )
        return (
            (lambda after: self._term(position, kind, after)) if kind in self.categories else None
        )

    def _term(self, position: str, kind: str, after: str) -> pp.ParserElement:
        g = self.g
        label = "zone" if kind in keywords()["categories"]["zones"] else "label"
        known = g.term(position, (kind,), label) | g.regex(NAME, position, label)
        if not self.loose:
            return known | _article() + known
        word = known | g.made(pp.Regex(_bare(after)), position, known=False)
        return _article() + word | word

    def _keyed_noun(self, form: Form, element: pp.ParserElement) -> pp.ParserElement:
        return self.g.keyed(f"{NOUN}{form.number}", element)

    def _member(self) -> pp.ParserElement:
        """What may follow a member of a list of objects."""
        g = self.g
        said = [
            g.keyed(f"{MEMBER}{form.number}", g.template(form.template, {}, fixed_words))
            for form in self.members
        ]
        return pp.ZeroOrMore(pp.MatchFirst(said)) if said else pp.Empty()


def _beginning(form: Form, after: str) -> str:
    """A look-ahead that keeps a word from being read where another individual is named.

    It is empty where a word begins the name, since any word then may. It looks no further than what
    ends the word.
    """
    first, *rest = TEMPLATE.finditer(form.template)
    if first["one"] or (first["text"] or "").strip():
        words = first["one"].split("|") if first["one"] else fixed_words(first["text"])[:1]
        return f"(?!{'|'.join(map(word_pattern, words))})"
    fixed = next((m for m in rest if m["one"] or (m["text"] or "").strip()), None)
    if first["slot"] is None or fixed is None or not form.fillers[int(first["slot"])]:
        return ""
    words = fixed["one"].split("|") if fixed["one"] else fixed_words(fixed["text"])[:1]
    ends = f"と|{after}" if after and re.match(after, "") is None else "と"
    return rf"(?!(?:(?!{ends}){_WORD})+?\s*(?:{'|'.join(map(word_pattern, words))}))"


def _player(after: str) -> str:
    """A player; before Japanese words no English word is taken for one."""
    latin = after.replace(_AND, "").replace(_END, "").isascii()
    return grammar_slots.PLAYER + ("" if latin else r"(?=\s*[^\x00-\x7f])")


def _bare(after: str) -> str:
    """A word without quotes; where no blank ends it, as in Japanese, what follows does."""
    return f"(?:{_WORD}+?(?={after})|{_WORD}+)" if after else f"{_WORD}+"


def _ended(after: str) -> str:
    """A pattern of what ends a word; where that may be missing, the word's own end does."""
    open_ = bool(after) and _END not in after and re.match(after, "") is not None
    return f"(?:{after}){_END}" if open_ else after


def _article() -> pp.ParserElement:
    words = keywords()["articles"]["words"]
    return pp.Suppress(pp.Regex("|".join(map(word_pattern, words)), re.IGNORECASE))
