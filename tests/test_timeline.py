"""The timeline of an answer: what happened in order, why, what it changed; text, data and pictures."""

from __future__ import annotations

import json
from importlib import resources
from xml.etree import ElementTree as ET

import jsonschema
import pytest
import rulekeep
from rulekeep.kb.diagnostics import DiagnosticError
from rulekeep.kb.knowledge import load
from rulekeep.kb.logic.syntax import Compound
from rulekeep.kb.sources import games
from rulekeep.queries.api import check
from rulekeep.queries.pictures.drawing import NAMESPACE
from rulekeep.queries.pictures.texts import width
from rulekeep.queries.pictures.timeline import FORMAT_VERSION, Join, Timeline, timeline_data
from rulekeep.queries.pictures.timeline_mermaid import timeline_mermaid
from rulekeep.queries.pictures.timeline_run import timeline_of
from rulekeep.queries.pictures.timeline_svg import timeline_svg
from rulekeep.queries.pictures.timeline_text import rows, timeline_text

from .orchard import case_of
from .test_cli import call, file

__all__ = ["file"]

SCHEMA = json.loads(
    resources.files("rulekeep.queries.pictures").joinpath("timeline.schema.json").read_text("utf-8")
)
CLOAK = """
scenario "Cloak"
given "Bear": Creature — Bear; given "Cloak": Enchantment — Aura, with enchant creature
given "Sword": Artifact — Equipment
when attach "Cloak" to "Bear"
when attach "Sword" to "Bear"
when "Bear" becomes an artifact
"""
TIE = 'given "Ring": Artifact; when "Ring" becomes a land at 1; when "Ring" becomes a creature at 1'
SAME = 'given "Ring": Artifact; when "Ring" becomes a land at 1; when "Ring" becomes a land at 1'
TOKEN = 'given "Elf": token Creature — Elf; when "Elf" dies'
LOOSE = 'given "Elf": token Creature — Elf, in graveyard; when "Elf" is exiled'
AGAIN = """
given "Bear": Creature — Bear; given "Cat": Creature — Cat
when all creatures are Elves in addition to their other types from "Song"
when "Cat" dies
"""
NOTHING = 'given "Ring": Artifact'
MANY = 'given "Ring": Artifact; ' + "; ".join(
    f'when "Ring" becomes a {t} creature at 1' for t in ("Bear", "Cat", "Dog", "Elf", "Goat", "Hag")
)
CASTLE = """
scenario "Castle"
  game duelmasters
given turn of B; given "Guard": クリーチャー; given "Guard" has S-Trigger
given shield L of A: "Guard"
given castle 《ハッスル・キャッスル》 fortifies shield L of A
when B breaks shield L of A using "Guard"
"""
EATING = """
given "X": Apple; given "Y": Pear
given row 1 of A: "X", "Y"
when A raids row 1 of B near row 1 of A
"""
ODD = """
scenario "a < b & <script>"
given "<b>&": Artifact
when all creatures are Elves in addition to their other types from "<i>#`*_"
when "<b>&" becomes a creature
"""
TEXTS = {"cloak": CLOAK, "tie": TIE, "same": SAME, "token": TOKEN, "loose": LOOSE, "again": AGAIN,
         "nothing": NOTHING, "castle": CASTLE, "odd": ODD, "many": MANY}  # fmt: skip


def told(text: str, lang: str = "en", **options: object) -> Timeline:
    (report,) = check(text, **options)
    assert report.errors == []
    return report.timeline(lang)


def lines(text: str, lang: str = "en", **options: object) -> list[str]:
    return timeline_text(told(text, lang, **options)).splitlines()


# --- what is told ---------------------------------------------------------------------------------


