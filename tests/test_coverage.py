"""What of the rules rulings exercise, and what rulings lack."""

from __future__ import annotations

import json
from html.parser import HTMLParser
from pathlib import Path

import jsonschema
import pytest
from rulekeep.kb.knowledge import load
from rulekeep.queries.corpus.canonical import canonical
from rulekeep.queries.corpus.coverage import Coverage, cover
from rulekeep.queries.corpus.coverage_html import page
from rulekeep.queries.corpus.exercised import STATES, Use
from rulekeep.queries.corpus.rulings import read_corpus
from rulekeep.queries.corpus.spellings import one_slip
from rulekeep.queries.language.parse import parse

from .test_cli import call, file
from .test_corpus_formats import SCHEMA

__all__ = ["file"]

HEAD = """scenario "{id}"
  ruling {id}
  question "Is it one?"
  answer "It is."
  status official
  dated 2020-01-01
  source "a page"
  cites 205.1a
"""
BODY = """given "Cub": Creature — Bear
when "Cub" becomes an artifact
then "Cub" is Artifact
"""
CASTLE = """given shield L of A: "x1"
given castle 《ローズ・キャッスル》 fortifies shield L of A
"""


def ruling(id_: str = "one", body: str = BODY, without: str = "", more: str = "") -> str:
    head = HEAD.format(id=id_)
    kept = [line for line in head.splitlines(True) if not without or without not in line]
    return "".join(kept) + more + body


def covered(*texts: str, write, game: str = "mtg") -> Coverage:
    return cover(read_corpus([write("\n".join(texts))]), game)


def kinds_of(found: Coverage) -> list[str]:
    return [f.kind for f in found.findings if not f.kind.startswith("rule-")]


def use(found: Coverage, name: str) -> Use:
    """The rule of a name, or the best exercised one that is part of it."""
    own = [u for u in found.games[0].uses if name in (u.name, u.number)]
    return min(own, key=lambda u: STATES.index(u.state))


# --- rules ----------------------------------------------------------------------------------------


def test_a_rule_that_an_answer_rests_on_is_exercised_by_the_ruling(file):
    found = covered(ruling("one"), write=file)
    assert use(found, "205.1a").state == "single"
    assert use(found, "205.1a").rulings == ("one",)


def test_with_a_second_ruling_a_rule_no_longer_hangs_on_one(file):
    other = BODY.replace("Artifact", "Creature").replace("is C", "is not C")
    found = covered(ruling("one"), ruling("two", other), write=file)
    assert use(found, "205.1a").state == "used"


def test_a_rule_that_applies_beside_the_point_is_told_from_one_that_never_does(file):
    found = covered(ruling("one"), write=file)
    states = found.games[0].states
    assert states["fires"] > 0
    assert states["idle"] > 0
    assert (
        use(found, "702.73a-every-zone" if _has("702.73a-every-zone") else "704.5j").state == "idle"
    )


def _has(name: str) -> bool:
    return name in load("mtg").content.programs.theory.by_name


def test_a_gap_of_a_rule_stands_at_its_line_of_turtle(file):
    found = covered(ruling("one"), write=file)
    gap = next(f for f in found.findings if f.kind == "rule-idle")
    text = Path(gap.place.file).read_text(encoding="utf-8").splitlines()
    assert f":{gap.rules[0]} " in text[gap.place.line - 1]


def test_the_scheduler_is_no_rule_of_the_game(file):
    assert not any(u.name.startswith("core-") for u in covered(ruling(), write=file).games[0].uses)


# --- what rulings lack ----------------------------------------------------------------------------


def test_a_whole_ruling_lacks_nothing(file):
    assert kinds_of(covered(ruling(), write=file)) == []


@pytest.mark.parametrize(
    ("without", "kind"),
    [
        ("dated", "no-date"),
        ("source", "no-source"),
        ("cites", "no-cites"),
        ("status", "no-status"),
        ("answer", "no-words"),
    ],
)
def test_what_a_head_lacks_is_told(file, without, kind):
    assert kinds_of(covered(ruling(without=without), write=file)) == [kind]


def test_an_official_answer_without_a_date_may_be_said_to_be_undated(file):
    text = ruling(without="dated").replace("status official", "status official-undated")
    assert kinds_of(covered(text, write=file)) == ["undated"]


def test_an_undated_answer_has_no_date(file):
    text = ruling().replace("status official", "status official-undated")
    assert kinds_of(covered(text, write=file)) == ["dated-undated"]


def test_a_disputed_ruling_needs_no_date(file):
    text = ruling(without="dated").replace("status official", "status disputed")
    assert kinds_of(covered(text, write=file)) == []


def test_a_ruling_that_is_not_formalised_counts_as_a_gap(file):
    found = covered(ruling(body="", more="  not formalised\n"), write=file)
    assert kinds_of(found) == ["not-formalised"]
    assert found.games[0].formalised == 0


