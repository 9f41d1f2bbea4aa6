"""Proofs as text, Markdown and plain data, in English and Japanese."""

from __future__ import annotations

from collections.abc import Iterator

from ..engine.run import Run
from .nodes import ProofNode
from .telling import told_premises
from .words import Speaker

MAX_LINES = 400


class Renderer:
    """Renders the proofs of one run.

    Args:
        run: Gives the path of events, to name moments.
        speaker: Gives the sentences.
        depth: Steps deeper than this are folded, but for negative and numeric ones; `None` for all.
    """

    def __init__(self, run: Run, speaker: Speaker, depth: int | None = None) -> None:
        self.run = run
        self.speaker = speaker
        self.depth = depth

    def place(self, situation: int) -> str:
        """The name of a situation: the start, or after which event."""
        happening = self.run.parent(situation)
        if happening is None:
            return self.speaker.word("start")
        return self.speaker.word("after", self.speaker.value(happening.event))

    def because(self, node: ProofNode) -> str:
        """What keeps all rules for a statement from applying, where one sentence tells it; or ""."""
        if node.why != "absent" or node.premises or not node.cites:
            return ""
        reason = self.speaker.refutation(node.fact)
        return reason and self.speaker.word("since", reason)

    def sentence(self, node: ProofNode) -> str:
        """A step as a sentence with its moment."""
        fact = self.speaker.fact(node.fact)
        timeless = node.why in ("compared", "event")
        moment = "" if timeless else self.speaker.moment(node.when, self.place)
        if moment:
            fact = f"{fact}, {moment}" if self.speaker.lang == "en" else f"{moment}、{fact}"
        return fact + self.because(node)

    def citation(self, node: ProofNode) -> str:
        """What a step rests on, in brackets: rule numbers, "given", "nothing ended it"."""
        numbers = [self.number(n) for n in (node.rule, *node.cites) if n]
        if node.why == "given":
            numbers.insert(0, self.speaker.word("given"))
        elif node.why == "persists":
            numbers.insert(0, self.speaker.word("persists"))
        return f" [{', '.join(dict.fromkeys(numbers))}]" if numbers else ""

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

    def lines(self, node: ProofNode, bullet: str = "- ", indent: str = "  ") -> list[str]:
        """The proof as indented lines; a step told before is only named."""
        seen: set[ProofNode] = set()
        lines: list[str] = []
        stack = [(node, 0)]
        while stack and len(lines) < MAX_LINES:
            current, depth = stack.pop()
            again = current in seen and any(True for _ in self.children(current))
            seen.add(current)
            pad = indent * depth + (bullet if depth else "")
            if current.why == "lacks":
                number = self.number(current.rule)
                own = number != current.rule
                text = self.speaker.word("unfit" if own else "lacks", number)
            else:
                text = self.sentence(current) + self.citation(current)
            if again:
                lines.append(f"{pad}{text} ({self.speaker.word('as above')})")
                continue
            lines.append(pad + text)
            stack += [(child, depth + 1) for child in reversed(list(self.shown(current, depth)))]
        return lines

    def children(self, node: ProofNode) -> Iterator[ProofNode]:
        """The premises that are told."""
        return told_premises(node, self.speaker.knowledge.sentences)

    def shown(self, node: ProofNode, depth: int) -> Iterator[ProofNode]:
        """The premises that are told at a depth."""
        for premise in self.children(node):
            if (
                self.depth is None
                or depth < self.depth
                or premise.fact.negated
                or premise.why == "compared"
            ):
                yield premise

    def text(self, node: ProofNode) -> str:
        """The proof as plain text."""
        return "\n".join(self.lines(node))

    def markdown(self, node: ProofNode) -> str:
        """The proof as a nested Markdown list."""
        first, *rest = self.lines(node)
        return "\n".join([f"**{first}**", "", *(line[2:] for line in rest)])

    def data(self, node: ProofNode) -> dict[str, object]:
        """The proof as plain data for JSON."""
        return {
            "statement": self.speaker.fact(node.fact) + self.because(node),
            "holds": not node.fact.negated,
            "why": node.why,
            "moment": self.speaker.moment(node.when, self.place),
            "rule": node.rule or None,
            "reading": self.reading(node.rule) or None,
            "cites": list(node.cites),
            "premises": [self.data(p) for p in node.premises],
        }
