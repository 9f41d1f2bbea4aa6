"""The picture of an order of application as Mermaid text: a flowchart from top to bottom.

Thin lines lead from effect to effect in their order; thick ones from an effect to what it depends
on, dotted ones where such effects form a loop.
"""

from __future__ import annotations

from ..answers.order_steps import OrderStep
from .graph import Edge, Graph
from .texts import shorten

_SPECIAL = '"#<>&`*_\\'
MAX_WORDS = 64


def mermaid(graph: Graph) -> str:
    """The text of the picture."""
    lines = ["flowchart TB", f"    accTitle: {escape(graph.head)}"]
    lines += [f"    {_node(graph, node)}" for node in graph.nodes]
    if not graph.nodes:
        return "\n".join([*lines, f'    n0["{escape(graph.word("none"))}"]', ""])
    last = len(graph.nodes)
    lines += [f"    n{place} --> n{place + 1}" for place in range(1, last)]
    lines += [f"    {_edge(graph, edge)}" for edge in graph.edges]
    if last > 1:
        links = ",".join(map(str, range(last - 1)))
        lines.append(f"    linkStyle {links} stroke-opacity:0.4")
    if any(node.idle for node in graph.nodes):
        lines.append("    classDef idle stroke-dasharray:4 3")
    return "\n".join([*lines, ""])


def escape(text: str) -> str:
    """A text that may stand in quotes; what Mermaid or Markdown might read is given by its number."""
    plain = "".join(c if c.isprintable() else " " for c in text)
    return "".join(f"#{ord(c)};" if c in _SPECIAL else c for c in plain)


def _node(graph: Graph, node: OrderStep) -> str:
    # a label that begins like "1." would be read as a list
    head = f"{node.number}: {node.effect}"
    rows = [head, shorten(node.words, MAX_WORDS), graph.details(node)]
    shape = f'n{node.number}["{"<br/>".join(escape(r) for r in rows if r)}"]'
    return f"{shape}:::idle" if node.idle else shape


def _edge(graph: Graph, edge: Edge) -> str:
    state = graph.word(",").join(filter(None, [graph.word("on"), graph.state(edge)]))
    label = f"{escape(f'{state} [{edge.rule}]')}<br/>{escape(edge.because)}"
    arrow = "-.->" if edge.loop else "==>"
    return f'n{edge.source} {arrow}|"{label}"| n{edge.target}'
