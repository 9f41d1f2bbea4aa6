"""The reference of the ontology: everything is told, every link leads somewhere, in both languages.

`python -m tests.test_ontology_reference --write` draws the pictures in docs/ontology anew.
"""

from __future__ import annotations

import hashlib
import itertools
import os
import posixpath
import re
import subprocess
import sys
import tomllib
from pathlib import Path
from urllib.parse import unquote, urlsplit
from xml.etree import ElementTree as ET

import pytest
from click.testing import CliRunner
from hypothesis import given, settings
from hypothesis import strategies as st
from rdflib import OWL, RDF, SKOS, URIRef
from rulekeep.kb.documents import Authority, RuleText
from rulekeep.kb.knowledge import Sentences, load
from rulekeep.kb.lexicon import Term
from rulekeep.kb.logic.syntax import Declaration
from rulekeep.kb.rdf.pieces import quads
from rulekeep.kb.sources import files_of, games
from rulekeep.kb.turtle.graph import BASE, local, rk
from rulekeep.kb.turtle.inherit import read_game_graph
from rulekeep.kb.turtle.rules import KINDS
from rulekeep.queries.cli import main
from rulekeep.queries.reference import entries as told
from rulekeep.queries.reference.class_axioms import Axiom
from rulekeep.queries.reference.diagram import KINDS as PICTURES
from rulekeep.queries.reference.diagram import diagram_of
from rulekeep.queries.reference.diagram_layout import lay_out
from rulekeep.queries.reference.diagram_svg import COLOURS, svg
from rulekeep.queries.reference.entries import Outline
from rulekeep.queries.reference.links import Link
from rulekeep.queries.reference.logic_words import words_of
from rulekeep.queries.reference.names import names_of
from rulekeep.queries.reference.outline import outline_of
from rulekeep.queries.reference.site import LANGUAGES, site

from .web_pages import Page, read_page

ROOT = Path(__file__).resolve().parents[1]
DRAWN = ("mtg", "duelmasters")
_JAPANESE = re.compile(r"[\u3040-\u30ff\u4e00-\u9fff]")
_UNTRANSLATED = {"language-ja"}  # a language is named in itself


@pytest.fixture(scope="module")
def outlines() -> dict[str, Outline]:
    return {game: outline_of(load(game)) for game in games()}


@pytest.fixture(scope="module")
def files(outlines: dict[str, Outline]) -> dict[str, str]:
    return site(list(outlines.values()))


@pytest.fixture(scope="module")
def pages(files: dict[str, str]) -> dict[str, Page]:
    return {name: read_page(text) for name, text in files.items() if name.endswith(".html")}


def test_pages_are_well_formed_with_a_heading_and_a_language_each(pages: dict[str, Page]) -> None:
    for name, page in pages.items():
        assert page.faults == [], name
        assert page.scoped, name
        assert page.langs[0] == (name.split("/")[0] if "/" in name else "en")
        levels = [level for level, _ in page.headings]
        assert levels.count(1) == 1
        assert levels[0] == 1
        assert all(b - a <= 1 for a, b in itertools.pairwise(levels)), name


def test_places_of_a_page_have_names_of_their_own(pages: dict[str, Page]) -> None:
    for name, page in pages.items():
        assert sorted(page.ids) == sorted(set(page.ids)), name
        assert not any(re.search(r"\s", place) for place in page.ids)


def test_every_link_leads_to_a_file_and_place_of_the_reference(
    files: dict[str, str], pages: dict[str, Page]
) -> None:
    for name, page in pages.items():
        places = {}
        for link in page.links:
            address = urlsplit(link)
            assert (address.scheme, address.netloc) == ("", "")
            target = posixpath.normpath(posixpath.join(posixpath.dirname(name), address.path))
            target = target if address.path else name
            assert target in files, (name, link)
            if address.fragment:
                known = places.setdefault(target, set(pages[target].ids))
                assert unquote(address.fragment) in known, (name, link)


def test_pages_run_nothing(files: dict[str, str], pages: dict[str, Page]) -> None:
    assert [page.scripts for page in pages.values() if page.scripts] == []
    assert "url(" not in files["style.css"]
    assert "@import" not in files["style.css"]


