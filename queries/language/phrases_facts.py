"""What a sentence of a game's own says: facts, exact lists and objects, from the parts that were read."""

from __future__ import annotations

import itertools
from collections.abc import Iterable, Iterator, Sequence

from ...kb.diagnostics import Diagnostic
from ...kb.logic.syntax import Compound, Value
from ...kb.phrases import NUMBER, OBJECT, PLAYER
from ...kb.values import value
from ..syntax import ExactlyExpectation, Introduced, SaidFact, Span
from .grammar_parts import Part
from .phrase_forms import Form
from .phrases import MEMBER, NOUN
from .sentences import number
from .terms import Terms

MAX_FACTS = 2_000
_CARD = "《"  # the quotes in which a name must be a card's
_PLAIN = ("", OBJECT, PLAYER)


@value
class _Filled:
    """What fills a slot once.

    Args:
        places: Where it stands, or where the arguments of an individual do.
        players: The players that it names.
        members: Numbers of the forms that are said of it.
    """

    value: Value
    places: tuple[Span, ...]
    players: tuple[str, ...] = ()
    members: tuple[int, ...] = ()


_Row = tuple[_Filled, ...]


class Facts:
    """Collects what the parts of one sentence say.

    Args:
        forms: All forms by number.
        text: The sentence.
        terms: Looks words up and takes faults.
    """

    def __init__(self, forms: Sequence[Form], text: str, terms: Terms) -> None:
        self.forms = forms
        self.text = text
        self.terms = terms
        self.facts: list[SaidFact] = []
        self.exactly: ExactlyExpectation | None = None
        self.introduced: dict[str, Introduced] = {}

    def add(self, part: Part) -> None:
        """What one form says: a fact for each member of its lists, or an exact list."""
        form = self.forms[int(part.kind)]
        filled = self._slots(form, part.value)
        if form.exact is not None:
            listed = filled.pop(form.exact)
            self.exactly = ExactlyExpectation(
                "",
                form.exact,
                tuple(_fact(form, row) for row in self._rows(filled, part)),
                tuple(f.value for f in listed),
                places=_places(listed),
            )
            return
        self.facts += [_fact(form, row) for row in self._rows(filled, part)]
        if form.declares or form.puts:
            self._introduce(form, filled)
        for one in itertools.chain.from_iterable(filled.values()):
            marks = (self.forms[m].predicate for m in one.members)
            self.facts += [SaidFact(mark, (one.value,), one.places) for mark in marks]

    def _rows(self, filled: dict[int, list[_Filled]], part: Part) -> list[_Row]:
        """Every way to take one of each slot, in the order of positions."""
        slots = [filled[position] for position in sorted(filled)]
        rows = list(itertools.islice(itertools.product(*slots), MAX_FACTS + 1))
        if len(rows) > MAX_FACTS:
            self._too_many(part)
        return rows[:MAX_FACTS]

    def _too_many(self, part: Part) -> None:
        params: dict[str, object] = {"input": self.text.strip()[:40], "limit": MAX_FACTS}
        fault = Diagnostic("too-many-facts", part.start, part.end, params)
        if fault not in self.terms.faults:
            self.terms.faults.append(fault)

    def _slots(self, form: Form, parts: Iterable[Part]) -> dict[int, list[_Filled]]:
        """Position → what fills it, once or more often."""
        return {int(p.kind): list(self._filled(p, form.fillers[int(p.kind)])) for p in parts}

    def _filled(self, part: Part, kind: str) -> Iterator[_Filled]:
        said: list[int] = []
        one: _Filled | None = None
        for member in part.value if isinstance(part.value, tuple) else (part,):
            mark, rest = member.kind[0], member.kind[1:]
            if mark == MEMBER:
                said.append(int(rest))
                continue
            if one is not None:
                yield _with(one, said)
                said, one = [], None
            if mark == NOUN:
                yield from self._individuals(self.forms[int(rest)], member)
            else:
                one = self._simple(member, kind)
        if one is not None:
            yield _with(one, said)

    def _individuals(self, form: Form, part: Part) -> Iterator[_Filled]:
        """The individuals that a phrase of a functor names."""
        for row in self._rows(self._slots(form, part.value), part):
            players = tuple(p for f in row for p in f.players)
            args = tuple(f.value for f in row)
            yield _Filled(Compound(form.predicate, args), _places(row), players)

    def _simple(self, part: Part, kind: str) -> _Filled:
        found = _value(part, kind, self.terms)
        players = (str(found),) if kind == PLAYER else ()
        return _Filled(found, (Span(part.start, part.end),), players)

    def _introduce(self, form: Form, filled: dict[int, list[_Filled]]) -> None:
        """The objects that are named; a player who alone is named controls them."""
        players = {p for ones in filled.values() for f in ones for p in f.players}
        controller = players.pop() if len(players) == 1 else "A"
        named = (f for n in sorted(filled) if form.fillers[n] == OBJECT for f in filled[n])
        for one in named:
            if isinstance(one.value, str):
                (span,) = one.places
                card = self.text.startswith(_CARD, span.start)
                found = Introduced(one.value, form.declares, card, form.puts, controller, span)
                self.introduced.setdefault(one.value, found)


def _with(one: _Filled, said: list[int]) -> _Filled:
    return _Filled(one.value, one.places, one.players, tuple(said)) if said else one


def _places(row: Iterable[_Filled]) -> tuple[Span, ...]:
    return tuple(itertools.chain.from_iterable(f.places for f in row))


def _fact(form: Form, row: _Row) -> SaidFact:
    return SaidFact(form.predicate, tuple(f.value for f in row), _places(row))


def _value(part: Part, kind: str, terms: Terms) -> str | int:
    word = str(part.value)
    if kind == NUMBER:
        return number(part, terms.faults) or 0
    if kind in _PLAIN:
        return word
    return _term(part, kind, terms) or word


def _term(part: Part, category: str, terms: Terms) -> str | None:
    """The id of the term of a category that a label, or an id in quotes, names."""
    known = terms.lexicon.terms.get(part.value)
    if known is not None and known.category == category:
        return known.id
    found = [t.id for t in terms.meanings(part.value) if t.category == category]
    if not found:
        terms.unknown(part, (category,))
    elif len(found) > 1:
        terms.fault("ambiguous", part, meanings=", ".join(found))
    return found[0] if found else None
