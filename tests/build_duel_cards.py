"""Writes `ontology/duelmasters/cards.ttl` from the facts about castles in ../shared.

Run by hand (`python tests/build_duel_cards.py`); the Turtle file is what is kept and reviewed. Facts
only: which flags a card has comes from the list, what the flags leave open from the tables here.
"""

from __future__ import annotations

import re
import sys

import yaml
from build_duel_terms import BASE, ROOT, SHARED, block, labels

OUT = ROOT / "ontology" / "duelmasters" / "cards.ttl"
LIST = "github Ether1013/DuelMastersCardSearchTaiwan, type column of the card list, 2026-08-22"

# Flag → predicate; of a number the flag's value is the second argument.
FLAGS = {
    "break_limit": "limitsBreaks", "break_redirect": "redirectsBreaks", "bounce": "returnsToHand",
    "cost_reduction": "costReduction", "destroy": "destroys", "discard": "discards", "draw": "draws",
    "free_put": "putsForFree", "g_castle": "hasGCastle", "grants_S_trigger": "grantsSTrigger",
    "grants_blocker": "grantsBlocker", "grants_speed_attacker": "grantsSpeedAttacker",
    "hyper_mode": "releasesHyperMode", "name_family": "concernsName", "on_fortify": "actsOnFortify",
    "on_leave": "actsOnLeave", "on_placed": "actsOnPlaced", "play_from_mana": "playsFromMana",
    "power_attacker": "powerAttacker", "power_mod": "powerBonus", "power_mod_opp": "opponentPower",
    "race_family": "concernsRace", "replace_leave_to_graveyard": "leavesToGraveyard",
    "replacement_enter": "replacesEntering", "shield_plus": "addsCardsToShield", "static": "hasStaticAbility",
    "substitute_break": "substitutesBreak", "triggered_end_of_turn": "triggersAtEndOfTurn",
    "triggered_first_attack": "triggersOnFirstAttack", "triggered_on_attack": "triggersOnAttack",
    "triggered_on_destroy": "triggersOnDestruction", "triggered_on_discard": "triggersOnDiscard",
    "triggered_on_draw": "triggersOnDraw", "triggered_on_enter": "triggersOnEnter",
    "triggered_on_unblocked": "triggersOnUnblocked", "triggered_start_of_turn": "triggersAtStartOfTurn",
    "unbreakable_fortified": "fortifiedUnbreakable", "unknown": "unconfirmed",
}  # fmt: skip
IMPLIED = {"multicolour"}  # said by the civilizations
RACES = {
    "アーマード": "Armored", "サイバーロード": "CyberLord", "ゴッド": "God", "ハンター": "Hunter",
    "スペシャルズ": "Specials", "裁きの紋章": "EmblemOfJudgment",
}  # fmt: skip
# What the flags do not say, by name: what castles do, and what the cards around them do.
MORE: dict[str, dict[str, object]] = {
    "CRYMAX ジャオウガ": {"keepsInShieldZone": 3},
    "CanCam": {"hasNextBreaker": True},
    "El Levain, Lord of Spirits": {"supportsCastles": True, "countsCastles": True},
    "T2・オガプー": {"supportsCastles": True},
    "ハッスル・キャッスル": {"drawsOnEnter": True},
    "パンドラ城 デス・ファントム": {"cost": 5, "hasCivilization": "Water"},
    "フォーチュン・スロット": {"supportsCastles": True},
    "ボルメテウス・ホワイト・ドラゴン": {"burnsShields": True},
    "ルナ・ミステリーマンション": {"supportsCastles": True, "choosesCastle": True},
    "冥界の手": {"shufflesShields": True},
    "堕天ノ黒帝 絶十": {"choosesFaceUpCards": 3},
    "夢の変形 デュエランド": {"actsWithoutPaying": True},
    "完璧城 シルヴァー・グローリー": {"winsAllBattles": True},
    "幽玄武士オラシオン": {"supportsCastles": True, "countsCastles": True},
    "新月の脈城オリジナル・ハート": {"concernsRace": "ゴッド", "concernsName": "神帝"},
    "極幻空 ザハ・エルハ": {"keepsShields": True},
    "死神城 XENOM": {"powerBonus": 2000},
    "海底鬼面城": {"drawsAtStartOfTurn": True, "concernsRace": "サイバーロード"},
    "無敵城 シルヴァー・グローリー": {"winsAllBattles": True},
    "無限超竜ボルザード": {"supportsCastles": True, "choosesCastle": True},
    "煌龍 サッヴァーク": {"putsCardsFaceUp": True},
    "白騎士の光器ナターリア": {"grantsSTrigger": True, "concernsName": "白騎士"},
    "白騎士城ピラー・オブ・フェザー": {"powerBonus": 3000},
    "紫電城 バルザーク": {"doublesBreaks": True},
    "聖板龍 ジークシュトルツ": {"ignoresFaceUpShields": True},
    "邪脳の魔法陣": {"actsWithoutPaying": True},
    "閻魔大王": {"clearsFaceUpCards": True},
    "黒月の古城 オリジナル・ハート": {"concernsRace": "ゴッド"},
}
# Cards that statements name and the list lacks.
OTHERS = [
    {"name_ja": "クイーン・アマテラス", "type": "クリーチャー", "civ": "Water", "cost": 8, "facts": {"actsWithoutPaying": True}, "source": LIST},
    {"name_ja": "正義ノ裁キ", "type": "呪文", "civ": "Light", "cost": 2, "facts": {"hasRace": "裁きの紋章", "hasStaticAbility": True}, "source": LIST},
    {"name_ja": "神聖で新生な霊樹", "type": "呪文", "civ": "Light/Nature", "cost": 6, "facts": {"putsCardsFaceUp": True}, "source": LIST},
    {"name_ja": "裁キノ聖堂 レ・リョーカク", "type": "呪文", "facts": {"hasRace": "裁きの紋章", "hasStaticAbility": True}, "source": "the castle page"},
    {"name_ja": "極幻空 ザハ・エルハ付き", "type": "GRクリーチャー", "facts": {"keepsShields": True}},
]  # fmt: skip
# Cards whose type the list does not give, or gives otherwise than the type column of the card list.
TYPES = {"パンドラ城 デス・ファントム": ("城", LIST), "閻魔大王": ("クリーチャー", LIST)}
REMARKS = {
    "パンドラ城 デス・ファントム": (
        "that this card is a castle is not confirmed; one card list gives its type, civilization and cost, no card text was found",
        "このカードが城であることは未確認です。タイプ・文明・コストはあるカードリストによるもので、テキストは見つかっていません",
    ),
    "極幻空 ザハ・エルハ付き": (
        "stands for a creature that this Aura is attached to; it is no card of its own",
        "このオーラが付いたクリーチャーを表すもので、独立したカードではありません",
    ),
}
PREFIXES = {
    "rk": "https://w3id.org/rulekeep/core/", "duel": BASE, "card": f"{BASE}card/",
    "dcterms": "http://purl.org/dc/terms/", "rdfs": "http://www.w3.org/2000/01/rdf-schema#",
    "skos": "http://www.w3.org/2004/02/skos/core#",
}  # fmt: skip
COMMENT = """# Castles, and the cards around them that statements and cases name, as facts (see vocabulary-cards.ttl):
# a class or property of the game that a card has holds of every object that is the card. Names that are
# known in Japanese only stay Japanese. dcterms:source says where the facts of a card come from."""


