"""Golden proofs: what `why` says of the deciding question of classic scenarios and rulings.

Both languages are kept, a folder a collection of scenarios.

The deciding question of a scenario is its first `then`. Where several effects apply, why they did so
in their order follows. `python -m tests.golden_proofs --write` writes the files of tests/golden anew;
a change of them is a change of what the product says, so it gets a line in CHANGELOG.md.
"""

from __future__ import annotations

import argparse
import sys
from collections.abc import Iterator
from pathlib import Path

import rulekeep
from rulekeep.kb.sources import ONTOLOGY
from rulekeep.queries.answers.report import Report
from rulekeep.queries.suite import suite

FOLDER = Path(__file__).with_name("golden")
LANGUAGES = ("en", "ja")
EXPECTS, RULE = "then ", "-" * 80
# Lines of a head that bear on no proof.
ASIDE = ("source ",) + tuple(
    f"  {word} " for word in ("cites", "ruling", "question", "answer", "reason", "dated", "status")
)


def sources() -> list[suite.Source]:
    """The scenarios that have golden proofs: the classic ones, and the rulings of the castle page."""
    found = suite.shipped("classic")
    for path in sorted(Path(ONTOLOGY).glob("*/rulings/castle-page.rk")):
        found += suite.cut(path.read_text(encoding="utf-8"), path.stem)
    return found


def golden_files() -> Iterator[tuple[Path, str]]:
    """Every golden file with what it must hold."""
    for source in sources():
        for lang in LANGUAGES:
            yield path_of(source, lang), proof_text(source, lang)


def path_of(source: suite.Source, lang: str) -> Path:
    """Where the golden proof of a scenario is kept."""
    return FOLDER / f"{source.id}.{lang}.txt"


def proof_text(source: suite.Source, lang: str) -> str:
    """The scenario with its deciding question, the whole proof, and the order in short."""
    told, asked = _without_expectations(source.text)
    question = f"{told}why {asked}\n" if not asked.startswith("not ") else f"{told}ask {asked}\n"
    report = _report(question)
    parts = [question, rulekeep.report_text(report, lang)]
    if report.case is not None and len(report.case.meaning.numbered) > 1:
        ordered = rulekeep.report_text(_report(f"{told}why order\n"), lang, depth=0)
        parts.append(ordered.partition("\n\n")[0])  # less the effects, which stand above
    return f"\n{RULE}\n".join(part.strip() for part in parts) + "\n"


def _without_expectations(text: str) -> tuple[str, str]:
    """A scenario without what it expects, and the first that it expects."""
    lines = text.splitlines(keepends=True)
    expected = [line.removeprefix(EXPECTS).strip() for line in lines if line.startswith(EXPECTS)]
    kept = (line for line in lines if not line.startswith((EXPECTS, *ASIDE)))
    return "".join(kept), expected[0]


def _report(text: str) -> Report:
    (report,) = rulekeep.check(text, verb="why")
    return report


def write() -> None:
    """Writes all golden files and removes those of scenarios that are gone."""
    found = dict(golden_files())
    for path in FOLDER.rglob("*.txt"):
        if path not in found:
            path.unlink()
    for path, text in found.items():
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text, encoding="utf-8", newline="\n")


def main(arguments: list[str] | None = None) -> None:
    """Writes the golden files, or names those that are not as they must be (exit code 1)."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").partition("\n")[0])
    parser.add_argument("--write", action="store_true", help="write the files anew")
    if parser.parse_args(arguments).write:
        write()
        return
    old = [
        path.name
        for path, text in golden_files()
        if not path.exists() or path.read_text(encoding="utf-8") != text
    ]
    sys.exit("\n".join(["not as they must be:", *old]) if old else 0)


if __name__ == "__main__":
    main()
