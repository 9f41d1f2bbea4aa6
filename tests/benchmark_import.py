"""Imports and look-ups against pyoxigraph alone, in one run: `python -m tests.benchmark_import`.

| figure | measured against | goal |
|---|---|---|
| importing 34,202 cards in Scryfall's shape | pyoxigraph's bulk load of the same triples into a new store | at most 3 |
| the same with `--no-effects` | a bulk load of the triples without effects, which are hardly fewer | at most 3 |
| a SPARQL look-up through the store | the same query with pyoxigraph itself | at most 1.5 |
| peak memory of the import | | under 300 MB |

Needs the real cards beside the checkout. Wall time, the best of several, since loading uses more than one
processor and other work on the machine disturbs.
"""

from __future__ import annotations

import json
import shutil
import sys
import tempfile
import time
from collections.abc import Callable
from pathlib import Path

import pyoxigraph
from rulekeep.kb.knowledge import load
from rulekeep.kb.store.graphs import cards_graph
from rulekeep.kb.store.local import LocalStore
from rulekeep.queries.rules_text.for_import import abilities_of_text

from .imported import imported, scryfall_cards

IMPORT_GOAL, LOOKUP_GOAL, MEMORY_GOAL = 3.0, 1.5, 300
TIMES, LOOKUPS = 5, 300
QUERY = """
PREFIX rk: <https://w3id.org/rulekeep/core/>
SELECT ?s ?line WHERE { GRAPH ?g { ?s rk:foldedName "%s" ; rk:typeLine ?line } }
"""


def best(step: Callable[[], object], times: int = TIMES) -> float:
    """The shortest wall time of a step in seconds."""
    taken = []
    for _ in range(times):
        begin = time.perf_counter()
        step()
        taken.append(time.perf_counter() - begin)
    return min(taken)


def peak_megabytes() -> int:
    """The most memory that this process has used."""
    status = Path("/proc/self/status").read_text()
    return int(next(x for x in status.splitlines() if x.startswith("VmHWM")).split()[1]) // 1024


def main() -> None:
    load("mtg")
    with tempfile.TemporaryDirectory() as folder:
        file, place = Path(folder) / "cards.json", Path(folder) / "store"
        cards = list(scryfall_cards())
        file.write_text(json.dumps(cards, ensure_ascii=False), encoding="utf-8")
        names = [str(card["name"]).lower() for card in cards[:: len(cards) // LOOKUPS]]
        count = len(cards)
        del cards

        def import_anew() -> None:
            shutil.rmtree(place, ignore_errors=True)
            imported(file, "scryfall", LocalStore(str(place)), abilities_of_text)

        def import_without_effects() -> None:
            shutil.rmtree(place, ignore_errors=True)
            imported(file, "scryfall", LocalStore(str(place)))

        bare = best(import_without_effects)
        whole = best(import_anew)
        peak = peak_megabytes()
        store = LocalStore(str(place))
        dumped = Path(folder) / "graphs"
        dumped.mkdir()
        for number, name in enumerate(store.names()):
            (dumped / f"{number}.nt").write_bytes(b"".join(store.graph(name)))

        def bulk_load() -> None:
            shutil.rmtree(Path(folder) / "alone", ignore_errors=True)
            alone = pyoxigraph.Store(str(Path(folder) / "alone"))
            for path in sorted(dumped.iterdir()):
                graph = pyoxigraph.NamedNode(cards_graph("mtg", path.stem))
                alone.bulk_load(
                    path=str(path), format=pyoxigraph.RdfFormat.N_TRIPLES, to_graph=graph
                )
            alone.flush()

        alone = best(bulk_load)
        index = store.index()
        queries = [QUERY % name.replace("\\", "\\\\").replace('"', '\\"') for name in names]
        ours = best(lambda: [list(store.query(q)) for q in queries])  # type: ignore[arg-type]
        plain = best(lambda: [list(index.query(q)) for q in queries])  # type: ignore[arg-type]
    print(
        f"import of {count} cards: {whole:.2f} s, bulk load alone {alone:.2f} s: {whole / alone:.2f}"
    )
    print(f"without effects: {bare:.2f} s: {bare / alone:.2f}; reading them: {whole - bare:.2f} s")
    print(
        f"look-up: {ours / len(queries) * 1e6:.0f} µs, alone {plain / len(queries) * 1e6:.0f} µs: {ours / plain:.2f}"
    )
    print(f"peak memory of the imports: {peak} MB")
    held = whole / alone <= IMPORT_GOAL and ours / plain <= LOOKUP_GOAL and peak < MEMORY_GOAL
    sys.exit(0 if held else 1)


if __name__ == "__main__":
    main()
