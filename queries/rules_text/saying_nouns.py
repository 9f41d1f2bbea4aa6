"""Objects in words: noun phrases for what an effect affects or may affect."""

from __future__ import annotations

from ...kb.lexicon import plural
from ..facts.filters import Simple, alternatives
from ..syntax import ControlledBy, Filter, HasTerm, InZone, IsA, Named, Objects, Other
from .saying_types import CATEGORIES, Types, Unsayable, is_kanji
from .stand_ins import is_stand_in

_SHORT = 8


class Nouns(Types):
    """Says objects in one language."""

    def objects(self, subject: Filter, *, every: bool = True) -> str:
        """The objects that a filter takes, as noun phrases.

        Args:
            subject: The filter.
            every: They are all such objects; else what is demanded of one.

        Raises:
            Unsayable: The sentences cannot say what is demanded of them.
        """
        found = alternatives(subject)
        if isinstance(subject, Objects):
            return self._several(
                [self.table["copied-name"].format(n) for n in subject.names], every
            )
        bare = [self._bare(parts) for parts in found]
        heads = [terms for terms in bare if terms is not None]
        if len(found) > 1 and len(heads) == len(found):
            lead = str(self.table["all"]) if every else ""
            return lead + self._several([self.head(terms, many=every) for terms in heads], every)
        return self._several([_Phrase(self, list(parts), every).said() for parts in found], every)

    def _several(self, phrases: list[str], every: bool) -> str:
        if not every:
            return str(self.table["or"].join(phrases))
        far = self.table.get("and-far")
        if far and any(len(p) > len(self.table["all"]) + _SHORT for p in phrases):
            return str(far.join(phrases))
        return self.enumerated(phrases)

    def _bare(self, parts: tuple[Simple, ...]) -> list[str] | None:
        """The nouns of an alternative that demands nothing else; `None` if it does."""
        terms = [_noun(f) for f, negated in parts if not negated]
        nouns = [t for t in terms if t is not None and not is_stand_in(t)]
        return self.placed(nouns) if len(nouns) == len(parts) == 1 else None

    def placed(self, nouns: list[str]) -> list[str]:
        """Nouns in the order in which they stand: adjectives first, classes of objects last."""
        types = [t for t in nouns if self.lexicon[t].category in CATEGORIES]
        cards = [t for t in types if self.lexicon[t].category == "CardType"]
        cards.sort(key=lambda t: self.lexicon[t].display_order)
        types = [t for t in types if t not in cards]
        return [*self.in_order([*types, *cards]), *(t for t in nouns if t not in (*types, *cards))]

    def head(self, terms: list[str], *, many: bool) -> str:
        """The nouns of a phrase; without any the word for any object."""
        bare = not terms or self.lexicon[terms[-1]].category == "Supertype"
        if self.lang == "ja":
            said = self._nouns_ja(terms) if terms else ""
            bare = bare or self.leans(terms[-1])
            return said + (self.table["object"] if bare else "")
        words = [self.label(t) for t in terms]
        if bare:
            return " ".join([*words, self.table["object" if many else "one-object"]])
        return " ".join([*words[:-1], self.several(terms[-1]) if many else words[-1]])

    def _nouns_ja(self, terms: list[str]) -> str:
        """Japanese nouns; kanji for a subtype before kanji for a card type are a relative clause."""
        said = self.joined(terms, [self.label(t) for t in terms])
        cards = [t for t in terms if self.lexicon[t].category == "CardType"]
        subtypes = [t for t in terms if self.lexicon[t].category == "Subtype"]
        dotted = f"{self.table['between']}{self.label(cards[0])}" if cards else ""
        ends = [t[-1:] for t in (subtypes, cards)] if len(cards) == 1 and dotted in said else []
        if ends and all(t and is_kanji(self.label(t[0])) for t in ends):
            clause = self.table["relative"] + self.label(cards[0])
            return said.replace(dotted, clause, 1)
        return said