@pytest.mark.parametrize("game", games())
def test_every_declared_thing_of_the_files_is_told_of(game: str, pages: dict[str, Page]) -> None:
    graph, _ = read_game_graph(game, files_of(game))

    def ids(*classes: URIRef) -> set[str]:
        found = {s for c in classes for s in graph.subjects(RDF.type, c)}
        return {local(s) for s in found if isinstance(s, URIRef) and s.startswith(BASE)}

    labelled = {local(s) for s in graph.subjects(SKOS.prefLabel)}
    cards = ids(rk("Card"))
    predicates = ids(*map(rk, KINDS))
    for lang in LANGUAGES:

        def places(page: str, lang: str = lang) -> set[str]:
            return set(pages[f"{lang}/{game}/{page}.html"].ids)

        assert predicates <= places("predicates")
        assert ids(rk("Rule"), rk("Statement")) <= places("rules")
        assert ids(rk("Reading"), rk("ReadingRule")) <= places("readings")
        assert ids(rk("Authority")) <= places("authorities")
        assert labelled - cards - predicates <= places("terms") | places("classes")
        assert ids(OWL.Class) <= places("classes") | places("terms") | predicates
        properties = ids(OWL.ObjectProperty, OWL.DatatypeProperty, OWL.AnnotationProperty)
        assert properties <= places("properties") | predicates
        assert ids(*map(rk, KINDS), rk("Rule"), rk("Reading")) <= {
            unquote(urlsplit(link).fragment) for link in pages[f"{lang}/{game}/names.html"].links
        }


def test_predicates_name_the_rules_that_conclude_and_use_them(files: dict[str, str]) -> None:
    text = files["en/mtg/predicates.html"]
    entry = text[text.index('<h3 id="setsCardType">') :].split("</article>")[0]
    concluded, used = entry.split("concluded by")[1].split("used by")
    assert "205.1a-sets<" in concluded
    assert "205.1a-replaces<" in used
    assert "205.1a-sets<" not in used
    assert "205.1a-replaces<" not in concluded


def test_headings_of_japanese_pages_are_japanese_or_names(
    pages: dict[str, Page], outlines: dict[str, Outline]
) -> None:
    known = {name.labels.get("ja") for o in outlines.values() for name in names_of(o)}
    foreign = {
        plain
        for name, page in pages.items()
        if name.startswith("ja/")
        for _, plain in page.headings
        if plain and not _JAPANESE.search(plain)
    }
    assert foreign - known == set()


def test_words_stand_in_both_languages() -> None:
    path = ROOT / "queries" / "reference" / "words.toml"
    for key, words in tomllib.loads(path.read_text(encoding="utf-8")).items():
        assert set(words) == {"en", "ja"}, key
        assert _JAPANESE.search(words["ja"]), key
        assert key in _UNTRANSLATED or not _JAPANESE.search(words["en"]), key
        slots = [sorted(re.findall(r"\{\w*\}", words[lang])) for lang in LANGUAGES]
        assert slots[0] == slots[1], key


def test_a_logic_is_told_word_for_word_and_its_predicates_lead_to_their_entries(
    files: dict[str, str], outlines: dict[str, Outline]
) -> None:
    for outline in outlines.values():
        for rule in outline.rules:
            assert "".join(w.text for w in words_of(rule.text.logic)) == rule.text.logic
    logics = re.findall(r'<code class="logic">(.*?)</code>', files["en/mtg/rules.html"])
    assert len(logics) > 200
    unlinked = [w for logic in logics for w in re.findall(r'"predicate">([^<]+)</span>', logic)]
    assert unlinked == []


@pytest.mark.parametrize("game", ["mtg", "duelmasters"])
def test_what_stands_for_predicates_and_rules_in_rdf_is_what_the_export_has(
    game: str, outlines: dict[str, Outline]
) -> None:
    found = quads(game, ("ontology", "rules"))
    types = {(q.subject.value, q.object.value) for q in found if q.predicate.value == str(RDF.type)}
    words = {
        "object": OWL.ObjectProperty,
        "data": OWL.DatatypeProperty,
        "annotation": OWL.AnnotationProperty,
    }
    derived = [str(rk(p)) for p in ("momentOf", "absenceOf", "factsOf", "argumentOf")]
    extra = {q.subject.value for q in found if q.predicate.value in derived}
    imps = {s for s, t in types if t == "http://www.w3.org/2003/11/swrl#Imp"}
    unsaid = {q.subject.value for q in found if q.predicate.value == str(rk("notInSwrl"))}
    outline = outlines[game]
    for entry in outline.predicates:
        if not entry.reading:
            assert (entry.iri, str(words.get(entry.rdf_form, OWL.Class))) in types, entry.id
    assert {p.iri + suffix for p in outline.predicates for suffix in p.relations} == extra
    told = {r.iri + suffix for r in outline.rules for suffix in r.imps}
    rules = {s for s, t in types if t == str(rk("Rule"))}
    assert told == {imp for imp in imps if imp.removesuffix(".imp").removesuffix(".next") in rules}
    assert rules <= {r.iri for r in outline.rules}
    of_readings = {rule.iri for reading in outline.readings for rule in reading.rules}
    assert {r.iri for r in outline.rules if r.not_in_swrl} | of_readings == unsaid
    assert all(bool(r.imps) != bool(r.not_in_swrl) for r in outline.rules if r.text.logic)


