"""The documents tell the truth: their commands, code, tables, paths and example files are tried.

Blocks are marked by a comment on the line before: `<!-- tour -->` a console block whose commands
print what stands below them, `<!-- file: NAME -->` a file that they read, `<!-- append: NAME -->`
text to add to a file, `<!-- graph: ARGUMENTS -->` the picture that `rulekeep graph` draws,
`<!-- keywords -->` the words of the query language, `<!-- phrases -->` the sentences of the game,
`<!-- modules -->` the map.
`python -m tests.test_readme --write` writes what came out otherwise; review the diff.
"""

from __future__ import annotations

import ast
import contextlib
import doctest
import itertools
import os
import re
import shlex
import shutil
import subprocess
import sys
import textwrap
import tomllib
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

import pytest
from click.testing import CliRunner
from rulekeep.kb.knowledge import Knowledge, Phrase, load
from rulekeep.kb.phrases import filler, named_classes
from rulekeep.queries.cli import main
from rulekeep.queries.language.keywords import keywords

from .test_loader_errors import CASES as LOADER_CASES

ROOT = Path(__file__).resolve().parents[1]
READMES = ("README.md", "README.ja.md")
GUIDE = "CONTRIBUTING.md"
PACKAGE = ("__init__.py", "py.typed", "kb", "queries", "ontology")
AT_RUN = {"not-given", "stuck", "two-values", "unknown-rule"}
LABELLED = ("Zone", "Category", "SubtypeKind", "TermGroup", "Class", "Keyword")
_BLOCK = re.compile(
    r"^(?:<!-- (?P<mark>[^\n]*) -->\n)?```(?P<language>\w+)\n(?P<body>.*?)^```$",
    re.MULTILINE | re.DOTALL,
)

_SLOT = re.compile(r"\{(\d+)([+*]?)\}")

# Where a rule stands changes with every rule before it, the hash of all rules with each of them.
_LINE = re.compile(r"(?<=\.ttl:)\d+|(?<=sha256:)[0-9a-f]{64}")


@dataclass(frozen=True)
class Block:
    """A fenced block: the comment before it, its language, its text and where that stands."""

    mark: str
    language: str
    body: str
    start: int
    end: int


def blocks(name: str) -> list[Block]:
    """The fenced blocks of a document."""
    text = (ROOT / name).read_text(encoding="utf-8")
    return [
        Block(m["mark"] or "", m["language"], m["body"], *m.span("body"))
        for m in _BLOCK.finditer(text)
    ]


def commands(body: str) -> Iterator[str]:
    """The commands of a console block: from `$ ` to where all quotes are closed."""
    lines = iter(body.splitlines())
    for line in lines:
        if line.startswith("$ "):
            command = line[2:]
            while not _closed(command):
                command += "\n" + next(lines)
            yield command


def _closed(command: str) -> bool:
    try:
        shlex.split(command)
    except ValueError:
        return False
    return True


def transcript(command: str) -> str:
    """What a terminal shows: the command, its output, and its exit code unless that is 0."""
    program, *arguments = shlex.split(command)
    assert program == "rulekeep"
    result = CliRunner().invoke(main, arguments)
    lines = [f"$ {command}", *(line.rstrip() for line in result.output.rstrip("\n").split("\n"))]
    return "\n".join([*lines, *([f"[exit {result.exit_code}]"] if result.exit_code else [])]) + "\n"


def write_files(name: str, folder: Path) -> None:
    """Writes the files that a document shows."""
    for block in blocks(name):
        kind, _, path = block.mark.partition(": ")
        if kind in ("file", "append"):
            target = folder / path
            target.parent.mkdir(parents=True, exist_ok=True)
            with target.open("a" if kind == "append" else "w", encoding="utf-8") as stream:
                stream.write(block.body)


def keyword_lines() -> Iterator[str]:
    """Words and templates of `keywords.toml`, and the labels of zones, kinds and classes."""
    for title, table in keywords().items():
        if title == "expected":
            continue
        yield f"[{title}]"
        if isinstance(table, list):
            for entry in table:
                yield from _pairs(entry["forms"])
        else:
            for forms in table.values():
                if title != "categories":
                    yield from _pairs(forms)
            if title == "categories":
                yield from _labels()
        yield ""


