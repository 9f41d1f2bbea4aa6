"""One run of the command `consistency`: the checks in order, and what they come to."""

from __future__ import annotations

import sys
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from typing import Any

from ...kb.consistency.tensions import Tension
from ...kb.diagnostics import Diagnostic, DiagnosticError
from ...kb.files import reason_of
from ...kb.knowledge import Knowledge
from ...kb.logic.check import nearest
from ...kb.messages import message
from ...kb.sources import load_claims, load_tensions
from ..syntax.rulings import SUPERSEDED
from .boards import Board, board_of_rulings, boards_of, shipped_boards
from .consistency import ANSWER, EmptyClasses, Judged, Limits, judge_board, trust_of
from .consistency_text import judged_data, judged_lines, tension_lines
from .findings import Finding, Place, sorted_findings
from .formats import Examined, Result
from .hygiene import repeated
from .rulings import Corpus, disagreements, empty_folders, files_in, read_corpus, shipped_files

WORDS = {
    "en": {
        "stopped": "stopped: this is what was found so far", "none": "none",
        "as it stands": "classes that can have no members (HermiT): {1}",
        "with": "classes that can have no members if {0} holds (HermiT): {1}",
    },
    "ja": {
        "stopped": "中断: ここまでに見つかったもの", "none": "なし",
        "as it stands": "何も属せないクラス（HermiT）: {1}",
        "with": "{0}が正しければ何も属せないクラス（HermiT）: {1}",
    },
}  # fmt: skip


@dataclass
class Consistency:
    """What a run came to.

    Args:
        knowledge: The game.
        corpus: The rulings.
        findings: What the first check found, and what could not be read.
        judged: What claims come to on each board.
        empty: Classes without members, by statement, if a reasoner was asked.
        stopped: It was stopped by the user.
    """

    knowledge: Knowledge
    corpus: Corpus
    findings: list[Finding] = field(default_factory=list)
    judged: list[Judged] = field(default_factory=list)
    empty: list[EmptyClasses] = field(default_factory=list)
    stopped: bool = False

    @property
    def exit_code(self) -> int:
        """2 for what could not be read, 1 for a conflict or a disagreement, 3 for open ones, else 0."""
        kinds = {finding.kind for finding in self.findings}
        if kinds & {"faulty", "ruling-twice"}:
            return 2
        if kinds & {"disagrees", "answers-differ"} or any(j.conflicts for j in self.judged):
            return 1
        return 3 if "undecided" in kinds else 0

    def tensions(self) -> list[tuple[Tension, bool]]:
        """Known tensions, with whether the conflict sets that were found bear each out."""
        if not any(j.board.meaning for j in self.judged):
            return []
        sets = [c.claims for j in self.judged for c in j.conflicts]
        bridges = {name for j in self.judged for c in j.conflicts for name in c.bridges}
        known = load_tensions(self.knowledge.game)
        texts = self.knowledge.documents.rules
        dated = {s for t in known for s in t.statements if s in texts and texts[s].stated_on}
        return [(t, t.agrees(sets, bridges, dated)) for t in known]

    def lines(self, lang: str) -> Iterator[str]:
        """As text."""
        for finding in sorted_findings(self.findings):
            if finding.level != "info":
                place = finding.place
                where = f"{place.file}:{place.line}:{place.column}"
                yield f"{where}: {finding.message(lang)} [{finding.kind}]"
        firm = trust_of(ANSWER, self.knowledge)
        for judged in self.judged:
            yield from judged_lines(judged, self.knowledge, self.corpus, firm, lang)
        yield from tension_lines(self.tensions(), lang)
        for empty in self.empty:
            words = WORDS[lang]["as it stands" if not empty.statement else "with"]
            names = ", ".join(empty.classes) or WORDS[lang]["none"]
            yield words.format(empty.statement, names)
        if self.stopped:
            yield WORDS[lang]["stopped"]

    def conflicts(self) -> list[Finding]:
        """Each conflict set as a finding, at the first ruling that stands in it or at its board."""
        found = []
        for judged in self.judged:
            for conflict in judged.conflicts:
                ids = [n.partition("#")[0] for n in conflict.claims]
                ruled = [self.corpus.rulings[i] for i in ids if i in self.corpus.rulings]
                params = {"claims": ", ".join(conflict.claims), "board": judged.board.title}
                place = ruled[0].place if ruled else Place(self.knowledge.game)
                id_ = ruled[0].ruling.id if ruled else ""
                related = tuple(r.place for r in ruled[1:])
                found.append(Finding("conflict", params, place, id_, conflict.claims, related))
        return found

    def result(self) -> Result:
        """What was found, for the forms that all commands on corpora share."""
        examined = (Examined(r.ruling.id, r.place) for r in self.corpus.rulings.values())
        complete = not self.stopped and all(j.complete for j in self.judged)
        findings = (*self.findings, *self.conflicts())
        return Result("consistency", findings, tuple(examined), complete)

    def data(self, lang: str) -> dict[str, object]:
        """As JSON."""
        return {
            **judged_data(self.judged, self.knowledge),
            "rulings": len(self.corpus.rulings),
            "stopped": self.stopped,
            "tensions": [
                {
                    "id": t.id,
                    "kind": t.kind,
                    "statements": list(t.statements),
                    "reading": t.reading,
                    "about": t.labels.get(lang, ""),
                    "borne_out": agrees,
                }
                for t, agrees in self.tensions()
            ],
            "empty_classes": [
                {"statement": e.statement, "classes": list(e.classes)} for e in self.empty
            ],
            "findings": [
                {
                    "kind": f.kind,
                    "level": f.level,
                    "file": f.place.file,
                    "line": f.place.line,
                    "column": f.place.column,
                    "ruling": f.ruling,
                    "rules": list(f.rules),
                    "message": f.message(lang),
                }
                for f in sorted_findings(self.findings)
            ],
        }


