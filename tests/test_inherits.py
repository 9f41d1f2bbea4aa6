"""A game that inherits from another is files alone: what it says again, adds and drops, and what is wrong with it."""

from __future__ import annotations

import shutil
from pathlib import Path

import pytest
import rulekeep
from click.testing import CliRunner
from rulekeep.kb import sources
from rulekeep.kb.diagnostics import Diagnostic, DiagnosticError
from rulekeep.kb.documents import Documents
from rulekeep.kb.knowledge import Content, load
from rulekeep.kb.messages import message
from rulekeep.kb.sources import core_files, files_of, fingerprint, games, lineage
from rulekeep.kb.turtle.game import read_game
from rulekeep.queries.cli import main

HERE = Path(__file__).parent
PREFIXES = "".join(
    f"@prefix {prefix}: <https://w3id.org/rulekeep/{path}> .\n"
    for prefix, path in {
        "game": "", "rk": "core/", "o": "orchard/", "or": "orchard/rule/", "g": "grove/",
        "gr": "grove/rule/", "card": "grove/card/", "b": "bower/", "br": "bower/rule/",
    }.items()
) + "@prefix skos: <http://www.w3.org/2004/02/skos/core#> .\n"  # fmt: skip
GROVE = (
    PREFIXES
    + """
game:grove a rk:Game ; rk:inheritsFrom game:orchard ; rk:drops or:1-poor , or:2 .
gr:1-basket a rk:Rule ; rk:partOf or:1 ;
    rk:logic "happens(?e) ^ picks(?e,?p,?o) -> starts inZone(?o,Basket)" .
gr:3 a rk:Rule ; rk:number "3" .
gr:3-shade a rk:Rule ; rk:partOf gr:3 ; rk:logic "ripe(?o) -> shaded(?o)" .
g:shaded a rk:Derived ; rk:domains ( rk:Object ) .
g:Plum a o:Fruit ; o:usesKind o:sort ; rk:displayOrder 3 ; skos:prefLabel "Plum"@en , "すもも"@ja .
g:sorted a o:Sort ; o:inKind o:sort ; skos:prefLabel "Sorted"@en .
g:Tree a rk:Zone ; rk:role "default-zone" ; skos:prefLabel "stem"@en , "幹"@ja .
card:straw-man a rk:Card ; rk:typeLine "Plum" ; skos:prefLabel "Straw Woman"@en .
"""
)
BOWER = (
    PREFIXES
    + """
game:bower a rk:Game ; rk:inheritsFrom game:grove ; rk:drops gr:1-basket .
br:1-basket a rk:Rule ; rk:partOf or:1 ;
    rk:logic "happens(?e) ^ picks(?e,?p,?o) -> starts inZone(?o,Field)" .
br:3-shade a rk:Rule ; rk:partOf gr:3 ; rk:logic "ripe(?o) ^ inZone(?o,Field) -> shaded(?o)" .
"""
)


def read(folder: Path, game: str, *texts: str) -> tuple[Content, Documents]:
    """A game whose files are the core's, those of the orchard and some texts."""
    files = [*core_files(), str(HERE / "orchard.ttl")]
    for number, text in enumerate(texts):
        file = folder / f"{number}.ttl"
        file.write_text(text, encoding="utf-8")
        files.append(str(file))
    content, documents, *_ = read_game(game, files)
    return content, documents


def rules(content: Content) -> dict[str, str]:
    """Logic by name, of the rules that are not the scheduler's."""
    found = {r.name: r for r in content.programs.theory.rules if not r.machinery}
    return {name: str(rule.place) for name, rule in found.items()}


@pytest.fixture(scope="module")
def grove(tmp_path_factory: pytest.TempPathFactory) -> tuple[Content, Documents]:
    return read(tmp_path_factory.mktemp("grove"), "grove", GROVE)


@pytest.fixture(scope="module")
def orchard(tmp_path_factory: pytest.TempPathFactory) -> tuple[Content, Documents]:
    return read(tmp_path_factory.mktemp("orchard"), "orchard")


# --- what an heir says --------------------------------------------------------------------------------


def test_what_it_does_not_mention_is_inherited(grove, orchard):
    kept = {name for name in rules(orchard[0]) if not name.startswith(("1-poor", "2-"))}
    assert kept == set(rules(grove[0])) - {"3-shade"}
    assert {p.predicate for p in orchard[0].phrases} <= {p.predicate for p in grove[0].phrases}


