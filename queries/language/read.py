"""Reads a text of the query language: scenarios with their statements, and every fault on the way."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field

from ...kb.dates import is_date
from ...kb.diagnostics import Diagnostic, DiagnosticError
from ...kb.lexicon import Lexicon
from ..syntax import Find, Given, GivenFact, Question, ScenarioText, Show, Span, Statement, WhyOrder
from .clauses import ReadEffect, Source, read_when, tail
from .fold import control_characters, fold_text, without_controls
from .givens import read_given, read_given_sentence
from .grammar_parts import Part
from .phrases import Phrasebook, furthest
from .ruling_heads import KEYWORDS as RULING
from .ruling_heads import RulingHead
from .sentences import number, read_expectation
from .split import Piece, split
from .terms import Terms

MAX_FILE = 1_000_000
MAX_FAULTS = 500
_HEADER = ("scenario", "game", "as-of", "cites", "without", "reading", *RULING)
_LISTS = {"cites": "rules", "without": "rules", "reading": "readings"}
_QUESTIONS = ("then", "ask", "why", "why-not", "flip")


def parse_file(
    text: str,
    lexicon_for: Callable[[str, str | None], Lexicon],
    read_effect: ReadEffect | None = None,
    phrases_for: Callable[[str], Phrasebook] | None = None,
) -> tuple[list[ScenarioText], list[Diagnostic]]:
    """The scenarios of a text, with what could be read, and all faults in order.

    Args:
        text: English or Japanese, also mixed.
        lexicon_for: Game and date (or `None`) → its words.
        read_effect: Reads effect wordings; by default that of `queries.wording`.
        phrases_for: Game → its own sentences; by default there are none.

    Returns:
        The scenarios, whose spans share out the whole text, and the faults; offsets are those of
        the text.
    """
    if len(text) > MAX_FILE:
        params: dict[str, object] = {"input": text[:20].strip() + "…", "limit": MAX_FILE}
        return [], [Diagnostic("too-long", 0, len(text), params)]
    folded = fold_text(text)
    faults = control_characters(folded, 50)
    if faults:
        folded = without_controls(folded)
    pieces, more = split(folded)
    faults += more
    drafts = _drafts(pieces, len(text))
    if not pieces and not faults:
        faults.append(
            Diagnostic("nothing-said", 0, max(len(text), 1), {"input": text.strip()[:20]})
        )
    scenarios = []
    for draft in drafts:
        reader = _Reader(text, folded, draft, faults)
        scenarios.append(reader.read(lexicon_for, read_effect, phrases_for))
    order = sorted(range(len(faults)), key=lambda i: (faults[i].start, i))
    return scenarios, list(dict.fromkeys(faults[i] for i in order))


@dataclass
class _Draft:
    """A scenario's statements, and the headers that hold for the whole file."""

    headers: list[Piece] = field(default_factory=list)
    pieces: list[Piece] = field(default_factory=list)
    start: int = 0
    end: int = 0


def _drafts(pieces: list[Piece], size: int) -> list[_Draft]:
    """Statements by scenario; headers before the first `scenario` are defaults of all of them."""
    drafts = [_Draft()]
    for piece in pieces:
        if piece.keyword == "scenario" and (drafts[-1].headers or drafts[-1].pieces):
            drafts.append(_Draft(start=piece.first))
        (drafts[-1].headers if piece.keyword in _HEADER else drafts[-1].pieces).append(piece)
    first = drafts[0]
    if (
        len(drafts) > 1
        and not first.pieces
        and not any(p.keyword == "scenario" for p in first.headers)
    ):
        drafts.pop(0)
        drafts[0].start = 0
        for draft in drafts:
            draft.headers = first.headers + draft.headers
    for draft, following in zip(drafts, [*drafts[1:], None], strict=True):
        draft.end = following.start if following else size + 1
    return [d for d in drafts if d.headers or d.pieces]