def test_a_ruling_that_the_rules_leave_open_is_told(file):
    body = BODY.replace("artifact", 'artifact at 1\nwhen "Cub" becomes a land at 1', 1)
    found = covered(ruling(body=body, without="cites"), write=file)
    assert "undecided" in kinds_of(found)
    assert found.exit_code == 3


def test_a_reason_that_is_not_needed_is_told(file):
    body = f'{CASTLE}when B breaks shield L of A\nthen hand of A is "x1"\n'
    text = ruling(body=body, without="cites", more="  game duelmasters\n  reason C84\n")
    assert kinds_of(covered(text, write=file, game="duelmasters")) == ["follows-already"]


def test_an_effect_without_a_kind_is_told(file):
    body = f'{CASTLE}when B chooses "x1"\nthen refused no-kind\n'
    text = ruling(body=body, more="  game duelmasters\n").replace("205.1a", "109.2a")
    found = covered(text, write=file, game="duelmasters")
    assert kinds_of(found) == ["untyped"]


def test_an_effect_with_a_kind_is_not_untyped(file):
    body = f'{CASTLE}when B chooses "x1" among ShieldCard\nthen graveyard of A is "x1", 《ローズ・キャッスル》\n'
    text = ruling(body=body, more="  game duelmasters\n").replace("205.1a", "C78")
    assert kinds_of(covered(text, write=file, game="duelmasters")) == []


# --- rulings that repeat each other ---------------------------------------------------------------


def form(text: str, game: str = "mtg"):
    (scenario,), faults = parse(text, game=game)
    assert not faults
    found = canonical(scenario, load(game))
    assert found is not None
    return found


RENAMED = BODY.replace("Cub", "Big Cub")
SAME = [
    ("other names", RENAMED),
    ("in Japanese", '前提 《子熊》: クリーチャー ― 熊\n適用 《子熊》はアーティファクトになる\n結果 《子熊》はアーティファクトである\n'),
    ("another player", BODY.replace("Bear", "Bear, controlled by B")),
]  # fmt: skip
OTHER = [
    ("another type", BODY.replace("Bear", "Elf")),
    ("the other answer", BODY.replace("is Artifact", "is not Artifact")),
    ("another question", BODY.replace("is Artifact", "is Creature")),
    ("one object more", 'given "Acre": Land\n' + BODY),
    ("another effect", BODY.replace("artifact\n", "land\n")),
]  # fmt: skip


@pytest.mark.parametrize("text", [t for _, t in SAME], ids=[name for name, _ in SAME])
def test_a_scenario_is_the_same_up_to_names(text):
    assert form(text).whole == form(BODY).whole


@pytest.mark.parametrize("text", [t for _, t in OTHER], ids=[name for name, _ in OTHER])
def test_a_scenario_that_differs_in_more_than_names_is_another(text):
    assert form(text).whole != form(BODY).whole


def test_the_order_of_independent_givens_does_not_count():
    givens = ['given "Acre": Land — Forest\n', 'given "Cub": Creature — Bear\n']
    ask = 'then "Cub" is Creature\n'
    assert form("".join([*givens, ask])).whole == form("".join([*givens[::-1], ask])).whole


def test_the_order_of_effects_counts():
    whens = ['when "Cub" becomes an artifact\n', 'when "Cub" becomes a land\n']
    head, ask = 'given "Cub": Creature\n', 'then "Cub" is Land\n'
    assert form(head + "".join(whens) + ask).whole != form(head + "".join(whens[::-1]) + ask).whole


def test_objects_that_are_alike_all_round_are_numbered_in_one_way():
    text = (
        'given "A1": Creature\ngiven "A2": Creature\ngiven "A3": Creature\nthen "A1" is Creature\n'
    )
    assert form(text).whole == form(text.replace('then "A1"', 'then "A2"')).whole


def test_castles_of_either_player_on_any_shield_are_the_same():
    ask = "then 《ローズ・キャッスル》 fortifies shield L of A\n"
    renamed = (CASTLE + ask).replace("shield L of A", "shield 3 of B").replace("x1", "gem")
    assert form(CASTLE + ask, "duelmasters").whole == form(renamed, "duelmasters").whole


def test_a_duplicate_is_told_with_the_place_of_the_other(file):
    found = covered(ruling("one"), ruling("two", RENAMED), write=file)
    (gap,) = (f for f in found.findings if f.kind == "duplicate")
    assert (gap.ruling, gap.params["other"], gap.related[0].line) == ("two", "one", 1)


def test_two_answers_to_one_question_are_told(file):
    other = RENAMED.replace("is Artifact", "is not Artifact")
    found = covered(ruling("one"), ruling("two", other), write=file)
    assert "answers-differ" in kinds_of(found)


# --- spelling -------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("one", "other", "same"),
    [
        ("dryad arbor", "dryad arbor", True),
        ("dryad arbor", "dryad abor", True),
        ("dryad arbor", "dryad aborr", False),
        ("dryad arbor", "dryad arbro", True),
        ("dryad arbor", "dryad harbor", True),
        ("bear 1", "bear 2", False),
        ("bear", "bear 2", False),
        ("token a", "token b", False),
        ("walker", "talker", True),
        ("walker", "stalker", False),
    ],
)
def test_one_slip_tells_names_apart_but_for_numbers(one, other, same):
    assert one_slip(one, other) is same


