"""Cache files: of parses only so many are kept."""

from __future__ import annotations

import os
from pathlib import Path

from rulekeep.kb.caches import thin


def test_the_older_half_goes_when_there_are_too_many(tmp_path: Path, monkeypatch) -> None:
    monkeypatch.setenv("RULEKEEP_CACHE", str(tmp_path))
    for number in range(10):
        path = tmp_path / f"parse-{number}.json"
        path.write_text("x", encoding="utf-8")
        os.utime(path, (number, number))
    (tmp_path / "content-mtg.json").write_text("x", encoding="utf-8")
    thin("parse", 10)
    assert len(list(tmp_path.iterdir())) == 11
    thin("parse", 9)
    assert sorted(p.name for p in tmp_path.glob("parse-*")) == [
        f"parse-{n}.json" for n in range(5, 10)
    ]
    assert (tmp_path / "content-mtg.json").exists()


def test_without_a_folder_nothing_happens(monkeypatch) -> None:
    monkeypatch.setenv("RULEKEEP_CACHE", "")
    thin("parse", 0)
