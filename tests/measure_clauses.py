"""How many of the real effect clauses are understood: totals by family, and what was refused.

    .venv/bin/python -m tests.measure_clauses [--exact] [--slips] [--commas]

`--exact` prints every clause's number and exact form, tab-separated, as the golden table has them;
`--slips` changes one letter of each word of every clause, `--commas` puts a comma behind each word,
and they count what is accepted with other operations and what is dropped without a word. Clauses stand in `../shared/data`; nothing of their text is kept here.
"""

from __future__ import annotations

import gzip
import json
import random
import re
import string
import sys
from collections import Counter
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from rulekeep.kb.diagnostics import DiagnosticError
from rulekeep.kb.knowledge import Knowledge, load
from rulekeep.queries.rules_text import effects_of_text
from rulekeep.queries.wording import read_effect

DATA = (
    Path(__file__).resolve().parents[1].parent / "shared" / "data" / "mtg_effect_clauses.jsonl.gz"
)
WORDS = {"BLTYPE": "Forest", "CTYPE": "Goblin", "ATYPE": "Equipment", "ETYPE": "Aura"}
WORDS |= {"LTYPE": "Gate", "STYPE": "Arcane"}


def clauses() -> list[dict[str, Any]]:
    """All clauses with a real type in the place of each placeholder."""
    rows = [json.loads(line) for line in gzip.decompress(DATA.read_bytes()).decode().splitlines()]
    return [{**row, "clause": filled(row["clause"])} for row in rows]


def filled(clause: str) -> str:
    """A clause with a real type in the place of each placeholder."""
    return re.sub(r"\b[A-Z]{1,2}TYPE\b", lambda m: WORDS[m[0]], clause)


def exact_forms(text: str, knowledge: Knowledge) -> tuple[str, ...] | None:
    """The exact forms of a clause; `None` if it speaks of types and is refused."""
    reading = effects_of_text(text, knowledge)
    return None if reading.not_understood else tuple(e.exact for e in reading.effects)


def slips(text: str, chance: random.Random, each: int = 1) -> Iterator[str]:
    """The text with one letter of one word changed, `each` times for every word."""
    for match in re.finditer(r"[A-Za-z]{2,}", text):
        for _ in range(each):
            place = chance.randrange(match.start(), match.end())
            letter = chance.choice(string.ascii_lowercase.replace(text[place].lower(), ""))
            yield text[:place] + letter + text[place + 1 :]


def commas(text: str) -> Iterator[str]:
    """The text with one more comma, behind each word in turn."""
    for match in re.finditer(r"(?<=\w)(?=[ ,])", text):
        yield f"{text[: match.start()]},{text[match.start() :]}"


def dropped(text: str, changed: str, knowledge: Knowledge) -> bool:
    """Whether a changed text gives nothing and is not listed, though the right one has an effect."""
    return exact_forms(changed, knowledge) == () and bool(exact_forms(text, knowledge))


def wrongly_accepted(text: str, slipped: str, knowledge: Knowledge) -> bool:
    """Whether a text with a slip is accepted with other operations than the right one."""
    right, found = exact_forms(text, knowledge), exact_forms(slipped, knowledge)
    return bool(found) and found != right


def is_understood(text: str, found: tuple[str, ...] | None, knowledge: Knowledge) -> bool:
    """Whether a clause has an effect, or is read as one that only says what something still is."""
    try:
        return bool(found) or read_effect(text, knowledge.lexicon).stays
    except DiagnosticError:
        return False


def main() -> None:
    """Prints the totals, or what an option asks for."""
    knowledge = load()
    if "--slips" in sys.argv or "--commas" in sys.argv:
        chance = random.Random(205)
        tried = wrong = lost = 0
        for text in (row["clause"] for row in clauses()):
            for changed in slips(text, chance) if "--slips" in sys.argv else commas(text):
                tried += 1
                if dropped(text, changed, knowledge):
                    lost += 1
                    print(changed)
                elif wrongly_accepted(text, changed, knowledge):
                    wrong += 1
                    print(changed, exact_forms(changed, knowledge))
        print(f"{wrong} of {tried} accepted with other operations: {wrong / tried:.2%}")
        print(f"{lost} of {tried} dropped without a word: {lost / tried:.2%}")
        return
    totals: dict[str, Counter[str]] = {"understood": Counter(), "none": Counter()}
    totals["refused"] = Counter()
    for number, row in enumerate(clauses()):
        found = exact_forms(row["clause"], knowledge)
        understood = is_understood(row["clause"], found, knowledge)
        state = "refused" if found is None else "understood" if understood else "none"
        totals[state][row["family"]] += 1
        if "--exact" in sys.argv:
            print(number, " ; ".join(found or ()) or state, sep="\t")
        elif state != "understood":
            print(f"{state}: {number} {row['clause']}")
    for state, by_family in totals.items():
        print(f"{state}: {by_family.total()} {dict(by_family)}", file=sys.stderr)


if __name__ == "__main__":
    main()
