"""Writes `ontology/duelmasters/terms/*.ttl` from the lists of types in ../shared.

Run by hand (`python tests/build_duel_terms.py`); the Turtle files are what is kept and reviewed.
"""

from __future__ import annotations

import re
import sys
from pathlib import Path

import yaml

ROOT = Path(__file__).resolve().parents[1]
SHARED = ROOT.parent / "shared"
TERMS = ROOT / "ontology" / "duelmasters" / "terms"
BASE = "https://w3id.org/rulekeep/duelmasters/"

# Supertypes in the order in which a type line shows them; those that no list has, with the rule or the
# data that show them. Where only Japanese is known, only Japanese is kept.
ORDER = [
    "禁断", "最終禁断", "零龍", "オレガ", "キング", "Mono", "D2", "T2", "DG", "DM", "WD", "無月",
    "ヒストリック", "ルナティック", "ドラゴニック", "フェアリー", "幸せの", "G", "NEO", "G-NEO", "S-MAX進化",
    "スター進化", "進化", "サイキック", "サイキック・スーパー", "エグザイル", "ドラグハート", "ドラグハート・スーパー", "GR",
    "ドリーム", "デュエルメイト", "デュエルメイト・スーパー",
]  # fmt: skip
PRINTED_ONLY = {
    "DG": "DG", "DM": "DM", "T2": "T2", "ドラゴニック": "Dragonic", "ヒストリック": "Historic",
    "フェアリー": "Fairy", "ルナティック": "Lunatic", "幸せの": "Happy",
    "ドラグハート・スーパー": "DragheartSuper", "デュエルメイト・スーパー": "DuelMateSuper",
}  # fmt: skip
APPLIES = {"ドラグハート・スーパー": ["クリーチャー"], "デュエルメイト・スーパー": ["クリーチャー"]}
LISTED = {"デュエルメイト・スーパー": "821"}
# Supertype → the one that it also counts as, with the rule.
INCLUDES = {
    "最終禁断": "禁断", "スター進化": "進化", "S-MAX進化": "進化", "G-NEO": "NEO", "サイキック・スーパー": "サイキック",
    "ドラグハート・スーパー": "ドラグハート", "デュエルメイト・スーパー": "デュエルメイト",
}  # fmt: skip
ENGLISH = {"G": "G"}
ALT = {"禁断": ["禁断の"], "零龍": ["零龍の"], "幸せの": ["幸せ"]}
JOINT = {"鼓動": "の", "儀": "の"}
# How data bases note the kind of evolution after the line; it is no part of what is printed there.
EVOLUTIONS = {
    "進化V": "EvolutionV", "進化GV": "EvolutionGV", "究極進化": "UltimateEvolution", "究極進化MAX": "UltimateEvolutionMax",
    "超無限進化": "SuperInfiniteEvolution", "デッキ進化": "DeckEvolution", "手札進化": "HandEvolution",
    "手札進化V": "HandEvolutionV", "墓地進化": "GraveyardEvolution", "墓地進化V": "GraveyardEvolutionV",
    "墓地進化GV": "GraveyardEvolutionGV", "マナ進化": "ManaEvolution", "マナ進化V": "ManaEvolutionV",
    "マナ進化GV": "ManaEvolutionGV",
}  # fmt: skip
# Zone → labels, other words, public (400.2a) or private (400.2b). No Japanese name of the abyss zone is known here.
ZONES = {
    "AbyssZone": ("abyss zone", None, ["abyss"], [], "Public"),
    "BattleZone": ("battle zone", "バトルゾーン", [], ["バトル・ゾーン"], "Public"),
    "Deck": ("deck", "山札", ["library"], ["デッキ"], "Private"),
    "Graveyard": ("graveyard", "墓地", [], [], "Public"),
    "Hand": ("hand", "手札", [], [], "Private"),
    "HyperspatialZone": ("hyperspatial zone", "超次元ゾーン", ["hyperspatial"], [], "Public"),
    "ManaZone": ("mana zone", "マナゾーン", [], ["マナ・ゾーン"], "Public"),
    "ShieldZone": ("shield zone", "シールドゾーン", [], ["シールド・ゾーン"], "Private"),
    "UltraGRZone": ("ultra GR zone", "超GRゾーン", ["ultra GR"], [], "Private"),
}
CIVILIZATIONS = {"Darkness": "闇", "Fire": "火", "Light": "光", "Nature": "自然", "Water": "水"}
# Races that the castles and the cards around them name; no English name of the last one is known here.
RACES = {
    "Armored": ("Armored", "アーマード"), "CyberLord": ("Cyber Lord", "サイバーロード"),
    "EmblemOfJudgment": ("Emblem of Judgment", "裁きの紋章"), "God": ("God", "ゴッド"), "Hunter": ("Hunter", "ハンター"),
    "Specials": (None, "スペシャルズ"),
}  # fmt: skip
LIVES_IN = {
    "battle zone": "BattleZone", "shield zone": "ShieldZone", "mana zone": "ManaZone",
    "hyperspatial zone": "HyperspatialZone",
}  # fmt: skip


