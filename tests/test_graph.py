"""The order of application as lines and as a picture: reasons, dependencies, loops, escaping."""

from __future__ import annotations

import json
from xml.etree import ElementTree as ET

import pytest
from rulekeep.kb.knowledge import load
from rulekeep.queries.answers.order_steps import step_lines
from rulekeep.queries.answers.output import report_json, report_markdown, report_text
from rulekeep.queries.api import check
from rulekeep.queries.pictures.drawing import NAMESPACE
from rulekeep.queries.pictures.graph import Graph, graph_of
from rulekeep.queries.pictures.graph_mermaid import escape, mermaid
from rulekeep.queries.pictures.graph_svg import svg
from rulekeep.queries.pictures.texts import shorten, width, wrap

from .test_cli import call, file

__all__ = ["file"]

MOON = """
given "Urborg, Tomb of Yawgmoth"; given "Blood Moon"
when "Urborg, Tomb of Yawgmoth"; when "Blood Moon"
"""
LOOP = """
given "Cabin": Land — Forest; given "Sprout": token Creature — Saproling
when all Forests and all Saprolings are Saproling creatures and Forest lands in addition to their other types from "Life and Limb"
when nonbasic lands are Mountains from "Blood Moon"
"""
FREE = 'given "Ring": Artifact; when "Ring" becomes a land; when "Ring" becomes a creature'
LATER = """
given "Engine": Artifact
when all artifacts are creatures in addition to their other types from "March"
when { add creature types Elf } on Ninja from "Song"
when creatures are Ninjas in addition to their other types from "Dojo"
"""
TIE = 'given "Ring": Artifact; when "Ring" becomes a land at 1; when "Ring" becomes a creature at 1'
LAYERS = """
given "Model": Creature — Elf; given "Vessel": Artifact
when { add creature types Ninja } on Creature from "Dojo"; when { copy "Model" } on "Vessel"
"""
DEFINING = 'given "Clay": Creature — Golem, with changeling; when "Clay" becomes an artifact'
WAITING = """
given "Engine": Artifact; given "Cat": Creature — Cat
when { add creature types Elf } on Ninja from "Song"
when { add creature types Ninja } on Creature from "Dojo"
when { add card types Creature } on Artifact from "March"
"""
MORE_AND_GIVES = """
given "Engine": Artifact; given "Cat": Creature — Cat
when { add creature types Ninja } on Creature from "Dojo"
when { add card types Creature } on Artifact from "March"
"""
NOTHING = 'given "Ring": Artifact'
ODD = """
scenario "a < b & <script>"
given "<b>&": Artifact
when all creatures are Elves in addition to their other types from "<i>#`*_"
when "<b>&" becomes a creature
"""


def lines(text: str, lang: str = "en") -> list[str]:
    (report,) = check(text)
    assert report.errors == []
    assert report.case is not None
    return step_lines(report.case, lang)


def graph(text: str, lang: str = "en") -> Graph:
    (report,) = check(text)
    assert report.case is not None
    return graph_of(report.case, report.title, lang)


# --- why order ------------------------------------------------------------------------------------

STEPS = {
    "existence": (MOON, [
        ('1. "Blood Moon" before "Urborg, Tomb of Yawgmoth": "Urborg, Tomb of Yawgmoth" depends on it, because once it is '
        'applied, no ability generates "Urborg, Tomb of Yawgmoth" any more [613.8b-waits, 613.8a-existence]'),
        '2. "Urborg, Tomb of Yawgmoth" last; it changes nothing']),
    "timestamp": (FREE, [
        "1. effect 1 before effect 2: it waits for nothing and has the earlier timestamp (1 before 2) [613.7-timestamp]",
        "2. effect 2 last"]),
    "layers": (LAYERS, [
        '1. effect 2 before "Dojo": layer 1a comes before layer 4 [613.1-order]', '2. "Dojo" last']),
    "defining": (DEFINING, [
        '1. "Clay" (ability 1) before effect 1: it comes from a characteristic-defining ability [613.3-defining]',
        "2. effect 1 last"]),
    "loop": (LOOP, [
        ('1. "Life and Limb" before "Blood Moon": it waits for nothing and has the earlier timestamp (1 before 2) '
        '[613.7-timestamp]; "Life and Limb" and "Blood Moon" depend on each other in a loop, so none waits for another '
        "[613.8b-reaches]"),
        '2. "Blood Moon" last']),
    "waiting for another": (WAITING, [
        ('1. "March" before "Dojo": "Dojo" depends on it, because once it is applied, "Dojo" also affects "Engine" '
        '[613.8b-waits, 613.8a-more]; "Song" waits for "Dojo" [613.8b-waits]'),
        ('2. "Dojo" before "Song": "Song" depends on it, because once it is applied, "Song" also affects "Cat" '
        "[613.8b-waits, 613.8a-more]"),
        '3. "Song" last']),
    "nothing": (NOTHING, ["no effect is applied"]),
    "one effect": ('given "Ring": Artifact; when "Ring" becomes a land', ["1. effect 1"]),
}  # fmt: skip


