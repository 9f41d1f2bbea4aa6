"""A handful of terms, enough for the tests of the query language's front end."""

from __future__ import annotations

from rulekeep.kb.lexicon import Lexicon, Term

NEWEST = "2026-08-07"


def _term(
    id_: str, category: str, en: str, ja: str, kind: str | None = None, **more: object
) -> Term:
    return Term(id_, category, kind, {"en": (en,), "ja": (ja,)}, **more)  # type: ignore[arg-type]


_CARD_TYPES = {
    "Artifact": "アーティファクト",
    "Creature": "クリーチャー",
    "Enchantment": "エンチャント",
    "Kindred": "同族",
    "Land": "土地",
}
_USES = {
    "Artifact": ("artifact-type",),
    "Creature": ("creature-type",),
    "Kindred": ("creature-type",),
    "Land": ("land-type",),
}
_PLURALS = {"Elf": ("Elves",)}
_SUBTYPES = {
    "creature-type": {
        "Dryad": "ドライアド",
        "Elf": "エルフ",
        "Goblin": "ゴブリン",
        "Time_Lord": "タイムロード",
    },
    "land-type": {"Desert": "砂漠", "Forest": "森", "Mountain": "山", "Swamp": "沼"},
    "artifact-type": {"Spacecraft": "宇宙船"},
    "planar-type": {"Spacecraft": "宇宙船"},
}
_KINDS = {
    "creature-type": ("creature type", "クリーチャー・タイプ"),
    "land-type": ("land type", "土地タイプ"),
    "artifact-type": ("artifact type", "アーティファクト・タイプ"),
    "planar-type": ("planar type", "次元・タイプ"),
}
_OTHERS = [
    _term("CardType", "Category", "card type", "カード・タイプ", members=tuple(_CARD_TYPES)),
    _term("Supertype", "Category", "supertype", "特殊タイプ", members=("Basic", "Legendary")),
    _term("Basic", "Supertype", "Basic", "基本"),
    _term("Legendary", "Supertype", "Legendary", "伝説の"),
    _term(
        "BasicLandType",
        "TermGroup",
        "basic land type",
        "基本土地タイプ",
        members=("land-type/Forest", "land-type/Mountain", "land-type/Swamp"),
    ),
    _term("hasBasicLandType", "Class", "basic land type", "基本土地タイプ"),
    _term("Token", "Class", "token", "トークン"),
    _term("Permanent", "Class", "permanent", "パーマネント"),
    _term("Battlefield", "Zone", "battlefield", "戦場"),
    _term("Graveyard", "Zone", "graveyard", "墓地"),
    _term("Library", "Zone", "library", "ライブラリー"),
    _term("Tribal", "CardType", "Tribal", "部族", successor="Kindred", valid_to="2024-01-01"),
]


def small_lexicon(_game: str = "mtg", as_of: str | None = None) -> Lexicon:
    """The terms as of a date."""
    terms = [
        _term(en, "CardType", en, ja, uses=_USES.get(en, ()), display_order=number)
        for number, (en, ja) in enumerate(_CARD_TYPES.items())
    ]
    terms += [_term(kind, "SubtypeKind", *words) for kind, words in _KINDS.items()]
    terms += [
        _term(
            f"{kind}/{en}", "Subtype", en.replace("_", " "), ja, kind, plurals=_PLURALS.get(en, ())
        )
        for kind, subtypes in _SUBTYPES.items()
        for en, ja in subtypes.items()
    ]
    return Lexicon([*terms, *_OTHERS], as_of or NEWEST)
