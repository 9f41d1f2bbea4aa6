"""Finds the ontology's files, caches what was read from them, and loads it again.

A cache file is JSON named by a hash of every source file and of the code that reads them, so a
changed file is read anew; a cache that cannot be written or read is only slower.
"""

from __future__ import annotations

import functools
import hashlib
import json
import os
from pathlib import Path
from typing import Any

from .codec import Codec
from .knowledge import Card, CardEffect, Category, Content, Documents, RuleText, Sentences
from .lexicon import Term
from .logic.compile import Piece
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
    Sum,
    Var,
)
from .logic.theory import Theory

ROOT = Path(__file__).resolve().parent.parent / "ontology"
KB = Path(__file__).resolve().parent

CODEC = Codec(
    Content, Program, Theory, Declaration, Rule, Literal, Moment, Atom, Head, Comparison, Compound,
    Sum, Aggregate, Var, Place, Piece, Level, Term, Sentences, Documents, RuleText, Card, CardEffect, Category,
)  # fmt: skip


class UnknownGame(ValueError):
    """There is no ontology for a game."""

    def __init__(self, game: str) -> None:
        super().__init__(game)
        self.game = game


def games() -> list[str]:
    """Ids of the games that the ontology describes."""
    return sorted(p.name for p in ROOT.iterdir() if p.is_dir() and any(p.glob("*.ttl")))


def files_of(game: str) -> list[Path]:
    """The Turtle files of a game: the core's and those of its folder, sorted.

    Raises:
        UnknownGame: There is no such folder.
    """
    if game not in games():
        raise UnknownGame(game)
    return [*sorted(ROOT.glob("*.ttl")), *sorted((ROOT / game).rglob("*.ttl"))]


def cache_folder() -> Path | None:
    """Where caches are kept: `RULEKEEP_CACHE`, else the user's cache folder; `None` if switched off."""
    chosen = os.environ.get("RULEKEEP_CACHE")
    if chosen is not None:
        return Path(chosen) if chosen else None
    base = os.environ.get("XDG_CACHE_HOME")
    if base:
        return Path(base) / "rulekeep"
    import platformdirs

    return Path(platformdirs.user_cache_dir("rulekeep"))


@functools.cache
def fingerprint(game: str) -> str:
    """Hash of everything that the caches of a game depend on: names, sizes and times of the files."""
    digest = hashlib.blake2b(digest_size=12)
    for path in [*files_of(game), *sorted(KB.rglob("*.py"))]:
        stat = path.stat()
        digest.update(f"{path}:{stat.st_size}:{stat.st_mtime_ns};".encode())
    return digest.hexdigest()


def read_cache(name: str) -> str | None:
    """The text of a cache file, or `None`."""
    folder = cache_folder()
    if folder is None:
        return None
    try:
        return (folder / name).read_text(encoding="utf-8")
    except (OSError, UnicodeDecodeError):
        return None


def write_cache(name: str, text: str) -> None:
    """Writes a cache file whole or not at all; failure is silent (the cache is only for speed)."""
    folder = cache_folder()
    if folder is None:
        return
    target = folder / name
    part = target.with_suffix(f".{os.getpid()}.part")
    try:
        folder.mkdir(parents=True, exist_ok=True)
        part.write_text(text, encoding="utf-8")
        part.replace(target)
    except OSError:
        part.unlink(missing_ok=True)


def _cached(kind: str, game: str) -> Any:
    text = read_cache(f"{kind}-{game}-{fingerprint(game)}.json")
    if text is not None:
        try:
            return CODEC.loads(text)
        except (ValueError, TypeError, IndexError, json.JSONDecodeError):
            pass
    from .turtle import read_game

    content, documents = read_game(game, files_of(game))
    for name, value in (("content", content), ("documents", documents)):
        write_cache(f"{name}-{game}-{fingerprint(game)}.json", CODEC.dumps(value))
    return content if kind == "content" else documents


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
