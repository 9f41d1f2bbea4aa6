"""Imports a file of cards: reads it, and puts what it says in the store at once or not at all."""

from __future__ import annotations

import tempfile
import tomllib
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

from ..diagnostics import Diagnostic, DiagnosticError
from ..knowledge import load
from ..messages import LANGUAGES, message
from ..store.graphs import card_iri, cards_graph, rulings_graph
from ..store.local import DRAFTS
from ..store.ontology import RulingsOf, no_rulings
from ..store.protocol import Store
from ..store.sorted_lines import LineSorter, write_merged
from . import duelmasters, mtgjson, scryfall
from .card_triples import Vocabulary, card_lines, name_lines, node_of, ruling_lines
from .json_records import Found, read_records
from .provenance import Activity, is_last, recorded
from .records import BadRecord, CardRecord, Skipped
from .report import Refusal, Report
from .source_file import SourceFile
from .text_abilities import TextReader, no_abilities

READERS: dict[str, Callable[[Found, Any], Iterator[CardRecord | Skipped | BadRecord]]] = {
    "duelmasters": duelmasters.cards,
    "mtgjson": mtgjson.cards,
    "scryfall": scryfall.cards,
}


def import_cards(
    file: SourceFile,
    source: str,
    store: Store,
    rulings_of: RulingsOf = no_rulings,
    reader: TextReader = no_abilities,
) -> Report:
    """Imports the cards of a file; what the store has of the same cards from the same source goes.

    Args:
        file: The file.
        source: Its shape, a key of `READERS`.
        store: Where the cards go.
        rulings_of: Reads the rulings that a game has of its own.
        reader: Reads rules texts, of sources whose texts have wordings.

    Raises:
        DiagnosticError: The file cannot be read to its end, it has no cards (`no-cards`), or the store not written. The store is
            then as it was.
    """
    words = tomllib.loads(Path(__file__).with_name("sources.toml").read_text("utf-8"))[source]
    game = words["game"]
    report = Report(file.name, source, game)
    with store.writing(), tempfile.TemporaryDirectory(**_beside(store)) as folder:
        texts = reader if words.get("wordings") else no_abilities
        reading = _Reading(report, Vocabulary(load(game), words["lang"], texts), Path(folder))
        reading.read(file, words)
        if not (report.cards or report.rulings or report.skipped):
            raise _no_cards(file, report)
        activity = Activity.of(file, source, game, report)
        targets = {
            cards_graph(game, source): reading.cards,
            rulings_graph(game, source): reading.rulings,
        }
        changed: dict[str, Path] = {}
        for number, (name, lines) in enumerate(targets.items()):
            path = Path(folder) / f"{number}.nt"
            with open(path, "wb") as target:
                replaced = _about(reading.replaced[number])
                count = write_merged(store.graph(name), lines.lines(), replaced, target)
            changed[name] = path
            report.triples += count
        if not is_last(store, activity):
            report.changed = True
            store.replace(recorded(store, activity, changed, Path(folder), rulings_of))
    return report


def _about(cards: set[bytes]) -> Callable[[bytes], bool]:
    """Whether a line is about some of the cards."""
    return lambda line: node_of(line) in cards


def _no_cards(file: SourceFile, report: Report) -> DiagnosticError:
    """The error of a file that has no card in the shape that was asked for."""
    first = report.refusals[0].why if report.refusals else Diagnostic("record-no-faces")
    why = {lang: message(first, lang) for lang in LANGUAGES}
    return file.fault("no-cards", source=report.source, reason=why)


def _beside(store: Store) -> dict[str, Any]:
    """Files are made beside a store's own, where they need not be copied."""
    folder = getattr(store, "folder", None)
    return {"dir": folder, "prefix": DRAFTS} if folder else {"prefix": "rulekeep-"}


class _Reading:
    """What a file says, as sorted lines, and which cards it has."""

    def __init__(self, report: Report, vocabulary: Vocabulary, folder: Path) -> None:
        self.report = report
        self.vocabulary = vocabulary
        self.cards = LineSorter(folder)
        self.rulings = LineSorter(folder)
        self.replaced: tuple[set[bytes], set[bytes]] = (set(), set())
        self._lines: dict[str, tuple[object, ...]] = {}  # key of a card → what its type lines say
        self._rulings: dict[str, int] = {}  # key of a card → how many rulings it has

    def read(self, file: SourceFile, words: dict[str, Any]) -> None:
        """Reads all records."""
        report, reader = self.report, READERS[self.report.source]
        for found in read_records(file):
            try:
                for card in reader(found, words):
                    report.records += 1
                    if isinstance(card, BadRecord):
                        self._refuse(found, card)
                    elif isinstance(card, Skipped):
                        report.skipped[card.why] += 1
                    else:
                        self._take(card)
            except BadRecord as bad:
                report.records += 1
                self._refuse(found, bad)

    def _refuse(self, found: Found, bad: BadRecord) -> None:
        name = found.data.get("name") if isinstance(found.data, dict) else None
        shown = bad.name or (name if isinstance(name, str) and name else found.key)
        whole = shown[:80].encode("utf-8", "replace").decode()
        self.report.refuse(Refusal(self.report.records, found.line, whole, bad.diagnostic))

    def _take(self, card: CardRecord) -> None:
        report, source = self.report, self.report.source
        if card.rulings:
            self._take_rulings(card)
        if not card.faces:
            return
        lines = tuple(self.vocabulary.line(f.type_line).ends or f.type_line for f in card.faces)
        known = self._lines.setdefault(card.key, lines)
        node = card_iri(report.game, source, card.key).encode()
        if node in self.replaced[0]:
            report.printings += 1
            if known != lines:
                report.differing[card.name] += 1
            else:
                self.cards.add(name_lines(card, source, self.vocabulary))
            return
        self.replaced[0].add(node)
        self.cards.add(card_lines(card, source, self.vocabulary))
        report.cards += 1
        report.faces += len(card.faces)
        report.tokens += card.token
        for face in card.faces:
            line = self.vocabulary.line(face.type_line)
            if line.faults:
                report.lines[face.type_line] += 1
                report.reasons[face.type_line] = line.faults
        report.effects = self.vocabulary.counts["effects"]
        report.unread = self.vocabulary.unread

    def _take_rulings(self, card: CardRecord) -> None:
        report = self.report
        self.replaced[1].add(card_iri(report.game, report.source, card.key).encode())
        first = self._rulings.get(card.key, 0) + 1
        if first > 1 and card.faces:
            return  # a further printing repeats them
        self._rulings[card.key] = first - 1 + len(card.rulings)
        self.rulings.add(ruling_lines(card, report.source, report.game, first))
        report.rulings += len(card.rulings)