@pytest.mark.parametrize("name", STEPS)
def test_each_step_of_an_order_is_a_line_with_its_reason(name):
    text, expected = STEPS[name]
    assert lines(text) == expected


def test_the_steps_are_told_in_japanese():
    assert lines(MORE_AND_GIVES, "ja") == [
        (
            "1. 《March》は《Dojo》より先: 《Dojo》はこれに依存する（これが適用されると、《Dojo》は《Engine》にも影響する） "
            "[613.8b-waits, 613.8a-more]"
        ),
        "2. 《Dojo》は最後",
    ]
    assert lines(FREE, "ja") == [
        "1. 効果1は効果2より先: これは待つ効果がなく、タイムスタンプが早い（1は2より前） [613.7-timestamp]",
        "2. 効果2は最後",
    ]


def test_of_several_reasons_of_a_dependency_only_the_strongest_is_told():
    """The effect that would apply to more would give more as well."""
    told = "\n".join(lines(MORE_AND_GIVES))
    assert "613.8a-more" in told
    assert "613.8a-does-more" not in told


def test_an_open_order_is_undetermined_and_told_for_each_outcome():
    (report,) = check(f"{TIE}; why order")
    (answer,) = report.answers
    assert answer.verdict == "undetermined"
    told = report_text(report)
    assert told.startswith(
        "undetermined: order of application\n  it depends on: effect 1, effect 2"
    )
    assert "outcome 2:\n  1. effect 2: nothing decides whether it or effect 1 comes first" in told


def test_the_whole_proof_stands_below_the_steps_unless_it_is_folded():
    (report,) = check(f"{MOON}; why order")
    assert report_text(report).startswith('order of application: 2, 1\n  1. "Blood Moon" before')
    assert "  in full:\n  effect 2 is applied\n" in report_text(report)
    assert "in full" not in report_text(report, depth=0)
    assert report_text(report, "ja").startswith("適用順: 2, 1\n  1. 《Blood Moon》は")


def test_a_reading_gives_its_own_reason():
    text = """
    given "Ring": Artifact; given "Bear": Creature — Bear
    when "Ring" becomes a creature in addition to its other types; when "Bear" becomes an Elf
    when creatures are Goblins from "War"
    """
    (report,) = check(text, readings=["just-after"])
    assert report.case is not None
    assert step_lines(report.case, "en")[1] == (
        '2. "War" before effect 2: it has waited, and what it waited for has been applied [613.8b-ahead]'
    )


def test_a_question_about_an_order_tells_its_steps():
    (report,) = check(f"{MOON}; ask order 1, 2")
    assert report_text(report).startswith('no: order 1, 2\n  1. "Blood Moon" before')


def test_an_order_in_markdown_is_a_numbered_list_with_the_effects():
    (report,) = check(f"{LOOP}; why order")
    told = report_markdown(report, "en")
    assert told.startswith('### order of application: 1, 2\n\n1. "Life and Limb" before')
    assert '- effect 2 ("Blood Moon"): nonbasic lands are Mountains' in told


def test_the_steps_of_an_order_are_data_too():
    (report,) = check(f"{MOON}; why order")
    steps = report_json(report)["answers"][0]["steps"]
    assert [(s["step"], s["timestamp"], s["layer"], s["idle"]) for s in steps] == [
        (1, 2, "layer 4", False),
        (2, 1, "layer 4", True),
    ]
    assert steps[0]["rules"] == ["613.8b-waits", "613.8a-existence"]


def test_a_refused_dependency_is_told_in_one_sentence():
    (report,) = check(f"{FREE}; why order")
    told = [line.strip("- ") for line in report_text(report).splitlines() if "613.8a" in line]
    assert told[0] == (
        "effect 1 depends on no effect: none would change whether it exists, what it "
        "affects or what it gives [613.8a]"
    )
    assert not any("613.8a-" in line for line in told)
    assert (
        "（どれが適用されても、その存在も、影響するものも、与えるものも変わらない） [613.8a]"
        in report_text(report, "ja")
    )


