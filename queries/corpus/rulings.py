"""Reads rulings from scenario files; what is wrong with one does not keep the others from being read."""

from __future__ import annotations

import glob
import os
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass, field

from ...kb.diagnostics import Diagnostic
from ...kb.messages import message
from ...kb.sources import ONTOLOGY
from ..answering import report_of
from ..parse import parse
from ..report import Report
from ..syntax import Ruling, ScenarioText
from .findings import Finding, Place

MAX_BYTES = 1_000_000


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
    """Rulings by id, in order, and what kept others out."""

    rulings: dict[str, Ruled] = field(default_factory=dict)
    findings: list[Finding] = field(default_factory=list)

    def formalised(self) -> Iterator[Ruled]:
        """Those that have a scenario."""
        return (r for r in self.rulings.values() if r.ruling.formalised)


def shipped_files(game: str | None = None) -> list[str]:
    """The files of rulings that ship, of one game or of all."""
    folder = "*" if game is None else game.replace("-", "_")
    return sorted(glob.glob(os.path.join(ONTOLOGY, folder, "rulings", "*.rk")))


def files_in(paths: Iterable[str]) -> Iterator[str]:
    """Scenario files among paths; a folder stands for all that are in it, at any depth."""
    for path in paths:
        if os.path.isdir(path):
            yield from sorted(glob.glob(os.path.join(path, "**", "*.rk"), recursive=True))
        else:
            yield path


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
            text = _text(file)
        except (OSError, ValueError) as error:
            reason = getattr(error, "strerror", None) or str(error)
            corpus.findings.append(Finding("faulty", {"message": f"{reason}"}, Place(file)))
            continue
        _take(corpus, file, text)
    return corpus


def _text(file: str) -> str:
    with open(file, "rb") as stream:
        data = stream.read(MAX_BYTES + 1)
    if len(data) > MAX_BYTES:
        raise ValueError(f"larger than {MAX_BYTES} bytes")
    return data.decode("utf-8-sig")


def _take(corpus: Corpus, file: str, text: str) -> None:
    scenarios, faults = parse(text)
    for scenario in scenarios:
        span, ruling = scenario.span, scenario.ruling
        own = [f for f in faults if span.start <= f.start < max(span.end, span.start + 1)]
        if own:
            corpus.findings += (_faulty(f, file, text, ruling) for f in own)
        elif ruling is not None and ruling.id in corpus.rulings:
            other = corpus.rulings[ruling.id].place
            params = {"id": ruling.id, "other": f"{other.file}:{other.line}"}
            place = place_of(file, text, ruling.span.start)
            twice = Finding("ruling-twice", params, place, ruling.id, related=(other,))
            corpus.findings.append(twice)
        elif ruling is not None:
            corpus.rulings[ruling.id] = Ruled(ruling, scenario, file, text)
    spans = [s.span for s in scenarios]
    loose = (f for f in faults if not any(s.start <= f.start < s.end for s in spans))
    corpus.findings += (_faulty(f, file, text, None) for f in loose)


def _faulty(fault: Diagnostic, file: str, text: str, ruling: Ruling | None) -> Finding:
    told = {lang: message(fault, lang) for lang in ("en", "ja")}
    place = place_of(file, text, fault.start)
    return Finding("faulty", {"message": told}, place, ruling.id if ruling else "")


def place_of(file: str, text: str, offset: int) -> Place:
    """Line and column of an offset in a file."""
    before = text[:offset]
    return Place(file, before.count("\n") + 1, offset - (before.rfind("\n") + 1) + 1)


def disagreements(corpus: Corpus, progress: Callable[[str], None] | None = None) -> list[Finding]:
    """Where the rules say otherwise than rulings: the first check of a corpus."""
    found: list[Finding] = []
    for ruled in corpus.rulings.values():
        if progress is not None:
            progress(ruled.ruling.id)
        found += _judged(ruled)
    return found


def _judged(ruled: Ruled) -> Iterator[Finding]:
    id_ = ruled.ruling.id
    if not ruled.ruling.formalised:
        yield Finding("not-formalised", {"id": id_}, ruled.place, id_)
        return
    report = ruled.run()
    if report.errors and not report.expects_error:
        yield from (_faulty(e, ruled.file, ruled.text, ruled.ruling) for e in report.errors)
        return
    for answer in report.answers:
        if answer.expected is False:
            open_ = answer.verdict == "undetermined"
            params = {"id": id_, "question": answer.question}
            params |= {"expected": answer.question, "got": answer.got or answer.verdict}
            kind = "undecided" if open_ else "disagrees"
            yield Finding(kind, params, ruled.place, id_, answer.rules)
    if report.cites_missing:
        rules = ", ".join(report.cites_missing)
        yield Finding("not-cited", {"id": id_, "rules": rules}, ruled.place, id_)