_SEEDED = """
import hashlib
from rulekeep.kb.knowledge import load
from rulekeep.queries.reference.outline import outline_of
from rulekeep.queries.reference.site import site

for name, text in sorted(site([outline_of(load("duelmasters"))], ("ja",)).items()):
    print(name, hashlib.sha256(text.encode()).hexdigest())
"""


def test_the_bytes_do_not_hang_on_the_order_of_sets_and_the_locale(
    outlines: dict[str, Outline],
) -> None:
    environment = {**os.environ, "PYTHONHASHSEED": "1", "LC_ALL": "C", "TZ": "Asia/Tokyo"}
    done = subprocess.run(
        [sys.executable, "-c", _SEEDED], env=environment, capture_output=True, check=True
    )
    digests = dict(line.split() for line in done.stdout.decode().splitlines())
    here = site([outlines["duelmasters"]], ("ja",))
    assert {n: hashlib.sha256(text.encode()).hexdigest() for n, text in here.items()} == digests


def luminance(colour: str) -> float:
    """The relative luminance of WCAG 2."""
    wide = colour if len(colour) == 7 else "#" + "".join(c * 2 for c in colour[1:])
    parts = [int(wide[n : n + 2], 16) / 255 for n in (1, 3, 5)]
    linear = [c / 12.92 if c <= 0.03928 else ((c + 0.055) / 1.055) ** 2.4 for c in parts]
    return sum(weight * c for weight, c in zip((0.2126, 0.7152, 0.0722), linear, strict=True))


def contrast(one: str, other: str) -> float:
    high, low = sorted((luminance(one), luminance(other)), reverse=True)
    return (high + 0.05) / (low + 0.05)


def test_words_stand_out_from_the_ground_in_light_and_dark(files: dict[str, str]) -> None:
    schemes = re.findall(r":root \{([^}]*)\}", files["style.css"])
    assert len(schemes) == 3
    for scheme in schemes:
        colours = dict(re.findall(r"--(\w+): (#\w+);", scheme))
        grounds = [colours.pop("ground"), colours.pop("soft")]
        colours.pop("rule")
        assert all(contrast(c, g) >= 4.5 for c in colours.values() for g in grounds)
    for day, night in COLOURS:
        assert contrast(day, "#f2f2f2") >= 4.5
        assert contrast(night, "#0d1117") >= 4.5


# --- pictures -------------------------------------------------------------------------------------


def picture(outline: Outline, kind: str, lang: str) -> str:
    return svg(diagram_of(outline, kind, lang))


@pytest.mark.parametrize("game", DRAWN)
@pytest.mark.parametrize("kind", PICTURES)
@pytest.mark.parametrize("lang", LANGUAGES)
def test_the_pictures_in_the_documents_are_up_to_date(
    game: str, kind: str, lang: str, outlines: dict[str, Outline]
) -> None:
    kept = ROOT / "docs" / "ontology" / f"{game}.{kind}.{lang}.svg"
    told = "run `python -m tests.test_ontology_reference --write`"
    assert kept.read_text(encoding="utf-8") == picture(outlines[game], kind, lang), told


@pytest.mark.parametrize("kind", PICTURES)
def test_boxes_of_a_picture_do_not_overlap_and_lie_within_it(
    kind: str, outlines: dict[str, Outline]
) -> None:
    for outline in outlines.values():
        root = ET.fromstring(picture(outline, kind, "ja"))
        wide, high = float(root.get("width") or 0), float(root.get("height") or 0)
        boxes = [
            tuple(float(box.get(k) or 0) for k in ("x", "y", "width", "height"))
            for box in root.iter("{http://www.w3.org/2000/svg}rect")
            if box.get("class") == "frame"
        ]
        assert len(boxes) > 10
        for number, (x, y, w, h) in enumerate(boxes):
            assert 0 <= x and x + w <= wide and 0 <= y and y + h <= high
            for a, b, c, d in boxes[:number]:
                assert x + w <= a or a + c <= x or y + h <= b or b + d <= y


def test_a_picture_names_every_predicate_of_two_arguments(outlines: dict[str, Outline]) -> None:
    outline = outlines["mtg"]
    text = picture(outline, "play", "en")
    for entry in outline.predicates:
        found = entry.declaration
        counts = found.arity == 2 and found.kind != "term"
        if counts and not entry.reading and not entry.catalogue:
            assert f">{entry.id}</text>" in text


def test_lines_lead_to_the_right_where_there_is_no_circle() -> None:
    layout = lay_out(dict.fromkeys("abcd", 10.0), [("a", "b"), ("b", "c"), ("a", "c"), ("c", "c")])
    assert [layout.boxes[n].column for n in "abc"] == [0, 1, 2]
    assert set(layout.lanes) == {("c", 1)}


