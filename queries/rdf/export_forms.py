"""The forms of an export: RDF, tables and told changes; which is meant, and what cannot be had in one."""

from __future__ import annotations

import os

from ...kb.diagnostics import Diagnostic, DiagnosticError

RDF = (
    "turtle", "longturtle", "n-triples", "n-quads", "trig", "rdf/xml", "json-ld", "jelly",
)  # fmt: skip
TABLES = ("csv", "parquet")
CHANGES = ("text", "json")


def form_of(form: str | None, output: str, changes: bool, several: bool) -> str:
    """The format that is asked for: by its name, else by the ending of the file.

    Raises:
        DiagnosticError: There is no such format, or it is none of what is asked for.
    """
    from ...kb.rdf.recognition import ALIASES, ENDINGS

    known = CHANGES if changes else (*RDF, *TABLES)
    if form is None:
        ending = os.path.splitext(output)[1].casefold()
        if changes:
            return "json" if ending == ".json" else "text"
        usual = "trig" if several else "turtle"
        return ending[1:] if ending[1:] in TABLES else ENDINGS.get(ending, usual)
    name = form.casefold()
    name = name if name in (*RDF, *TABLES, *CHANGES) else ALIASES.get(name, name)
    if name in known:
        return name
    if name in CHANGES:
        raise fault("export-text-format", form)
    if changes:
        raise fault("export-diff-format", form)
    from ...kb.logic.check import nearest

    params = {"input": form, "known": ", ".join(known)}
    hint = nearest(name, known)
    raise DiagnosticError([Diagnostic("rdf-unknown-format", params=params, hint=hint)])


def check_graphs(form: str) -> None:
    """Refuses several games in a format that has no named graphs to keep them apart.

    Raises:
        DiagnosticError: It is so.
    """
    from ...kb.rdf.formats import FORMATS

    if not FORMATS[form].graphs:
        raise one_graph(form)


def one_graph(name: str) -> DiagnosticError:
    """The error that something of one graph is no place for several games."""
    from ...kb.rdf.formats import FORMATS

    known = (form.name for form in FORMATS.values() if form.graphs)
    return fault("export-graphs", name, known=", ".join(known))


def check_tables(what: str, form: str, output: str) -> None:
    """Refuses tables of what has none, and several without a folder.

    Raises:
        DiagnosticError: It is so.
    """
    from ...kb.rdf.tables import OF_PIECE

    if what not in OF_PIECE:
        raise fault("export-no-table", what, known=", ".join(OF_PIECE))
    if what == "all" and not is_folder(output, form):
        raise fault("export-folder", what)


def is_folder(output: str, form: str) -> bool:
    """Whether a place for tables is a folder: there is one, or its name has no ending of a table."""
    return output != "-" and (os.path.isdir(output) or not output.endswith(f".{form}"))


def fault(code: str, given: str, **params: str) -> DiagnosticError:
    """An error of what the user gave."""
    return DiagnosticError([Diagnostic(code, params={"input": given, **params})])
