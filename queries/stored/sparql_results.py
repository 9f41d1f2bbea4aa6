"""Results of SPARQL queries as a table, csv, json or xml, as far as they may go."""

from __future__ import annotations

import csv
import io
from collections.abc import Iterator
from typing import IO, TYPE_CHECKING, Any

from ...kb.diagnostics import Diagnostic, DiagnosticError
from ...kb.visible import visible

if TYPE_CHECKING:
    import pyoxigraph

PREFIXES = {
    "dcterms": "http://purl.org/dc/terms/",
    "duel": "https://w3id.org/rulekeep/duelmasters/",
    "graph": "https://w3id.org/rulekeep/graph/",
    "mtg": "https://w3id.org/rulekeep/mtg/",
    "owl": "http://www.w3.org/2002/07/owl#",
    "prov": "http://www.w3.org/ns/prov#",
    "rdf": "http://www.w3.org/1999/02/22-rdf-syntax-ns#",
    "rdfs": "http://www.w3.org/2000/01/rdf-schema#",
    "rk": "https://w3id.org/rulekeep/core/",
    "skos": "http://www.w3.org/2004/02/skos/core#",
    "xsd": "http://www.w3.org/2001/XMLSchema#",
}


def unsuited(form: str, others: str) -> DiagnosticError:
    """The error of a form that results of a kind do not have."""
    params = {"input": form, "hint_forms": others}
    return DiagnosticError([Diagnostic("sparql-form", params=params)])


def write_boolean(found: pyoxigraph.QueryBoolean, form: str, out: IO[bytes]) -> None:
    """Writes a yes or no.

    Raises:
        DiagnosticError: `sparql-form`.
    """
    import pyoxigraph

    if form == "turtle":
        raise unsuited(form, "table, csv, json, xml")
    formats = {"json": pyoxigraph.QueryResultsFormat.JSON, "xml": pyoxigraph.QueryResultsFormat.XML}
    if form in formats:
        found.serialize(out, formats[form])
    else:
        out.write(b"yes" if bool(found) else b"no")
    out.write(b"\n")


def write_rows(names: list[str], rows: list[list[Any]], form: str, out: IO[bytes]) -> None:
    """Writes rows of values, `None` for an unbound one, as a table, csv, json or xml."""
    text = io.StringIO()
    if form == "csv":
        writer = csv.writer(text, lineterminator="\r\n")
        writer.writerow(names)
        writer.writerows([_plain(cell) for cell in row] for row in rows)
    elif form == "json":
        _write_json(names, rows, text)
    elif form == "xml":
        _write_xml(names, rows, text)
    else:
        text.writelines(f"{line}\n" for line in _table(names, rows))
    out.write(text.getvalue().encode("utf-8", "replace"))


def _plain(cell: Any) -> str:
    """A value as the CSV results of SPARQL give it: without quotes, language or datatype."""
    if cell is None:
        return ""
    return f"_:{cell.value}" if type(cell).__name__ == "BlankNode" else str(cell.value)


def _parts(cell: Any) -> tuple[str, dict[str, str]]:
    """The kind of a value, and what is said of it besides its text."""
    kind = {"NamedNode": "uri", "BlankNode": "bnode"}.get(type(cell).__name__, "literal")
    more: dict[str, str] = {}
    if kind == "literal" and cell.language:
        more["xml:lang"] = cell.language
    elif kind == "literal" and not cell.datatype.value.endswith("XMLSchema#string"):
        more["datatype"] = cell.datatype.value
    return kind, more


def _write_json(names: list[str], rows: list[list[Any]], text: IO[str]) -> None:
    """https://www.w3.org/TR/sparql11-results-json/"""
    import json

    bindings = []
    for row in rows:
        cells = [(n, c, *_parts(c)) for n, c in zip(names, row, strict=True) if c is not None]
        bindings.append({n: {"type": kind, "value": c.value, **more} for n, c, kind, more in cells})
    data = {"head": {"vars": names}, "results": {"bindings": bindings}}
    json.dump(data, text, ensure_ascii=False)
    text.write("\n")


def _write_xml(names: list[str], rows: list[list[Any]], text: IO[str]) -> None:
    """https://www.w3.org/TR/rdf-sparql-XMLres/"""
    from xml.etree import ElementTree

    root = ElementTree.Element("sparql", {"xmlns": "http://www.w3.org/2005/sparql-results#"})
    head = ElementTree.SubElement(root, "head")
    for name in names:
        ElementTree.SubElement(head, "variable", {"name": name})
    results = ElementTree.SubElement(root, "results")
    for row in rows:
        result = ElementTree.SubElement(results, "result")
        for name, cell in zip(names, row, strict=True):
            if cell is not None:
                kind, more = _parts(cell)
                binding = ElementTree.SubElement(result, "binding", {"name": name})
                ElementTree.SubElement(binding, kind, more).text = cell.value
    ElementTree.indent(root)
    text.write(ElementTree.tostring(root, encoding="unicode", xml_declaration=True) + "\n")


def _table(names: list[str], rows: list[list[Any]]) -> Iterator[str]:
    """Columns side by side; IRIs of known prefixes are short, wide characters count two."""
    from ..answers.highlight import char_width

    def width(text: str) -> int:
        return sum(map(char_width, text))

    cells = [[f"?{name}" for name in names], *([_short(c) for c in row] for row in rows)]
    widths = [max(width(row[i]) for row in cells) for i in range(len(names))]
    for row in cells:
        padded = (c + " " * (w - width(c)) for c, w in zip(row, widths, strict=True))
        yield "  ".join(padded).rstrip()


def _short(cell: Any) -> str:
    text = visible(" ".join(_plain(cell).split()))
    if type(cell).__name__ != "NamedNode":
        return text
    best = max(PREFIXES.items(), key=lambda p: len(p[1]) if text.startswith(p[1]) else 0)
    return f"{best[0]}:{text[len(best[1]) :]}" if text.startswith(best[1]) else f"<{text}>"
