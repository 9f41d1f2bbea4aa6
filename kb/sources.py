"""Finds the ontology's files, caches what was read from them, and loads it again.

A cache file is JSON named by a hash of every source file and of the code that reads them, so a
changed file is read anew; a cache that cannot be written or read is only slower.
"""

from __future__ import annotations

import functools
import glob
import os
import re
from collections.abc import Iterator
from typing import TYPE_CHECKING, Any

from .caches import checksum, prune, read_cache, write_cache
from .codec import Codec
from .documents import Authority, Card, CardEffect, Documents, RuleText
from .knowledge import Category, Content, Phrase, Sentences
from .lexicon import Term
from .logic.clingo_text import Piece
from .logic.dated import Dated
from .logic.levels import Level
from .logic.program import Program
from .logic.syntax import (
    Aggregate,
    Atom,
    Comparison,
    Compound,
    Declaration,
    Head,
    Literal,
    Moment,
    Place,
    Rule,
    Sharing,
    Sum,
    Var,
)
from .logic.theory import Theory

if TYPE_CHECKING:
    from .consistency.claims import Claim
    from .consistency.tensions import Tension
    from .readings import Reading

KB = os.path.dirname(os.path.realpath(__file__))
ONTOLOGY = os.path.join(os.path.dirname(KB), "ontology")

CLASSES = (
    Content, Dated, Program, Theory, Declaration, Rule, Literal, Moment, Atom, Head, Comparison, Compound,
    Sum, Aggregate, Var, Place, Piece, Level, Term, Sentences, Documents, RuleText, Card, CardEffect, Category,
    Phrase, Authority, Sharing,
)  # fmt: skip
CODEC = Codec(*CLASSES)
_STAMPED = (".py", ".toml", ".ttl")

# The folder of the shapes that data are validated against; every other one is a game's.
SHAPES = "shapes"

# A game that inherits says so in this file of its folder, where it is read without rdflib.
HEADER = "game.ttl"
_INHERITS = re.compile(r"^[^#\n]*rk:inheritsFrom\s+(?:<[^>\s]*/|[\w-]*:)([\w-]+)", re.MULTILINE)


class UnknownGame(ValueError):
    """There is no ontology for a game."""

    def __init__(self, game: str) -> None:
        super().__init__(game)
        self.game = game


def games() -> list[str]:
    """Ids of the games that the ontology describes."""
    return sorted(_folders())


def _folders() -> dict[str, str]:
    """Id of a game → its folder, which as a Python package has underscores for the id's hyphens."""
    found = {os.path.dirname(p) for p in glob.glob(f"{glob.escape(ONTOLOGY)}/*/*.ttl")}
    names = {os.path.basename(folder): folder for folder in found}
    return {name.replace("_", "-"): folder for name, folder in names.items() if name != SHAPES}


def lineage(game: str) -> list[str]:
    """A game after those that it inherits from, the first base first.

    What is stated of a game that is not there, or of one that comes again, is left to the loader.

    Raises:
        UnknownGame: There is no such game.
    """
    folders = _folders()
    if game not in folders:
        raise UnknownGame(game)
    line, base = [game], _base(folders[game])
    while base in folders and base not in line:
        line.insert(0, base)
        base = _base(folders[base])
    return line


def _base(folder: str) -> str:
    """The game that the header of a folder names, or ""."""
    try:
        with open(os.path.join(folder, HEADER), encoding="utf-8") as stream:
            found = _INHERITS.search(stream.read())
    except (OSError, UnicodeDecodeError):
        return ""
    return found[1] if found else ""


def files_of(game: str) -> list[str]:
    """The Turtle files of a game: the core's, those of its bases and those of its folder.

    Raises:
        UnknownGame: There is no such game.
    """
    folders = _folders()
    files = core_files()
    for each in lineage(game):
        own = glob.glob(f"{glob.escape(folders[each])}/**/*.ttl", recursive=True)
        files += sorted(own)
    return files


def shape_files() -> list[str]:
    """The Turtle files of the shapes that data are validated against."""
    return sorted(glob.glob(f"{glob.escape(ONTOLOGY)}/{SHAPES}/*.ttl"))


def core_files() -> list[str]:
    """The Turtle files that all games share."""
    return sorted(glob.glob(f"{glob.escape(ONTOLOGY)}/*.ttl"))


