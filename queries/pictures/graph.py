"""The picture of an order of application as a value: effects as nodes, dependencies as edges.

Dependency is worked out anew after each effect, so an edge tells at which steps it holds. Order by
layer and timestamp is no edge: the nodes stand in it.
"""

from __future__ import annotations

from ...kb.logic.syntax import Value
from ...kb.values import value
from ..answers.applied import Applied
from ..answers.case import Case
from ..answers.order_steps import OrderStep, order_steps
from ..answers.reasons import CHAIN, DEPENDENCY, ORDER, Reasons

FORMAT_VERSION = 1
WORDS = {
    "en": {
        "title": "order of application", "order": "{0}: {1}", ",": ", ", "timestamp": "timestamp {0}", "idle": "changes nothing",
        "depends": "{0} depends on {1}", "on": "depends on", "waits": "so it waits", "loop": "loop: by timestamp",
        "from": "from step {0} on", "until": "until step {0}", "none": "no effect is applied",
        "independent": "no effect depends on another", "outcomes": "the first of {0} possible orders",
    },
    "ja": {
        "title": "適用順", "order": "{0}: {1}", ",": "、", "timestamp": "タイムスタンプ{0}", "idle": "何も変えない",
        "depends": "{0}は{1}に依存する", "on": "依存する", "waits": "そのため待つ", "loop": "ループ: タイムスタンプ順",
        "from": "段階{0}から", "until": "段階{0}まで", "none": "適用される効果はない",
        "independent": "他に依存する効果はない", "outcomes": "ありうる{0}通りの順の最初のもの",
    },
}  # fmt: skip


@value
class Edge:
    """An effect depends on another.

    Args:
        source: Place of the effect that depends.
        target: Place of the effect on which it depends.
        rule: Name of the rule by which it does.
        because: What would change for it.
        steps: The steps before which the dependency holds, from 1.
        waits: In the end it is applied after the other for that reason.
        loop: For a time they depend on each other, so that timestamps decide.
    """

    source: int
    target: int
    rule: str
    because: str
    steps: tuple[int, ...]
    waits: bool
    loop: bool

    @property
    def arises(self) -> int:
        """The step from which the dependency holds, or 0 if it does from the first one on."""
        return self.steps[0] if self.steps[0] > 1 else 0

    @property
    def ends(self) -> int:
        """The step after which it no longer holds though both are still to be applied, or 0."""
        return self.steps[-1] if self.steps[-1] < min(self.source, self.target) else 0


@value
class Graph:
    """The picture.

    Args:
        title: The scenario's title.
        lang: The language of its words.
        nodes: The effects in the order of application.
        edges: The dependencies, by the places that they join.
        outcomes: How many orders are possible; the first is drawn.
    """

    title: str
    lang: str
    nodes: tuple[OrderStep, ...]
    edges: tuple[Edge, ...]
    outcomes: int = 1

    def word(self, key: str, *args: object) -> str:
        """A fixed phrase."""
        return WORDS[self.lang][key].format(*args)

    @property
    def head(self) -> str:
        """What the picture shows, as one line."""
        if not self.title:
            return self.word("title")
        return self.word("order", self.word("title"), self.title)

    def details(self, node: OrderStep) -> str:
        """Layer and timestamp of a node, and whether it changed nothing."""
        stamp = "" if node.timestamp is None else self.word("timestamp", node.timestamp)
        idle = self.word("idle") if node.idle else ""
        return " · ".join(filter(None, [node.layer, stamp, idle]))

    def state(self, edge: Edge) -> str:
        """Whether a dependency makes wait, is one of a loop, and when it holds."""
        state = "loop" if edge.loop else "waits" if edge.waits else ""
        said = [self.word(state)] if state else []
        said += [self.word("from", edge.arises)] if edge.arises else []
        said += [self.word("until", edge.ends)] if edge.ends else []
        return self.word(",").join(said)

    def sentence(self, edge: Edge) -> str:
        """An edge as a sentence with its rule."""
        names = (self.nodes[edge.source - 1].effect, self.nodes[edge.target - 1].effect)
        said = self.word(",").join(filter(None, [self.word("depends", *names), self.state(edge)]))
        return f"{said} [{edge.rule}]: {edge.because}"


def graph_of(case: Case, title: str, lang: str) -> Graph:
    """The effects of a scenario as they were applied last, with every dependency on the way."""
    leaf = case.run.leaves[0]
    applied = Applied(case, lang, leaf)
    nodes = tuple(order_steps(case, lang, leaf))
    orders = {tuple(h.event for h in case.last_pass(x)) for x in case.run.leaves}
    return Graph(title, lang, nodes, tuple(_edges(applied)), len(orders))


def _edges(applied: Applied) -> list[Edge]:
    """One edge a pair, in the order of its places; told as it is where it first holds."""
    reasons = Reasons(applied)
    places = {h.event: place for place, h in enumerate(applied.happenings, 1)}
    steps: dict[tuple[Value, Value], list[int]] = {}
    for step, happening in enumerate(applied.happenings, 1):
        for one, other in reasons.pairs(DEPENDENCY, happening.source):
            if one in places and other in places:
                steps.setdefault((one, other), []).append(step)
    edges = []
    for (one, other), found in steps.items():
        situations = [applied.happenings[step - 1].source for step in found]
        proof = reasons.proof(DEPENDENCY, (one, other), situations[0])
        looped = [(other, one) in reasons.pairs(CHAIN, s) for s in situations]
        waits = not looped[-1] and (other, one) in reasons.pairs(ORDER, situations[-1])
        because = reasons.dependency(proof)
        edges.append(
            Edge(places[one], places[other], proof.rule, because, tuple(found), waits, any(looped))
        )
    return sorted(edges, key=lambda e: (e.source, e.target))


def graph_data(graph: Graph) -> dict[str, object]:
    """The picture as plain data for JSON."""
    return {
        "format": FORMAT_VERSION,
        "title": graph.title,
        "outcomes": graph.outcomes,
        "nodes": [
            {
                "place": n.number,
                "effect": n.effect,
                "words": n.words,
                "timestamp": n.timestamp,
                "layer": n.layer or None,
                "idle": n.idle,
                "reason": n.text,
                "rules": list(n.rules),
            }
            for n in graph.nodes
        ],
        "edges": [
            {
                "from": e.source,
                "to": e.target,
                "rule": e.rule,
                "because": e.because,
                "steps": list(e.steps),
                "waits": e.waits,
                "loop": e.loop,
            }
            for e in graph.edges
        ],
    }