def test_a_rule_of_a_known_name_stands_for_the_inherited_one(grove):
    assert rules(grove[0])["1-basket"].startswith("0.ttl:")
    names = [lit.atom.predicate for lit in grove[0].programs.theory.by_name["1-basket"].literals]
    assert names == ["happens", "picks"]


def test_what_is_dropped_is_gone_with_its_sub_rules(grove):
    assert [n for n in rules(grove[0]) if n == "1-poor" or n.startswith("2")] == []
    assert [n for n in grove[1].rules if n == "1-poor" or n.startswith("2")] == []


def test_its_own_rules_and_predicates_are_added(grove, orchard):
    assert "3-shade" in rules(grove[0])
    assert "shaded" in grove[0].programs.theory.declarations
    assert "shaded" not in orchard[0].programs.theory.declarations


def test_a_term_of_a_known_name_stands_for_the_inherited_one(grove, orchard):
    trees = [t for t in grove[0].terms if t.id == "Tree"]
    assert [t.label("en") for t in trees] == ["stem"]
    assert grove[0].roles["default-zone"] == orchard[0].roles["default-zone"] == "Tree"


def test_its_terms_are_of_the_inherited_kinds(grove):
    by_id = {t.id: t for t in grove[0].terms}
    assert (by_id["Plum"].category, by_id["Plum"].uses) == ("Fruit", ("sort",))
    assert (by_id["sorted"].category, by_id["sorted"].kind) == ("Sort", "sort")


def test_a_card_of_a_known_name_stands_for_the_inherited_one(grove):
    cards = grove[1].cards
    assert (cards["card/straw-man"].type_line, cards["card/straw-man"].labels["en"]) == (
        "Plum",
        "Straw Woman",
    )
    assert cards["card/golden-bough"].type_line == "Apple"


def test_an_heir_may_have_an_heir(tmp_path):
    content, _ = read(tmp_path, "bower", GROVE, BOWER)
    found = rules(content)
    assert found["1-basket"].startswith("1.ttl:")
    assert found["3-shade"].startswith("1.ttl:")
    assert not [name for name in found if name == "1-poor"]


def test_a_predicate_said_anew_is_that_of_every_fact_and_slot(tmp_path):
    text = (
        PREFIXES
        + """
game:grove a rk:Game ; rk:inheritsFrom game:orchard .
g:inKind a rk:Rigid ; rk:domains ( o:Sort o:SubtypeKind ) ; rk:role "kind" ; rk:says "{0} is one of {1}"@en .
o:Russet a o:Sort ; o:inKind o:sort ; skos:prefLabel "Russet"@en .
"""
    )
    content, _ = read(tmp_path, "grove", text)
    assert [str(f.args) for f in content.facts if f.predicate == "inKind"] == ["('Russet', 'sort')"]
    assert content.sentences["inKind"].says == {"en": "{0} is one of {1}"}
    assert next(t for t in content.terms if t.id == "Russet").kind == "sort"


# --- what is refused ----------------------------------------------------------------------------------

HEIR = PREFIXES + "game:grove a rk:Game ; rk:inheritsFrom game:{} .\n"
FAULTS = {
    "unknown-base": (HEIR.format("orchad"), "orchad"),
    "drops-unknown": (HEIR.format("orchard ; rk:drops or:1-basked"), "1-basked"),
    "several-bases": (HEIR.format("orchard , game:core"), "core, orchard"),
    "inheritance-circle": (
        HEIR.format("bower") + "game:bower a rk:Game ; rk:inheritsFrom game:grove .\n"
        'b:Root a rk:Zone ; skos:prefLabel "root"@en .\n', "grove",
    ),
}  # fmt: skip


def faults_of(folder: Path, text: str) -> list[Diagnostic]:
    with pytest.raises(DiagnosticError) as caught:
        read(folder, "grove", text)
    return caught.value.diagnostics


@pytest.mark.parametrize("code", FAULTS)
def test_an_heir_that_cannot_be_is_refused_with_its_place(code, tmp_path):
    text, word = FAULTS[code]
    (fault,) = faults_of(tmp_path, text)
    assert (fault.code, fault.params["input"]) == (code, word)
    assert str(fault.params["place"]).startswith("0.ttl:")
    for lang in ("en", "ja"):
        assert "{" not in message(fault, lang)
    assert message(fault, "en") != message(fault, "ja")


