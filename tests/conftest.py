"""Tests see no cards that a developer has imported: each looks for a store where none is, until it says otherwise."""

from __future__ import annotations

import pytest


@pytest.fixture(autouse=True)
def no_store(monkeypatch: pytest.MonkeyPatch, tmp_path_factory: pytest.TempPathFactory) -> None:
    monkeypatch.setenv("RULEKEEP_STORE", str(tmp_path_factory.getbasetemp() / "no-store"))
