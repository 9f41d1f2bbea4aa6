"""Files of cards in the shapes that people have: what is read of them, skipped, refused and reported."""

from __future__ import annotations

import gzip
import json
import shutil

import pytest
from rulekeep.kb.store.local import LocalStore
from rulekeep.kb.store.memory import MemoryStore
from rulekeep.queries.api import ask, check, show

from .imported import FILES, everything, imported, real, scryfall_cards
from .test_cli import call

FACES = [
    ("Fire", "Instant"),
    ("Ice", "Instant"),
    ("Fire // Ice", "Instant"),
    ("Delver of Secrets", "Creature Human Wizard"),
    ("insectile aberration", "Creature Human Insect"),
    ("Stomp", "Instant Adventure"),
    ("Okaun, Eye of Chaos", "Legendary Creature Berserker Cyclops"),
    ("Chittering Host", "Creature Eldrazi Horror"),
    ("Serpentine", "Creature Wurm"),
    ("Tazeem", "Plane Zendikar"),
    ("Mutual Epiphany", "Phenomenon"),
    ("Your Inescapable Doom", "Ongoing Scheme"),
    ("Sliver Queen, Brood Mother", "Vanguard"),
    ("Undercity", "Dungeon Undercity"),
    ("Invasion of Ravnica", "Battle Siege"),
    ("Guildpact Paragon", "Artifact Creature Construct"),
    ("Treasure", "Artifact Treasure"),
    ("Wolf", "Creature Wolf"),
    ("墓のネズミ", "Creature Rat"),
]


@pytest.fixture(scope="module")
def scryfall(tmp_path_factory):
    store = LocalStore(str(tmp_path_factory.mktemp("scryfall")))
    report = imported(FILES / "scryfall.json", "scryfall", store)
    return store, report


@pytest.fixture
def cards(scryfall, monkeypatch):
    monkeypatch.setenv("RULEKEEP_STORE", str(scryfall[0].folder))
    return scryfall[1]


def words(text: str) -> set[str]:
    ids = next(iter(show(text).values()))
    return {i.rpartition("/")[2] for i in ids}


@pytest.mark.parametrize(("name", "line"), FACES)
def test_a_face_of_any_layout_is_an_object_by_its_name(cards, name, line):
    assert words(f'given "X": "{name}"') == set(line.split())


def test_the_report_counts_cards_faces_tokens_printings_and_skipped_pictures(cards):
    counts = (cards.records, cards.cards, cards.faces, cards.tokens, cards.printings)
    assert counts == (21, 19, 24, 4, 1)
    assert (dict(cards.skipped), cards.refused) == ({"art-cards": 1}, 0)
    assert list(cards.lines) == ["Artifact Host Creature — Construct"]


def test_an_imported_token_is_a_token(cards):
    assert ask('given "Treasure"; ask Token("Treasure")')[0].verdict == "yes"
    assert ask('given "Graf Rats"; ask Token("Graf Rats")')[0].verdict == "no"


def test_tokens_of_one_name_that_differ_are_ambiguous(cards):
    errors = check('given "Goblin"; ask "Goblin" is Goblin')[0].errors
    assert [e.code for e in errors][:1] == ["ambiguous-card"]
    assert errors[0].params["lines"] == "Token Artifact Creature — Goblin / Token Creature — Goblin"


def test_a_near_name_of_an_imported_card_is_a_hint(cards):
    errors = check('given "Bonecrusher Gaint"; ask "X" is Giant')[0].errors
    assert (errors[0].code, errors[0].hint) == ("unknown-card", "Bonecrusher Giant")


def test_a_card_comes_before_a_further_face_and_that_before_a_token(tmp_path, monkeypatch):
    faces = [{"name": "Front", "type_line": "Land"}, {"name": "Wolf", "type_line": "Instant"}]
    records = [
        {"name": "Front // Wolf", "layout": "split", "card_faces": faces},
        {"name": "Wolf", "oracle_id": "t", "layout": "token", "type_line": "Token Creature — Wolf"},
        {"name": "Wolf", "oracle_id": "c", "layout": "normal", "type_line": "Artifact"},
    ]
    monkeypatch.setenv("RULEKEEP_STORE", str(tmp_path / "store"))
    path = tmp_path / "cards.json"
    for left, line in ((records, {"Artifact"}), (records[:2], {"Instant"})):
        path.write_text(json.dumps(left))
        shutil.rmtree(tmp_path / "store", ignore_errors=True)
        imported(path, "scryfall", LocalStore(str(tmp_path / "store")))
        assert words('given "Wolf"') == line


def test_a_card_with_an_illegal_type_line_is_kept_and_refused_in_a_question(cards):
    errors = check('given "Voracious Vacuum"; ask "Voracious Vacuum" is Artifact')[0].errors
    assert errors[0].code == "unknown-word"