def local_name(label: str) -> str:
    """The last part of a term's IRI."""
    return re.sub(r"[^A-Za-z0-9-]", "", label.title() if label.islower() else label)


def block(subject: str, lines: list[str]) -> str:
    return f"{subject} " + " ;\n    ".join(lines) + " ."


def labels(english: str | None, japanese: str | None, prop: str = "prefLabel") -> str:
    both = [f'"{t}"@{lang}' for t, lang in ((english, "en"), (japanese, "ja")) if t]
    return f"skos:{prop} {' , '.join(both)}"


def others(english: list[str], japanese: list[str]) -> list[str]:
    both = [f'"{t}"@en' for t in english] + [f'"{t}"@ja' for t in japanese]
    return [f"skos:altLabel {' , '.join(both)}"] if both else []


def value_class(prop: str, subject: str) -> str:
    return f"owl:equivalentClass [ a owl:Restriction ; owl:onProperty duel:{prop} ; owl:hasValue {subject} ]"


def head(comment: str) -> str:
    prefixes = {
        "rk": "https://w3id.org/rulekeep/core/", "duel": BASE, "dr": f"{BASE}rule/",
        "dcterms": "http://purl.org/dc/terms/", "owl": "http://www.w3.org/2002/07/owl#",
        "skos": "http://www.w3.org/2004/02/skos/core#",
    }  # fmt: skip
    lines = [f"@prefix {p}: <{i}> ." for p, i in prefixes.items()]
    return "\n".join(lines) + f"\n\n# {comment}\n\n"


def card_types(types: list[dict]) -> list[str]:
    out = []
    # A card that is both is printed タマシード/クリーチャー.
    types = sorted(types, key=lambda t: t["ja"] != "タマシード")
    for order, entry in enumerate(types, 1):
        name = local_name(entry["en"])
        classes = ["duel:CardType", "skos:Concept", "owl:Class"]
        classes += ["duel:ElementType"] if entry["element"] else []
        classes += ["duel:StandsAlone"] if entry["stands_alone_in_battle_zone"] else []
        lines = [f"a {' , '.join(classes)}", labels(entry["en"], entry["ja"])]
        zone = LIVES_IN.get(entry["lives_in"])
        lines += [f"duel:livesIn duel:{zone}"] if zone else []
        lines += [f"rk:displayOrder {order}"]
        lines += [f'rk:joint "{JOINT[entry["ja"]]}"'] if entry["ja"] in JOINT else []
        lines += ["rk:listedIn dr:204.2"]
        own = entry["rule_no"]
        lines += [f"rk:ruledBy dr:{own}"] if own != "204.2" else []
        lines += [value_class("hasCardType", f"duel:{name}")]
        out.append(block(f"duel:{name}", lines))
    return sorted(out)


