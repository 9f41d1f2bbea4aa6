"""Speed as ratios, all measured in one run: `python tests/benchmark.py` (pytest does not run it).

| figure | measured against | goal |
|---|---|---|
| a warm question with one effect | clingo alone, on the parts in `benchmark_ground.lp` | at most 3 |
| a cold `rulekeep ask` (caches filled) | `python -c pass` in the same environment | at most 12 |
| peak memory of that process | | under 150 MB |
| 6 effects on 5 objects | one effect on one object | at most 8 |
| 12 effects on 30 objects | the same | at most 100 |
| writing an export | pyoxigraph's own dump of the same statements | at most 2 |

`--write` writes `benchmark_ground.lp` anew: the program text that the engine selects for the
question, with the calls as comments. The run says when the engine's text is no longer that of the
file. `--profile` adds where the time of a warm question goes.
"""

from __future__ import annotations

import argparse
import cProfile
import functools
import gc
import io
import os
import pstats
import random
import shutil
import statistics
import subprocess
import sys
import sysconfig
import tempfile
import time
from collections.abc import Callable
from pathlib import Path
from typing import NamedTuple

from benchmark_ground import GROUND, ground, kept, recorded
from benchmark_texts import texts
from pyoxigraph import DefaultGraph, Quad, RdfFormat, Store
from rulekeep.kb.consistency.claims import Claim
from rulekeep.kb.consistency.conflicts import find_conflicts
from rulekeep.kb.consistency.open_world import OpenWorld
from rulekeep.kb.knowledge import Knowledge, load
from rulekeep.kb.logic.syntax import Atom, Head, Rule
from rulekeep.kb.rdf.formats import FORMATS
from rulekeep.kb.rdf.namespaces import prefixes
from rulekeep.kb.rdf.writers import quad_bytes, triple_bytes
from rulekeep.queries.answers.running import build_case
from rulekeep.queries.api import check
from rulekeep.queries.facts.meaning import Meaning, mean
from rulekeep.queries.language.parse import parse
from rulekeep.queries.rdf.export import all_quads, all_triples, export_bytes, gather
from rulekeep.queries.syntax import Question

ROOT = Path(__file__).resolve().parents[1]
QUESTION = """given "Dryad Arbor": Land Creature — Forest Dryad
when "Dryad Arbor" becomes an artifact
ask "Dryad Arbor" is Creature"""
WARM_GOAL, COLD_GOAL, MEMORY_GOAL, BOARD_GOAL = 3, 12, 150, 20
PLAIN, MANY, PLANTED, CONFLICT_GOAL = 500, 10_000, 5, 3
EXPORT_GOAL = 2
DUMPS = {
    "turtle": RdfFormat.TURTLE,
    "n-triples": RdfFormat.N_TRIPLES,
    "n-quads": RdfFormat.N_QUADS,
    "trig": RdfFormat.TRIG,
    "rdf/xml": RdfFormat.RDF_XML,
    "json-ld": RdfFormat.JSON_LD,
}
EFFECTS, OBJECTS = (1, 2, 3, 4, 6, 8, 12), (1, 3, 5, 10, 30)
CURVE_GOALS = {
    (6, 5): 8,
    (12, 30): 100,
}  # effects and objects → multiple of one effect on one object


def median_ms(step: Callable[[], object], times: int = 60) -> float:
    """Median processor time of a step in milliseconds, after three that do not count."""
    for _ in range(3):
        step()
    taken = []
    for _ in range(times):
        begin = time.process_time_ns()
        step()
        taken.append((time.process_time_ns() - begin) / 1e6)
    return statistics.median(taken)


# --- warm -----------------------------------------------------------------------------------------


def question(text: str, knowledge: Knowledge) -> tuple[Meaning, list[Question]]:
    """What a text of one scenario means, and its questions."""
    (scenario,), _ = parse(text)
    return mean(scenario, knowledge)[0], [s for s in scenario.statements if isinstance(s, Question)]


def warm(knowledge: Knowledge) -> None:
    """Prints a warm question and its parts as multiples of clingo alone."""
    meaning, questions = question(QUESTION, knowledge)
    (scenario,), _ = parse(QUESTION)
    program = kept()
    if recorded(meaning, knowledge) != GROUND.read_text(encoding="utf-8"):
        print("note: the engine's program differs from benchmark_ground.lp; see --write")
    case = build_case(meaning, knowledge)
    expectation = questions[0].expectation
    numbers = iter(range(10**9))
    alone = median_ms(lambda: ground(program))
    steps: dict[str, Callable[[], object]] = {
        "check, text met before": lambda: check(QUESTION),
        "check, new text": lambda: check(f"{QUESTION}  # {next(numbers)}"),
        "  parse, text met before": lambda: parse(QUESTION),
        "  parse, new text": lambda: parse(f"{QUESTION}  # {next(numbers)}"),
        "  meaning": lambda: mean(scenario, knowledge),
        "  case (select, ground, read)": lambda: build_case(meaning, knowledge),
        "  answer with proof, again": lambda: case.ask(expectation),
        "  case and answer": lambda: build_case(meaning, knowledge).ask(expectation),
    }
    print(f"warm, one effect; clingo alone = 1 ({alone:.2f} ms); goal {WARM_GOAL}")
    for name, step in steps.items():
        taken = median_ms(step)
        print(f"  {name:32} {taken / alone:6.2f}   ({taken:.2f} ms)")


