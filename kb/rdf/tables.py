"""Tables of an export, a row for each term, rule, ruling, card and effect; CSV, and Parquet by pyarrow.

Columns are read from the quads: those given here, then one for each property of the game's own that a
row has. The key of a row is the IRI in its first column. A cell of several values is a list in Parquet;
in CSV its values stand with a bar between them.
"""

from __future__ import annotations

import csv
import io
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping
from datetime import date

from pyoxigraph import Literal, NamedNode, Quad

from ..diagnostics import Diagnostic, DiagnosticError
from ..values import value
from .header import LICENCE
from .namespaces import BASE, VOCABULARIES

TABLE_FORMATS = ("csv", "parquet")
BETWEEN = " | "

_TYPE = f"{VOCABULARIES['rdf']}type"
_WHOLE = f"{VOCABULARIES['xsd']}integer"
_CORE = VOCABULARIES["rk"]


@value
class Column:
    """A column of a table.

    Args:
        name: Its name.
        property: Its property, with a prefix; "" is the key, `a` the types; or an IRI.
        language: Language of the words, or "" for any value.
        kind: `text`, `date` or `number`.
        many: Whether a cell may hold several values.
    """

    name: str
    property: str
    language: str = ""
    kind: str = "text"
    many: bool = False


Cell = str | int | list[str] | None


@value
class Table:
    """A table: its name, its columns and its rows, sorted by their keys."""

    name: str
    columns: tuple[Column, ...]
    rows: tuple[tuple[Cell, ...], ...]


def _words(name: str, prop: str, many: bool = False) -> tuple[Column, ...]:
    """A column for each language."""
    return tuple(Column(f"{name}_{lang}", prop, lang, many=many) for lang in ("en", "ja"))


_KEY = Column("iri", "")
_TYPES = Column("types", "a", many=True)
_VALID = (
    Column("valid_from", "rk:validFrom", kind="date"),
    Column("valid_to", "rk:validTo", kind="date"),
)
# Name of a table → the class of its rows, and its columns.
TABLES: Mapping[str, tuple[str, tuple[Column, ...]]] = {
    "terms": (
        "skos:Concept",
        (
            _KEY,
            *_words("label", "skos:prefLabel"),
            *_words("other_labels", "skos:altLabel", many=True),
            _TYPES,
            Column("schemes", "skos:inScheme", many=True),
            Column("broader", "skos:broader", many=True),
            *_VALID,
            Column("renamed_to", "rk:renamedTo", many=True),
            Column("listed_in", "rk:listedIn", many=True),
        ),
    ),
    "rules": (
        "rk:Rule",
        (
            _KEY,
            Column("number", "rk:number"),
            *_words("label", "rdfs:label"),
            *_words("statement", "rk:statement"),
            Column("authority", "rk:authority"),
            Column("kind", "rk:kind", many=True),
            Column("part_of", "rk:partOf"),
            Column("cites", "rk:cites", many=True),
            Column("logic", "rk:logic", many=True),
            *_VALID,
            Column("stated_on", "rk:statedOn", kind="date"),
            Column("edition", "rk:edition"),
        ),
    ),
    "rulings": (
        "rk:Ruling",
        (
            _KEY,
            Column("id", "rk:id"),
            Column("title", "rdfs:label"),
            *_words("question", "rk:questionText"),
            *_words("answer", "rk:answerText"),
            Column("reasons", "rk:reason", many=True),
            Column("reason_texts", "rk:reasonText", many=True),
            Column("cites", "rk:cites", many=True),
            Column("stated_on", "rk:statedOn", kind="date"),
            Column("status", "rk:status"),
            Column("edition", "rk:edition"),
            Column("sources", "dcterms:source", many=True),
            Column("scenario", "rk:scenarioText"),
        ),
    ),
    "cards": (
        "rk:Card",
        (
            _KEY,
            *_words("label", "skos:prefLabel"),
            Column("type_line", "rk:typeLine"),
            Column("keywords", "rk:keyword", many=True),
            _TYPES,
            Column("sources", "dcterms:source", many=True),
            Column("confidence", "rk:confidence"),
        ),
    ),
    "effects": (
        "rk:CardEffect",
        (
            _KEY,
            Column("card", "rk:ofCard"),
            Column("generated_by", "rk:generatedAs"),
            Column("exact_form", "rk:exactForm", many=True),
            Column("demands", "rk:demands"),
            Column("conditions", "rk:condition", many=True),
            Column("option", "rk:option"),
        ),
    ),
}
# Which tables a piece of the knowledge makes; every table is part of all.
OF_PIECE = {
    "terms": ("terms",),
    "rules": ("rules",),
    "rulings": ("rulings",),
    "cards": ("cards", "effects"),
    "all": tuple(TABLES),
}