def test_steps_tell_events_causes_changes_and_what_becomes_due():
    assert lines(CLOAK) == [
        'timeline of "Cloak":',
        '  1. "Cloak" becomes attached to "Bear" [given]',
        '     - "Cloak" becomes attached to "Bear" [701.3, 701.3b]',
        '  2. "Sword" becomes attached to "Bear" [given]',
        '     - "Sword" becomes attached to "Bear" [701.3, 701.3b]',
        '  3. effect 3 begins: "Bear" becomes an artifact [given]',
        "     - nothing changes",
        "  4. effect 3 is applied [continuous effect, layer 4]",
        '     - "Bear" loses the card type Creature [205.1a]',
        '     - "Bear" loses the subtype Bear [205.1a]',
        '     - "Bear" gets the card type Artifact [205.1a]',
        '     - due: the coming off of "Sword" [state-based action, 704.5n, 303.4, 301.5]',
        '     - due: the move of "Cloak" to the graveyard [state-based action, 704.5m, 303.4]',
        "  5. at the same time:",
        '     · the coming off of "Sword" [state-based action, 704.5n, 303.4, 301.5]',
        '     · the move of "Cloak" to the graveyard [state-based action, 704.5m, 303.4]',
        '     - "Cloak" is no longer attached to "Bear" [701.3, 400.7, 704.5m]',
        '     - "Sword" is no longer attached to "Bear" [701.3, 704.5n]',
        '     - "Cloak" leaves the battlefield [400.7, 704.5m]',
        '     - "Cloak" goes to the graveyard [400.7, 704.5m]',
        '     - "Cloak" has come off what it was attached to [704.5m, 701.3, 400.7]',
        '     - "Sword" has come off what it was attached to [704.5m, 704.5n]',
        "     - what continuous effects change is worked out anew",
        "  6. effect 3 is applied [continuous effect, layer 4]",
        '     - "Bear" loses the card type Creature [205.1a]',
        '     - "Bear" loses the subtype Bear [205.1a]',
        '     - "Bear" gets the card type Artifact [205.1a]',
    ]


def test_the_timeline_is_told_in_japanese():
    assert lines(TOKEN, "ja") == [
        "経過:",
        "  1. 《Elf》が死亡する [前提]",
        "     - 《Elf》は戦場を離れる [400.7, 700.4]",
        "     - 《Elf》が墓地に移動する [400.7, 700.4]",
        "     - 待機: 《Elf》の消滅 [状況起因処理, 704.5d]",
        "  2. 《Elf》の消滅 [状況起因処理, 704.5d]",
        "     - 《Elf》は墓地を離れる [704.5d]",
        "     - 《Elf》のタイプ行は「クリーチャー」を示さなくなる [704.5d]",
        "     - 《Elf》のタイプ行は「エルフ」を示さなくなる [704.5d]",
    ]


def test_an_effect_has_its_source_and_words_where_it_is_told_first():
    song = [line for line in lines(AGAIN) if "Song" in line]
    assert song[0] == (
        '  1. effect 1 ("Song") is applied: all creatures are Elves in addition to their other types '
        "[continuous effect, layer 4]"
    )
    assert song[1] == '  3. effect 1 ("Song") is applied [continuous effect, layer 4]'


def test_what_an_event_sets_back_is_no_change_by_a_rule():
    second = told(AGAIN).course.steps[1]
    assert second.anew
    assert all(change.rules for change in second.changes)
    assert not any("Elf" in change.said for change in second.changes)


def test_events_of_one_step_are_told_together():
    step = told(CLOAK).course.steps[4]
    assert [(e.cause, e.kind, e.rank) for e in step.events] == [("due", "stateBasedAction", 1)] * 2


def test_due_events_begin_to_wait_at_the_step_after_which_they_are_due():
    waiting = [len(step.waits) for step in told(CLOAK).course.steps]
    assert waiting == [0, 0, 0, 2, 0, 0]


def test_what_is_due_at_the_start_is_told_before_the_steps():
    assert lines(LOOSE)[:4] == [
        "timeline:",
        "  at the start:",
        '     - due: the ceasing of "Elf" to exist [state-based action, 704.5d]',
        '  1. the ceasing of "Elf" to exist [state-based action, 704.5d]',
    ]


def test_rules_of_the_scheduler_and_of_the_scenario_are_not_cited():
    known = load().documents.rules
    for branch in told(CLOAK).course.walk():
        for step in branch.steps:
            cited = [r for x in (*step.events, *step.changes, *step.waits) for r in x.rules]
            assert set(cited) <= set(known)
            assert not any(rule.startswith("core-") for rule in cited)


