"""Effects in exact form and the expressions for what they look at."""

from __future__ import annotations

import pytest
from rulekeep.kb.diagnostics import DiagnosticError
from rulekeep.kb.knowledge import load
from rulekeep.kb.lexicon import plural
from rulekeep.queries.language.exact import read_exact, read_filter
from rulekeep.queries.language.exact_text import exact_text
from rulekeep.queries.language.read import parse_file
from rulekeep.queries.syntax import (
    All,
    AnyOf,
    Clause,
    ControlledBy,
    Effect,
    Filter,
    HasTerm,
    InZone,
    IsA,
    Named,
    Not,
    Objects,
    Other,
)

from .orchard import orchard
from .small_lexicon import small_lexicon

LEXICON = small_lexicon()
ADDS, SETS = ("InAddition",), ("LosesOther",)
LAND, CREATURE = HasTerm(("Land",)), HasTerm(("Creature",))
BASIC, TOKEN = HasTerm(("Basic",)), IsA("Token")
OPERATIONS = [
    ("set card types Land, Creature", [Clause(("Land", "Creature"), cues=SETS)]),
    ("add card types Land and Creature", [Clause(("Land", "Creature"), cues=ADDS)]),
    ("lose card types Land", [Clause(removes=("Land",))]),
    (
        "set creature types Time Lord, Elf",
        [Clause(("creature-type/Time_Lord", "creature-type/Elf"), cues=SETS)],
    ),
    ("add artifact types Spacecraft", [Clause(("artifact-type/Spacecraft",), cues=ADDS)]),
    ("set basic land types Forest", [Clause(("land-type/Forest",), cues=SETS)]),
    ("add every creature type", [Clause(gives_every=("creature-type",), cues=ADDS)]),
    ("lose all land types", [Clause(removes_every=("land-type",))]),
    ("add supertypes Legendary", [Clause(("Legendary",), cues=ADDS)]),
    ("lose supertypes Basic", [Clause(removes=("Basic",))]),
    ("lose all abilities", [Clause(removes_abilities=True)]),
    ('copy "The X"', [Clause(copies="The X")]),
    ("copy The X", [Clause(copies="The X")]),
    (
        'copy "X" except add card types Artifact, lose supertypes Legendary',
        [Clause(copies="X"), Clause(("Artifact",), cues=ADDS), Clause(removes=("Legendary",))],
    ),
    (
        "replace word Forest with Swamp",
        [Clause(replaces=(("land-type/Forest", "land-type/Swamp"),))],
    ),
    ("face down", [Clause(face_down=True)]),
    ("設定 カード・タイプ 土地、クリーチャー", [Clause(("Land", "Creature"), cues=SETS)]),
    ("追加 クリーチャー・タイプ エルフ", [Clause(("creature-type/Elf",), cues=ADDS)]),
    ("追加 すべてのクリーチャー・タイプ", [Clause(gives_every=("creature-type",), cues=ADDS)]),
    ("喪失 すべての土地タイプ", [Clause(removes_every=("land-type",))]),
    ("喪失 すべての能力", [Clause(removes_abilities=True)]),
    ("喪失 カード・タイプ 土地", [Clause(removes=("Land",))]),
    (
        "コピー 《X》 例外 追加 特殊タイプ 伝説の",
        [Clause(copies="X"), Clause(("Legendary",), cues=ADDS)],
    ),
    ("置換 森 を 沼", [Clause(replaces=(("land-type/Forest", "land-type/Swamp"),))]),
    ("裏向き", [Clause(face_down=True)]),
]
FILTERS: list[tuple[str, Filter]] = [
    ("land", LAND),
    ("Lands", LAND),
    ("land and not basic", All((LAND, Not(BASIC)))),
    ("nonbasic land", All((Not(BASIC), LAND))),
    ("Forest or Elf", AnyOf((HasTerm(("land-type/Forest",)), HasTerm(("creature-type/Elf",))))),
    ("land and creature or token", AnyOf((All((LAND, CREATURE)), TOKEN))),
    ("land and (creature or token)", All((LAND, AnyOf((CREATURE, TOKEN))))),
    ("not not land", LAND),
    ("nontoken and permanent", All((Not(TOKEN), IsA("Permanent")))),
    ("other and creature", All((Other(), CREATURE))),
    ("creature and controlled by you", All((CREATURE, ControlledBy("you")))),
    ("creature controlled by an opponent", All((CREATURE, ControlledBy("opponent")))),
    ("controlled by B", ControlledBy("B")),
    ('"Elf", "Bear"', Objects(("Elf", "Bear"))),
    ('land and named "X"', All((LAND, Named("X")))),
    ("creature and in the graveyard", All((CREATURE, InZone("Graveyard")))),
    ("Spacecraft", HasTerm(("artifact-type/Spacecraft", "planar-type/Spacecraft"))),
    ("every object", All(())),
    ("土地 かつ 否定 基本", All((LAND, Not(BASIC)))),
    ("土地または他のクリーチャー", AnyOf((LAND, All((Other(), CREATURE))))),
    ("クリーチャー 操作者 あなた", All((CREATURE, ControlledBy("you")))),
    ("クリーチャー かつ 領域 墓地", All((CREATURE, InZone("Graveyard")))),
]