class _Phrase:
    """One noun phrase: what stands around the nouns, adjectives and nouns."""

    def __init__(self, nouns: Nouns, parts: list[Simple], every: bool) -> None:
        self.nouns = nouns
        self.table = nouns.table
        self.every = every
        self.other = any(isinstance(f, Other) and not n for f, n in parts)
        if any(isinstance(f, Other) and n for f, n in parts):
            raise Unsayable("not other", "filter")
        named = [(_noun(f), n) for f, n in parts]
        unlike = [t for t, n in named if t is not None and n]
        self.without = [t for t in unlike if not is_stand_in(t)]
        self.not_chosen = [t for t in unlike if is_stand_in(t)]
        positive = [t for t, n in named if t is not None and not n]
        self.chosen = [t for t in positive if is_stand_in(t)]
        self.heads = nouns.placed([t for t in positive if not is_stand_in(t)])
        self.around = [(f, n) for f, n in parts if isinstance(f, ControlledBy | InZone)]
        self.named = [(f, n) for f, n in parts if isinstance(f, Named | Objects)]

    def said(self) -> str:
        """The phrase."""
        around = [*self._places(), *(self._name(f, n) for f, n in self.named)]
        key = "of-several" if self.nouns.two_choices else "of-chosen"
        chosen = [self.nouns.chosen(key, t) for t in self.chosen]
        not_chosen = [self.nouns.chosen(key, t) for t in self.not_chosen]
        chosen += [
            self.table["not-chosen"].format(words.removesuffix(self.table.get("of", " ")))
            for words in not_chosen
        ]
        lead = str(self.table["all"]) if self.every else ""
        other = str(self.table["other"]) if self.other else ""
        if self.other and self.nouns.but_itself:
            around.append(str(self.table["but-itself"]))
            other = ""
        head = self.nouns.head(self.heads, many=self.every)
        if self.nouns.lang == "ja":
            without = self._without_ja()
            pause = self.table["comma"]
            places = pause.join(around) + (pause if around and (chosen or without) else "")
            apart = pause if self.not_chosen and without else ""
            return "".join([places, *chosen, apart, without, other, lead, head])
        adjectives = self.table["comma"].join(self._non(t) for t in self.without)
        words = [lead.strip(), other.strip(), adjectives, head, *around, *chosen]
        return " ".join(filter(None, words))

    def _non(self, term: str) -> str:
        """ "nonland", but "non-Elf" before a capital letter."""
        word = self.nouns.label(term)
        return str(self.table["non" if word[:1].islower() else "non-name"].format(word))

    def _without_ja(self) -> str:
        leaning = next(filter(self.nouns.leans, self.without), None)
        if leaning is not None:  # without its particle it would name another type
            raise Unsayable(self.nouns.label(leaning), "filter")
        words = [self.nouns.label(t).removesuffix(self.table["of"]) for t in self.without]
        if len(words) < 2:
            return "".join(self.table["non"].format(word) for word in words)
        listed = "".join(self.table["neither"].format(word) for word in words)
        return str(listed + self.table["nor"])

    def _places(self) -> list[str]:
        """Who controls them and where they are; of a place of each player: whose it is."""
        zones = [(f, n) for f, n in self.around if isinstance(f, InZone)]
        players = [(f, n) for f, n in self.around if isinstance(f, ControlledBy)]
        mine = ControlledBy("you"), False
        if (
            mine in players
            and len(zones) == 1
            and not zones[0][1]
            and self._of_players(zones[0][0])
        ):
            players.remove(mine)
            place = self.table["your-place"].format(self.nouns.label(zones[0][0].zone))
            return [*(self._controlled(f, n) for f, n in players), str(place)]
        return [
            *(self._controlled(f, n) for f, n in players),
            *(self._in(f, negated=n) for f, n in zones),
        ]

    def _of_players(self, part: InZone) -> bool:
        """Whether each player has such a zone: no words of its own say where it is."""
        return not self.nouns.lexicon[part.zone].located

    def _controlled(self, part: ControlledBy, negated: bool) -> str:
        key = {"you": "yours", "opponent": "theirs"}.get(part.player)
        key = f"not-{key}" if negated else key
        if key not in self.table:
            raise Unsayable(part.player, "filter")
        return str(self.table[key])

    def _in(self, part: InZone, *, negated: bool) -> str:
        zone = self.nouns.lexicon[part.zone]
        word = self.nouns.label(part.zone)
        if self.nouns.lang == "en":
            located = dict(zone.located).get("en")
            word = located or self.table["in"].format(plural(word))
        return str(self.table["not-place" if negated else "place"].format(word))

    def _name(self, part: Named | Objects, negated: bool) -> str:
        if not isinstance(part, Named) or negated or "named" not in self.table:
            words = part.name if isinstance(part, Named) else ", ".join(part.names)
            raise Unsayable(words, "filter")
        return str(self.table["named"].format(part.name))


def _noun(part: Filter) -> str | None:
    """The id of the type or class that a simple filter demands."""
    if isinstance(part, HasTerm):
        return part.terms[0]
    return part.predicate if isinstance(part, IsA) else None