def phrase_forms(knowledge: Knowledge, phrase: Phrase) -> dict[str, list[str]]:
    """Language → the templates of a phrase, their slots called by what fills them."""
    declared = knowledge.program.theory.declarations
    categories = {t.category for t in knowledge.content.terms}
    named = named_classes(knowledge.content.phrases, declared)
    kinds = [filler(d, categories, named) or "name" for d in declared[phrase.predicate].domains]
    names = [re.findall("[A-Z]?[a-z]+", kind)[-1].lower() for kind in kinds]  # ObjectKind: a kind
    return {
        lang: [_SLOT.sub(lambda m: f"{{{names[int(m[1])]}{m[2]}}}", form) for form in forms]
        for lang, forms in phrase.forms.items()
    }


def phrase_lines() -> Iterator[str]:
    """The sentences that the ontology has for events, and for facts, with what fills them."""
    knowledge = load("mtg")
    declared = knowledge.program.theory.declarations
    found: dict[str, list[list[str]]] = {"events": [], "facts": []}
    for phrase in knowledge.content.phrases:
        named = phrase_forms(knowledge, phrase)
        forms = [form for lang in ("en", "ja") for form in named.get(lang, ())]
        kind = "events" if declared[phrase.predicate].domains[:1] == ("Event",) else "facts"
        found[kind].append([f"… {form}" for form in forms] if phrase.option else forms)
    for title, sentences in found.items():
        if sentences:
            yield f"[{title}]"
            for forms in sorted(sentences):
                yield from (f if f.isascii() or f[0] == "…" else f"    {f}" for f in forms)
            yield ""


def _pairs(forms: list[str]) -> Iterator[str]:
    english = [f for f in forms if f.isascii()]
    japanese = [f for f in forms if not f.isascii()]
    if len(english) > 2 and not japanese:
        english = textwrap.wrap(", ".join(english), 88)
    for left, right in itertools.zip_longest(english, japanese, fillvalue=""):
        yield f"{left:<48}{right}".rstrip()


def _labels() -> Iterator[str]:
    terms = load("mtg").lexicon.terms.values()
    for category in LABELLED:
        labels = {
            tuple(t.labels.get(lang, ("",))[0] for lang in ("en", "ja"))
            for t in terms
            if t.category == category
        }
        yield from (f"{en:<48}{ja}".rstrip() for en, ja in sorted(labels))


def module_lines() -> Iterator[str]:
    """Every module of the code with the first sentence of its docstring."""
    for room in ("kb", "queries"):
        for path in sorted((ROOT / room).rglob("*.py")):
            if path.stem == "__init__":
                continue
            words = ast.get_docstring(ast.parse(path.read_text(encoding="utf-8"))) or ""
            said = re.split(r"\.\s|\.$|\n\n", " ".join(words.split()))[0]
            short = textwrap.shorten(said, 100, placeholder=" …")
            yield f"{path.relative_to(ROOT).as_posix():<42}{short}"


def refreshed(name: str) -> Iterator[tuple[Block, str]]:
    """The blocks that the program makes, with what they should hold."""
    for block in blocks(name):
        if block.mark == "tour":
            yield block, "\n".join(transcript(c) for c in commands(block.body))
        elif block.mark.startswith("graph: "):
            result = CliRunner().invoke(main, ["graph", *shlex.split(block.mark)[1:]])
            yield block, result.output
        elif block.mark == "keywords":
            yield block, "\n".join(keyword_lines()).strip() + "\n"
        elif block.mark == "phrases":
            yield block, "\n".join(phrase_lines()).strip() + "\n"
        elif block.mark == "modules":
            yield block, "\n".join(module_lines()) + "\n"


@pytest.mark.parametrize("name", READMES)
def test_the_tour_and_the_keywords_are_what_the_program_says(name, tmp_path, monkeypatch):
    write_files(name, tmp_path)
    monkeypatch.chdir(tmp_path)
    found = list(refreshed(name))
    assert len(found) > 5
    for block, expected in found:
        assert _LINE.sub("", block.body) == _LINE.sub("", expected)


@pytest.mark.parametrize("name", READMES)
def test_the_python_examples_run(name):
    examples = [b.body for b in blocks(name) if b.language == "python"]
    assert examples
    runner = doctest.DocTestRunner()
    for number, body in enumerate(examples):
        test = doctest.DocTestParser().get_doctest(body, {}, f"{name}-{number}", name, 0)
        assert test.examples
        assert runner.run(test).failed == 0