def test_a_card_that_ships_hides_an_imported_one(tmp_path, monkeypatch):
    store = LocalStore(str(tmp_path / "store"))
    path = tmp_path / "one.json"
    path.write_text(json.dumps({"name": "Blood Moon", "type_line": "Artifact", "layout": "normal"}))
    imported(path, "scryfall", store)
    monkeypatch.setenv("RULEKEEP_STORE", str(store.folder))
    assert words('given "Blood Moon"') == {"Enchantment"}


def test_a_second_import_of_a_file_changes_nothing(tmp_path):
    store = LocalStore(str(tmp_path))
    assert imported(FILES / "scryfall.json", "scryfall", store).changed
    before = everything(store)
    assert not imported(FILES / "scryfall.json", "scryfall", store).changed
    assert everything(store) == before


def test_a_newer_file_replaces_its_cards_and_keeps_the_others(tmp_path):
    store = MemoryStore()
    imported(FILES / "scryfall.json", "scryfall", store)
    changed = json.loads((FILES / "scryfall.json").read_text())[4:5]
    changed[0]["type_line"] = "Creature — Elf"
    path = tmp_path / "newer.json"
    path.write_text(json.dumps(changed))
    imported(path, "scryfall", store)
    rows = store.query(
        "PREFIX rk: <https://w3id.org/rulekeep/core/> SELECT ?n ?l {"
        " VALUES ?n { 'graf rats' 'tazeem' } ?s rk:foldedName ?n ; rk:typeLine ?l } ORDER BY ?n"
    )
    assert [(n.value, line.value) for n, line in rows] == [
        ("graf rats", "Creature — Elf"),
        ("tazeem", "Plane — Zendikar"),
    ]


@pytest.mark.parametrize("shape", ["array", "list", "lines", "gzip", "one", "stdin", "bom"])
def test_cards_are_read_however_they_are_wrapped(tmp_path, shape):
    records = json.loads((FILES / "scryfall.json").read_text())
    wrapped = {
        "list": json.dumps({"object": "list", "data": records}),
        "lines": "\n".join(json.dumps(r) for r in records),
        "one": json.dumps(records[0], indent=1),
    }.get(shape, json.dumps(records))
    data = {"gzip": gzip.compress(wrapped.encode()), "bom": b"\xef\xbb\xbf" + wrapped.encode()}
    path = tmp_path / "cards"
    path.write_bytes(data.get(shape, wrapped.encode()))
    if shape == "stdin":
        store = str(tmp_path / "store")
        shown = call("import", "scryfall", "-", "--store", store, stdin=path.read_bytes()).stdout
        assert "<stdin>: scryfall" in shown and "records: 21" in shown
        return
    report = imported(path, "scryfall", MemoryStore())
    assert (report.records, report.refused) == ((1, 0) if shape == "one" else (21, 0))


def test_bad_records_are_told_by_number_line_name_and_reason_and_the_rest_is_imported(tmp_path):
    good = {"name": "Bear", "layout": "normal", "type_line": "Creature — Bear"}
    bad = [
        ("7", "", "record-no-object"),
        ('{"name": "No Line", "layout": "normal"}', "No Line", "record-lacks"),
        ('{"name": 3, "type_line": "Land"}', "", "record-no-text"),
        ('{"name": "Bell", "type_line": "La\\u0007nd"}', "Bell", "record-control"),
        ('{"name": "Long", "type_line": "%s"}' % ("x" * 501), "Long", "record-long-text"),
        ('{"name": "Faces", "card_faces": {}}', "Faces", "record-no-list"),
        ('{"name": "Set", "object": "set"}', "Set", "record-kind"),
        ('{"name": "Cut', "", "record-no-object"),
    ]  # fmt: skip
    path = tmp_path / "cards.jsonl"
    path.write_text("\n".join([json.dumps(good), *(line for line, _, _ in bad), json.dumps(good)]))
    report = imported(path, "scryfall", MemoryStore())
    told = [(r.number, r.line, r.name, r.why.code) for r in report.refusals]
    assert told == [(n, n, name, code) for n, (_, name, code) in enumerate(bad, 2)]
    assert (report.records, report.cards, report.printings, report.refused) == (10, 1, 1, 8)


def test_the_exit_code_tells_whether_records_were_refused(tmp_path):
    path = tmp_path / "cards.json"
    path.write_text('[{"name": "Bear", "type_line": "Creature — Bear"}, {"name": "Nothing"}]')
    store = str(tmp_path / "store")
    assert call("import", "scryfall", str(path), "--store", store).exit_code == 1
    assert call("import", "scryfall", str(FILES / "scryfall.json"), "--store", store).exit_code == 0
    shown = call("import", "scryfall", str(path), "--store", store, "--lang", "ja").stdout
    assert "レコード2 `Nothing`: `type_line` がありません" in shown