def test_a_name_near_a_card_is_told_where_it_stands(file):
    body = BODY.replace("Cub", "Dryad Abor")
    found = covered(ruling(body=body), write=file)
    (gap,) = (f for f in found.findings if f.kind == "spelt-twice")
    assert (gap.params["name"], gap.params["other"]) == ("Dryad Abor", "Dryad Arbor")
    assert gap.place.line == 9


def test_the_rarer_of_two_names_is_the_misspelt_one(file):
    texts = [ruling(str(n), BODY.replace("Cub", "Little Cub")) for n in range(2)]
    found = covered(*texts, ruling("odd", BODY.replace("Cub", "Litle Cub")), write=file)
    (gap,) = (f for f in found.findings if f.kind == "spelt-twice")
    assert gap.params["name"] == "Litle Cub"


def test_names_that_stand_side_by_side_are_two(file):
    body = 'given "Walker": Creature\n' + BODY.replace("Cub", "Talker")
    assert "spelt-twice" not in kinds_of(covered(ruling(body=body), write=file))


# --- reports --------------------------------------------------------------------------------------


class Page(HTMLParser):
    """The anchors, links and addresses of a page, and its open tags."""

    def __init__(self) -> None:
        super().__init__()
        self.ids: list[str] = []
        self.links: list[str] = []
        self.outside: list[str] = []
        self.open: list[str] = []
        self.text = ""

    def handle_starttag(self, tag, attrs):
        named = dict(attrs)
        self.ids += [named["id"]] if "id" in named else []
        self.links += [named["href"][1:]] if tag == "a" else []
        self.outside += [v for k, v in attrs if k in ("src", "href") and not v.startswith("#")]
        self.open += [tag] if tag not in ("meta",) else []

    def handle_endtag(self, tag):
        assert self.open.pop() == tag

    def handle_data(self, data):
        self.text += data


HOSTILE = ruling("a&b<c>", BODY).replace("Is it one?", "<script>alert('1')</script> & more")


def parsed(file, lang: str = "en", *texts: str) -> tuple[Page, str]:
    found = cover(read_corpus([file("\n".join(texts or (ruling(), HOSTILE)))]), "mtg")
    shown = page(found, lang)
    reader = Page()
    reader.feed(shown)
    return reader, shown


@pytest.mark.parametrize("lang", ["en", "ja"])
def test_the_page_is_whole_and_takes_nothing_from_elsewhere(file, lang):
    reader, shown = parsed(file, lang)
    assert reader.open == []
    assert reader.outside == []
    assert "<script" not in shown
    assert f'<html lang="{lang}">' in shown


def test_each_link_of_the_page_has_its_anchor_and_no_anchor_comes_twice(file):
    reader, _ = parsed(file)
    assert set(reader.links) <= set(reader.ids)
    assert len(set(reader.ids)) == len(reader.ids)


def test_the_page_tells_what_users_wrote_as_they_wrote_it(file):
    reader, _ = parsed(file)
    assert "<script>alert('1')</script> & more" in reader.text


def test_the_page_says_that_it_is_not_complete(file):
    def stopping(cases):
        yield cases[0]
        raise KeyboardInterrupt

    corpus = read_corpus([file(ruling("one") + ruling("two", RENAMED))])
    found = cover(corpus, "mtg", stopping)
    assert found.exit_code == 130
    assert found.games[0].tried == 1
    assert "not complete" in page(found, "en")
    assert not [f for f in found.findings if f.kind == "rule-idle"]


@pytest.mark.parametrize("form_", ["text", "json", "html", "junit", "sarif", "github"])
def test_every_form_can_be_written_to_a_file(file, tmp_path, form_):
    out = tmp_path / "out"
    result = call("coverage", file(ruling()), "--format", form_, "-o", str(out))
    assert result.exit_code == 0
    assert "205.1a" in out.read_text(encoding="utf-8")


def test_the_json_form_fits_the_schema_of_findings(file):
    found = json.loads(call("coverage", file(ruling()), "--format", "json").stdout)
    jsonschema.validate(found, SCHEMA)
    (game,) = found["games"]
    assert game["states"]["single"] > 0
    assert {"rule", "state", "file", "line"} <= set(game["rules"][0])


def test_a_file_that_cannot_be_read_does_not_keep_the_others_out(file):
    path = file(ruling() + 'scenario "Faulty"\n  ruling bad\ngiven "X" Nothing\n')
    result = call("coverage", path)
    assert result.exit_code == 2
    assert "rulings: 1" in result.stdout


def test_a_corpus_without_rulings_of_a_game_exercises_nothing(file):
    found = covered(ruling(), write=file, game="duelmasters")
    assert found.games[0].states["idle"] == len(found.games[0].uses)