@pytest.mark.parametrize(("text", "clauses"), OPERATIONS, ids=[t for t, _ in OPERATIONS])
def test_each_operation_is_a_clause(text: str, clauses: list[Clause]) -> None:
    assert read_exact(f"{{ {text} }}", LEXICON).clauses == tuple(clauses)


@pytest.mark.parametrize(("text", "value"), FILTERS, ids=[t for t, _ in FILTERS])
def test_filters_are_class_expressions(text: str, value: Filter) -> None:
    assert read_filter(text, LEXICON) == value
    assert read_exact(f"{{ lose all abilities }} on {text}", LEXICON).subject == value


def test_a_line_for_face_down_objects_is_given_whole() -> None:
    (clause,) = read_exact('{ face down as "Land — Forest" }', LEXICON).clauses
    assert clause == Clause(("Land", "land-type/Forest"), face_down=True)


def test_operations_and_modifiers_stand_together() -> None:
    text = 'when { add card types Land; lose all abilities } on creature from "S" by B at 2'
    (scenario,), faults = parse_file(text, small_lexicon)
    (effect,) = scenario.statements
    assert faults == []
    assert isinstance(effect, Effect)
    assert len(effect.clauses) == 2
    assert (effect.source, effect.controller, effect.timestamp) == ("S", "B", 2)
    assert effect.subject == CREATURE
    assert effect.words == "{ add card types Land; lose all abilities } on creature"


def test_an_operation_may_leave_its_object_to_the_statement() -> None:
    (scenario,), faults = parse_file('when {lose all abilities} affecting "X"', small_lexicon)
    (effect,) = scenario.statements
    assert faults == []
    assert isinstance(effect, Effect)
    assert effect.subject == Objects(("X",))


@pytest.mark.parametrize(
    ("text", "code", "word", "hint"),
    [
        ("{ add card types Goblin }", "wrong-kind", "Goblin", None),
        ("{ set basic land types Desert }", "wrong-kind", "Desert", None),
        ("{ add creature types Goblni }", "unknown-word", "Goblni", "Goblin"),
        ("{ add creatuer types Elf }", "unknown-word", "creatuer types", "creature type"),
        ("{ lose all supertypes }", "wrong-kind", "supertypes", None),
        ("{ replace word Forest with Elf }", "not-of-a-kind", "Elf", None),
        ("{ lose all abilities } on creture", "unknown-word", "creture", "Creature"),
        ("{ lose all abilities } on in graveyrd", "unknown-word", "graveyrd", "graveyard"),
        ("{ add card types Land Elf }", "syntax", "Elf", None),
        ("{ }", "syntax", "}", None),
        ("{ lose all abilities } on", "syntax", "", None),
        ('{ lose all abilities } from "S"', "misplaced", 'from "S"', None),
    ],
)
def test_faults_name_the_word_and_its_place(
    text: str, code: str, word: str, hint: str | None
) -> None:
    with pytest.raises(DiagnosticError) as caught:
        read_exact(text, LEXICON)
    (fault,) = caught.value.diagnostics
    assert (fault.code, text[fault.start : fault.end], fault.hint) == (code, word, hint)


def test_all_faults_of_an_effect_are_reported() -> None:
    with pytest.raises(DiagnosticError) as caught:
        read_exact("{ add card types Elf, Foo; add creature types Bar } on Baz or Qux", LEXICON)
    assert len(caught.value.diagnostics) == 5


@pytest.mark.parametrize(
    ("word", "several"),
    [
        ("creature type", "creature types"),
        ("ship class", "ship classes"),
        ("box", "boxes"),
        ("branch", "branches"),
        ("category", "categories"),
        ("day", "days"),
        ("kind of sort", "kinds of sort"),
    ],
)
def test_a_group_is_named_in_the_plural(word: str, several: str) -> None:
    assert plural(word) == several


def test_exact_text_reads_as_it_was_written() -> None:
    knowledge = orchard()
    for clause, text in [
        (Clause(removes_every=("sort",)), "{ lose all kinds of sort }"),
        (Clause(("Apple",), cues=ADDS), "{ add fruits Apple }"),
    ]:
        effect = Effect((clause,), Objects(("A",)))
        assert exact_text(effect, knowledge) == text
        assert read_exact(text, knowledge.lexicon).clauses == effect.clauses


def test_any_number_of_clauses_is_put_into_exact_form() -> None:
    kept = Clause(("Artifact",), cues=("Still",))
    text = exact_text(Effect((kept, Clause(("Land",))) * 8, Objects(("A",))), load())
    assert text == "{ add card types Artifact; set card types Land }"
