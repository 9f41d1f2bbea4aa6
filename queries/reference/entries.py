"""What a reference tells, as values: an entry for each class, property, predicate, rule, term and so on."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import field

from ...kb.documents import Authority, RuleText
from ...kb.knowledge import Sentences
from ...kb.lexicon import Term
from ...kb.logic.syntax import Declaration
from ...kb.values import value
from .class_axioms import Axiom
from .links import Link

Labels = Mapping[str, str]


@value
class ClassEntry:
    """A class of the ontology that is no term.

    Args:
        id: Its local name.
        iri: Its IRI.
        labels: Its name by language; empty if it has none.
        comment: What is said of it, by language.
        axioms: What it is a subclass of, equivalent to and disjoint with.
        below: Ids of its declared subclasses.
        members: How many individuals the files state of it.
        arguments: Predicates that take one of it, each with the places of those arguments from 1.
        value_sort: Its members are values (numbers, texts) and no individuals.
    """

    id: str
    iri: str
    labels: Labels
    comment: Labels
    axioms: tuple[Axiom, ...]
    below: tuple[str, ...]
    members: int
    arguments: tuple[tuple[str, tuple[int, ...]], ...]
    value_sort: bool = False


@value
class PropertyEntry:
    """A property that is no predicate of the rules: what is told of rules, terms, predicates and cards.

    Args:
        id: Its local name.
        iri: Its IRI.
        labels: Its name by language; empty if it has none.
        kind: "ObjectProperty", "DatatypeProperty" or "AnnotationProperty".
        links: Between which classes it stands.
    """

    id: str
    iri: str
    labels: Labels
    kind: str
    links: tuple[Link, ...]


@value
class PredicateEntry:
    """A declared predicate.

    Args:
        declaration: Its kind, its arguments and how it behaves.
        iri: Its IRI.
        labels: Its words by language; empty if it has none.
        sentences: How it is told.
        phrases: Language → templates with which a text may say it.
        concluded_by: Names of the rules that conclude, begin, end, offer or forbid it.
        used_by: Names of the rules that have it among their premises.
        reading: Id of the reading that adds it, or "".
        catalogue: It speaks of the knowledge base itself, and only searches need it.
        rdf_form: What it is in RDF (see `swrl_forms.rdf_form`).
        relations: What follows its IRI in those of further classes and properties that rules use.
    """

    declaration: Declaration
    iri: str
    labels: Labels
    sentences: Sentences
    phrases: Mapping[str, tuple[str, ...]]
    concluded_by: tuple[str, ...]
    used_by: tuple[str, ...]
    reading: str = ""
    catalogue: bool = False
    rdf_form: str = "facts"
    relations: tuple[str, ...] = ()

    @property
    def id(self) -> str:
        """Its local name."""
        return self.declaration.name


@value
class RuleEntry:
    """A rule or statement.

    Args:
        text: What it says.
        iri: Its IRI.
        parts: Names of the rules that are part of it.
        cited_by: Names of the rules that refer to it.
        shares: Rules whose logic it shares, each with its condition or "".
        shared_by: Statements that share its logic, each with its condition or "".
        readings: Ids of the readings of it.
        imps: What follows its IRI in those of its `swrl:Imp`s.
        not_in_swrl: By language, why SWRL cannot say its logic.
    """

    text: RuleText
    iri: str
    parts: tuple[str, ...]
    cited_by: tuple[str, ...]
    shares: tuple[tuple[str, str], ...]
    shared_by: tuple[tuple[str, str], ...]
    readings: tuple[str, ...]
    imps: tuple[str, ...] = ()
    not_in_swrl: Labels = field(default_factory=dict)

    @property
    def id(self) -> str:
        """Its name."""
        return self.text.name


@value
class TermEntry:
    """A named individual.

    Args:
        term: It.
        iri: Its IRI.
        axioms: What is said of the class of its objects, besides that they have it.
    """

    term: Term
    iri: str
    axioms: tuple[Axiom, ...]

    @property
    def id(self) -> str:
        """Its local name."""
        return self.term.id


@value
class TermGroup:
    """The terms of a kind, or of a category that has no kinds.

    Args:
        id: Local name of the kind or category.
        labels: Its name by language.
        terms: Its terms, sorted.
    """

    id: str
    labels: Labels
    terms: tuple[TermEntry, ...]


@value
class AuthorityEntry:
    """An authority, with how many rules and statements rest on it."""

    authority: Authority
    iri: str
    rules: int

    @property
    def id(self) -> str:
        """Its local name."""
        return self.authority.id


@value
class ReadingRuleEntry:
    """A rule of a reading, with the name of the rule that it replaces or ""."""

    id: str
    iri: str
    labels: Labels
    logic: str
    replaces: str


@value
class ReadingEntry:
    """Another logic for some rules: those that it is of, its rules, predicates and what it drops."""

    id: str
    iri: str
    labels: Labels
    comment: Labels
    of: tuple[str, ...]
    rules: tuple[ReadingRuleEntry, ...]
    predicates: tuple[str, ...]
    drops: tuple[str, ...]


@value
class Outline:
    """Everything that a reference tells of a game, each part sorted by its ids; rules as they count.

    Args:
        game: Id of the game.
        labels: Its name by language.
        links: Which properties stand between which classes, predicates included.
        kinds: Kind of statement → its name by language.
    """

    game: str
    labels: Labels
    links: tuple[Link, ...]
    classes: tuple[ClassEntry, ...]
    properties: tuple[PropertyEntry, ...]
    predicates: tuple[PredicateEntry, ...]
    rules: tuple[RuleEntry, ...]
    terms: tuple[TermGroup, ...]
    authorities: tuple[AuthorityEntry, ...]
    readings: tuple[ReadingEntry, ...]
    kinds: Mapping[str, Labels]
