"""Where the graphs of a store come from, in PROV-O: file, date, counts, and by what they were made."""

from __future__ import annotations

import datetime
import os
from collections.abc import Mapping
from importlib.metadata import PackageNotFoundError, version
from pathlib import Path

from ..rdf.iris import graph_iri
from ..sources import fingerprint, games
from ..store.graphs import BASE, CORE, GRAPHS, IMPORTS
from ..store.ontology import RulingsOf, knowledge_graphs, no_rulings, state_of_knowledge
from ..store.protocol import Store
from ..store.sorted_lines import write_merged
from ..values import value
from .card_triples import literal, number
from .report import Report
from .source_file import SourceFile

_PROV = "http://www.w3.org/ns/prov#"
_TYPE = "<http://www.w3.org/1999/02/22-rdf-syntax-ns#type>"
_XSD = "http://www.w3.org/2001/XMLSchema#"
KNOWLEDGE = f"{GRAPHS}knowledge"  # all graphs of what the knowledge base itself says
COUNTS = ("records", "cards", "faces", "tokens", "printings", "rulings", "refused")


@value
class Activity:
    """An import as it is recorded.

    Args:
        iri: Its IRI, which depends on source and file alone.
        game: Whose graphs it makes.
        sha256: The SHA-256 of the file.
        made_with: Stands for the code and the ontology that it was read with.
        ends: What is said of it, without its date.
        ended: When it ended.
    """

    iri: str
    game: str
    sha256: str
    made_with: str
    ends: tuple[str, ...]
    ended: str

    @classmethod
    def of(cls, file: SourceFile, source: str, game: str, report: Report) -> Activity:
        """The record of an import that has read its file."""
        sha = file.sha256()
        made_with = fingerprint(game)
        ends = [
            f"{_TYPE} <{_PROV}Activity>",
            f"<{CORE}importedFrom> {literal(source)}",
            f"<{CORE}ofGame> <{BASE}{game}>",
            f"<{CORE}fileName> {literal(file.name)}",
            f"<{CORE}sha256> {literal(sha)}",
            f"<{CORE}madeWith> {literal(made_with)}",
            f"<{_PROV}wasAssociatedWith> <{CORE}rulekeep-{_version()}>",
        ]
        ends += [f"<{CORE}{c}> {number(getattr(report, c))}" for c in COUNTS]
        return cls(f"{IMPORTS}/{game}/{source}/{sha}", game, sha, made_with, tuple(ends), _now())

    def lines(self, graphs: Mapping[str, object]) -> list[bytes]:
        """All that is recorded of it, with the graphs that it made."""
        ends = [*self.ends, f'<{_PROV}endedAtTime> "{self.ended}"^^<{_XSD}dateTime>']
        ends += [f"<{_PROV}generated> <{name}>" for name in graphs]
        return sorted(f"<{self.iri}> {end} .\n".encode() for end in ends)


def _now() -> str:
    """The time, or that of `SOURCE_DATE_EPOCH` for stores that are made alike."""
    given = os.environ.get("SOURCE_DATE_EPOCH", "")
    if given.isascii() and given.isdigit():
        moment = datetime.datetime.fromtimestamp(int(given), datetime.UTC)
    else:
        moment = datetime.datetime.now(datetime.UTC)
    text = moment.isoformat(timespec="microseconds").removesuffix("+00:00")
    return text.rstrip("0").rstrip(".") + "Z"  # as every endpoint would write it


def _version() -> str:
    try:
        return version("rulekeep")
    except PackageNotFoundError:
        return "unknown"


def is_last(store: Store, activity: Activity) -> bool:
    """Whether the newest import of the same source was of the same file, read in the same way."""
    iri, _, _ = activity.iri.rpartition("/")
    told: dict[bytes, list[bytes]] = {}
    for line in store.graph(IMPORTS):
        if line.startswith(f"<{iri}/".encode()):
            subject, _, rest = line.partition(b"> ")
            told.setdefault(subject[1:], []).append(rest)
    if not told:
        return False
    ended = {s: next((r for r in rest if b"endedAtTime" in r), b"") for s, rest in told.items()}
    last = max(ended, key=lambda subject: ended[subject].partition(b"Z")[0])
    made = f'<{CORE}madeWith> "{activity.made_with}" .\n'.encode()
    return last == activity.iri.encode() and made in told[last]


def recorded(
    store: Store,
    activity: Activity,
    graphs: Mapping[str, Path],
    folder: Path,
    rulings_of: RulingsOf = no_rulings,
) -> dict[str, Path]:
    """The graphs that an import makes, with its record, and the knowledge of the games in the store as it now is."""
    made = dict(graphs)
    lines = {activity.iri: activity.lines(graphs)}
    here = {activity.game} | _games_in(store)
    state = state_of_knowledge(here, rulings_of)
    stated = f'<{KNOWLEDGE}> <{CORE}madeWith> "{state}" .\n'.encode()
    if stated not in set(store.graph(IMPORTS)):
        for number, (graph, known) in enumerate(knowledge_graphs(here, rulings_of)):
            made[graph] = folder / f"knowledge-{number}.nt"
            made[graph].write_bytes(b"".join(known))
        lines[KNOWLEDGE] = [f"<{KNOWLEDGE}> {_TYPE} <{_PROV}Collection> .\n".encode(), stated]
    gone = tuple(f"<{subject}> ".encode() for subject in lines)
    new = sorted(line for each in lines.values() for line in each)
    made[IMPORTS] = folder / "imports.nt"
    with open(made[IMPORTS], "wb") as target:
        write_merged(store.graph(IMPORTS), new, lambda line: line.startswith(gone), target)
    return made


def _games_in(store: Store) -> set[str]:
    """The games whose knowledge is in a store."""
    names = set(store.names())
    return {game for game in games() if graph_iri(game, "ontology") in names}