def test_both_readmes_have_the_same_shape():
    def shape(name: str) -> list[str]:
        text = (ROOT / name).read_text(encoding="utf-8")
        plain = re.sub(
            r"^```.*?^```$", lambda m: m[0].splitlines()[0], text, flags=re.MULTILINE | re.DOTALL
        )
        heads = re.findall(r"^(#+ |```\w+)", plain, re.MULTILINE)
        return [h.strip() for h in heads]

    assert shape("README.md") == shape("README.ja.md")


@pytest.mark.parametrize("name", READMES)
def test_the_test_line_is_one_line(name):
    (block,) = (b for b in blocks(name) if b.mark == "test-line")
    assert block.language == "sh"
    assert block.body.count("\n") == 1
    assert "/pytest" in block.body


def test_every_error_code_that_a_document_names_exists():
    tables = [
        tomllib.loads(p.read_text(encoding="utf-8")) for p in (ROOT / "kb").glob("messages*.toml")
    ]
    known = {code for table in tables for code in table}
    for name in (*READMES, GUIDE):
        for block in blocks(name):
            if block.mark == "codes":
                codes = {line.split()[0] for line in block.body.splitlines() if line.strip()}
                assert codes - known == set()


def test_the_guide_lists_every_code_of_the_loader():
    (block,) = (b for b in blocks(GUIDE) if b.mark == "codes")
    listed = {line.split()[0] for line in block.body.splitlines()}
    assert {code for code, _ in LOADER_CASES} | AT_RUN == listed


@pytest.mark.parametrize("name", [*READMES, GUIDE, "LIMITATIONS.md", "CHANGELOG.md"])
def test_paths_that_a_document_names_exist(name):
    text = (ROOT / name).read_text(encoding="utf-8")
    made = {b.mark.partition(": ")[2] for b in blocks(name)}
    rooms = "ontology|kb|queries|tests"
    for path in re.findall(rf"`((?:{rooms})/[\w./*-]*)`", text):
        assert path in made or list(ROOT.glob(path.rstrip("/"))), path


def test_the_map_of_modules_is_up_to_date():
    ((block, expected),) = refreshed(GUIDE)
    assert block.body == expected


def _rulekeep(folder: Path, *arguments: str) -> subprocess.CompletedProcess[str]:
    environment = {**os.environ, "PYTHONPATH": str(folder), "RULEKEEP_CACHE": str(folder / "cache")}
    command = [sys.executable, "-m", "rulekeep.queries.cli", *arguments]
    return subprocess.run(
        command, cwd=folder, env=environment, capture_output=True, encoding="utf-8", check=False
    )


@pytest.fixture(scope="module")
def followed(tmp_path_factory):
    """A copy of the package in which all steps of the guide were taken."""
    folder = tmp_path_factory.mktemp("guide")
    package = folder / "rulekeep"
    for name in PACKAGE:
        source = ROOT / name
        if source.is_dir():
            shutil.copytree(source, package / name, ignore=shutil.ignore_patterns("__pycache__"))
        else:
            package.mkdir(exist_ok=True)
            shutil.copy(source, package / name)
    write_files(GUIDE, package)
    return folder


def _scenario(start: str) -> str:
    return next(
        b.mark.partition(": ")[2] for b in blocks(GUIDE) if b.mark.startswith(f"file: {start}")
    )


def test_the_rule_of_the_guide_decides_its_scenario(followed):
    scenario = f"rulekeep/{_scenario('tests/scenarios/')}"
    result = _rulekeep(followed, "check", scenario)
    assert (result.stdout.splitlines()[-1:], result.returncode) == (["2 passed, 0 failed"], 0)
    assert _rulekeep(followed, "check", "--without", "700.6", scenario).returncode == 1


def test_the_game_of_the_guide_needs_nothing_but_its_ontology(followed):
    result = _rulekeep(followed, "check", f"rulekeep/{_scenario('tests/harbour')}")
    assert (result.stdout.splitlines()[-1:], result.returncode) == (["1 passed, 0 failed"], 0)


def _write(name: str) -> None:
    """Writes what came out into a document."""
    import tempfile

    with tempfile.TemporaryDirectory() as folder, contextlib.chdir(folder):
        write_files(name, Path(folder))
        text = (ROOT / name).read_text(encoding="utf-8")
        for block, body in reversed(list(refreshed(name))):
            text = text[: block.start] + body + text[block.end :]
    (ROOT / name).write_text(text, encoding="utf-8")


if __name__ == "__main__" and "--write" in sys.argv:
    for document in (*READMES, GUIDE):
        _write(document)