def test_the_nearest_rule_is_the_hint_for_one_that_is_not_there(tmp_path):
    assert faults_of(tmp_path, FAULTS["drops-unknown"][0])[0].hint == "1-basket"


def test_a_circle_is_told_with_its_games(tmp_path):
    (fault,) = faults_of(tmp_path, FAULTS["inheritance-circle"][0])
    assert fault.params["names"] == "grove, bower, grove"


def test_every_unknown_drop_is_told_at_once(tmp_path):
    text = HEIR.format("orchard ; rk:drops or:9 , or:8")
    assert [f.params["input"] for f in faults_of(tmp_path, text)] == ["8", "9"]


# --- folders ------------------------------------------------------------------------------------------


@pytest.fixture
def ontology(tmp_path, monkeypatch) -> Path:
    """An ontology of an orchard and a grove that inherits from it."""
    folder = tmp_path / "ontology"
    folder.mkdir()
    for file in core_files():
        shutil.copy(file, folder)
    for game, file, text in [
        ("orchard", "orchard.ttl", (HERE / "orchard.ttl").read_text(encoding="utf-8")),
        ("sacred_grove", "game.ttl", GROVE.replace("grove", "sacred-grove")),
    ]:
        (folder / game).mkdir()
        (folder / game / file).write_text(text, encoding="utf-8")
    monkeypatch.setattr(sources, "ONTOLOGY", str(folder))
    monkeypatch.setenv("RULEKEEP_CACHE", str(tmp_path / "cache"))
    for name in ("fingerprint", "load_content", "load_documents", "load_readings"):
        monkeypatch.setattr(sources, name, getattr(sources, name).__wrapped__)
    return folder


def test_a_folder_has_underscores_where_the_game_has_hyphens(ontology):
    assert games() == ["orchard", "sacred-grove"]
    assert lineage("sacred-grove") == ["orchard", "sacred-grove"]


def test_an_heir_is_read_with_the_files_of_its_base_before_its_own(ontology):
    own = [Path(file).relative_to(ontology).as_posix() for file in files_of("sacred-grove")]
    assert own[-2:] == ["orchard/orchard.ttl", "sacred_grove/game.ttl"]
    assert "3-shade" in rules(sources.load_content("sacred-grove"))


def test_what_a_base_changes_is_read_anew_by_its_heir(ontology):
    before = sources.fingerprint("sacred-grove"), sources.fingerprint("orchard")
    with (ontology / "orchard" / "orchard.ttl").open("a", encoding="utf-8") as stream:
        stream.write('or:4-new a rk:Rule ; rk:logic "ripe(?o) -> inBasket(?o)" .\n')
    assert sources.fingerprint("sacred-grove") != before[0]
    assert "4-new" in rules(sources.load_content("sacred-grove"))


def test_what_an_heir_changes_leaves_its_base_as_it_is(ontology):
    before = sources.fingerprint("sacred-grove"), sources.fingerprint("orchard")
    with (ontology / "sacred_grove" / "game.ttl").open("a", encoding="utf-8") as stream:
        stream.write("# more\n")
    assert sources.fingerprint("sacred-grove") != before[0]
    assert sources.fingerprint("orchard") == before[1]


def test_the_caches_of_a_game_outlive_those_of_one_whose_name_begins_alike(ontology, tmp_path):
    (ontology / "orchard_wall").mkdir()
    text = PREFIXES + "game:orchard-wall a rk:Game ; rk:inheritsFrom game:orchard .\n"
    (ontology / "orchard_wall" / "game.ttl").write_text(text, encoding="utf-8")
    sources.load_content("orchard-wall")
    sources.load_content("orchard")
    kept = {f.name.rpartition("-")[0] for f in (tmp_path / "cache").iterdir()}
    assert {"content-orchard", "content-orchard-wall"} <= kept


@pytest.mark.parametrize("base", ["sacred-grove", "nowhere"])
def test_a_circle_or_a_missing_base_is_told_when_the_game_is_loaded_and_not_before(ontology, base):
    text = GROVE.replace("grove", "sacred-grove").replace("From game:orchard", f"From game:{base}")
    (ontology / "sacred_grove" / "game.ttl").write_text(text, encoding="utf-8")
    assert games() == ["orchard", "sacred-grove"]
    assert sources.fingerprint("sacred-grove")
    with pytest.raises(DiagnosticError) as caught:
        sources.load_content("sacred-grove")
    assert caught.value.diagnostics[0].code in ("inheritance-circle", "unknown-base")