def supertypes(listed: list[dict], names: dict[str, str]) -> list[str]:
    known = {s["ja"]: s for s in listed}
    ids = {ja: local_name(s["en"]) for ja, s in known.items()} | {"G": "G"} | PRINTED_ONLY
    out = []
    for order, ja in enumerate(ORDER, 1):
        entry = known.get(ja, {})
        english = ENGLISH.get(ja) or entry.get("en") or (ja if ja.isascii() else None)
        lines = ["a duel:Supertype , skos:Concept , owl:Class", labels(english, ja)]
        lines += others(["Galaxy"] if ja == "G" else [], ALT.get(ja, []))
        applies = entry.get("applies_to") or APPLIES.get(ja) or ["フィールド"]
        lines += [f"duel:goesWith {' , '.join(f'duel:{names[a]}' for a in applies)}"]
        if ja in INCLUDES:
            lines += [f"duel:includesSupertype duel:{ids[INCLUDES[ja]]}"]
        lines += [f"rk:displayOrder {order}"]
        number = LISTED.get(ja) or entry.get("rule_no", "wiki").partition(" ")[0]
        if number == "wiki":
            source = entry.get("source", "printed type lines of public card lists").split(" ")[0]
            lines += [f'dcterms:source "{source if entry else "printed type lines"}"']
        else:
            lines += [f"rk:listedIn dr:{number}"]
        lines += [value_class("hasSupertype", f"duel:{ids[ja]}")]
        out.append(block(f"duel:{ids[ja]}", lines))
    missing = set(known) - set(ORDER)
    if missing:
        raise SystemExit(f"supertypes without a place: {missing}")
    return sorted(out)


def zones() -> list[str]:
    out = []
    for name, (en, ja, more_en, more_ja, access) in ZONES.items():
        lines = [f"a rk:Zone , duel:{access}Zone", labels(en, ja), *others(more_en, more_ja)]
        lines += ['rk:role "default-zone"'] if name == "BattleZone" else []
        lines += ["rk:listedIn dr:400.1"]
        out.append(block(f"duel:{name}", lines))
    return out


def evolutions() -> list[str]:
    return [
        block(
            f"duel:{name}",
            ["a duel:EvolutionKind", labels(None, f"({ja})"), "rk:displayOrder -1"],
        )
        for ja, name in sorted(EVOLUTIONS.items(), key=lambda item: item[1])
    ]


def civilizations() -> list[str]:
    return [
        block(f"duel:{en}", ["a duel:Civilization", labels(en, ja)])
        for en, ja in CIVILIZATIONS.items()
    ]


def races() -> list[str]:
    return [block(f"duel:{n}", ["a duel:Race", labels(*words)]) for n, words in RACES.items()]


def main() -> None:
    text = (SHARED / "knowledge" / "dm_card_types.yaml").read_text(encoding="utf-8")
    data = yaml.safe_load(text)
    names = {t["ja"]: local_name(t["en"]) for t in data["card_types"]}
    written = {
        "card-types": ("Card types (204.2): whether each is an element, and where its cards lie.", card_types(data["card_types"])),
        "supertypes": ("Supertypes (204.3), and those that only printed type lines show.", supertypes(data["supertypes"], names)),
        "civilizations": ("Civilizations.", civilizations()),
        "races": ("Races that castles and the cards around them name (203.1).", races()),
        "zones": ("Zones (400.1).", zones()),
        "evolution-kinds": ("Kinds of evolution, as card lists note them in brackets after the type line; they are no types.", evolutions()),
    }  # fmt: skip
    TERMS.mkdir(parents=True, exist_ok=True)
    for name, (comment, blocks) in written.items():
        path = TERMS / f"{name}.ttl"
        path.write_text(head(comment) + "\n".join(blocks) + "\n", encoding="utf-8")
        print(f"{name}.ttl: {len(blocks)} terms", file=sys.stderr)


if __name__ == "__main__":
    main()
