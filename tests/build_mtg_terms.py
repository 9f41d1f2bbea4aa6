"""Writes `ontology/mtg/terms/*.ttl` from the dated lists and the Japanese labels in ../shared.

Run by hand (`python tests/build_mtg_terms.py`); the Turtle files are what is kept and reviewed.
"""

from __future__ import annotations

import datetime
import gzip
import json
import re
import sys
from pathlib import Path

import yaml

ROOT = Path(__file__).resolve().parents[1]
SHARED = ROOT.parent / "shared"
TERMS = ROOT / "ontology" / "mtg" / "terms"
BASE = "https://w3id.org/rulekeep/mtg/"

# list → (kind, prefix, rule, English label, Japanese label, card types that use it)
KINDS = {
    "artifact_types": ("artifact-type", "artifact", "205.3g", "artifact type", "アーティファクト・タイプ", ["Artifact"]),
    "battle_types": ("battle-type", "battle", "205.3q", "battle type", "バトル・タイプ", ["Battle"]),
    "creature_types": ("creature-type", "creature", "205.3m", "creature type", "クリーチャー・タイプ", ["Creature", "Kindred", "Tribal"]),
    "dungeon_types": ("dungeon-type", "dungeon", "205.3p", "dungeon type", "ダンジョン・タイプ", ["Dungeon"]),
    "enchantment_types": ("enchantment-type", "enchantment", "205.3h", "enchantment type", "エンチャント・タイプ", ["Enchantment"]),
    "land_types": ("land-type", "land", "205.3i", "land type", "土地タイプ", ["Land"]),
    "planar_types": ("planar-type", "planar", "205.3n", "planar type", "次元・タイプ", ["Plane"]),
    "planeswalker_types": ("planeswalker-type", "planeswalker", "205.3j", "planeswalker type", "プレインズウォーカー・タイプ", ["Planeswalker"]),
    "spell_types": ("spell-type", "spell", "205.3k", "spell type", "呪文・タイプ", ["Instant", "Sorcery"]),
}  # fmt: skip
BASIC_LAND_TYPES = {"Forest", "Island", "Mountain", "Plains", "Swamp"}
PERMANENT_TYPES = {"Artifact", "Battle", "Creature", "Enchantment", "Land", "Planeswalker"}
CARD_ORDER = [
    "Tribal", "Kindred", "Enchantment", "Artifact", "Land", "Creature", "Planeswalker", "Battle",
    "Instant", "Sorcery", "Conspiracy", "Dungeon", "Phenomenon", "Plane", "Scheme", "Vanguard",
]  # fmt: skip
SUPER_ORDER = ["Basic", "Legendary", "Ongoing", "Snow", "World"]
NO_SUBTYPES = {"Conspiracy", "Phenomenon", "Scheme", "Vanguard"}
# Plurals that `kb.lexicon.plural` does not form, and words that are their own plural.
PLURALS = {
    "Astartes": "Astartes", "Aurochs": "Aurochs", "Bison": "Bison", "C'tan": "C'tan", "Child": "Children",
    "Custodes": "Custodes", "Cyclops": "Cyclopes", "Dauthi": "Dauthi", "Djinn": "Djinn", "Drix": "Drix",
    "Dwarf": "Dwarves", "Eldrazi": "Eldrazi", "Elf": "Elves", "Elk": "Elk", "Equipment": "Equipment",
    "Fish": "Fish", "Fungus": "Fungi", "Gith": "Gith", "Hero": "Heroes", "Homunculus": "Homunculi",
    "Jellyfish": "Jellyfish", "Kavu": "Kavu", "Kirin": "Kirin", "Kithkin": "Kithkin", "Kor": "Kor",
    "Kree": "Kree", "Lammasu": "Lammasu", "Locus": "Loci", "Lhurgoyf": "Lhurgoyfs", "Merfolk": "Merfolk",
    "Metathran": "Metathran", "Moonfolk": "Moonfolk", "Mouse": "Mice", "Myr": "Myr", "Nephilim": "Nephilim",
    "Ninja": "Ninja", "Octopus": "Octopuses", "Ox": "Oxen", "Pegasus": "Pegasi", "Plains": "Plains",
    "Qu": "Qu", "Samurai": "Samurai", "Serf": "Serfs", "Sheep": "Sheep", "Shi'ar": "Shi'ar",
    "Soltari": "Soltari", "Squid": "Squid", "Starfish": "Starfish", "Surrakar": "Surrakar",
    "Thalakos": "Thalakos", "Treefolk": "Treefolk", "Urza's": "Urza's", "Vedalken": "Vedalken",
    "Viashino": "Viashino", "Werewolf": "Werewolves", "Wolf": "Wolves", "Zubera": "Zubera",
}  # fmt: skip
# The noun in a Japanese supertype that is printed with a particle.
ALT_JA = {"Legendary": "伝説"}


