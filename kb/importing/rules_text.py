"""Compares the lists of types of a comprehensive-rules text with the ontology's, and adds what is new."""

from __future__ import annotations

import tempfile
from dataclasses import field, replace
from pathlib import Path

from ..knowledge import Knowledge
from ..lexicon import Lexicon, Term, fold
from ..logic.theory import NEWEST
from ..sources import load_content
from ..store.graphs import BASE, CORE, terms_graph
from ..store.ontology import RulingsOf, no_rulings
from ..store.protocol import Store
from ..values import value
from .card_triples import literal
from .keys import key_of
from .list_doubts import Doubt, doubts_of
from .provenance import Activity, recorded
from .report import Report
from .source_file import SourceFile
from .type_lists import Enumeration, Listing, effective_date, listings, lists_of, members, patterns

MAX_BYTES = 20_000_000
SOURCE = "rules-text"
_TYPE = "<http://www.w3.org/1999/02/22-rdf-syntax-ns#type>"
_SKOS = "http://www.w3.org/2004/02/skos/core#"
_DATE = "http://www.w3.org/2001/XMLSchema#date"


@value
class Compared:
    """How the lists of a text stand to those of the ontology.

    Args:
        file: The file's name without folders.
        date: ISO date since which the text holds.
        known_as_of: Date of the ontology's lists: that of the text, or the first that it knows.
        lists: Listing → items of the text.
        new: Listing → items that the ontology does not have at that date.
        missing: Listing → labels that it has and the list of the text lacks.
        absent: Listings that the text does not have.
        doubts: What in its lists looks damaged, in their order.
        added: Terms that the store has because of the text.
        changed: The store was changed.
    """

    file: str
    date: str
    known_as_of: str
    lists: dict[Listing, tuple[str, ...]] = field(default_factory=dict)
    new: dict[Listing, tuple[str, ...]] = field(default_factory=dict)
    missing: dict[Listing, tuple[str, ...]] = field(default_factory=dict)
    absent: tuple[Listing, ...] = ()
    doubts: tuple[Doubt, ...] = ()
    added: int = 0
    changed: bool = False


def import_rules_text(
    file: SourceFile, store: Store, *, add: bool = False, rulings_of: RulingsOf = no_rulings
) -> Compared:
    """Compares a text, and adds its new terms to the store as of its date.

    Args:
        file: The text.
        store: Where terms go.
        add: Whether they are added.
        rulings_of: Reads the rulings that a game has of its own.

    Raises:
        DiagnosticError: `not-a-known-encoding`, `no-effective-date`, `no-type-lists`, an error of the
            file, or the store is not written.
    """
    compared = compare(file)
    if not add or not compared.new:
        return compared
    return _add(compared, file, store, rulings_of)


def compare(file: SourceFile) -> Compared:
    """Compares a text with the ontology.

    Raises:
        DiagnosticError: As `import_rules_text`, but for the store.
    """
    text = read_text(file)
    date, said = effective_date(text)
    if not date:
        message = "impossible-date" if said else None
        raise file.fault("no-effective-date", date=said, message=message)
    knowledge = _own(patterns()["game"])
    known_as_of = max(date, knowledge.first_date)
    lexicon = Lexicon(knowledge.content.terms, known_as_of)
    wanted = listings(lexicon)
    sentences = lists_of(text, wanted)
    if not sentences:
        raise file.fault("no-type-lists", rule_number=", ".join(x.rule for x in wanted))
    compared = Compared(file.name, date, known_as_of)
    for listing in wanted:
        if listing.id in sentences:
            compared = _with(compared, listing, sentences[listing.id], members(listing, lexicon))
        else:
            compared = replace(compared, absent=(*compared.absent, listing))
    return compared


