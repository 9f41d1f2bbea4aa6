"""What the export says in SWRL: of which rules, why not of the others, and with what classes and properties."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Mapping

from ...kb.logic.syntax import Declaration
from ...kb.logic.theory import Theory
from ...kb.rdf.swrl import LANGUAGES, reason_text
from ...kb.rdf.swrl_atoms import DATATYPES, Relation
from ...kb.rdf.swrl_rules import facts_have_individuals, swrl_rules
from ...kb.values import value


@value
class SwrlForms:
    """What stands for the rules and predicates of a theory.

    Args:
        said: Rule → what follows its IRI in those of its `swrl:Imp`s.
        unsaid: Rule → by language, why SWRL cannot say it.
        relations: Predicate → what follows its IRI in those of further classes and properties.
    """

    said: Mapping[str, tuple[str, ...]]
    unsaid: Mapping[str, Mapping[str, str]]
    relations: Mapping[str, tuple[str, ...]]


def swrl_forms(theory: Theory) -> SwrlForms:
    """How the export says a theory."""
    rules, unsaid = swrl_rules(theory)
    said: dict[str, list[str]] = defaultdict(list)
    relations: dict[str, set[str]] = defaultdict(set)
    for rule in rules:
        said[rule.name].append(f"{f'.{rule.form}' if rule.form else ''}.imp")
        for atom in (*rule.body, *rule.head):
            if isinstance(atom.relation, Relation):
                found = atom.relation
                plain = Relation(found.name, found.moment, False, found.part)
                relations[found.name] |= {found.suffix, plain.suffix}
    return SwrlForms(
        {name: tuple(sorted(forms)) for name, forms in said.items()},
        {
            name: {lang: reason_text(reason, lang) for lang in LANGUAGES}
            for name, reason in unsaid.items()
        },
        {name: tuple(sorted(suffixes - {""})) for name, suffixes in relations.items()},
    )


def rdf_form(found: Declaration, stated: str = "") -> str:
    """What a predicate is in RDF: a class ("class", "facts", "made") or property ("object", "data" …).

    Args:
        found: The predicate.
        stated: What the files state of it, if they do: "object", "data" or "annotation".
    """
    if facts_have_individuals(found):
        return "made" if found.kind == "term" else "facts"
    if found.arity == 1:
        return "class"
    return stated or ("data" if found.domains[1] in DATATYPES else "object")
