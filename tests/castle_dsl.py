"""Turns castle cases of the shared format into text of the query language, with the same table.

Only what the table has sentences for is written; a case with anything else says so.
"""

from __future__ import annotations

from typing import Any

from .case_dsl import SAID, WORDS, Asked, CaseText

CASTLE = WORDS["castle"]


def card(name: str) -> str:
    """A card's name in its quotes."""
    return f"《{name}》"


def _cards(names: list[str]) -> str:
    return ", ".join(map(card, names)) or str(CASTLE["expect"]["nothing"])


def castle_text(case: dict[str, Any]) -> CaseText | None:
    """The scenario of a castle case; `None` if its outcome is told in prose alone.

    Raises:
        KeyError: The table has no sentence for an event or an expected value.
    """
    expect = case.get("expect")
    if not expect:
        return None
    scenario, said, out = case["scenario"], CASTLE["statements"], CaseText()
    title = f"{case['id']} {case.get('question', '')}".replace('"', "'")
    out.lines.append(SAID["scenario"].format(title=title))
    world = str(scenario.get("world"))
    out.lines.append(said["game"].format(game=CASTLE["worlds"].get(world, world)))
    turn = scenario.get("turn_player", "A")
    out.lines.append(said["turn"].format(p=turn))
    for player, has in sorted((scenario.get("players") or {}).items()):
        out.lines += _board(player, has)
    for event in scenario.get("events") or []:
        out.lines.append(_event(event, turn))
    _expected(expect, out)
    return out


def _board(player: str, has: dict[str, Any]) -> list[str]:
    said, lines = CASTLE["statements"], []
    for key, value in has.items():
        if key == "shields":
            for shield in value:
                place = {"pos": shield["pos"], "p": player}
                lines.append(said["shield"].format(cards=_cards(shield.get("cards", [])), **place))
                lines += [
                    said["castle"].format(card=card(c), **place) for c in shield.get("castles", [])
                ]
        elif key == "mana":
            lines.append(said["mana"].format(p=player, n=value))
        else:
            lines += [CASTLE["places"][key].format(card=card(c), p=player) for c in value]
    return lines


def _event(event: dict[str, Any], turn: str) -> str:
    slots = {"turn": turn}
    for key, value in event.items():
        if key == "card":
            slots[key] = card(str(value))
        elif isinstance(value, list):
            slots[key] = ", ".join(map(str, value))
        else:
            slots[key] = str(CASTLE["words"].get(str(value), value))
    return str(CASTLE["events"][event["type"]]).format(**slots)


def _expected(expect: dict[str, Any], out: CaseText) -> None:
    said = CASTLE["expect"]
    for key, value in expect.items():
        name, _, player = key.partition("_")
        if key == "reason" or (key == "legal" and value):
            continue
        if key == "legal":
            reason = CASTLE["reasons"][expect["reason"]]
            out.ask(said["refused"].format(reason=reason), Asked("case", key, reason))
        elif key == "log":
            for text in value:
                out.ask(said["log"].format(text=card(text)), Asked("case", key, text))
        else:
            cards = _cards(value) if isinstance(value, list) else ""
            line = said[name].format(p=player, value=value, cards=cards)
            out.ask(line, Asked(player, name, cards or str(value)))