class _Reader:
    """Reads one scenario; faults are added to the list of the file."""

    def __init__(self, text: str, folded: str, draft: _Draft, faults: list[Diagnostic]) -> None:
        self.text = text
        self.folded = folded
        self.draft = draft
        self.faults = faults
        self.lexicon = Lexicon((), "")
        self.phrases: Phrasebook | None = None
        self.head: dict[str, tuple[str, ...]] = {}
        self.said: set[str] = set()

    def read(
        self,
        lexicon_for: Callable[[str, str | None], Lexicon],
        read_effect: ReadEffect | None,
        phrases_for: Callable[[str], Phrasebook] | None,
    ) -> ScenarioText:
        """The scenario as far as it can be read."""
        ruling = RulingHead(self.faults)
        for piece in self.draft.headers:
            if piece.keyword in RULING:
                ruling.take(piece, self.text[piece.start : piece.end])
            else:
                self._guarded(piece, self._header)
        game = self.head.get("game", ("mtg",))[-1]
        as_of = self.head.get("as-of", (None,))[-1]
        statements: list[Statement] = []
        try:
            self.lexicon = lexicon_for(game, as_of)
            self.phrases = phrases_for(game) if phrases_for else None
        except DiagnosticError as error:  # the ontology itself is faulty
            self.faults += error.diagnostics
        except ValueError:
            place = next((p for p in reversed(self.draft.headers) if p.keyword == "game"), None)
            start = place.start + max(place.text.find(game), 0) if place else 0
            end = start + len(game) if place else 1
            self.faults.append(Diagnostic("unknown-game", start, end, {"input": game}))
        else:
            statements = self._statements(read_effect)
        return ScenarioText(
            self.head.get("scenario", ("",))[-1],
            game,
            as_of,
            self.head.get("cites", ()),
            self.head.get("without", ()),
            self.head.get("reading", ()),
            tuple(statements),
            Span(self.draft.start, self.draft.end),
            ruling.ruling(),
        )

    def _statements(self, read_effect: ReadEffect | None) -> list[Statement]:
        """All statements: objects first, since clauses may name any of them."""
        found: dict[int, list[Statement]] = {}
        numbered = list(enumerate(self.draft.pieces))
        for number_, piece in numbered:
            if piece.keyword == "given":
                found[number_] = self._guarded(piece, self._given) or []
        given = [s for statements in found.values() for s in statements]
        names = tuple(dict.fromkeys(n for s in given for n in _declared(s)))

        def when(piece: Piece, terms: Terms) -> list[Statement]:
            return [read_when(self._source(piece), names, terms, read_effect, self.phrases)]

        readers = {
            "when": when,
            "show": self._show,
            "why-order": self._why_order,
            "find": self._find,
        }
        for number_, piece in numbered:
            if len(self.faults) > MAX_FAULTS:
                break
            if piece.keyword in _QUESTIONS:
                found[number_] = self._guarded(piece, self._question) or []
            elif piece.keyword in readers:
                found[number_] = self._guarded(piece, readers[piece.keyword]) or []
        return [s for number_ in sorted(found) for s in found[number_]]

    def _guarded(
        self, piece: Piece, reader: Callable[[Piece, Terms], list[Statement]]
    ) -> list[Statement] | None:
        """What a reader makes of a statement; its faults move to their place in the file."""
        local: list[Diagnostic] = []
        terms = Terms(self.lexicon, local, _hints(self.faults))
        statements = None
        try:
            statements = reader(piece, terms)
        except DiagnosticError as error:
            local += error.diagnostics
        self.faults += [d.shifted(piece.start) for d in local]
        return statements

    def _source(self, piece: Piece) -> Source:
        span = Span(piece.first, piece.end)
        written = self.text[piece.start : piece.end]
        plain = (
            " " if f == " " and not w.isspace() else w
            for f, w in zip(piece.text, written, strict=True)
        )
        return Source(piece.text, "".join(plain), piece.start, span)

    def _parse(self, grammar: str, text: str, terms: Terms) -> list[Part]:
        from .grammar import GRAMMARS

        return GRAMMARS.parse(grammar, text, 0, terms.lexicon)

    # --- headers ----------------------------------------------------------------------------------

    def _header(self, piece: Piece, terms: Terms) -> list[Statement]:
        key = piece.keyword
        grammar = _LISTS.get(key, key)
        (part,) = self._parse(grammar, piece.text, terms)
        if key in _LISTS:
            self.head[key] = self.head.get(key, ()) + tuple(p.value for p in part.value)
        elif key == "as-of" and not is_date(part.value):
            terms.fault("bad-date", part)
        elif key in self.said and self.head[key] != (part.value,):
            terms.fault("header-twice", part, other=self.head[key][0])
        else:
            # What stands before `scenario` holds for the file, and a scenario may say otherwise.
            self.said = set() if key == "scenario" else self.said | {key}
            self.head[key] = (part.value,)
        return []

    # --- statements -------------------------------------------------------------------------------

    def _given(self, piece: Piece, terms: Terms) -> list[Statement]:
        source = self._source(piece)
        reading = self.phrases.read("given", piece.text, terms) if self.phrases else None
        if reading is not None and not reading.faults:
            return [read_given_sentence(source, reading, terms)]
        try:
            parts = self._parse("given", piece.text, terms)
        except DiagnosticError as error:
            raise DiagnosticError(furthest(reading, error.diagnostics)) from None
        return read_given(source, parts, terms)

    def _question(self, piece: Piece, terms: Terms) -> list[Statement]:
        source = self._source(piece)
        end, after = self._after(piece.text, terms)
        local: list[Diagnostic] = []
        here = Terms(terms.lexicon, local, terms.hints)
        written = source.written[:end]
        found = read_expectation(piece.text[:end], written, piece.start, here, self.phrases)
        terms.faults += [d.shifted(-piece.start) for d in local]
        return [] if found is None else [Question(piece.keyword, found, after, source.span)]

    def _after(self, text: str, terms: Terms) -> tuple[int, int | None]:
        end, parts = tail(text, "moments", terms)
        if not parts:
            return len(text), None
        return len(text[:end].rstrip(" \t\n,、")), number(parts[0].value[0], terms.faults)

    def _show(self, piece: Piece, terms: Terms) -> list[Statement]:
        end, after = self._after(piece.text, terms)
        parts = self._parse("show", piece.text[:end], terms)
        span = Span(piece.first, piece.end)
        if not parts:
            return [Show(None, after, span)]
        return [
            Show(p.value, after, Span(piece.start + p.start, piece.start + p.end))
            for p in parts[0].value
        ]

    def _why_order(self, piece: Piece, terms: Terms) -> list[Statement]:
        self._parse("nothing", piece.text, terms)
        return [WhyOrder(Span(piece.first, piece.end))]

    def _find(self, piece: Piece, terms: Terms) -> list[Statement]:
        variables, body = self._parse("find", piece.text, terms)
        place = Span(piece.start + body.start, piece.start + body.end)
        names = tuple(p.value for p in variables.value)
        return [Find(names, body.value, place, Span(piece.first, piece.end))]


def _declared(statement: Statement) -> tuple[str, ...]:
    """Names of the objects that a statement declares."""
    if isinstance(statement, Given):
        return statement.names
    introduced = statement.introduced if isinstance(statement, GivenFact) else ()
    return tuple(i.name for i in introduced if i.declared)


def _hints(faults: list[Diagnostic]) -> bool:
    """Whether there are few enough faults that looking for the nearest word is worth the time."""
    return len(faults) < 30