def run_consistency(
    knowledge: Knowledge, paths: Sequence[str], options: dict[str, Any]
) -> Consistency:
    """Runs the checks; Ctrl-C ends them with what was found.

    Args:
        knowledge: The game.
        paths: Files or folders of rulings; none for those that ship.
        options: Those of the command.
    """
    files = list(files_in(paths)) if paths else shipped_files(knowledge.game)
    result = Consistency(knowledge, Corpus())
    try:
        result.corpus = read_corpus(files, _shown("read"))
        result.findings += result.corpus.findings
        result.findings += disagreements(result.corpus, _shown("asked"))
        result.findings += _answered_otherwise(result)
        limits = Limits(
            options["hard_from"],
            options["bridges"],
            _listed(options.get("only")),
            options["most"],
            options["seconds"],
        )
        for board in _boards(result, options):
            claims = load_claims(knowledge.game) if board.meaning else ()
            judged = judge_board(board, claims, knowledge, limits, _counted)
            result.judged.append(judged)
        if options.get("owl"):
            _reasoned(result)
    except KeyboardInterrupt:
        result.stopped = True
    finally:
        _clear()
    return result


def _answered_otherwise(result: Consistency) -> Iterator[Finding]:
    """Rulings that answer the question of another one, up to names, in another way; none that is superseded."""
    faulty = {f.ruling: True for f in result.findings if f.kind == "faulty"}
    rulings = (r for r in result.corpus.rulings.values() if r.ruling.formalised)
    valid = (r for r in rulings if r.ruling.status != SUPERSEDED)
    return (f for f in repeated(valid, faulty) if f.kind == "answers-differ")


def unusable(knowledge: Knowledge, paths: Sequence[str], only: str | None) -> Iterator[Diagnostic]:
    """Folders without rulings, and statements to take that the game does not have."""
    yield from empty_folders(paths)
    if only is None:
        return
    claimed = sorted({claim.name for claim in load_claims(knowledge.game)})
    for name in _listed(only) or ("",):
        if name not in claimed and name not in knowledge.documents.rules:
            params = {"input": name, "game": knowledge.game}
            yield Diagnostic(
                "unknown-statement", params=params, hint=nearest(name.upper(), claimed)
            )


def _listed(only: str | None) -> tuple[str, ...]:
    return tuple(filter(None, (only or "").replace(" ", "").split(",")))


def _reasoned(result: Consistency) -> None:
    from ...kb.owl.java import NoReasoner, ReasonerFailed
    from .owl_check import empty_classes

    try:
        result.empty += empty_classes(result.knowledge.game)
    except NoReasoner:
        result.findings.append(Finding("no-reasoner"))
    except ReasonerFailed as error:
        result.findings.append(Finding("faulty", {"message": f"HermiT: {error}"}))


def _boards(result: Consistency, options: dict[str, Any]) -> Iterator[Board]:
    knowledge = result.knowledge
    if options.get("boards_file"):
        yield from _boards_in(options["boards_file"], result)
    elif options["statements"]:
        yield from shipped_boards(knowledge)
    if result.corpus.rulings:
        yield board_of_rulings(result.corpus, knowledge)


def _boards_in(file: str, result: Consistency) -> list[Board]:
    try:
        with open(file, encoding="utf-8") as stream:
            return boards_of(stream.read(), result.knowledge)
    except (OSError, UnicodeDecodeError) as error:
        words: object = reason_of(error)
        result.findings.append(Finding("faulty", {"message": words}, Place(file)))
    except DiagnosticError as error:
        for fault in error.diagnostics:
            told = {lang: message(fault, lang) for lang in ("en", "ja")}
            result.findings.append(Finding("faulty", {"message": told}, Place(file)))
    return []


# --- progress ---------------------------------------------------------------------------------------


def _shown(verb: str) -> Any:
    def show(name: str) -> None:
        _tell(f"{verb} {name}")

    return show


def _counted(conflicts: int, repairs: int) -> None:
    _tell(f"{conflicts} conflict sets, {repairs} repairs")


def _tell(words: str) -> None:
    if sys.stderr.isatty():
        sys.stderr.write(f"\r\x1b[K{words[:76]}")
        sys.stderr.flush()


def _clear() -> None:
    _tell("")
