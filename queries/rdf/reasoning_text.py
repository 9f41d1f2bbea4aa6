"""What a reasoner found, as text and as JSON."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator

from rdflib import OWL, RDF, RDFS, URIRef

from ...kb.diagnostics import Diagnostic
from ...kb.logic.theory import Theory
from ...kb.messages import message
from ...kb.owl.explanations import Axiom
from ...kb.owl.reasoner import THING
from ...kb.owl.telling import Labels, tell
from ...kb.rdf.swrl import reason_text
from ...kb.rdf.swrl_rules import swrl_rules
from .reasoning import SPOKEN, Reasoned


def reasoned_lines(reasoned: Reasoned, lang: str, classify: bool) -> Iterator[str]:
    """What was found, a line each."""
    inferred = reasoned.inferred
    labels = _labels(reasoned, lang)
    yield _say(_verdict(reasoned), lang, reasoned)
    if inferred.left_out:
        yield _say("reason-left-out", lang, reasoned, number=len(inferred.left_out))
    if not inferred.consistent:
        yield from _reasons(reasoned, "", labels)
    for iri in inferred.unsatisfiable:
        yield _say("reason-empty", lang, reasoned, input=labels(iri))
        yield from _reasons(reasoned, iri, labels)
    if classify and inferred.consistent:
        everything = Labels(reasoned.graph, lang)
        yield _say("reason-classes", lang, reasoned)
        yield from _tree(reasoned, everything)
        yield _say("reason-types", lang, reasoned)
        for individual, classes in sorted(new_types(reasoned).items()):
            yield f"  {everything(individual)}: {', '.join(map(everything, classes))}"


def reasoned_json(reasoned: Reasoned, lang: str, classify: bool) -> dict[str, object]:
    """What was found, as an object."""
    inferred = reasoned.inferred
    labels = _labels(reasoned, lang)
    data: dict[str, object] = {
        "reasoner": inferred.reasoner,
        "consistent": inferred.consistent,
        "unsatisfiable": [
            {"iri": iri, "label": labels(iri), "why": _axioms(reasoned, iri, labels)}
            for iri in inferred.unsatisfiable
        ],
        "leftOut": list(inferred.left_out),
    }
    if not inferred.consistent:
        data["why"] = _axioms(reasoned, "", labels)
    if classify:
        data["classes"] = {iri: list(above) for iri, above in sorted(inferred.parents.items())}
        data["equivalent"] = {i: list(same) for i, same in sorted(inferred.equivalents.items())}
        data["types"] = {iri: list(types) for iri, types in sorted(inferred.types.items())}
    return data


def rules_lines(theory: Theory, lang: str) -> Iterator[str]:
    """How many rules SWRL says, and why it cannot say each other one."""
    said, unsaid = swrl_rules(theory)
    own = {rule.name for rule in said if rule.form in ("", "next")}
    carried = sum(rule.form in ("begins", "persists") for rule in said)
    params = {"number": len(own), "all": len(theory.rules), "more": carried}
    yield message(Diagnostic("reason-rules", params=params), lang)
    for name, why in unsaid.items():
        yield f"  {name}: {reason_text(why, lang)}"


def rules_json(theory: Theory, lang: str) -> dict[str, object]:
    """The rules that SWRL says, and why it cannot say each other one."""
    said, unsaid = swrl_rules(theory)
    names = {rule.name for rule in said if rule.form in ("", "next")}
    return {
        "said": [rule.name for rule in theory.rules if rule.name in names],
        "unsaid": {name: reason_text(why, lang) for name, why in unsaid.items()},
    }


# --- pieces --------------------------------------------------------------------------------------


def _verdict(reasoned: Reasoned) -> str:
    inferred = reasoned.inferred
    if not inferred.consistent:
        return "reason-inconsistent"
    if not reasoned.classes:
        return "reason-consistent"
    return "reason-some-empty" if inferred.unsatisfiable else "reason-sound"


def _say(key: str, lang: str, reasoned: Reasoned, **params: object) -> str:
    inferred = reasoned.inferred
    params = {
        "reasoner": SPOKEN[inferred.reasoner],
        "number": len(inferred.unsatisfiable),
        "triples": len(reasoned.graph),
        **params,
    }
    return message(Diagnostic(key, params=params), lang)


def _labels(reasoned: Reasoned, lang: str) -> Labels:
    """Labels that tell the names of the findings apart."""
    names = {w.strip("?<>") for why in reasoned.why.values() for axiom in why for w in axiom.words}
    return Labels(reasoned.graph, lang, names | set(reasoned.inferred.unsatisfiable))


def _reasons(reasoned: Reasoned, iri: str, labels: Labels) -> Iterator[str]:
    for axiom in reasoned.why.get(iri, ()):
        yield f"  {_told(reasoned, axiom, labels)}"
    if not reasoned.why.get(iri, ("",)):
        yield "  " + _say("reason-none", labels.lang, reasoned)


def _told(reasoned: Reasoned, axiom: Axiom, labels: Labels) -> str:
    text = tell(axiom, labels)
    return f"{text} [{reasoned.added[axiom]}]" if axiom in reasoned.added else text


def _axioms(reasoned: Reasoned, iri: str, labels: Labels) -> list[dict[str, object]]:
    return [
        {
            "text": tell(axiom, labels),
            "axiom": str(axiom),
            **({"statement": reasoned.added[axiom]} if axiom in reasoned.added else {}),
        }
        for axiom in reasoned.why.get(iri, ())
    ]


def _tree(reasoned: Reasoned, labels: Labels) -> Iterator[str]:
    """The classes, each under those above it; `*` where that is inferred and not stated."""
    inferred = reasoned.inferred
    stated = {(str(s), str(o)) for s, o in reasoned.graph.subject_objects(RDFS.subClassOf)}
    groups = {iri: tuple(sorted({iri, *same})) for iri, same in inferred.equivalents.items()}
    below: dict[str, set[tuple[str, ...]]] = defaultdict(set)
    told = set[tuple[str, str]]()
    declared = {
        str(c) for c in reasoned.graph.subjects(RDF.type, OWL.Class) if isinstance(c, URIRef)
    }
    known = {*declared, *inferred.parents, *inferred.equivalents}
    known -= {THING, *inferred.unsatisfiable}
    for iri in known:
        group = groups.get(iri, (iri,))
        above = {p for each in group for p in inferred.parents.get(each, ())} - {*group, THING}
        for parent in above or {THING}:
            below[groups.get(parent, (parent,))[0]].add(group)
            if any(
                (iri, each) in stated for iri in group for each in groups.get(parent, (parent,))
            ):
                told.add((group[0], groups.get(parent, (parent,))[0]))
    yield from _branch(THING, below, told, labels, "  ", frozenset())


def _branch(
    parent: str,
    below: dict[str, set[tuple[str, ...]]],
    told: set[tuple[str, str]],
    labels: Labels,
    indent: str,
    seen: frozenset[str],
) -> Iterator[str]:
    for group in sorted(below[parent], key=lambda g: [labels(iri) for iri in g]):
        mark = "" if parent == THING or (group[0], parent) in told else " *"
        yield indent + " = ".join(labels(iri) for iri in group) + mark
        if group[0] not in seen:
            yield from _branch(group[0], below, told, labels, indent + "  ", seen | {group[0]})


def new_types(reasoned: Reasoned) -> dict[str, list[str]]:
    """Individual → its most specific classes that are not stated of it."""
    found = {}
    for individual, types in reasoned.inferred.types.items():
        stated = {str(o) for o in reasoned.graph.objects(URIRef(individual), RDF.type)}
        new = [t for t in types if t not in stated and t != THING]
        if new:
            found[individual] = new
    return found