def test_every_rule_of_order_says_why_in_both_languages():
    knowledge = load()
    order, dependency = (knowledge.role(r) for r in ("order-reason", "dependency"))
    for rule in knowledge.program.theory.rules:
        if any(head.atom.predicate == order for head in rule.heads):
            said = knowledge.content.reasons[rule.name]
            assert sorted(said) == ["en", "ja"], rule.name
    assert dependency in knowledge.program.theory.declarations


# --- the picture ----------------------------------------------------------------------------------


def test_a_dependency_is_an_edge_with_its_rule_and_reason():
    (edge,) = graph(MOON).edges
    assert (edge.source, edge.target, edge.rule) == (2, 1, "613.8a-existence")
    assert (edge.steps, edge.waits, edge.loop) == ((1,), True, False)
    assert edge.because == (
        'once "Blood Moon" is applied, no ability generates "Urborg, Tomb of Yawgmoth" any more'
    )


def test_effects_are_nodes_in_their_order_with_words_layer_and_timestamp():
    first, second = graph(MOON).nodes
    assert (first.effect, first.layer, first.timestamp, first.idle) == (
        '"Blood Moon"',
        "layer 4",
        2,
        False,
    )
    assert first.words == "{ set basic land types Mountain } on land and not basic"
    assert (second.effect, second.idle) == ('"Urborg, Tomb of Yawgmoth"', True)


def test_a_loop_is_marked_and_nothing_waits():
    edges = graph(LOOP).edges
    assert [(e.source, e.target, e.rule) for e in edges] == [
        (1, 2, "613.8a-less"),
        (2, 1, "613.8a-more"),
    ]
    assert all(e.loop and not e.waits for e in edges)
    assert "depends on, loop: by timestamp [613.8a-less]" in mermaid(graph(LOOP))
    assert "依存する、ループ: タイムスタンプ順 [613.8a-less]" in mermaid(graph(LOOP, "ja"))


def test_effects_that_do_not_depend_on_each_other_have_no_edge():
    found = graph(FREE)
    assert [n.effect for n in found.nodes] == ["effect 1", "effect 2"]
    assert found.edges == ()
    assert "no effect depends on another" in svg(found)


def test_a_dependency_that_arises_later_tells_from_which_step():
    first, second = graph(LATER).edges
    assert (first.steps, first.arises) == ((1,), 0)
    assert (second.steps, second.arises) == ((2,), 2)
    assert "so it waits, from step 2 on [613.8a-more]" in mermaid(graph(LATER))


def test_of_several_orders_the_first_is_drawn_and_said_to_be():
    assert graph(TIE).outcomes == 2
    assert "the first of 2 possible orders" in svg(graph(TIE))


def test_the_picture_as_mermaid_text():
    assert mermaid(graph(FREE)) == (
        "flowchart TB\n"
        "    accTitle: order of application\n"
        '    n1["1: effect 1<br/>#34;Ring#34; becomes a land<br/>layer 4 · timestamp 1"]\n'
        '    n2["2: effect 2<br/>#34;Ring#34; becomes a creature<br/>layer 4 · timestamp 2"]\n'
        "    n1 --> n2\n"
        "    linkStyle 0 stroke-opacity:0.4\n"
    )
    assert 'n0["no effect is applied"]' in mermaid(graph(NOTHING))


@pytest.mark.parametrize(
    ("text", "escaped"),
    [('"<b>&"', "#34;#60;b#62;#38;#34;"), ("#35;", "#35;35;"), ("a_b*`", "a#95;b#42;#96;"),
     ("森[山]", "森[山]"), ("a\nb\x00", "a b ")],
)  # fmt: skip
def test_what_mermaid_would_read_is_escaped(text, escaped):
    assert escape(text) == escaped


@pytest.mark.parametrize("lang", ["en", "ja"])
def test_odd_names_stay_inside_the_quotes_of_mermaid(lang):
    for line in mermaid(graph(ODD, lang)).splitlines():
        assert line.count('"') in (0, 2)
        assert not set(line.replace("<br/>", "").replace("==>", "").replace("-->", "")) & set(
            "<>&`"
        )


def drawn(text: str, lang: str = "en") -> ET.Element:
    return ET.fromstring(svg(graph(text, lang)))


