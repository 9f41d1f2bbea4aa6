"""Tests see neither cards nor the language of a developer: the store is empty until a test says otherwise."""

from __future__ import annotations

import pytest


@pytest.fixture(autouse=True)
def no_store(monkeypatch: pytest.MonkeyPatch, tmp_path_factory: pytest.TempPathFactory) -> None:
    place = tmp_path_factory.getbasetemp() / "no-store"
    place.mkdir(exist_ok=True)
    monkeypatch.setenv("RULEKEEP_STORE", str(place))
    monkeypatch.delenv("RULEKEEP_LANG", raising=False)
