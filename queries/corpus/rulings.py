"""Reads rulings from scenario files; what is wrong with one does not keep the others from being read."""

from __future__ import annotations

import glob
import os
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass, field

from ...kb.diagnostics import Diagnostic, DiagnosticError
from ...kb.sources import ONTOLOGY
from ..answers.answering import report_of
from ..answers.report import Report
from ..language.parse import parse
from ..syntax import Ruling, ScenarioText
from .findings import Finding, Place
from .judged import faulty, findings_of, place_of, twice
from .reasons import faults_of
from .texts import file_text


@dataclass
class Ruled:
    """A ruling that was read.

    Args:
        ruling: What it says of itself.
        scenario: Its scenario.
        file: The file, as it was named.
        text: The whole text of the file.
        faults: What is wrong with it.
    """

    ruling: Ruling
    scenario: ScenarioText
    file: str
    text: str
    faults: list[Diagnostic] = field(default_factory=list)

    @property
    def place(self) -> Place:
        """Where it begins."""
        return place_of(self.file, self.text, self.scenario.span.start)

    def run(self, **options: object) -> Report:
        """Its report.

        Args:
            options: `as_of`, `without`, `readings` as in `rulekeep.check`.
        """
        known = {"game": None, "as_of": None, "without": (), "readings": (), **options}
        return report_of(self.scenario, self.text, self.faults, known)


@dataclass
class Corpus:
    """Rulings by id, in order, and what kept others out.

    Args:
        rulings: The rulings that were read.
        findings: What is wrong with others.
        others: Scenarios without the head of a ruling, whose id is made of file and title.
    """

    rulings: dict[str, Ruled] = field(default_factory=dict)
    findings: list[Finding] = field(default_factory=list)
    others: list[Ruled] = field(default_factory=list)

    def formalised(self) -> Iterator[Ruled]:
        """Those that have a scenario."""
        return (r for r in self.rulings.values() if r.ruling.formalised)


def shipped_files(game: str | None = None) -> list[str]:
    """The files of rulings that ship, of one game or of all."""
    folder = "*" if game is None else game.replace("-", "_")
    return sorted(glob.glob(os.path.join(ONTOLOGY, folder, "rulings", "*.rk")))


def files_in(paths: Iterable[str]) -> Iterator[str]:
    """Scenario files among paths, each once; a folder stands for all that are in it, at any depth."""
    met: set[str] = set()
    for path in paths:
        inside = os.path.join(glob.escape(path), "**", "*.rk")
        found = [path]
        if os.path.isdir(path):
            found = sorted(map(os.path.normpath, glob.glob(inside, recursive=True)))
        for file in found:
            if (real := _real(file)) not in met:
                met.add(real)
                yield file


def empty_folders(paths: Iterable[str]) -> Iterator[Diagnostic]:
    """A fault for each folder among paths in which there is no scenario file."""
    for path in paths:
        if os.path.isdir(path) and not any(True for _ in files_in([path])):
            yield Diagnostic("no-scenario-files", params={"input": path})


def _real(file: str) -> str:
    """The file that a name stands for; the name itself if no file can have it."""
    try:
        return os.path.realpath(file)
    except ValueError:
        return file


def read_corpus(files: Iterable[str], progress: Callable[[str], None] | None = None) -> Corpus:
    """The rulings of some files, whatever is wrong with others.

    Args:
        files: Their names.
        progress: Told each file before it is read.
    """
    corpus = Corpus()
    for file in files:
        if progress is not None:
            progress(file)
        try:
            text = file_text(file)
        except DiagnosticError as error:
            corpus.findings += (faulty(fault, file, "") for fault in error.diagnostics)
            continue
        _take(corpus, file, text)
    return corpus


def _take(corpus: Corpus, file: str, text: str) -> None:
    scenarios, faults = parse(text)
    for scenario in scenarios:
        span, ruling = scenario.span, scenario.ruling
        own = [f for f in faults if span.start <= f.start < max(span.end, span.start + 1)]
        own += faults_of(scenario, text)
        if own:
            corpus.findings += (faulty(f, file, text, ruling) for f in own)
        elif ruling is not None and ruling.id in corpus.rulings:
            corpus.findings.append(twice(ruling, file, text, corpus.rulings[ruling.id].place))
        elif ruling is not None:
            corpus.rulings[ruling.id] = Ruled(ruling, scenario, file, text)
        else:
            name = os.path.splitext(os.path.basename(file))[0]
            corpus.others.append(Ruled(Ruling(f"{name}: {scenario.title}"), scenario, file, text))
    spans = [s.span for s in scenarios]
    loose = (f for f in faults if not any(s.start <= f.start < s.end for s in spans))
    corpus.findings += (faulty(f, file, text) for f in loose)


def disagreements(corpus: Corpus, progress: Callable[[str], None] | None = None) -> list[Finding]:
    """Where the rules say otherwise than rulings: the first check of a corpus."""
    found: list[Finding] = []
    for ruled in corpus.rulings.values():
        if progress is not None:
            progress(ruled.ruling.id)
        found += findings_of(ruled.run(), ruled.file, ruled.text)
    return found