def _with(
    compared: Compared, listing: Listing, sentences: list[Enumeration], known: dict[str, Term]
) -> Compared:
    """A comparison with that of one more list; items that look damaged count as not there."""
    doubts = doubts_of(listing, sentences, known)
    doubtful = {doubt.item for doubt in doubts}
    texts = (item.text for sentence in sentences for item in sentence.items)
    items = {fold(text): text for text in texts if text and text not in doubtful}
    new = tuple(items[i] for i in items if i not in known)
    missing = tuple(
        term.label(patterns()["label_language"]) for i, term in known.items() if i not in items
    )
    return replace(
        compared,
        lists=compared.lists | {listing: tuple(items.values())},
        new=compared.new | ({listing: new} if new else {}),
        missing=compared.missing | ({listing: missing} if missing else {}),
        doubts=(*compared.doubts, *doubts),
    )


def _own(game: str) -> Knowledge:
    """The newest knowledge of a game without what other rules texts added."""
    content = load_content(game)
    return Knowledge(content, NEWEST, content.programs.as_of(NEWEST))


def read_text(file: SourceFile) -> str:
    """The text of a file in UTF-8, UTF-16 or Windows-1252, with or without a byte order mark.

    Raises:
        DiagnosticError: `not-a-known-encoding`, `file-too-long`, or the file cannot be read.
    """
    with file.open() as reader:
        data = b""
        while more := reader.read(1 << 20):
            data += more
            if len(data) > MAX_BYTES:
                raise file.fault("file-too-long", limit=MAX_BYTES)
    if data[:2] in (b"\xff\xfe", b"\xfe\xff"):
        encodings = ["utf-16"]
    elif b"\0" in data[:200]:
        encodings = ["utf-16-le" if data[1:2] == b"\0" else "utf-16-be"]
    else:
        encodings = ["utf-8", "cp1252"]
    for encoding in encodings:
        try:
            text = data.decode(encoding)
        except UnicodeDecodeError:
            continue
        if "\0" not in text:
            return text
    raise file.fault("not-a-known-encoding")


def _add(compared: Compared, file: SourceFile, store: Store, rulings_of: RulingsOf) -> Compared:
    game = patterns()["game"]
    name = terms_graph(game, compared.date)
    knowledge = _own(game)
    lines = sorted(
        line
        for listing, items in compared.new.items()
        for item in items
        for line in _term_lines(item, listing, compared.date, knowledge)
    )
    count = sum(map(len, compared.new.values()))
    with store.writing(), tempfile.TemporaryDirectory(prefix="rulekeep-") as folder:
        if list(store.graph(name)) == lines:
            changed = False
        else:
            changed = True
            path = Path(folder) / "terms.nt"
            path.write_bytes(b"".join(lines))
            report = Report(file.name, SOURCE, game, records=count)
            activity = Activity.of(file, SOURCE, game, report)
            store.replace(recorded(store, activity, {name: path}, Path(folder), rulings_of))
    return replace(compared, added=count, changed=changed)


def _term_lines(item: str, listing: Listing, date: str, knowledge: Knowledge) -> list[bytes]:
    """A term as the ontology's own files describe one."""
    game, terms = knowledge.game, knowledge.lexicon.terms
    local = key_of(item.replace("'", ""))
    subtypes = {t.category for t in terms.values() if t.kind == listing.id}
    label = item if subtypes else item[:1].upper() + item[1:]
    category = next(iter(sorted(subtypes)), listing.id)
    subject = f"{BASE}{game}/{listing.id}/{local}" if subtypes else f"{BASE}{game}/{key_of(label)}"
    ends = [
        f"{_TYPE} <{BASE}{game}/{category}>",
        f"{_TYPE} <{_SKOS}Concept>",
        f"<{_SKOS}prefLabel> {literal(label)}@{patterns()['label_language']}",
        f'<{CORE}validFrom> "{date}"^^<{_DATE}>',
        f"<{CORE}listedIn> <{BASE}{game}/rule/{listing.rule}>",
    ]
    if subtypes:
        ends.append(f"<{_SKOS}inScheme> <{BASE}{game}/{listing.id}>")
    return [f"<{subject}> {end} .\n".encode() for end in ends]
