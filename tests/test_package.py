"""Every subpackage and data file of the checkout is in the wheel: the lists of pyproject.toml are complete."""

from __future__ import annotations

import ast
import fnmatch
import tomllib
from pathlib import Path

from rulekeep.queries import exit_codes

ROOT = Path(__file__).resolve().parents[1]
SETTINGS = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["tool"][
    "setuptools"
]
ROOMS = ("kb", "ontology", "queries")
DATA = (".ttl", ".toml", ".json", ".jsonld", ".rk", ".html", ".css", ".rq")


def package_of(folder: Path) -> str:
    return ".".join(["rulekeep", *folder.relative_to(ROOT).parts])


def test_every_folder_with_code_or_data_is_a_listed_package():
    files = [p for room in ROOMS for p in (ROOT / room).rglob("*") if p.suffix in (".py", *DATA)]
    found = {package_of(p.parent) for p in files}
    assert found | {"rulekeep", "rulekeep.ontology"} == set(SETTINGS["packages"])


def test_every_data_file_matches_a_listed_pattern():
    patterns = SETTINGS["package-data"]
    for room in ROOMS:
        for path in (ROOT / room).rglob("*"):
            if path.suffix in DATA:
                globs = patterns[package_of(path.parent)]
                assert any(fnmatch.fnmatch(path.name, g) for g in globs), path


def test_the_generic_names_stay_out_of_site_packages():
    assert SETTINGS["package-dir"] == {"rulekeep": "."}
    assert all(name.split(".")[0] == "rulekeep" for name in SETTINGS["packages"])


def test_the_exit_code_of_a_stop_is_named_once():
    naming = [
        path.name
        for path in sorted((ROOT / "queries").glob("*.py"))
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8")))
        if isinstance(node, ast.Constant) and node.value == exit_codes.STOPPED
    ]
    assert naming == ["exit_codes.py"]