@pytest.mark.parametrize("lang", ["en", "ja"])
@pytest.mark.parametrize("text", [MOON, LOOP, FREE, LATER, TIE, NOTHING, ODD])
def test_the_picture_is_sound_svg_without_script_or_reference(text, lang):
    root = drawn(text, lang)
    assert (root.tag, root.get("role"), root.get("lang")) == (f"{{{NAMESPACE}}}svg", "img", lang)
    assert [child.tag.partition("}")[2] for child in root][:2] == ["title", "desc"]
    assert all(child.text for child in list(root)[:2])
    for element in root.iter():
        assert element.tag.partition("}")[2] in {
            "svg",
            "title",
            "desc",
            "style",
            "rect",
            "g",
            "path",
            "text",
        }
        assert not any("href" in name or name.startswith("on") for name in element.attrib)
        assert "url(" not in "".join(element.attrib.values()) + (element.text or "")


def test_the_picture_takes_the_colour_of_its_page():
    colours = {e.get(name) for e in drawn(LOOP).iter() for name in ("fill", "stroke")} - {None}
    assert colours == {"currentColor", "none"}


def test_odd_names_are_texts_of_the_picture():
    texts = [e.text for e in drawn(ODD).iter() if e.tag.endswith("text")]
    assert '2. "<i>#`*_"' in texts
    assert '"<b>&" becomes a creature' in texts
    assert drawn(ODD)[0].text == "order of application: a < b & <script>"


def test_everything_in_the_picture_lies_inside_it():
    for text in (MOON, LOOP, LATER):
        root = drawn(text)
        wide, high = float(root.get("width")), float(root.get("height"))
        for element in root.iter(f"{{{NAMESPACE}}}text"):
            assert float(element.get("x")) + 7 * width(element.text) <= wide
            assert float(element.get("y")) <= high


def test_wide_characters_count_two():
    assert (width("森a"), shorten("森森森", 5), shorten("abc", 3)) == (3, "森森…", "abc")
    assert wrap("森の山 and more", 6) == ["森の山", "and", "more"]
    assert wrap("", 6) == [""]


# --- the command ----------------------------------------------------------------------------------


def test_the_picture_as_json_has_nodes_and_edges(file):
    data = json.loads(call("graph", "--format", "json", file(f'scenario "moon"{MOON}')).stdout)
    assert list(data) == ["format", "title", "outcomes", "nodes", "edges"]
    assert (data["format"], data["title"], data["outcomes"]) == (1, "moon", 1)
    assert list(data["nodes"][0]) == [
        "place", "effect", "words", "timestamp", "layer", "idle", "reason", "rules",
    ]  # fmt: skip
    (edge,) = data["edges"]
    assert list(edge) == ["from", "to", "rule", "because", "steps", "waits", "loop"]
    assert (edge["from"], edge["to"], edge["steps"]) == (2, 1, [1])


def test_the_picture_is_written_to_a_file(tmp_path):
    target = tmp_path / "order.svg"
    result = call("graph", "--format", "svg", "-o", str(target), FREE)
    assert (result.exit_code, result.output) == (0, "")
    assert target.read_text(encoding="utf-8").startswith("<svg ")


@pytest.mark.parametrize(
    ("arguments", "code"),
    [([FREE, "-o", "/nowhere/at.all"], "cannot-write"), ([FREE, "-o", "a\0b"], "cannot-write"),
     (["-f", "/nowhere/at.all"], "cannot-read"), (['given "Ring": Artfact'], "unknown-word"),
     ([f'scenario "one"\n{FREE}\nscenario "two"\n{FREE}'], "which-scenario"),
     (["--scenario", "three", f'scenario "tree"\n{FREE}'], "no-such-scenario"),
     (["--scenario", "0", FREE], "no-such-scenario"), (["--game", "nowhere", FREE], "unknown-game")],
)  # fmt: skip
def test_what_cannot_be_drawn_is_an_error(arguments, code):
    result = call("graph", *arguments)
    assert result.exit_code == 2
    assert f"[{code}]" in result.stderr
    assert result.stdout == ""


@pytest.mark.parametrize("wanted", ["two", "2"])
def test_a_scenario_is_chosen_by_title_or_number(wanted, file):
    text = f'scenario "one"\n{FREE}\nscenario "two"{MOON}'
    shown = call("graph", "--scenario", wanted, file(text)).stdout
    assert "accTitle: order of application: two" in shown


def test_the_command_draws_in_japanese():
    shown = call("graph", "--lang", "ja", MOON).stdout
    assert "accTitle: 適用順\n" in shown
    assert "第4種 · タイムスタンプ1 · 何も変えない" in shown


def test_without_the_rule_of_dependency_nothing_waits():
    assert "==>" not in call("graph", "--without", "613.8a", MOON).stdout
