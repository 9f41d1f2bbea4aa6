"""Time for reading all rules texts of ../shared/data: `.venv/bin/python -m tests.benchmark_texts`."""

from __future__ import annotations

import gzip
import json
import time
from pathlib import Path

from rulekeep.kb.knowledge import Knowledge, load
from rulekeep.queries.rules_text import effects_of_text

CARDS = Path(__file__).resolve().parents[1].parent / "shared" / "data" / "mtg_cards.jsonl.gz"


def texts(knowledge: Knowledge) -> None:
    """Reads every rules text and prints how long that took and what was found."""
    if not CARDS.exists():
        print("rules texts: ../shared/data is not there")
        return
    cards = [json.loads(line) for line in gzip.decompress(CARDS.read_bytes()).decode().splitlines()]
    listed = [(card["name"], card["text"]) for card in cards if card.get("text")]
    begin = time.process_time()
    found = [effects_of_text(text, knowledge, own=(name,)) for name, text in listed]
    taken = time.process_time() - begin
    effects = sum(len(reading.effects) for reading in found)
    refused = sum(len(reading.not_understood) for reading in found)
    print(
        f"rules texts: {len(listed)} in {taken:.1f} s ({1000 * taken / len(listed):.2f} ms each), "
        f"{effects} effects, {refused} sentences on types not understood"
    )


if __name__ == "__main__":
    texts(load())