@given(st.lists(st.tuples(st.sampled_from("abcdefgh"), st.sampled_from("abcdefgh")), max_size=20))
@settings(max_examples=60, deadline=None)
def test_any_lines_can_be_laid_out(edges: list[tuple[str, str]]) -> None:
    layout = lay_out({name: 10.0 + place for place, name in enumerate("abcdefgh")}, edges)
    assert set(layout.boxes) == set("abcdefgh")
    for source, target in edges:
        way = layout.boxes[source].column, layout.boxes[target].column
        for column in range(min(way) + 1, max(way)):
            assert (target, column) in layout.lanes


# --- names that would break a page ----------------------------------------------------------------

_NAMES = st.text(
    st.characters(codec="utf-8", exclude_categories=("Cc", "Cs", "Zs", "Zl", "Zp", "Cn"))
    | st.sampled_from("<>&\"'{}%#/?;"),
    min_size=1,
    max_size=8,
)
_TEXTS = st.text(st.sampled_from("<>&\"' {}%字a"), min_size=1, max_size=12)


def invented(name: str, text: str) -> Outline:
    """An outline in which everything has one name and one text."""
    labels = {"en": text}
    axiom = Axiom("SubClassOf", ((name, True), (" and ", False), (text, False)))
    rule = RuleText(name, label=labels, statement=labels, authority=name, logic=text, notes=labels)
    return Outline(
        game="game",
        labels=labels,
        links=(Link(name, name, name, "", 1), Link(name, text, "", "text", 1)),
        classes=(
            told.ClassEntry(name, text, labels, labels, (axiom,), (name,), 1, ((name, (1,)),)),
        ),
        properties=(
            told.PropertyEntry(
                name, text, labels, "ObjectProperty", (Link(name, name, name, "", 1),)
            ),
        ),
        predicates=(
            told.PredicateEntry(
                Declaration(name, "fluent", (name, name)),
                text,
                labels,
                Sentences(labels, labels),
                {"en": (text,)},
                (name,),
                (name,),
                rdf_form="object",
            ),
        ),
        rules=(
            told.RuleEntry(rule, text, (name,), (name,), ((name, text),), ((name, ""),), (name,)),
        ),
        terms=(
            told.TermGroup(
                name, labels, (told.TermEntry(Term(name, name, labels={"en": (text,)}), text, ()),)
            ),
        ),
        authorities=(told.AuthorityEntry(Authority(name, labels, 1), text, 1),),
        readings=(told.ReadingEntry(name, text, labels, labels, (name,), (), (name,), (name,)),),
        kinds={},
    )


@given(_NAMES, _TEXTS)
@settings(max_examples=60, deadline=None)
def test_names_and_texts_of_any_characters_are_shown_as_they_are(name: str, text: str) -> None:
    files = site([invented(name, text)], ("en",))
    pages = {n: read_page(t) for n, t in files.items() if n.endswith(".html")}
    for path, page in pages.items():
        assert page.faults == [], path
        assert page.scripts == []
        if path.startswith("en/") and "index" not in path and "names" not in path:
            assert name in page.ids, path
            assert name in page.text
            assert text in page.text
    linked = {unquote(urlsplit(a).fragment) for a in pages["en/game/names.html"].links}
    assert name in linked
    for kind in PICTURES:
        ET.fromstring(files[f"en/game/{kind}.svg"])


# --- the command ----------------------------------------------------------------------------------


def test_the_command_writes_the_pages_of_a_game_in_a_language(tmp_path: Path) -> None:
    arguments = ["reference", "-o", str(tmp_path / "out"), "--game", "mtg", "--lang", "ja"]
    result = CliRunner().invoke(main, arguments)
    assert result.exit_code == 0
    assert (tmp_path / "out" / "ja" / "mtg" / "rules.html").is_file()
    assert not (tmp_path / "out" / "en").exists()
    assert not (tmp_path / "out" / "ja" / "duelmasters").exists()


@pytest.mark.parametrize(
    ("arguments", "code"),
    [(["--game", "chess"], "unknown-game"), (["--game", "mtg"], "cannot-write")],
)
def test_the_command_says_what_is_wrong(tmp_path: Path, arguments: list[str], code: str) -> None:
    (tmp_path / "file").write_text("")
    result = CliRunner().invoke(main, ["reference", "-o", str(tmp_path / "file"), *arguments])
    assert result.exit_code == 2
    assert f"[{code}]" in result.output


if __name__ == "__main__" and "--write" in sys.argv:
    for drawn in DRAWN:
        for kind_of in PICTURES:
            for language in LANGUAGES:
                target = ROOT / "docs" / "ontology" / f"{drawn}.{kind_of}.{language}.svg"
                target.parent.mkdir(parents=True, exist_ok=True)
                target.write_text(picture(outline_of(load(drawn)), kind_of, language), "utf-8")