def subject_of(name: str) -> str:
    """The IRI of a card, with its prefix."""
    return "card:" + re.sub(r"[^\w・-]", "", name.replace(" ", "_"))


def fact_lines(facts: dict[str, object]) -> tuple[list[str], list[str]]:
    """Classes and properties of some facts."""
    classes, properties = [], []
    for predicate, value in sorted(facts.items()):
        if value is True:
            classes.append(f"duel:{predicate}")
            continue
        values = value if isinstance(value, list) else [value]
        shown = [
            f"duel:{RACES[str(v)]}" if predicate in ("concernsRace", "hasRace")
            else f"duel:{v}" if predicate == "hasCivilization"
            else str(v) if isinstance(v, int) else f'"{v}"'
            for v in values
        ]  # fmt: skip
        properties.append(f"duel:{predicate} {' , '.join(shown)}")
    return classes, properties


def card(entry: dict, facts: dict[str, object]) -> str:
    """The block of one card."""
    name = entry.get("name_ja") or entry["name_en"]
    facts |= MORE.get(name, {})
    classes, properties = fact_lines(facts)
    printed = (entry.get("card_type") or entry["type"]).rstrip("?")
    sources = entry.get("sources") or [s for s in [entry.get("source")] if s]
    if name in TYPES:
        printed, source = TYPES[name]
        sources = [*sources, source]
    lines = [
        f"a {' , '.join(['rk:Card', *classes])}",
        labels(entry.get("name_en"), entry.get("name_ja")),
    ]
    lines += [f'rk:typeLine "{printed}"', *properties]
    if name in REMARKS:
        en, ja = REMARKS[name]
        lines += [f'rdfs:comment "{en}"@en ,\n        "{ja}"@ja']
    if sources:
        quoted = " ,\n        ".join(f'"{s.strip()}"' for s in sources)
        lines += [f"dcterms:source {quoted}"]
    if entry.get("official_page"):
        lines += [f"rdfs:seeAlso <{entry['official_page']}>"]
    if entry.get("confidence"):
        lines += [f'rk:confidence "{entry["confidence"].partition(":")[0]}"']
    return block(subject_of(name), lines)


def castle_facts(entry: dict) -> dict[str, object]:
    """Facts of a castle of the list."""
    unknown = set(entry["flags"]) - set(FLAGS) - IMPLIED
    if unknown:
        raise SystemExit(f"flags without a predicate: {unknown}")
    facts: dict[str, object] = {FLAGS[f]: v for f, v in entry["flags"].items() if f in FLAGS}
    facts["firstSet"] = entry["first_set"].partition(" (")[0]
    facts["cost"] = entry["cost"]
    facts["hasCivilization"] = entry["civilization"]
    facts["hasRace"] = entry["race"]
    return {p: v for p, v in facts.items() if v is not None}


def other_facts(entry: dict) -> dict[str, object]:
    """Facts of another card."""
    facts = dict(entry.get("facts", {}))
    civilizations = [c for c in entry.get("civ", "").split("/") if c and c != "Colourless"]
    if civilizations:
        facts["hasCivilization"] = civilizations
    if entry.get("cost") is not None:
        facts["cost"] = entry["cost"]
    if entry.get("set"):
        facts["firstSet"] = entry["set"].partition(" ")[0].rstrip("?")
    return facts


def main() -> None:
    data = yaml.safe_load((SHARED / "knowledge" / "castle_cards.yaml").read_text(encoding="utf-8"))
    castles = sorted(card(c, castle_facts(c)) for c in data["castles"])
    around = sorted(card(c, other_facts(c)) for c in [*data["related_cards"], *OTHERS])
    head = "\n".join(f"@prefix {p}: <{i}> ." for p, i in PREFIXES.items())
    parts = [head, COMMENT, "# --- castles", *castles, "# --- cards around castles", *around]
    OUT.write_text("\n\n".join(parts) + "\n", encoding="utf-8")
    print(f"{len(castles)} castles, {len(around)} other cards", file=sys.stderr)


if __name__ == "__main__":
    main()
