"""Runs one query in a process of its own and writes its results: `python -m … FORM MAX_ROWS`, query on stdin.

The process can be stopped, and may use no more than so much memory. It ends with 0 (something found), 10 (more rows than allowed), 11 (nothing found, no) or 2,
with the diagnostics on standard error; 1 is what Python itself ends with where it fails.
"""

from __future__ import annotations

import functools
import itertools
import os
import sys
from collections.abc import Callable
from dataclasses import replace
from typing import IO, Any

from ...kb.diagnostics import Diagnostic, DiagnosticError
from ...kb.visible import visible
from .sparql_results import PREFIXES, unsuited, write_boolean, write_rows

MAX_MEMORY = 4_000_000_000
MORE = 10
NOTHING = 11


def run(sparql: str, form: str, max_rows: int, out: IO[bytes]) -> int:
    """Writes the results of a query; the exit code.

    Raises:
        DiagnosticError: The query or the store is faulty, or the form does not suit the query.
    """
    import pyoxigraph

    found = _asked(sparql)
    if isinstance(found, pyoxigraph.QueryBoolean):
        write_boolean(found, form, out)
        return 0 if bool(found) else NOTHING
    if isinstance(found, pyoxigraph.QueryTriples):
        if form not in ("turtle", "table"):
            raise unsuited(form, "turtle")
        triples = list(itertools.islice(found, max_rows + 1))
        text = pyoxigraph.serialize(
            triples[:max_rows], format=pyoxigraph.RdfFormat.TURTLE, prefixes=PREFIXES
        )
        lines = (text or b"").splitlines(keepends=True)
        if form == "table":  # an escape in Turtle means what it stands for
            lines = [visible(line.decode()).encode() for line in lines]
        declared = sorted(line for line in lines if line.startswith(b"@prefix "))
        out.writelines([*declared, *(x for x in lines if not x.startswith(b"@prefix "))])
        return _code(len(triples), max_rows)
    if form == "turtle":
        raise unsuited(form, "table, csv, json, xml")
    rows = list(itertools.islice(found, max_rows + 1))
    names = [v.value for v in found.variables]
    write_rows(names, [list(row) for row in rows[:max_rows]], form, out)
    return _code(len(rows), max_rows)


def _asked(sparql: str) -> Any:
    """The results of a query with the usual prefixes declared."""
    declared = " ".join(f"PREFIX {name}: <{iri}>" for name, iri in PREFIXES.items()) + "\n"
    ask = _opened()
    try:
        return ask(declared + sparql)
    except DiagnosticError as error:
        raise DiagnosticError([_before(d, len(declared)) for d in error.diagnostics]) from None


def _before(fault: Diagnostic, size: int) -> Diagnostic:
    """A fault at its place in the text before which so much was put."""
    start = max(fault.start - size, 0)
    return replace(fault, start=start, end=max(fault.end - size, start + 1) if fault.end else 0)


def _opened() -> Callable[[str], Any]:
    """What asks the store, with everything open that it needs; without one, the ontologies alone."""
    from ...kb.store.asking import answers
    from ...kb.store.local import LocalStore
    from ...kb.store.opening import open_store
    from ...kb.store.place import exists, is_remote, store_place

    place = store_place()
    if is_remote(place):
        return open_store(place).query
    if not exists(place):
        from ...kb.store.ontology import ontologies
        from ..rdf.ruling_texts import ruling_texts

        ask = ontologies(ruling_texts).query
    else:
        ask = functools.partial(answers, LocalStore(place).index(), place=place)
    _confine()
    return ask


def _confine() -> None:
    """From here on this process has no more memory than its share."""
    try:
        import resource
    except ImportError:  # not on this system
        return
    most = resource.getrlimit(resource.RLIMIT_AS)[1]
    limit = MAX_MEMORY if most == resource.RLIM_INFINITY else min(MAX_MEMORY, most)
    resource.setrlimit(resource.RLIMIT_AS, (limit, limit))


def _code(count: int, max_rows: int) -> int:
    return MORE if count > max_rows else 0 if count else NOTHING


def main() -> None:
    """Reads the query from standard input and runs it."""
    from ...kb.codec import Codec

    form, max_rows = sys.argv[1], int(sys.argv[2])
    try:
        code = run(sys.stdin.buffer.read().decode(), form, max_rows, sys.stdout.buffer)
        sys.stdout.flush()
    except DiagnosticError as error:
        sys.stderr.write(Codec(Diagnostic).dumps(tuple(error.diagnostics)))
        code = 2
    except BrokenPipeError:
        code = 0
    except RuntimeError as error:  # the store turns out to be damaged while its rows are read
        from ...kb.store.faults import not_read
        from ...kb.store.place import store_place

        damaged = not_read(store_place(), error).diagnostics
        sys.stderr.write(Codec(Diagnostic).dumps(tuple(damaged)))
        code = 2
    except (MemoryError, OSError, ValueError) as error:
        params = {"reason": str(error) or "out of memory"}
        sys.stderr.write(Codec(Diagnostic).dumps((Diagnostic("sparql-failed", params=params),)))
        code = 2
    sys.stderr.flush()
    os._exit(code)


if __name__ == "__main__":
    main()
