"""The drawn productions of the wording grammar are up to date."""

from __future__ import annotations

import re

import pytest

pytest.importorskip("railroad")
pytest.importorskip("jinja2")

from .build_wording_diagram import PAGE, page, versions


def test_drawn_productions_are_those_of_the_grammar() -> None:
    kept, made = PAGE.read_text("utf-8"), page()
    assert re.findall(r'<h1 class="railroad-heading"[^>]*>.*', kept) == re.findall(
        r'<h1 class="railroad-heading"[^>]*>.*', made
    )
    if versions() in kept:
        assert kept == made
