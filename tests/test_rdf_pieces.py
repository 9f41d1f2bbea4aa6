"""The pieces of an export: valid each by itself and together, the same bytes everywhere, nothing lost."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest
from pyoxigraph import BlankNode, Literal, NamedNode, Quad, RdfFormat, serialize
from rulekeep.kb.rdf import pieces
from rulekeep.kb.rdf.iris import graph_iri
from rulekeep.kb.rdf.pieces import PIECES, merged, quads
from rulekeep.kb.sources import games, lineage
from rulekeep.queries.rdf.ruling_texts import ruling_texts

from . import owlapi

OWL = "http://www.w3.org/2002/07/owl#"
TYPE = NamedNode("http://www.w3.org/1999/02/22-rdf-syntax-ns#type")
IMP = NamedNode("http://www.w3.org/2003/11/swrl#Imp")
DIGEST = """
import hashlib
from rulekeep.kb.rdf.building import build
for name, text in sorted(build("duelmasters").items()):
    print(name, hashlib.sha256(text.encode()).hexdigest())
"""


def exported(game: str) -> list[Quad]:
    return quads(game, PIECES, ruling_texts(game))


def digest(seed: int, locale: str) -> bytes:
    environment = {**os.environ, "PYTHONHASHSEED": str(seed), "LC_ALL": locale, "TZ": "Asia/Tokyo"}
    command = [sys.executable, "-c", DIGEST]
    return subprocess.run(command, env=environment, capture_output=True, check=True).stdout


def test_pieces_are_the_same_bytes_whatever_the_hash_seed_and_the_locale() -> None:
    assert digest(1, "C") == digest(2, "ja_JP.UTF-8")


@pytest.mark.parametrize("game", games())
def test_every_piece_has_one_header_with_titles_licence_date_and_version(game: str) -> None:
    for piece in PIECES:
        found = quads(game, [piece])
        (head,) = {q.subject for q in found if q.object == NamedNode(OWL + "Ontology")}
        assert head == NamedNode(graph_iri(game, piece))
        told = [q.predicate.value.rpartition("/")[2] for q in found if q.subject == head]
        assert sorted(p.rpartition("#")[2] for p in told) == [
            "date", "license", "title", "title", "type", "versionInfo",
        ]  # fmt: skip


def test_only_ascii_stands_in_iris() -> None:
    for quad in exported("duelmasters"):
        for node in (quad.subject, quad.predicate, quad.object):
            assert not isinstance(node, NamedNode) or node.value.isascii()


def test_blank_nodes_of_two_pieces_are_never_the_same() -> None:
    met: dict[str, NamedNode] = {}
    for quad in exported("mtg"):
        for node in (quad.subject, quad.object):
            if isinstance(node, BlankNode):
                assert met.setdefault(node.value, quad.graph_name) == quad.graph_name


def test_an_unknown_piece_is_refused() -> None:
    with pytest.raises(ValueError, match="no piece: rumours"):
        quads("mtg", ["cards", "rumours"])


def test_pieces_as_one_have_one_header() -> None:
    found = merged(exported("mtg"), "mtg")
    heads = [t for t in found if t.predicate == TYPE and t.object == NamedNode(OWL + "Ontology")]
    assert [t.subject for t in heads] == [NamedNode(graph_iri("mtg", "all"))]
    assert len(found) == len(set(found))


def test_rulings_say_question_answer_source_and_status_in_their_languages() -> None:
    rk = "https://w3id.org/rulekeep/core/"
    node = NamedNode("https://w3id.org/rulekeep/duelmasters/ruling/castle-C31")
    told = {
        (q.predicate.value.removeprefix(rk), q.object)
        for q in exported("duelmasters")
        if q.subject == node
    }
    assert ("status", Literal("official")) in told
    assert ("cites", NamedNode("https://w3id.org/rulekeep/duelmasters/rule/C31")) in told
    languages = {o.language for p, o in told if p == "answerText" and isinstance(o, Literal)}
    assert languages == {"en", "ja"}
    (text,) = [o.value for p, o in told if p == "scenarioText"]
    assert text.startswith('scenario "C31') and text.endswith("FaceUpCardInShieldZone of A is 1")


@pytest.mark.parametrize("game", games())
def test_every_logic_is_said_in_swrl_or_has_its_reason_in_both_languages(game: str) -> None:
    core = "https://w3id.org/rulekeep/core/"
    found: dict[str, set[object]] = {"logic": set(), "saysLogicOf": set(), "en": set(), "ja": set()}
    for quad in quads(game, ["rules"]):
        name, value = quad.predicate.value.removeprefix(core), quad.object
        if name == "notInSwrl" and isinstance(value, Literal):
            found[str(value.language)].add(quad.subject)
        elif name in found:
            found[name].add(value if name == "saysLogicOf" else quad.subject)
    assert found["en"] == found["ja"]
    assert found["logic"] <= found["saysLogicOf"] | found["en"]
    assert found["logic"] >= found["en"]


@pytest.mark.skipif(owlapi.missing() is not None, reason=owlapi.missing() or "")
@pytest.mark.parametrize("game", games())
def test_the_whole_and_each_piece_keep_owl_2_dl(game: str, tmp_path: Path) -> None:
    found = exported(game)
    parts = {
        piece: [q.triple for q in found if q.graph_name == NamedNode(graph_iri(game, piece))]
        for piece in PIECES
    }
    alone = parts if len(lineage(game)) == 1 else {}  # an heir's pieces are made as its base's are
    for name, triples in {**alone, "all": merged(found, game)}.items():
        path = tmp_path / f"{name}.rdf"  # its reader of Turtle does not know SWRL
        path.write_bytes(serialize(triples, format=RdfFormat.RDF_XML) or b"")
        loaded = owlapi.load(path)
        assert (loaded.violations[:3], loaded.unread) == ((), 0), name
        imps = sum(triple.object == IMP for triple in triples)
        assert loaded.rules == imps, name


def test_a_piece_is_kept_for_the_next_process_and_an_outdated_one_goes(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("RULEKEEP_CACHE", str(tmp_path))
    outdated = tmp_path / "rdf_cards-duelmasters-0.nq"
    outdated.write_text("")
    pieces._piece.cache_clear()
    made = quads("duelmasters", ["cards"])
    (kept,) = tmp_path.glob("rdf_cards-duelmasters-*.nq")
    assert kept != outdated
    pieces._piece.cache_clear()
    assert quads("duelmasters", ["cards"]) == made


def test_the_cached_export_needs_no_rdflib() -> None:
    quads("duelmasters", ["rules"])
    command = (
        "import sys; from rulekeep.kb.rdf.pieces import quads; quads('duelmasters', ['rules']);"
        "print([m for m in ('rdflib', 'owlready2', 'pyparsing', 'clingo') if m in sys.modules])"
    )
    done = subprocess.run([sys.executable, "-c", command], capture_output=True, check=True)
    assert done.stdout.strip() == b"[]"