def table(name: str, quads: Iterable[Quad]) -> Table:
    """A table of what some quads hold.

    Args:
        name: Its name in `TABLES`.
        quads: The quads, in any order.
    """
    kind, columns = TABLES[name]
    statements = list(quads)
    keys = {
        s.value
        for q in statements
        if isinstance(s := q.subject, NamedNode) and _is_of(q, _long(kind))
    }
    said: dict[tuple[str, str], set[NamedNode | Literal]] = {}
    for quad in statements:
        subject, object_ = quad.subject, quad.object
        if not isinstance(subject, NamedNode) or subject.value not in keys:
            continue
        if isinstance(object_, NamedNode | Literal):
            said.setdefault((subject.value, quad.predicate.value), set()).add(object_)
    columns += tuple(_own_columns(said))
    rows = tuple(
        tuple(_cell(c, key, said.get((key, _long(c.property)), ())) for c in columns)
        for key in sorted(keys)
    )
    return Table(name, columns, rows)


def _is_of(quad: Quad, kind: str) -> bool:
    """Whether a statement says that its subject is of a class."""
    object_ = quad.object
    return (
        quad.predicate.value == _TYPE and isinstance(object_, NamedNode) and object_.value == kind
    )


def _own_columns(said: Mapping[tuple[str, str], set[NamedNode | Literal]]) -> Iterator[Column]:
    """A column for each property of a game, which the shared vocabulary does not know."""
    found: dict[str, list[set[NamedNode | Literal]]] = {}
    for (_, prop), values in said.items():
        if prop.startswith(BASE) and not prop.startswith(_CORE):
            found.setdefault(prop, []).append(values)
    names = Counter(prop.rpartition("/")[2] for prop in found)
    for prop, cells in sorted(found.items()):
        local = prop.rpartition("/")[2]
        name = local if names[local] == 1 else prop.removeprefix(BASE)
        whole = all(isinstance(v, Literal) and v.datatype.value == _WHOLE for c in cells for v in c)
        many = any(len(values) > 1 for values in cells)
        number = whole and not many
        yield Column(name, prop, kind="number" if number else "text", many=many)


def _cell(column: Column, key: str, values: Iterable[NamedNode | Literal]) -> Cell:
    if not column.property:
        return key
    words = sorted(v.value for v in values if _stands_in(v, column))
    if column.many:
        return words
    if column.kind == "number":
        return int(words[0]) if words else None
    if column.kind == "date":
        return words[0] if words else None
    return BETWEEN.join(words) if words else None


def _stands_in(value_: NamedNode | Literal, column: Column) -> bool:
    """Whether a value belongs in a column: words of its language; types that say more than OWL does."""
    if column.language:
        return isinstance(value_, Literal) and value_.language == column.language
    return column.property != "a" or not value_.value.startswith(VOCABULARIES["owl"])


def _long(short: str) -> str:
    """The IRI of a name with a prefix; an IRI stays."""
    if short == "a":
        return _TYPE
    prefix, _, local = short.partition(":")
    return VOCABULARIES[prefix] + local if prefix in VOCABULARIES else short


def table_bytes(made: Table, form: str) -> bytes:
    """A table as the bytes of a file.

    Raises:
        DiagnosticError: Parquet is wanted and pyarrow is not installed.
    """
    return _csv(made) if form == "csv" else _parquet(made)


def _csv(made: Table) -> bytes:
    out = io.StringIO(newline="")
    writer = csv.writer(out, lineterminator="\n")
    writer.writerow(column.name for column in made.columns)
    for row in made.rows:
        writer.writerow(BETWEEN.join(c) if isinstance(c, list) else c for c in row)
    return out.getvalue().encode()


def _parquet(made: Table) -> bytes:
    try:
        import pyarrow  # type: ignore[import-untyped]
        from pyarrow import parquet
    except ImportError:
        params = {"input": "parquet", "extra": "tables"}
        raise DiagnosticError([Diagnostic("extra-missing", params=params)]) from None
    text = pyarrow.string()
    kinds = {"text": text, "date": pyarrow.date32(), "number": pyarrow.int64()}
    arrays, fields = [], []
    for place, column in enumerate(made.columns):
        cells: list[object] = [row[place] for row in made.rows]
        if column.kind == "date":
            cells = [None if c is None else date.fromisoformat(str(c)) for c in cells]
        kind = pyarrow.list_(text) if column.many else kinds[column.kind]
        arrays.append(pyarrow.array(cells, kind))
        fields.append(pyarrow.field(column.name, kind, nullable=place > 0))
    about = {"title": f"Rulekeep: {made.name}", "license": LICENCE.value}
    schema = pyarrow.schema(fields, metadata=about)
    out = io.BytesIO()
    parquet.write_table(pyarrow.Table.from_arrays(arrays, schema=schema), out, compression="zstd")
    return out.getvalue()