KINDS = {
    "Goblin": "Goblins", "Elf": "Elves", "Bear": "Bears", "Cat": "Cats", "Dog": "Dogs",
    "Human": "Humans", "Soldier": "Soldiers", "Wizard": "Wizards", "Zombie": "Zombies",
    "Wolf": "Wolves", "Bird": "Birds", "Knight": "Knights",
}  # fmt: skip


def crowded(effects: int, objects: int) -> str:
    """A scenario of static effects in one layer that all apply to all objects, the dearest sort."""
    given = [f'given "X{i}": Land Creature — Forest Dryad' for i in range(objects)]
    whens = [
        f'when creatures are {several} in addition to their other types from "{kind}"'
        for kind, several in list(KINDS.items())[:effects]
    ]
    return "\n".join((*given, *whens, "show"))


def curve(knowledge: Knowledge) -> None:
    """Prints what more effects and objects cost, and how that compares with the goals."""

    def taken(effects: int, objects: int) -> float:
        meaning, _ = question(crowded(effects, objects), knowledge)
        return median_ms(lambda: build_case(meaning, knowledge), 7)

    one = taken(1, 1)
    ratios = {(e, o): taken(e, o) / one for o in OBJECTS for e in EFFECTS}
    print(f"cost of a case; one effect on one object = 1 ({one:.1f} ms)")
    print("  objects \\ effects" + "".join(f"{n:>8}" for n in EFFECTS))
    for objects in OBJECTS:
        print(f"  {objects:>17}" + "".join(f"{ratios[e, objects]:8.1f}" for e in EFFECTS))
    for (effects, objects), goal in CURVE_GOALS.items():
        ratio = ratios[effects, objects]
        met = "met" if ratio <= goal else "missed"
        print(f"  {effects} effects on {objects} objects: {ratio:.1f}; goal {goal}: {met}")


def board() -> str:
    """A double break on a board of ten shields and five castles, with its question."""
    castles = [c for c in load("duelmasters").documents.cards.values() if c.type_line == "城"][:5]
    names = [next(iter(castle.labels.values())) for castle in castles]
    shields = [f'given shield {i} of {p}: "{p}{i}"' for p in "AB" for i in range(5)]
    fortified = [f"given castle 《{n}》 fortifies shield {i} of A" for i, n in enumerate(names)]
    return "\n".join(
        (
            'scenario "board"\n  game duelmasters\ngiven turn of B',
            *shields,
            *fortified,
            "when B breaks shields 1 and 2 of A without S-Triggers without substitution",
            "ask hand of A is empty",
        )
    )


def castles() -> None:
    """Prints what a question on a board of castles costs, as a multiple of a Magic question."""
    text, numbers = board(), iter(range(10**9))
    magic = median_ms(lambda: check(f"{QUESTION}  # {next(numbers)}"), 15)
    taken = median_ms(lambda: check(f"{text}  # {next(numbers)}"), 15) / magic
    met = "met" if taken <= BOARD_GOAL else "missed"
    print(f"a board of 10 shields and 5 castles; a one-effect Magic question = 1 ({magic:.1f} ms)")
    print(f"  with its proof: {taken:.1f}; goal {BOARD_GOAL}: {met}")


def claims(count: int) -> list[Claim]:
    """Claims of which five pairs contradict each other."""
    places = random.Random(5).sample(range(count), PLANTED)
    pairs = [(f"r{n}", "") for n in range(count)] + [(f"r{n}-again", "not") for n in places]
    return [
        Claim(
            name,
            (name,),
            (Rule(name, (), (Head(Atom("answer", (name.partition("-")[0],)), mode),)),),
        )
        for name, mode in pairs
    ]


def deletion(found: list[Claim]) -> int:
    """Conflict sets one after another by leaving out claim after claim, as a plain loop does it."""
    world, left, count = OpenWorld(found, (), ()), frozenset(range(len(found))), 0
    while world.conflict(left) is not None:
        kept = left
        for number in sorted(left):
            if world.conflict(kept - {number}) is not None:
                kept -= {number}
        left -= {min(kept)}
        count += 1
    return count