def test_nothing_is_told_to_happen_where_nothing_does():
    assert lines(NOTHING) == ["timeline:", "  nothing happens"]
    assert lines(NOTHING, "ja") == ["経過:", "  何も起きない"]


def test_without_a_rule_its_event_is_not_in_the_timeline():
    assert not any("704.5d" in line for line in lines(TOKEN, without=["704.5d"]))


# --- castles --------------------------------------------------------------------------------------


def test_the_trigger_of_a_castle_question_comes_before_the_state_based_action():
    first, second, third, *_ = told(CASTLE).course.steps
    assert [s.events[0].cause for s in (first, second, third)] == ["given", "due", "due"]
    assert [s.events[0].kind for s in (second, third)] == ["trigger", "stateBasedAction"]
    assert first.waits[0].kind == "trigger"
    assert "stateBasedAction" in [e.kind for step in (first, second) for e in step.waits]
    assert "C27-trigger" in second.events[0].rules
    assert "703.4k-due" in third.events[0].rules


def test_triggers_and_state_based_actions_have_their_names_from_the_ontology():
    told_ = lines(CASTLE, "ja")
    assert any(
        line.startswith("  2. 《Guard》の「S・トリガー」の使用 [トリガー, C27") for line in told_
    )
    assert any(
        "《ハッスル・キャッスル》の墓地への移動 [状況起因処理, 703.4k" in line for line in told_
    )


@pytest.mark.parametrize("game", games())
def test_every_event_that_a_game_makes_due_says_what_it_is(game):
    knowledge = load(game)
    made = {
        head.atom.args[0].functor
        for rule in knowledge.program.theory.rules
        for head in rule.heads
        if head.atom.predicate == "due" and isinstance(head.atom.args[0], Compound)
    }
    for functor in made:
        labels = knowledge.content.event_kinds[knowledge.sentences[functor].event_kind]
        assert sorted(labels) == ["en", "ja"], functor


def test_statements_that_share_a_logic_are_told_once():
    shared = [line for line in lines(CASTLE) if "so also " in line]
    assert any("703.4k" in line and "C23" in line for line in shared)
    assert sum("C23" in line for line in shared) == 1
    waits = [e for step in told(CASTLE).course.steps for e in step.waits]
    assert ["C23" in e.also for e in waits if "703.4k-due" in e.rules] == [True]


def test_a_drawing_castle_forks_after_it_has_left():
    course = told(CASTLE).course
    assert len(course.steps) == 3
    taken = [[c.taken for c in branch.steps[0].choices] for branch in course.branches]
    assert taken == [[False], [True]]


# --- forks ----------------------------------------------------------------------------------------


def test_an_open_order_forks_and_the_branches_say_how():
    told_ = lines(TIE)
    assert told_[:3] == [
        "timeline (2 branches, 2 outcomes):",
        "  branch 1: first effect 1 is applied",
        '    1. effect 1 is applied: "Ring" becomes a land [continuous effect, layer 4]',
    ]
    assert "  branch 2: first effect 2 is applied" in told_
    assert "  分岐2: 先に効果2が適用される" in lines(TIE, "ja")


def test_two_orders_with_one_outcome_meet():
    found = told(SAME)
    one, other = found.course.branches
    assert (len(one.steps), one.joins) == (2, None)
    assert (len(other.steps), other.joins) == (2, Join("1", 2))
    assert found.outcomes == 1
    assert timeline_text(found).startswith("timeline (2 branches, one outcome):")
    assert timeline_text(found).endswith("\n       (the same as after step 2 of branch 1)")


def test_the_beginning_that_branches_share_is_told_once():
    text = f'given "Elf": token Creature — Elf; when "Elf" dies; {TIE}'.replace("at 1", "at 2")
    course = told(text).course
    assert [s.number for s in course.steps] == [1, 2]
    assert [b.steps[0].number for b in course.branches] == [3, 3]


