"""Atoms of the rule language as users write them: labels become ids, and every constant is judged.

What a constant may be follows from the declared domain of its place: an object of the scenario, a
term of a category, a player, a number, any word where the ontology knows no member of the domain.
A word that is none of these is an error, never a silent no.
"""

from __future__ import annotations

import re
from collections.abc import Collection, Mapping

from ...kb.diagnostics import Diagnostic
from ...kb.knowledge import Knowledge
from ...kb.lexicon import Term
from ...kb.logic.check import nearest
from ...kb.logic.syntax import (
    Aggregate,
    Atom,
    Comparison,
    Compound,
    Declaration,
    Literal,
    Premise,
    Value,
)

OBJECT = "Object"
FREE = ("Player", "Number", "Name", "Date", "Rule", "Event", "Effect", "Part", "Clause", "Ability")
GENERAL = ("Term", "TermKind")  # classes of all terms, of whatever category


def read_body(
    text: str, knowledge: Knowledge, objects: Collection[str] | None, known: Collection[str] = ()
) -> tuple[tuple[Premise, ...], list[Diagnostic]]:
    """The premises of a text with labels resolved, and every fault.

    Args:
        text: Premises in the syntax of the rule language.
        knowledge: Declared predicates and terms.
        objects: Names of the scenario's objects; `None` where there are none to be named.
        known: Further constants that are taken as they are (ids of effects).

    Raises:
        DiagnosticError: The text cannot be parsed.
    """
    from ...kb.logic.parser import parse_body

    judge = _Judge(text, knowledge, objects, known)
    return tuple(judge.premise(p) for p in parse_body(text)), judge.faults


def nearest_object(name: str, objects: Collection[str]) -> str | None:
    """The declared object whose name is nearest to a misspelt one, if any is near."""
    import difflib

    return next(iter(difflib.get_close_matches(name, list(objects), 1, 0.5)), None)


def _made(domain: str, functors: Mapping[str, Declaration]) -> bool:
    """Whether the individuals of a domain are those of some functor, or the scenario's objects."""
    return domain == OBJECT or any(f.range == domain for f in functors.values())


class _Judge:
    def __init__(
        self,
        text: str,
        knowledge: Knowledge,
        objects: Collection[str] | None,
        known: Collection[str],
    ) -> None:
        self.text = text
        self.knowledge = knowledge
        self.objects = objects
        self.known = known
        self.faults: list[Diagnostic] = []

    def premise(self, premise: Premise) -> Premise:
        """A premise with its constants resolved."""
        if isinstance(premise, Comparison):
            return Comparison(premise.op, self._side(premise.left), self._side(premise.right))
        atom = premise.atom
        declared = self.knowledge.program.theory.declarations
        declaration = declared.get(atom.predicate)
        if declaration is None:
            self._fault("undeclared", atom.predicate, nearest(atom.predicate, declared))
            return premise
        if declaration.arity != len(atom.args):
            self._fault("arity", str(atom))
            return premise
        args = tuple(
            self.constant(a, d) for a, d in zip(atom.args, declaration.domains, strict=True)
        )
        return Literal(Atom(atom.predicate, args), premise.moment, premise.negated)

    def _side(self, value: Value) -> Value:
        if isinstance(value, Aggregate):
            body = [self.premise(p) for p in value.body]
            literals = tuple(p for p in body if isinstance(p, Literal))
            return Aggregate(value.function, value.values, literals)
        return value

    def constant(self, value: Value, domain: str) -> Value:
        """A constant as the id that it stands for in its place."""
        if isinstance(value, Compound):
            return self._individual(value, domain)
        if not isinstance(value, str) or value in self.known:
            return value
        if domain == OBJECT and self.objects is not None:
            if value not in self.objects:
                self._fault("unknown-object", value, nearest_object(value, self.objects))
            return value
        if domain in FREE or domain == OBJECT or self._takes_words(domain):
            return value
        return self._term(value, domain)

    def _takes_words(self, domain: str) -> bool:
        """Whether any word may stand in a domain: it has neither terms nor individuals of functors."""
        declared = self.knowledge.program.theory.declarations.values()
        made = any(d.kind == "term" and d.range == domain for d in declared)
        terms = self.knowledge.lexicon.terms.values()
        return not made and domain not in GENERAL and all(t.category != domain for t in terms)

    def _individual(self, value: Compound, domain: str) -> Value:
        """An individual that a functor makes, with the constants in it resolved."""
        declared = self.knowledge.program.theory.declarations
        functors = {n: d for n, d in declared.items() if d.kind == "term"}
        functor = functors.get(value.functor)
        name = re.search(rf"(?<!\w){re.escape(value.functor)}(?!\w)", self.text)
        start, end = name.span() if name else (0, len(self.text))
        if functor is None:
            params: dict[str, object] = {"input": value.functor}
            hint = nearest(value.functor, functors)
            self.faults.append(Diagnostic("undeclared-term", start, end, params, hint))
        elif functor.arity != len(value.args):
            self.faults.append(Diagnostic("arity", start, end, {"input": str(value)}))
        elif functor.range and functor.range != domain and _made(domain, functors):
            params = {"input": str(value), "domain": domain}
            self.faults.append(Diagnostic("not-in-domain", start, end, params))
        else:
            inner = (self.constant(a, d) for a, d in zip(value.args, functor.domains, strict=True))
            return Compound(value.functor, tuple(inner))
        return value

    def _term(self, word: str, domain: str) -> Value:
        lexicon = self.knowledge.lexicon
        if word in lexicon.terms:
            return word
        found = [t for t in lexicon.lookup_any_date(word) if self._fits(t, domain)]
        current = [t for t in found if t.valid(lexicon.date)] or found
        if len(current) == 1:
            return current[0].id
        if current:
            names = ", ".join(t.id for t in current)
            place = self.text.find(word)
            params = {"input": word, "meanings": names}
            self.faults.append(Diagnostic("ambiguous", place, place + len(word), params))
            return word
        self._fault("unknown-word", word, lexicon.nearest(word))
        return word

    def _fits(self, term: Term, domain: str) -> bool:
        categories = self.knowledge.content.categories
        return term.category == domain or (
            domain not in categories and domain != "Zone" and term.category != "Class"
        )

    def _fault(self, code: str, word: str, hint: str | None = None) -> None:
        start = max(self.text.find(word), 0)
        params = {"input": word}
        self.faults.append(
            Diagnostic(code, start, start + min(len(word), len(self.text)), params, hint)
        )