def conflicts() -> None:
    """Prints what contradictions among many claims cost, against a plain deletion loop."""
    plain, many = claims(PLAIN), claims(MANY)
    alone = median_ms(lambda: deletion(plain), 1)
    taken = median_ms(lambda: find_conflicts(plain, (), ()), 3)
    print(f"{PLANTED} contradictions among {PLAIN} claims; a deletion loop = 1 ({alone:.0f} ms)")
    print(f"  conflict sets and repairs: {taken / alone:.2f}; goal {CONFLICT_GOAL}")
    print(
        f"  among {MANY} claims: {median_ms(lambda: find_conflicts(many, (), ()), 1) / taken:.1f} times that"
    )


def exports() -> None:
    """Prints what writing an export costs against pyoxigraph's dump of the same statements from a store.

    Collecting garbage is off, as in the command. In a format without named graphs, the second figure
    has the pieces made one ontology before, which the store holds ready. JSON-LD has a context and
    plain keys, which the dump has not.
    """
    parts, bound = gather("all", ["mtg"]), prefixes(["mtg"])
    quads, triples = all_quads(parts), all_triples(parts)
    named, plain = Store(), Store()
    named.extend(quads)
    plain.extend(Quad(t.subject, t.predicate, t.object) for t in triples)
    print(f"an export of {len(quads)} quads or {len(triples)} triples, written")
    print(f"  pyoxigraph's dump of them from a store = 1; goal {EXPORT_GOAL}")
    gc.collect()
    gc.disable()
    for name, form in DUMPS.items():
        if FORMATS[name].graphs:
            alone = median_ms(functools.partial(named.dump, format=form, prefixes=bound), 15)
            taken = median_ms(functools.partial(quad_bytes, quads, name, bound), 15)
            print(f"  {name:10} {taken / alone:5.2f}   ({taken:.1f} ms against {alone:.1f} ms)")
            continue
        dump = functools.partial(plain.dump, format=form, prefixes=bound, from_graph=DefaultGraph())
        alone = median_ms(dump, 15)
        taken = median_ms(functools.partial(triple_bytes, triples, name, bound), 15)
        whole = median_ms(functools.partial(export_bytes, parts, name), 15)
        print(
            f"  {name:10} {taken / alone:5.2f}   ({taken:.1f} ms against {alone:.1f} ms; "
            f"with the pieces made one {whole / alone:.2f})"
        )
    gc.enable()


def export_command() -> None:
    """Prints what the whole command costs with caches filled, against an empty Python process."""
    with tempfile.TemporaryDirectory() as name:
        python, script = installed(Path(name) / "env")
        own = {"RULEKEEP_CACHE": "cache", "PYTHONPYCACHEPREFIX": "compiled"}
        environment = {k: v for k, v in os.environ.items() if not k.startswith("PYTHON")}
        environment |= {key: str(Path(name) / folder) for key, folder in own.items()}
        empty = statistics.median(
            run([python, "-c", "pass"], environment).processor for _ in range(9)
        )
        print(f"cold `rulekeep export`, by processor time; `python -c pass` = 1 ({empty:.0f} ms)")
        for what, form in (("terms", "turtle"), ("all", "turtle"), ("all", "n-quads")):
            command = [python, script, "export", what, "--game", "mtg", "--format", form]
            first = run(command, environment)
            taken = statistics.median(run(command, environment).processor for _ in range(5))
            print(
                f"  {what:5} {form:8} {taken / empty:6.1f}   ({taken:.0f} ms; "
                f"first run {first.processor:.0f} ms)"
            )


def profile() -> None:
    """Prints where a warm question with a new text spends its time."""
    profiler = cProfile.Profile()
    profiler.enable()
    for number in range(100):
        check(f"{QUESTION}  # p{number}")
    profiler.disable()
    stream = io.StringIO()
    pstats.Stats(profiler, stream=stream).sort_stats("tottime").print_stats(25)
    print("profile of 100 warm questions with new texts, by own time")
    print(stream.getvalue().partition("Ordered by")[2].replace(f"{ROOT}/", ""))


# --- cold -----------------------------------------------------------------------------------------


class Child(NamedTuple):
    """One run of a process: wall milliseconds, processor milliseconds, its errors."""

    wall: float
    processor: float
    errors: str


def run(command: list[str], environment: dict[str, str]) -> Child:
    """Runs a process by itself and reads its own resource usage."""
    with tempfile.TemporaryFile() as errors:
        begin = time.perf_counter_ns()
        child = subprocess.Popen(command, env=environment, stdout=subprocess.DEVNULL, stderr=errors)
        _, _, usage = os.wait4(child.pid, 0)
        wall = (time.perf_counter_ns() - begin) / 1e6
        child.returncode = 0
        errors.seek(0)
        said = errors.read().decode()
    return Child(wall, 1000 * (usage.ru_utime + usage.ru_stime), said)


