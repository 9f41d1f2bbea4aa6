"""Turns castle cases of the shared format into text of the query language, with the same table.

Only what the table has sentences for is written; a case with anything else says so. What the format
leaves out is left out on purpose: a break without `use` uses no S-Trigger, one without `sub` makes
no substitution.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from typing import Any

from .case_dsl import SAID, WORDS, Asked, CaseText

CASTLE = WORDS["castle"]
SENTENCES: dict[str, str] = CASTLE["statements"]
EXPECTED: dict[str, str] = CASTLE["expect"]
KINDS: dict[str, str] = CASTLE["kinds"]


def castle_text(case: dict[str, Any]) -> CaseText | None:
    """The scenario of a castle case; `None` if its outcome is told in prose alone.

    Raises:
        KeyError: The table has no sentence for an event or an expected value.
    """
    expect = case.get("expect")
    if not expect:
        return None
    board, out = _Board(case["scenario"]), CaseText()
    title = f"{case['id']} {case.get('question', '')}".replace('"', "'")
    out.lines.append(SAID["scenario"].format(title=title))
    world = str(board.scenario.get("world"))
    out.lines.append(SENTENCES["game"].format(game=CASTLE["worlds"].get(world, world)))
    events = board.scenario.get("events") or []
    if any(event.get("rule26") == "strict" for event in events):
        out.lines.append(SENTENCES["strict"])
    out.lines += [SENTENCES["turn"].format(p=board.turn), *board.lines()]
    out.lines += [line for event in events for line in board.event(event)]
    for line, asked in board.expected(expect):
        out.ask(line, asked)
    if "error" not in expect:
        out.lines += board.force()
    return out


class _Board:
    """The cards of a case, and its events and expectations in the words of the table.

    Args:
        scenario: The `scenario` of the case.
    """

    def __init__(self, scenario: dict[str, Any]) -> None:
        self.scenario = scenario
        self.turn = str(scenario.get("turn_player", "A"))
        self.other = "B" if self.turn == "A" else "A"
        self.players: dict[str, dict[str, Any]] = scenario.get("players") or {}
        self.known: dict[str, None] = {}  # the cards that are declared, in order

    # --- the board ------------------------------------------------------------------------------

    def lines(self) -> Iterator[str]:
        """The sentences that declare what is there at the start."""
        for player, has in sorted(self.players.items()):
            for shield in has.get("shields") or []:
                yield from self._shield(player, shield)
            for key, zone in CASTLE["zones"].items():
                for name in has.get(key) or []:
                    yield from self._card(name, player, zone)
            if "mana" in has:
                yield SENTENCES["mana"].format(p=player, n=has["mana"])
        for event in self.scenario.get("events") or []:
            for name in _named(event):
                if name not in self.known:
                    zone = CASTLE["words"].get(str(event.get("frm", "hand")), event.get("frm"))
                    yield from self._card(name, str(event.get("p", self.turn)), zone or "hand")

    def _shield(self, player: str, shield: dict[str, Any]) -> Iterator[str]:
        cards, castles = shield.get("cards") or [], shield.get("castles") or []
        up = set(shield.get("face_up") or ())
        for name in (*cards, *castles):
            if name not in self.known:
                yield from self._card(name, player, None)
        place = {"pos": shield["pos"], "p": player}
        members = (self.named(c) + (SENTENCES["face_up"] if c in up else "") for c in cards)
        yield SENTENCES["shield"].format(cards=", ".join(members), **place)
        for castle in castles:
            yield SENTENCES["castle"].format(card=self.named(castle), **place)

    def _card(self, name: str, player: str, zone: str | None) -> Iterator[str]:
        """The declaration of a card: by the kind of its made-up name, or as the real card."""
        kinds: dict[str, str] = CASTLE["made_up"]
        kind = next(
            (k for k in sorted(kinds, reverse=True) if re.fullmatch(f"{k}[0-9]+", name)), ""
        )
        template = CASTLE["plain"] if re.fullmatch(CASTLE["plain_name"], name) else kinds[kind]
        self.known[name] = None
        where = SENTENCES["zone"].format(zone=zone) if zone else ""
        yield template.format(name=name, card=name.split("#")[0], zone=where, p=player)

    def named(self, name: str) -> str:
        """A card's name in quotes."""
        return f'"{name}"'

    def list_of(self, names: Iterable[str]) -> str:
        """Names in quotes; a name without its number stands for one of the copies each."""
        told: list[str] = []
        for name in names:
            copies = [k for k in self.known if k.split("#")[0] == name and k not in told]
            told.append(copies[0] if copies else name)
        return ", ".join(map(self.named, told)) or EXPECTED["nothing"]

    # --- events ---------------------------------------------------------------------------------

    def event(self, event: dict[str, Any]) -> Iterator[str]:
        """The sentence of an event; none for a mere question."""
        made = getattr(self, f"_{event['type']}", None)
        if made is None:
            yield CASTLE["events"][event["type"]].format(**self._slots(event))
        else:
            yield from made(event)

    def _slots(self, event: dict[str, Any]) -> dict[str, str]:
        slots = {"turn": self.turn, "p": self.turn}
        for key, value in event.items():
            if key in ("card", "cards", "picks", "keep", "use"):
                slots[key] = self.list_of(value if isinstance(value, list) else [value])
            elif isinstance(value, list):
                slots[key] = ", ".join(map(str, value))
            else:
                slots[key] = str(CASTLE["words"].get(str(value), value))
        return slots

    def _query(self, _: dict[str, Any]) -> Iterator[str]:
        yield from ()

    def _execute(self, event: dict[str, Any]) -> Iterator[str]:
        slots, options = self._slots(event), CASTLE["options"]
        line = CASTLE["events"]["execute"].format(**slots)
        line += "".join(options[k].format(**slots) for k in ("frm", "free", "pos") if event.get(k))
        yield line

    def _break(self, event: dict[str, Any]) -> Iterator[str]:
        slots, options = self._slots(event), CASTLE["options"]
        breaker = event.get("breaker_owner") or ("B" if event["p"] == "A" else "A")
        line = CASTLE["events"]["break"].format(**{**slots, "by": breaker})
        line += options["use" if event.get("use") else "no_use"].format(**slots)
        sub = event.get("sub")
        line += options["sub"].format(p=event["p"], **sub) if sub else options["no_sub"]
        if event.get("mod"):
            line += options[event["mod"]]
        yield line

    def _shuffle(self, event: dict[str, Any]) -> Iterator[str]:
        """Deals the cards of the shields, one pool in the order of the shields, by their numbers."""
        player = event["p"]
        shields = self.players[player].get("shields") or []
        pool = [card for shield in shields for card in shield.get("cards") or []]
        dealt = iter([pool[index] for index in event["order"]])
        line = CASTLE["events"]["shuffle"].format(p=player)
        for shield in shields:
            cards = self.list_of(next(dealt) for _ in shield.get("cards") or [])
            line += CASTLE["options"]["dealt"].format(cards=cards, pos=shield["pos"], p=player)
        yield line

    def _choose(self, event: dict[str, Any]) -> Iterator[str]:
        slots = self._slots({"p": self.turn, **event})
        slots["okind"] = KINDS[str(event.get("okind", "FaceUpCardInShieldZone"))]
        line = CASTLE["events"]["choose"].format(**slots)
        yield line + (CASTLE["options"]["limit"].format(**slots) if "limit" in event else "")

    def force(self) -> Iterator[str]:
        """Questions whether the castles and what lies face up have force at the start."""
        for has in self.players.values():
            for shield in has.get("shields") or []:
                for name in (*(shield.get("castles") or ()), *(shield.get("face_up") or ())):
                    yield EXPECTED["force"].format(card=self.list_of([name]))

    # --- expectations ---------------------------------------------------------------------------

    def expected(self, expect: dict[str, Any]) -> Iterator[tuple[str, Asked]]:
        """The sentences that ask what is expected, with what each is about."""
        for key, value in expect.items():
            name, _, player = key.partition("_")
            asked = getattr(self, f"_expected_{name}", None)
            if asked is not None:
                for line in asked(value, player or self.turn, expect):
                    yield line, Asked("case", key, str(value))
            elif key != "reason":
                cards = self.list_of(value) if isinstance(value, list) else ""
                line = EXPECTED[name].format(p=player, value=value, cards=cards)
                yield line, Asked(player, name, cards or str(value))

    def _expected_legal(self, legal: bool, _: str, expect: dict[str, Any]) -> Iterator[str]:
        reason = expect.get("reason")
        if not legal and reason:
            yield EXPECTED["refused"].format(reason=CASTLE["reasons"][reason])
        else:
            yield EXPECTED["legal" if legal else "illegal"]
        for event in self.scenario.get("events") or [] if legal else ():
            if event["type"] == "execute":
                yield EXPECTED["executed"].format(card=self.list_of([event["card"]]))

    def _expected_error(self, code: str, _: str, __: dict[str, Any]) -> Iterator[str]:
        """An error of the text, or a refusal of what it asks for."""
        yield CASTLE["errors"][code]

    def _expected_fortified(self, by: dict[str, Any], player: str, _: Any) -> Iterator[str]:
        for shield in self.players.get(player, {}).get("shields") or []:
            cards = self.list_of(by.get(shield["pos"], ()))
            yield EXPECTED["fortified"].format(cards=cards, pos=shield["pos"], p=player)

    def _expected_at(self, by: dict[str, Any], player: str, _: Any) -> Iterator[str]:
        for pos, cards in by.items():
            yield EXPECTED["at"].format(cards=self.list_of(cards), pos=pos, p=player)

    def _expected_sizes(self, by: dict[str, int], player: str, _: Any) -> Iterator[str]:
        for pos, value in by.items():
            yield EXPECTED["sizes"].format(value=value, pos=pos, p=player)

    def _expected_count(self, by: dict[str, int], player: str, _: Any) -> Iterator[str]:
        for kind, value in by.items():
            yield EXPECTED["count"].format(value=value, kind=KINDS[kind], p=player)

    def _expected_active(self, by: dict[str, bool], _: str, __: Any) -> Iterator[str]:
        for name, value in by.items():
            card = self.list_of([name])
            yield EXPECTED["active" if value else "inactive"].format(card=card)

    def _expected_events(self, values: list[str], _: str, __: Any) -> Iterator[str]:
        """What the events noted, of one of the shields or of a card; of nothing, if none is named."""
        notes: dict[str, str] = CASTLE["notes"]
        for value in values:
            word, _, name = value.partition(" ")
            yield notes[word].format(card=self.list_of([name]) if name else "")
        if not values:
            for note in CASTLE["outcomes"]:
                yield EXPECTED["no_note"].format(note=notes[note].removeprefix("then "))

    def _expected_log(self, values: list[str], _: str, __: Any) -> Iterator[str]:
        """Who moved which card, an effect or a state-based action; the latter moved no other."""
        moved = [value.partition(" ")[::2] for value in values]
        for cause, name in moved:
            yield EXPECTED["log"].format(cause=cause, card=self.list_of([name]))
        for name in self.known:
            if (EXPECTED["by_itself"], name.split("#")[0]) not in moved:
                yield EXPECTED["no_log"].format(card=self.list_of([name]))


def _named(event: dict[str, Any]) -> Iterator[str]:
    """The cards that an event names."""
    for key in ("card", "cards", "picks", "keep", "use"):
        value = event.get(key) or []
        yield from value if isinstance(value, list) else [value]
