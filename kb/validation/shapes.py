"""Runs the shapes over data, and reads what they say off the report."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from rdflib import RDF, BNode, Graph, Literal, Namespace, URIRef
from rdflib.term import Node

from ..diagnostics import Diagnostic, DiagnosticError
from .findings import ERROR, LANGUAGES, NOTE, SHAPE, WARNING, Finding, shortened
from .graphs import Focused, short, shown_focus

SH = Namespace("http://www.w3.org/ns/shacl#")
_SEVERITIES = {SH.Violation: ERROR, SH.Warning: WARNING, SH.Info: NOTE}


def run_shapes(data: Focused, shapes: Graph, focus: Iterable[Node]) -> Iterator[Finding]:
    """What shapes say of some nodes of a graph.

    Raises:
        DiagnosticError: `validation-failed`: the engine gives up, as on a list of many thousand items.
    """
    from pyshacl import validate

    data.focus = frozenset(focus)
    try:
        _, report, text = validate(
            data, shacl_graph=shapes, inference="none", advanced=False, inplace=True
        )
    except Exception as error:  # noqa: BLE001 - engine and parts of it raise what they like
        raise _failed(error) from None
    if not isinstance(report, Graph):
        raise _failed(text)
    for result in report.subjects(RDF.type, SH.ValidationResult):
        yield _finding(report, shapes, result)


def _failed(error: object) -> DiagnosticError:
    words = str(error).strip().splitlines() or [type(error).__name__]
    reason = words[-1][:200]
    return DiagnosticError([Diagnostic("validation-failed", params={"input": reason})])


def _finding(report: Graph, shapes: Graph, result: Node) -> Finding:
    focus = report.value(result, SH.focusNode)
    path, value = report.value(result, SH.resultPath), report.value(result, SH.value)
    severity = _SEVERITIES.get(report.value(result, SH.resultSeverity), ERROR)  # type: ignore[call-overload]
    told = [m for m in report.objects(result, SH.resultMessage) if isinstance(m, Literal)]
    if not any(m.language for m in told):  # those of SPARQL constraints lose their language
        shape = report.value(result, SH.sourceShape)
        told = [m for m in shapes.objects(shape, SH.message) if isinstance(m, Literal)] or told
    says = {lang: _message(told, lang) for lang in LANGUAGES}
    shown = "" if value is None or value == focus else shown_node(value)
    return Finding(
        shown_focus(focus), SHAPE, says, shown_path(report, path) if path else "", shown, severity
    )


def _message(told: list[Literal], lang: str) -> str:
    """The message in a language; that of pyshacl itself if a shape has none."""
    ranked = sorted(told, key=lambda m: (m.language != lang, m.language or "", str(m)))
    return shortened(str(ranked[0]), 300) if ranked else ""


def shown_node(node: Node) -> str:
    """A value as people write it."""
    if isinstance(node, URIRef):
        return short(str(node))
    if isinstance(node, BNode):
        return f"_:{node}"
    text = shortened(str(node))
    language = getattr(node, "language", None)
    return f'"{text}"@{language}' if language else f'"{text}"'


def shown_path(graph: Graph, path: Node) -> str:
    """A path of properties; of several ways the properties with bars between."""
    if isinstance(path, URIRef):
        return short(str(path))
    ways = graph.value(path, SH.alternativePath)
    if ways is not None:
        return "|".join(shown_path(graph, way) for way in graph.items(ways))
    for mark, prop in (("*", SH.zeroOrMorePath), ("+", SH.oneOrMorePath), ("", SH.inversePath)):
        inner = graph.value(path, prop)
        if inner is not None:
            return shown_path(graph, inner) + mark
    return "/".join(shown_path(graph, step) for step in graph.items(path))