# --- Duel Masters PLAY'S --------------------------------------------------------------------------------

PAPER, PLAYS = "duelmasters", "duelmasters-plays"
SECOND = """
given shield L of A: "x1"
given castle 《ローズ・キャッスル》 fortifies shield L of A
given mana of A 2
given turn of A
given 《セイント・キャッスル》, in hand, controlled by A
when A executes 《セイント・キャッスル》 onto shield L of A
ask refused one-castle-per-shield
"""
BREAK = """
given shield L of A: "x1"
given shield M of A: "x2"
given castle 《無敵城 シルヴァー・グローリー》 fortifies shield L of A
given turn of B
when B breaks shield L of A, replacing shield L of A by shield M of A
ask steps include SUB_NOT_APPLICABLE of shield L of A
"""


def asked(text: str, game: str, *without: str) -> tuple[str, tuple[str, ...]]:
    (report,) = rulekeep.check(text, game=game, without=without)
    assert report.errors == []
    return report.answers[0].verdict, tuple(report.answers[0].rules)


def test_the_paper_game_decides_nothing_by_what_is_said_of_plays():
    names = load(PAPER).content.programs.theory.by_name
    assert [n for n in names if n.startswith(("C71", "C72"))] == []
    assert {"C71", "C72"} <= set(load(PAPER).documents.rules)


@pytest.mark.parametrize(
    ("text", "statement", "rule"), [(SECOND, "C71", "C71-one"), (BREAK, "C72", "C72-lost")]
)
def test_plays_decides_by_a_statement_without_which_it_is_the_paper_game(text, statement, rule):
    verdict, cited = asked(text, PLAYS)
    assert verdict == "yes"
    assert rule in cited
    assert asked(text, PLAYS, statement)[0] == "no"
    assert asked(text, PAPER)[0] == "no"


PLAYED_OTHERWISE = {"C06-open", "C06-place", "C06-trigger-open", "C10-may", "C15-place"}


def test_plays_has_every_rule_of_the_paper_game():
    paper, plays = (load(game).content.programs.theory.by_name for game in (PAPER, PLAYS))
    assert set(paper) <= set(plays)
    assert {n for n in paper if paper[n] != plays[n]} == PLAYED_OTHERWISE
    assert {n.partition("-")[0] for n in set(plays) - set(paper)} == {"C71", "C72"}


def test_a_castle_that_is_another_card_there_has_its_own_cost():
    assert "cost(3)" in map(str, load(PLAYS).documents.cards["card/海底鬼面城"].facts)
    assert "cost(1)" in map(str, load(PAPER).documents.cards["card/海底鬼面城"].facts)


def call(*arguments: str) -> str:
    result = CliRunner().invoke(main, list(arguments))
    assert result.exit_code == 0, result.output
    return result.stdout


@pytest.mark.parametrize("lang", ["en", "ja"])
def test_commands_that_look_into_a_game_take_the_variant(lang):
    assert "C71-one" in call("rules", "C71", "--game", PLAYS, "--lang", lang)
    assert "castles.ttl" in call("rules", "C10-may", "--game", PLAYS, "--lang", lang)
    assert call("terms", "城", "--game", PLAYS, "--lang", lang)


def test_the_export_is_the_game_as_it_is():
    text = call("export", "all", "--game", PLAYS)
    assert "pr:C10-may" in text
    assert "dr:C10-may\n" not in text
    assert "<https://w3id.org/rulekeep/duelmasters-plays> a " in text


def test_a_text_that_names_no_game_is_read_in_the_words_of_the_chosen_one():
    assert call("ask", SECOND, "--game", PLAYS).startswith("yes")


def test_the_readings_of_a_base_are_those_of_its_heir():
    assert set(sources.load_readings(PLAYS)) == set(sources.load_readings(PAPER))


def test_a_fingerprint_is_of_base_and_heir():
    assert fingerprint(PLAYS) != fingerprint(PAPER)
    assert set(files_of(PAPER)) < set(files_of(PLAYS))