# A process counts the memory of the one that started it as its own, so a small one must start it.
SMALL = """import resource, subprocess, sys
subprocess.run(sys.argv[1:], stdout=subprocess.DEVNULL)
print(resource.getrusage(resource.RUSAGE_CHILDREN).ru_maxrss)"""


def peak_memory(command: list[str], environment: dict[str, str]) -> float:
    """Peak memory of a process in megabytes."""
    small = [command[0], "-S", "-c", SMALL, *command]
    shown = subprocess.run(small, env=environment, capture_output=True, check=True).stdout
    return int(shown) / 1024


def installed(folder: Path) -> tuple[str, str]:
    """A fresh environment with a plain copy of the package: its interpreter and the command."""
    subprocess.run([sys.executable, "-m", "venv", "--without-pip", folder], check=True)
    site = next(folder.glob("lib/python*/site-packages"))
    packages = sysconfig.get_paths()
    (site / "dependencies.pth").write_text(f"{packages['purelib']}\n{packages['platlib']}\n")
    skip = shutil.ignore_patterns("__pycache__")
    for name in ("kb", "queries", "ontology"):
        shutil.copytree(ROOT / name, site / "rulekeep" / name, ignore=skip)
    shutil.copy(ROOT / "__init__.py", site / "rulekeep")
    script = folder / "bin" / "rulekeep"
    script.write_text("from rulekeep.queries.cli import run\nrun()\n")  # as the console script
    return str(folder / "bin" / "python"), str(script)


def cold() -> None:
    """Prints a cold `rulekeep ask` against an empty Python process, its memory and its imports."""
    with tempfile.TemporaryDirectory() as name:
        python, script = installed(Path(name) / "env")
        own = {"RULEKEEP_CACHE": "cache", "PYTHONPYCACHEPREFIX": "compiled"}
        environment = {k: v for k, v in os.environ.items() if not k.startswith("PYTHON")}
        environment |= {key: str(Path(name) / folder) for key, folder in own.items()}
        question_ = [python, script, "ask", QUESTION]
        first = run(question_, environment)
        pairs = [
            (run([python, "-c", "pass"], environment), run(question_, environment))
            for _ in range(20)
        ]
        peak = peak_memory(question_, environment)
        imports = run([python, "-X", "importtime", *question_[1:]], environment).errors
    print(f"cold `rulekeep ask`; `python -c pass` = 1; goal {COLD_GOAL}")
    for key in ("wall", "processor"):
        empty, full = (statistics.median(getattr(p[i], key) for p in pairs) for i in (0, 1))
        print(f"  by {key} time {full / empty:5.1f}   ({full:.0f} ms against {empty:.0f} ms)")
    print(f"  first run, caches empty: {first.wall / 1000:.1f} s")
    print(f"  peak memory: {peak:.0f} MB; goal under {MEMORY_GOAL} MB")
    print_imports(imports)


def print_imports(text: str) -> None:
    """The modules whose own code took longest to import, and the sums of each top package."""
    rows = []
    for line in text.splitlines():
        head, _, name = line.rpartition("|")
        own = head.removeprefix("import time:").split("|")[0].strip()
        if own.isdigit():
            rows.append((int(own), name.strip()))
    rows.sort(reverse=True)
    sums: dict[str, int] = {}
    for own, name in rows:
        top = name.split(".")[0]
        sums[top] = sums.get(top, 0) + own
    print(
        f"  {len(rows)} imports, {sum(r[0] for r in rows) / 1000:.1f} ms with importtime on; dearest:"
    )
    print("    " + ", ".join(f"{name} {own / 1000:.1f}" for own, name in rows[:16]))
    packages = sorted(sums.items(), key=lambda item: -item[1])[:12]
    print("    by package: " + ", ".join(f"{name} {own / 1000:.1f}" for name, own in packages))


def main() -> None:
    """Runs all measurements, or writes the kept program."""
    parser = argparse.ArgumentParser(description="Speed as ratios.")
    parser.add_argument("--write", action="store_true", help="write benchmark_ground.lp anew")
    parser.add_argument("--profile", action="store_true", help="also profile a warm question")
    options = parser.parse_args()
    with tempfile.TemporaryDirectory() as folder:
        os.environ["RULEKEEP_CACHE"] = folder
        knowledge = load()
        if options.write:
            text = recorded(question(QUESTION, knowledge)[0], knowledge)
            GROUND.write_text(text, encoding="utf-8")
            return
        warm(knowledge)
        cold()
        curve(knowledge)
        castles()
        conflicts()
        exports()
        export_command()
        texts(knowledge)
        if options.profile:
            profile()


if __name__ == "__main__":
    main()