@functools.cache
def fingerprint(game: str) -> str:
    """Stands for everything that the caches of a game depend on: its files, and the code of `kb`."""
    files = (_state(path, os.stat(path)) for path in files_of(game))
    return checksum(";".join([*files, stamp(KB)]))


def stamp_of_all() -> str:
    """Stands for the ontologies of all games, and for the code that reads them."""
    return f"{stamp(ONTOLOGY)};{stamp(KB)}"


@functools.cache
def stamp(folder: str) -> str:
    """Stands for the code and data under a folder."""
    return checksum(";".join(sorted(_states(folder))))


def _states(folder: str) -> Iterator[str]:
    with os.scandir(folder) as entries:
        for entry in entries:
            if entry.name.endswith(_STAMPED):
                yield _state(entry.path, entry.stat())
            elif entry.is_dir() and entry.name != "__pycache__":
                yield from _states(entry.path)


def _state(path: str, stat: os.stat_result) -> str:
    """A file with its size and its time."""
    return f"{path}:{stat.st_size}:{stat.st_mtime_ns}"


def _kept(kind: str, game: str) -> Any:
    """What the current cache of a kind holds, or `None`."""
    text = read_cache(f"{kind}-{game}-{fingerprint(game)}.json")
    if text is not None:
        try:
            return _codec(kind).loads(text)
        except (ValueError, TypeError, IndexError, KeyError):
            pass
    return None


def _keep(kind: str, game: str, value: object) -> None:
    file = f"{kind}-{game}-{fingerprint(game)}.json"
    write_cache(file, _codec(kind).dumps(value))
    prune(f"{kind}-{game}", file)


@functools.cache
def _codec(kind: str) -> Codec:
    if kind not in ("readings", "claims", "tensions"):
        return CODEC
    from .consistency.claims import Claim
    from .consistency.tensions import Tension
    from .logic.syntax import WorldText
    from .readings import Reading

    return Codec(*CLASSES, WorldText, Reading, Claim, Tension)


def _cached(kind: str, game: str) -> Any:
    kept = _kept(kind, game)
    if kept is not None:
        return kept
    from .turtle.game import read_game

    kinds = ("content", "documents", "readings", "claims", "tensions")
    made = dict(zip(kinds, read_game(game, files_of(game)), strict=True))
    for name, value in made.items():
        _keep(name, game, value)
    return made[kind]


@functools.cache
def load_content(game: str) -> Content:
    """What a game's files say, from the cache if it is current.

    Raises:
        UnknownGame: There is no such game.
        DiagnosticError: The rules of the ontology are faulty.
    """
    content: Content = _cached("content", game)
    return content


@functools.cache
def load_documents(game: str) -> Documents:
    """Rule texts and cards of a game, from the cache if it is current."""
    documents: Documents = _cached("documents", game)
    return documents


@functools.cache
def load_readings(game: str) -> dict[str, Reading]:
    """The readings of a game by name, from the cache if it is current."""
    readings: dict[str, Reading] = _cached("readings", game)
    return readings


@functools.cache
def load_claims(game: str) -> tuple[Claim, ...]:
    """What the statements of a game claim in the open world, from the cache if it is current."""
    claims: tuple[Claim, ...] = _cached("claims", game)
    return claims


@functools.cache
def load_tensions(game: str) -> tuple[Tension, ...]:
    """Known tensions between the statements of a game, from the cache if it is current."""
    tensions: tuple[Tension, ...] = _cached("tensions", game)
    return tensions


@functools.cache
def load_program(game: str, names: tuple[str, ...], date: str) -> Program:
    """The compiled rules of a game under some readings as of a date, from the cache if it is current.

    Raises:
        UnknownReading: There is no reading of a name.
        ConflictingReadings: Two readings cannot be taken together.
        DiagnosticError: The rules are not stratified under the readings.
    """
    from .logic.dated import periods
    from .logic.program import compile_theory
    from .readings import amended, chosen

    readings = chosen(load_readings(game), names)
    theory = amended(load_content(game).programs.theory, readings)
    period = max(d for d in periods(theory) if d <= date)
    kind = f"program-{checksum(' '.join((period, *names)))}"
    program: Program | None = _kept(kind, game)
    if program is None:
        program = compile_theory(theory.as_of(date))
        _keep(kind, game, program)
    return program