def iso(text: str, version: str) -> str:
    """A date such as 'July 8, 2017' as ISO, else the version's own date."""
    try:
        return datetime.datetime.strptime(text, "%B %d, %Y").date().isoformat()
    except ValueError:
        return f"{version[:4]}-{version[4:6]}-{version[6:]}"


def local_name(label: str) -> str:
    """The last part of a term's IRI."""
    return label.replace(" ", "_").replace("'", "").replace("’", "")


def japanese() -> dict[str, dict[str, str]]:
    """Rule number → English name → Japanese, from the pairs in the Japanese rules text."""
    text = (SHARED / "sources" / "cr205_ja.txt").read_text(encoding="utf-8")
    found: dict[str, dict[str, str]] = {}
    for number, line in re.findall(r"^• (205\.\d[a-z]?) (.*)$", text, re.MULTILINE):
        pairs = re.findall(r"「+([^「」／]+)／([A-Z][^」]*)」", line)
        found[number] = {en.strip(): ja.strip() for ja, en in pairs}
    return found


def periods(
    lists: dict, name: str, dates: list[tuple[str, str]]
) -> dict[str, tuple[str, str | None]]:
    """Term → (first date, first date without it or None)."""
    found: dict[str, tuple[str, str | None]] = {}
    for version, date in dates:
        now = {t[0].upper() + t[1:] for t in lists[version].get(name, [])}
        for term in now:
            found.setdefault(term, (date, None))
        for term, (start, end) in list(found.items()):
            if term not in now and end is None:
                found[term] = (start, date)
            elif term in now and end is not None:
                raise SystemExit(f"{term} came back on {date}: validity needs several periods")
    return found


def block(subject: str, lines: list[str]) -> str:
    return f"{subject} " + " ;\n    ".join(lines) + " ."


def labels(english: str, ja: str | None) -> str:
    both = f'skos:prefLabel "{english}"@en'
    return both + (f' , "{ja}"@ja' if ja else "")


def period(start: str, end: str | None) -> list[str]:
    lines = [f'rk:validFrom "{start}"^^xsd:date']
    return lines + ([f'rk:validTo "{end}"^^xsd:date'] if end else [])


def head(prefixes: dict[str, str], comment: str) -> str:
    common = {
        "rk": "https://w3id.org/rulekeep/core/", "mtg": BASE, "cr": f"{BASE}rule/",
        "owl": "http://www.w3.org/2002/07/owl#", "rdfs": "http://www.w3.org/2000/01/rdf-schema#",
        "skos": "http://www.w3.org/2004/02/skos/core#", "xsd": "http://www.w3.org/2001/XMLSchema#",
    }  # fmt: skip
    lines = [f"@prefix {p}: <{i}> ." for p, i in (common | prefixes).items()]
    return "\n".join(lines) + f"\n\n# {comment}\n\n"


def value_class(prop: str, subject: str) -> str:
    return f"owl:equivalentClass [ a owl:Restriction ; owl:onProperty mtg:{prop} ; owl:hasValue {subject} ]"