def test_a_report_as_json_has_all_counts(tmp_path):
    arguments = ["import", "scryfall", str(FILES / "scryfall.json"), "--format", "json"]
    data = json.loads(call(*arguments, "--store", str(tmp_path)).stdout)
    assert (data["records"], data["skipped"], data["changed"]) == (21, {"art-cards": 1}, True)


# --- other shapes -----------------------------------------------------------------------------------


def test_atomic_cards_have_their_faces_in_order_and_names_in_japanese(tmp_path, monkeypatch):
    store = LocalStore(str(tmp_path))
    report = imported(FILES / "mtgjson_atomic.json", "mtgjson", store)
    assert (report.records, report.cards, report.faces, report.rulings) == (4, 4, 6, 1)
    monkeypatch.setenv("RULEKEEP_STORE", str(tmp_path))
    assert words("given 《驚恐の目覚め》") == {"Sorcery"}
    assert words('given "Fire // Ice"') == {"Instant"}
    assert words('given "Krark\'s Thumb"') == {"Legendary", "Artifact"}


def test_a_file_of_a_set_is_read_with_its_tokens_and_without_what_is_no_card():
    report = imported(FILES / "mtgjson_set.json", "mtgjson", MemoryStore())
    assert (report.records, report.cards, report.faces, report.tokens) == (3, 3, 4, 1)
    assert report.refused == 0


def test_a_file_of_all_sets_is_read(tmp_path):
    one = json.loads((FILES / "mtgjson_set.json").read_text())["data"]
    path = tmp_path / "all.json"
    path.write_text(json.dumps({"meta": {}, "data": {"AAA": one, "BBB": one}}))
    report = imported(path, "mtgjson", MemoryStore())
    assert (report.records, report.cards, report.printings, report.refused) == (6, 3, 3, 0)


def test_rulings_of_a_file_of_their_own_go_to_a_graph_of_their_own(tmp_path):
    path = tmp_path / "rulings.json"
    ruling = {"object": "ruling", "oracle_id": "a-1", "published_at": "2020-01-02", "comment": "x"}
    path.write_text(json.dumps([ruling, {**ruling, "comment": "y"}]))
    store = MemoryStore()
    assert imported(path, "scryfall", store).rulings == 2
    graph = "https://w3id.org/rulekeep/graph/mtg/rulings/scryfall"
    assert sum(b"core/says" in line for line in store.graph(graph)) == 2


def test_duel_masters_cards_have_types_civilizations_races_and_costs(tmp_path, monkeypatch):
    report = imported(FILES / "duelmasters.jsonl", "duelmasters", LocalStore(str(tmp_path)))
    assert (report.records, report.cards, report.faces, report.printings) == (4, 3, 4, 1)
    monkeypatch.setenv("RULEKEEP_STORE", str(tmp_path))
    text = (
        "game duelmasters; given 《ボルシャック・ドラゴン》; given 《スーパー・スパーク》; given 《二つの種》;"
        'ask cost("ボルシャック・ドラゴン", 6); ask hasCivilization("スーパー・スパーク", Light);'
        'ask hasRace("二つの種", God); ask "二つの種" is Tamaseed; ask hasRace("二つの種", Hunter)'
    )
    assert [a.verdict for a in ask(text)] == ["yes", "yes", "yes", "yes", "no"]


# --- real files -------------------------------------------------------------------------------------


def test_every_record_of_the_real_excerpts_is_imported_or_reported():
    for name, source in (
        ("scryfall_excerpt.json", "scryfall"),
        ("mtgjson_excerpt.json", "mtgjson"),
    ):
        report = imported(real(name), source, MemoryStore())
        parts = (report.cards, report.printings, report.refused, report.skipped.total())
        assert (report.records, sum(parts), report.refused) == (200, 200, 0)


def test_every_real_duel_masters_card_is_imported():
    path = real("dm_cards.jsonl.gz")
    with gzip.open(path, "rt", encoding="utf-8") as lines:
        names = [json.loads(line)["name"] for line in lines]
    report = imported(path, "duelmasters", MemoryStore())
    assert (report.records, report.refused) == (len(names), 0)
    assert report.cards + report.printings == len(names)
    assert report.cards <= len(set(names))


def test_every_real_card_is_imported_with_its_faces_and_its_type_line(tmp_path):
    path = tmp_path / "cards.json"
    cards = list(scryfall_cards())
    path.write_text(json.dumps(cards, ensure_ascii=False), encoding="utf-8")
    report = imported(path, "scryfall", LocalStore(str(tmp_path / "store")))
    faces = [face for card in cards for face in card.get("card_faces", [card])]
    assert (report.records, report.cards, report.refused) == (len(cards), len(cards), 0)
    assert report.faces == len(faces)
    lines = {face["type_line"] for face in faces}
    assert report.lines.keys() <= lines and len(report.lines) < len(lines) / 10