@pytest.mark.parametrize(
    ("lang", "none", "both"),
    [
        ("en", "branch 1: nothing is chosen", 'branch 4: "X" is eaten, "Y" is eaten'),
        ("ja", "分岐1: 何も選ばない", "分岐4: 《X》が食べられる、《Y》が食べられる"),
    ],
)
def test_a_choice_forks_and_its_steps_say_what_was_chosen(lang, none, both):
    found = timeline_of(case_of(EATING), "", lang)
    told_ = timeline_text(found)
    assert none in told_
    assert both in told_
    second = found.course.branches[1].steps[0]
    assert [(c.taken, c.rules) for c in second.choices] == [(True, ("2-may",)), (False, ("2-may",))]
    assert (
        rows(found, second)[0]
        == {
            "en": 'chosen: "X" is eaten [2]',
            "ja": "選択: 《X》が食べられる [2]",
        }[lang]
    )


def test_a_long_timeline_is_cut_and_says_so():
    (report,) = check(CLOAK)
    found = timeline_of(report.case, "", "en", most=3)
    assert (found.cut, found.steps, found.course.open) == ("steps", 3, True)
    assert timeline_text(found).splitlines()[-2:] == [
        "     (not followed further)",
        "  cut short: only the first 3 steps are told",
    ]


def test_a_run_that_was_stopped_says_so_and_ends_with_3():
    result = call("timeline", MANY)
    assert result.exit_code == 3
    assert result.stdout.splitlines()[-1] == (
        "  cut short: the run was stopped at too many outcomes"
    )


# --- data -----------------------------------------------------------------------------------------


def test_the_schema_is_a_schema_and_has_the_version_of_timelines():
    jsonschema.Draft202012Validator.check_schema(SCHEMA)
    version = SCHEMA["$defs"]["timeline"]["properties"]["format"]["const"]
    assert SCHEMA["version"] == version == FORMAT_VERSION


@pytest.mark.parametrize("lang", ["en", "ja"])
@pytest.mark.parametrize("name", TEXTS)
def test_every_timeline_as_data_fits_the_schema(name, lang):
    jsonschema.validate(timeline_data(told(TEXTS[name], lang)), SCHEMA)


def test_the_data_has_what_programs_need(file):
    data = json.loads(call("timeline", "--format", "json", file(CLOAK)).stdout)
    assert (data["title"], data["outcomes"], data["cut"]) == ("Cloak", 1, None)
    change = data["steps"][0]["changes"][0]
    assert (change["change"], change["fact"]) == ("starts", "attachedTo(Cloak, Bear)")
    assert change["rules"][0].startswith("701.3")
    assert [e["kind"] for e in data["steps"][3]["waits"]] == ["stateBasedAction"] * 2


# --- pictures -------------------------------------------------------------------------------------


@pytest.mark.parametrize("lang", ["en", "ja"])
@pytest.mark.parametrize("name", TEXTS)
def test_the_picture_is_sound_svg_and_all_texts_lie_inside(name, lang):
    root = ET.fromstring(timeline_svg(told(TEXTS[name], lang)))
    assert (root.tag, root.get("lang")) == (f"{{{NAMESPACE}}}svg", lang)
    wide, high = float(root.get("width")), float(root.get("height"))
    for element in root.iter():
        assert not any("href" in key or key.startswith("on") for key in element.attrib)
        if element.tag == f"{{{NAMESPACE}}}text":
            assert float(element.get("x")) + 7 * width(element.text) <= wide
            assert 0 < float(element.get("y")) <= high


def test_the_picture_has_a_box_for_each_step():
    root = ET.fromstring(timeline_svg(told(CLOAK)))
    boxes = root.findall(f".//{{{NAMESPACE}}}g/{{{NAMESPACE}}}rect")
    assert len(boxes) == 6
    texts = [e.text for e in root.iter(f"{{{NAMESPACE}}}text")]
    assert '1. "Cloak" becomes attached to "Bear" [given]' in texts


def test_branches_stand_side_by_side():
    root = ET.fromstring(timeline_svg(told(TIE)))
    heads = {
        e.text: (float(e.get("x")), float(e.get("y")))
        for e in root.iter(f"{{{NAMESPACE}}}text")
        if e.text.startswith("branch ")
    }
    (x, y), (right, beside) = heads.values()
    assert x < right
    assert y == beside


