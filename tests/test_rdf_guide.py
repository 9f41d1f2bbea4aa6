"""The guide for consumers of the data tells the truth: its commands, programs, snippets and names are tried.

`python -m tests.test_rdf_guide --write` writes what the commands print otherwise; review the diff.
"""

from __future__ import annotations

import contextlib
import doctest
import re
import shlex
import sys
import tempfile
from collections.abc import Iterator
from pathlib import Path

import click
import pytest
from click.testing import CliRunner
from rdflib import BNode, Graph
from rdflib.term import Node
from rulekeep.kb.rdf.pieces import PIECES, quads
from rulekeep.queries.cli import main
from rulekeep.queries.rdf.ruling_texts import ruling_texts

from .test_readme import Block, blocks, transcript, write_files
from .test_readme import commands as typed

ROOT = Path(__file__).resolve().parents[1]
GUIDES = ("docs/rdf.md", "docs/rdf.ja.md")
BASE = "https://w3id.org/rulekeep/"
PREFIXES = {"rk": f"{BASE}core/", "mtg": f"{BASE}mtg/"}


def text_of(name: str) -> str:
    return (ROOT / name).read_text(encoding="utf-8")


def commands(block: Block) -> list[list[str]]:
    return [shlex.split(line, comments=True) for line in block.body.splitlines()]


@pytest.fixture(scope="module")
def followed(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Path]:
    """A folder in which the files of the guide are written and its commands were run."""
    folder = tmp_path_factory.mktemp("guide")
    write_files(GUIDES[0], folder)
    with contextlib.chdir(folder):
        for block in blocks(GUIDES[0]):
            for program, *arguments in commands(block) if block.mark == "run" else []:
                assert program == "rulekeep"
                result = CliRunner().invoke(main, arguments)
                assert (result.exit_code, arguments) == (0, arguments), result.output
        yield folder


@pytest.fixture(scope="module")
def exported() -> set[str]:
    """Every IRI of an export."""
    found = quads("mtg", PIECES, ruling_texts("mtg"))
    nodes = (n for q in found for n in (q.subject, q.predicate, q.object, q.graph_name))
    return {str(node).strip("<>") for node in nodes}


def test_commands_write_the_files_that_they_name(followed: Path) -> None:
    for name in ("mtg.trig", "mtg.ttl", "mtg.owl", "terms.csv", "answer.ttl", "void.ttl"):
        assert (followed / name).stat().st_size > 1000, name


@pytest.mark.parametrize("name", GUIDES)
def test_programs_print_what_stands_below_them(
    name: str, followed: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(followed)
    body = "\n".join(block.body for block in blocks(name) if block.language == "python")
    test = doctest.DocTestParser().get_doctest(body, {}, name, name, 0)
    assert len(test.examples) > 10
    assert doctest.DocTestRunner().run(test).failed == 0


@pytest.mark.parametrize("name", GUIDES)
def test_commands_print_what_stands_below_them(
    name: str, followed: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(followed)
    tours = [block.body for block in blocks(name) if block.mark == "tour"]
    assert tours
    for body in tours:
        assert body == "\n".join(map(transcript, typed(body)))


def edges(graph: Graph) -> set[tuple[Node, Node, Node]]:
    """The triples of a graph, its blank nodes left out."""
    return {t for t in graph if not isinstance(t[0], BNode) and not isinstance(t[2], BNode)}


@pytest.mark.parametrize("name", GUIDES)
def test_snippets_are_part_of_the_export(name: str, followed: Path) -> None:
    whole = Graph().parse(followed / "mtg.ttl")
    snippets = [b for b in blocks(name) if b.mark == "in: mtg"]
    assert len(snippets) == 2
    for block in snippets:
        snippet = Graph().parse(data=block.body, format="turtle")
        assert edges(snippet) - edges(whole) == set()
        for node, prop, value in snippet:
            if isinstance(node, BNode):
                assert list(whole.subjects(prop, value))


@pytest.mark.parametrize("name", GUIDES)
def test_iris_that_the_guide_names_are_in_the_export(name: str, exported: set[str]) -> None:
    named = set(re.findall(rf"`({BASE}[^`]+)`", text_of(name)))
    named |= {
        PREFIXES[prefix] + local
        for prefix, local in re.findall(r"`(rk|mtg):([\w.-]+)`", text_of(name))
    }
    assert len(named) > 25
    from_elsewhere = {"byRule", "verdict"}  # of answered scenarios
    missing = named - exported - {f"{BASE}graph/mtg/description"}
    assert {iri.rpartition("/")[2] for iri in missing} <= from_elsewhere


@pytest.mark.parametrize("name", GUIDES)
def test_commands_and_options_that_the_guide_names_exist(name: str) -> None:
    named = [c.split()[1:] for c in re.findall(r"`(rulekeep [^`]+)`", text_of(name))]
    assert len(named) > 3
    for command, *words in named:
        found = main.get_command(click.Context(main), command)
        assert found is not None, command
        known = {option for param in found.params for option in param.opts}
        assert {w for w in words if w.startswith("-")} <= known


@pytest.mark.parametrize("name", GUIDES)
def test_paths_that_the_guide_names_exist(name: str) -> None:
    for path in re.findall(r"`((?:docs|queries|tests|ontology)/[\w./-]+)`", text_of(name)):
        assert (ROOT / path).exists(), path
    links = re.findall(r"\]\(([^)]+)\)", text_of(name))
    assert len(links) == 4
    for link in links:
        assert (ROOT / "docs" / link).exists(), link


def test_both_guides_have_the_same_shape_and_run_the_same() -> None:
    def shape(name: str) -> list[str]:
        return re.findall(r"^(#+ |```\w+|\| |<!-- .* -->)", text_of(name), re.MULTILINE)

    def run(name: str) -> list[object]:
        same = [b for b in blocks(name) if b.language != "console"]  # these speak the language
        return [commands(b) if b.mark == "run" else b.body for b in same]

    assert shape(GUIDES[0]) == shape(GUIDES[1])
    assert run(GUIDES[0]) == run(GUIDES[1])


def _write(name: str) -> None:
    """Writes into a guide what its commands print now."""
    with tempfile.TemporaryDirectory() as folder, contextlib.chdir(folder):
        write_files(name, Path(folder))
        text = text_of(name)
        for block in reversed(blocks(name)):
            if block.mark == "tour":
                body = "\n".join(map(transcript, typed(block.body)))
                text = text[: block.start] + body + text[block.end :]
    (ROOT / name).write_text(text, encoding="utf-8")


if __name__ == "__main__" and "--write" in sys.argv:
    for guide in GUIDES:
        _write(guide)
