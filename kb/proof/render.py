"""Proofs as text, Markdown and plain data, in English and Japanese."""

from __future__ import annotations

from collections.abc import Iterable

from ..engine.run import Run
from .moments import Moments
from .nodes import ProofNode
from .telling import Line, Telling
from .words import Speaker

MAX_LINES = 400


class Renderer:
    """Renders the proofs of one answer; a step that an earlier one told is only named.

    Args:
        run: Gives the path of events, to name moments.
        speaker: Gives the sentences.
        depth: Steps deeper than this are folded, but for negative and numeric ones; `None` for all.
    """

    def __init__(self, run: Run, speaker: Speaker, depth: int | None = None) -> None:
        self.run = run
        self.speaker = speaker
        self.moments = Moments(run, speaker)
        declared = run.program.theory.declarations.values()
        self.constant = frozenset(d.name for d in declared if d.kind == "fluent" and not d.base)
        self.telling = Telling(speaker.knowledge.sentences, depth, self.constant)

    def because(self, node: ProofNode) -> str:
        """What keeps all rules for a statement from applying, where one sentence tells it; or ""."""
        if node.why != "absent" or node.premises or not node.cites:
            return ""
        reason = self.speaker.refutation(node.fact)
        return reason and self.speaker.word("since", reason)

    def statement(self, node: ProofNode) -> str:
        """A step as a sentence without its moment."""
        if node.why == "event":
            return self.moments.happens(node.when)
        return self.speaker.fact(node.fact)

    def sentence(self, node: ProofNode, *, timed: bool = True) -> str:
        """A step as a sentence with its moment."""
        fact = self.statement(node)
        timeless = not timed or node.why in ("compared", "event")
        moment = "" if timeless else self.moments.of(node.when)
        if moment and moment != self.speaker.word("when-event", fact):
            fact = self.speaker.word("at", moment, fact)
        return fact + self.because(node)

    def citation(self, lines: list[Line]) -> str:
        """What steps rest on, in brackets: rule numbers, "given", "nothing ended it"."""
        said = [part for line in lines for part in self._parts(line)]
        also = self._also(name for line in lines for name in line.node.also)
        said += [also] if also else []
        return f" [{self.speaker.word(';').join(dict.fromkeys(said))}]" if said else ""

    def _also(self, names: Iterable[str]) -> str:
        """The statements that share the logic of a cited rule, in short, or ""."""
        numbers = dict.fromkeys(map(self.number, names))
        return self.speaker.word("also", ", ".join(numbers)) if numbers else ""

    def _parts(self, line: Line) -> list[str]:
        node = line.node
        rule, cites = [self.number(node.rule)] if node.rule else [], map(self.number, node.cites)
        given, persists = self.speaker.word("given"), self.speaker.word("persists")
        if node.why in ("given", "supposed"):
            parts = [[self.speaker.word(node.why), *cites]]
        elif node.why == "persists" and not node.premises:
            parts = [[given, *cites]]
            plain = node.fact.predicate in self.constant and not line.timed
            parts += [] if plain else [[persists, *rule]]
        else:
            parts = [[*([persists] if node.why == "persists" else []), *rule, *cites]]
        return [", ".join(dict.fromkeys(part)) for part in parts if part]

    def number(self, name: str) -> str:
        """A rule's name as cited: the name itself with its reading, or an effect's label."""
        base = name.partition("-")[0]
        if base in self.speaker.labels:
            return self.speaker.value(base)
        reading = self.reading(name)
        return self.speaker.word("reading", name, reading) if reading else name

    def reading(self, name: str) -> str:
        """The reading that a rule is taken from, or ""."""
        rule = self.run.program.theory.by_name.get(name)
        return rule.reading if rule is not None else ""

    def lines(self, proof: ProofNode, bullet: str = "- ", indent: str = "  ") -> list[str]:
        """The proof as indented lines; a step told before is only named."""
        lines: list[str] = []
        stack = [(self.telling.tell(proof), 0)]
        while stack and len(lines) < MAX_LINES:
            line, depth = stack.pop()
            said = self._merged(line)
            lines.append(indent * depth + (bullet if depth else "") + self.line(said))
            stack += [(below, depth + 1) for below in reversed(said[-1].lines)]
        return lines

    def _merged(self, line: Line) -> list[Line]:
        """A line with those below it that say the same, each the only one."""
        found = [line]
        while len(found[-1].lines) == 1 and line.node.why not in ("lacks", "event"):
            (below,) = found[-1].lines
            if below.node.why == "lacks" or self.statement(below.node) != self.statement(line.node):
                break
            found.append(below)
        return found

    def line(self, lines: list[Line]) -> str:
        """One step as it is told, with what other steps that say the same rest on."""
        line, node = lines[0], lines[0].node
        if node.why == "lacks":
            number, also = self.number(node.rule), self._also(node.also)
            key = "unfit" if number != node.rule else "lacks"
            return self.speaker.word(
                key, self.speaker.word("with", number, also) if also else number
            )
        text = self.sentence(node, timed=line.timed) + self.citation(lines)
        return f"{text} ({self.speaker.word('as above')})" if lines[-1].again else text

    def text(self, proof: ProofNode) -> str:
        """The proof as plain text."""
        return "\n".join(self.lines(proof))

    def markdown(self, proof: ProofNode) -> str:
        """The proof as a nested Markdown list."""
        first, *rest = self.lines(proof)
        return "\n".join([f"**{first}**", "", *(line[2:] for line in rest)])

    def data(self, node: ProofNode) -> dict[str, object]:
        """The proof as plain data for JSON."""
        return {
            "statement": self.statement(node) + self.because(node),
            "holds": not node.fact.negated,
            "why": node.why,
            "moment": self.moments.of(node.when),
            "rule": node.rule or None,
            "reading": self.reading(node.rule) or None,
            "cites": list(node.cites),
            "also": list(node.also),
            "premises": [self.data(p) for p in node.premises],
        }