def test_odd_names_are_texts_of_the_picture():
    root = ET.fromstring(timeline_svg(told(ODD)))
    assert root[0].text == 'timeline of "a < b & <script>"'
    assert any('"<i>#`*_"' in (e.text or "") for e in root.iter(f"{{{NAMESPACE}}}text"))


def test_the_picture_as_mermaid_text():
    drawn = timeline_mermaid(told(SAME)).splitlines()
    assert drawn[:3] == [
        "flowchart TB",
        "    accTitle: timeline",
        '    n0(["timeline<br/>2 branches, one outcome"])',
    ]
    assert '    n0 -->|"branch 2: first effect 2 is applied"| n3' in drawn
    assert drawn[-1] == '    n4 -. "the same as after step 2 of branch 1" .- n2'


@pytest.mark.parametrize("lang", ["en", "ja"])
def test_odd_names_stay_inside_the_quotes_of_mermaid(lang):
    for line in timeline_mermaid(told(ODD, lang)).splitlines():
        assert line.count('"') in (0, 2)
        assert not set(line.replace("<br/>", "").replace("-->", "")) & set("<>&`")


def test_a_notebook_shows_the_picture_and_print_the_text():
    found = rulekeep.timeline(TOKEN, game="mtg")
    assert isinstance(found, rulekeep.Timeline)
    assert found._repr_svg_() == timeline_svg(found)
    assert str(found) == timeline_text(found)


def test_the_timeline_of_a_faulty_text_raises_its_faults():
    with pytest.raises(DiagnosticError):
        rulekeep.timeline('given "Ring": Artfact')


# --- the command ----------------------------------------------------------------------------------


def test_the_command_tells_what_show_tells():
    told_ = call("timeline", TOKEN).stdout
    assert told_ == timeline_text(told(TOKEN)) + "\n"
    assert call("show", "--timeline", TOKEN).stdout.endswith(told_)


def test_the_example_in_the_help_works():
    help_ = call("timeline", "--help").stdout
    start = help_.index("rulekeep timeline")
    example = help_[help_.index("'", start) + 1 :].partition("'")[0]
    result = call("timeline", example)
    assert result.exit_code == 0
    assert "state-based action, 704.5m" in result.stdout


def test_text_and_data_are_of_all_scenarios_unless_one_is_chosen(file):
    text = file(f'scenario "one"\n{TOKEN}\nscenario "two"\n{TIE}')
    told_ = call("timeline", text).stdout
    assert 'timeline of "one":' in told_
    assert '\n\ntimeline of "two" (2 branches, 2 outcomes):' in told_
    chosen = call("timeline", "--scenario", "two", text).stdout
    assert chosen.startswith('timeline of "two"')
    assert "one" not in chosen
    assert len(json.loads(call("timeline", "--format", "json", text).stdout)) == 2


def test_the_picture_is_written_to_a_file(tmp_path):
    target = tmp_path / "steps.svg"
    result = call("timeline", "--format", "svg", "-o", str(target), TOKEN)
    assert (result.exit_code, result.output) == (0, "")
    assert target.read_text(encoding="utf-8").startswith("<svg ")


def test_notes_stand_below():
    shown = call("timeline", "--reading", "just-after", TOKEN).stdout
    assert shown.splitlines()[-1].startswith("note: ")


@pytest.mark.parametrize(
    ("arguments", "code"),
    [([TOKEN, "-o", "/nowhere/at.all"], "cannot-write"), (["-f", "/nowhere/at.all"], "cannot-read"),
     (['given "Ring": Artfact'], "unknown-word"), (["--game", "nowhere", TOKEN], "unknown-game"),
     (["--format", "svg", f'scenario "one"\n{TOKEN}\nscenario "two"\n{TOKEN}'], "which-scenario"),
     (["--scenario", "three", TOKEN], "no-such-scenario"), (["--without", "999.9", TOKEN], "unknown-rule")],
)  # fmt: skip
def test_what_cannot_be_told_is_an_error(arguments, code):
    result = call("timeline", *arguments)
    assert result.exit_code == 2
    assert f"[{code}]" in result.stderr
    assert result.stdout == ""