def main() -> None:
    packed = (SHARED / "knowledge" / "cr205_lists.json.gz").read_bytes()
    data = json.loads(gzip.decompress(packed))
    diff = yaml.safe_load((SHARED / "knowledge" / "cr205_diff.yaml").read_text(encoding="utf-8"))
    lists = data["lists"]
    dates = [(v, iso(data["effective"].get(v, ""), v)) for v in sorted(lists)]
    ja = japanese()
    renames = {(r["list"], r["from"].capitalize()): r["to"] for r in diff["renames"] if r["to"]}
    TERMS.mkdir(parents=True, exist_ok=True)
    written = {}

    out = [head({}, "Card types (205.2a), with the kinds of subtype that each uses.")]
    card = periods(lists, "card_types", dates)
    for name in sorted(card):
        classes = ["mtg:CardType", "skos:Concept", "owl:Class"]
        classes += ["mtg:InstantOrSorcery"] if name in ("Instant", "Sorcery") else []
        classes += ["mtg:PermanentType"] if name in PERMANENT_TYPES else []
        lines = [f"a {' , '.join(classes)}", labels(name, ja["205.2a"].get(name))]
        uses = [f"mtg:{k[0]}" for k in KINDS.values() if name in k[5]]
        lines += [f"mtg:usesKind {' , '.join(uses)}"] if uses else []
        lines += [
            f"rk:displayOrder {CARD_ORDER.index(name) + 1}",
            "rk:listedIn cr:205.2a",
            *period(*card[name]),
        ]
        new = renames.get(("card_types", name))
        lines += [f"rk:renamedTo mtg:{new.capitalize()}"] if new else []
        if name in NO_SUBTYPES:
            lines.append("owl:disjointWith mtg:HasSubtype")
        lines.append(value_class("hasCardType", f"mtg:{name}"))
        out.append(block(f"mtg:{name}", lines))
    written["card-types"] = out

    out = [head({}, "Supertypes (205.4a).")]
    for name, span in sorted(periods(lists, "supertypes", dates).items()):
        known = ja["205.4a"].get(name)
        lines = ["a mtg:Supertype , skos:Concept , owl:Class", labels(name, known)]
        lines += (
            [f'skos:altLabel "{ALT_JA[name]}"@ja'] if ALT_JA.get(name) not in (None, known) else []
        )
        lines += [
            f"rk:displayOrder {SUPER_ORDER.index(name) + 1}",
            "rk:listedIn cr:205.4a",
            *period(*span),
        ]
        lines.append(value_class("hasSupertype", f"mtg:{name}"))
        out.append(block(f"mtg:{name}", lines))
    written["supertypes"] = out

    out = [
        head(
            {},
            "Kinds of subtype: the sets that 205.3g-q list. A kind is also the class of objects that have one of its subtypes.",
        )
    ]
    for kind, _, rule, en, jp, users in sorted(KINDS.values()):
        known = [u for u in users if u != "Tribal"]
        union = (
            f"[ a owl:Class ; owl:unionOf ( {' '.join('mtg:' + u for u in known)} ) ]"
            if len(known) > 1
            else f"mtg:{known[0]}"
        )
        lines = [
            "a mtg:SubtypeKind , skos:ConceptScheme , owl:Class", labels(en, jp), f"rk:listedIn cr:{rule}",
            f"rdfs:subClassOf mtg:HasSubtype , {union}",
        ]  # fmt: skip
        lines += ["rk:wholeText true"] if kind == "planar-type" else []
        out.append(block(f"mtg:{kind}", lines))
    written["kinds"] = out

    for name, (kind, prefix, rule, en, _, _) in KINDS.items():
        spans = periods(lists, name, dates)
        out = [head({prefix: f"{BASE}{kind}/"}, f"{en[0].upper()}{en[1:]}s ({rule}), one a block.")]
        for term in sorted(spans):
            subject = f"{prefix}:{local_name(term)}"
            classes = "mtg:Subtype , skos:Concept , owl:Class"
            classes += (
                " , mtg:BasicLandType" if kind == "land-type" and term in BASIC_LAND_TYPES else ""
            )
            lines = [
                f"a {classes}",
                labels(term, ja[rule].get(term)),
                f"mtg:inKind mtg:{kind}",
                f"skos:inScheme mtg:{kind}",
            ]
            lines += [f'rk:plural "{PLURALS[term]}"@en'] if term in PLURALS else []
            lines += period(*spans[term])
            new = renames.get((name, term))
            lines += [f"rk:renamedTo {prefix}:{local_name(new)}"] if new else []
            lines += [f"rdfs:subClassOf mtg:{kind}", value_class("hasSubtype", subject)]
            out.append(block(subject, lines))
        written[name.replace("_", "-")] = out
    for name, blocks in written.items():
        (TERMS / f"{name}.ttl").write_text(
            blocks[0] + "\n".join(blocks[1:]) + "\n", encoding="utf-8"
        )
        print(f"{name}.ttl: {len(blocks) - 1} terms", file=sys.stderr)


if __name__ == "__main__":
    main()
