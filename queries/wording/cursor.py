"""A place in a list of phrase tokens, with the memory of where reading got stuck and why.

Every grammar function asks for the token that it needs through the cursor. What was wanted at the
furthest place is what the message names, so that trying another way never hides the true fault.
"""

from __future__ import annotations

from collections.abc import Callable, Collection

from ...kb.diagnostics import Diagnostic, DiagnosticError
from ...kb.lexicon import Lexicon, Term
from ..syntax import Note
from .labels import label
from .lexer import Token
from .meanings import Group
from .phrase_table import phrases
from .spelling import known, nearest, types_near

StandIn = Callable[[Group | None, int], Term | None]


class Stuck(Exception):
    """Raised where a grammar function cannot go on; the cursor knows the furthest place."""


class Cursor:
    """Tokens of one clause and how far they were read.

    Args:
        text: The clause, folded.
        tokens: Its tokens.
        lexicon: The words of the game.
        lang: The language, "en" or "ja".
        names: Names of the scenario.
        choosing: The choices given, each with all meanings of its word.
        stand_in: What stands for a choice that is not given: the kind of type → a term.
        hints: Whether a fault names what an unknown word was meant to be, which takes time.

    Of places where a whole way of reading failed `dead` keeps the indexes, so that it is not tried
    again on another way to them.
    """

    def __init__(
        self,
        text: str,
        tokens: list[Token],
        lexicon: Lexicon,
        lang: str,
        names: Collection[str],
        choosing: tuple[tuple[str, ...], ...],
        stand_in: StandIn | None = None,
        *,
        hints: bool = True,
    ) -> None:
        self.text = text
        self.tokens = tokens
        self.lexicon = lexicon
        self.lang = lang
        self.table = phrases(lang)
        self.names = names
        self.choosing = choosing
        self.stand_in = stand_in
        self.hints = hints
        self.chosen = 0
        self.used = 0
        self.led_by_itself: bool | None = None
        self.dead: set[int] = set()
        self.at = 0
        self.notes: list[Note] = []
        self.far = 0
        self.wanted: dict[str, None] = {}
        self.doubt = "", 0
        self._end = Token("end", len(text), len(text))

    def choice(self, index: int) -> tuple[str, ...] | None:
        """All meanings of a choice; `None` if it is not given. `used` counts those that were asked for."""
        self.used = max(self.used, index + 1)
        return self.choosing[index] if index < len(self.choosing) else None

    def peek(self, ahead: int = 0) -> Token:
        """The token at hand, or one further on; past the last one a token `end`."""
        place = self.at + ahead
        return self.tokens[place] if 0 <= place < len(self.tokens) else self._end

    def code(self, ahead: int = 0) -> str:
        """The code of the token at hand, or of one further on."""
        return self.peek(ahead).code

    def is_within(self) -> bool:
        """Whether the token at hand is a time that belongs to what stands before it ("this turn")."""
        token = self.peek()
        words = self.text[token.start : token.end].lower()
        return token.code == "until" and words in self.table.within

    def is_itself(self, token: Token) -> bool:
        """Whether a token is a pronoun for the object that speaks."""
        return token.code == "pronoun" and self.text[token.start : token.end] in self.table.itself

    def take(self, *codes: str) -> Token | None:
        """Reads the token at hand if it has one of the codes."""
        token = self.peek()
        if token.code in codes and token.code != "end":
            self.at += 1
            return token
        return None

    def need(self, wanted: str, *codes: str) -> Token:
        """Reads a token with one of the codes, or is stuck wanting what `wanted` names."""
        token = self.take(*codes)
        if token is None:
            raise self.stuck(wanted)
        return token

    def stuck(self, wanted: str, at: int | None = None) -> Stuck:
        """Remembers what was wanted here; returns the exception to raise."""
        place = self.at if at is None else at
        if place > self.far:
            self.far, self.wanted = place, {}
        if place == self.far:
            self.wanted[wanted] = None
        return Stuck()

    def unclear(self, message: str, first: int) -> Stuck:
        """Remembers that the words from a token up to here can be understood in two ways.

        Args:
            message: Key of the message that says so.
            first: Index of the first token.
        """
        found = self.stuck("unclear")
        if self.far == self.at:
            self.doubt = message, first
        return found

    def words_of(self, token: Token) -> str:
        """What a token was read from, in small letters."""
        return self.text[token.start : token.end].lower()

    def words(self, first: int, last: int) -> str:
        """The text of a range of tokens."""
        if first >= last:
            return ""
        return self.text[self.tokens[first].start : self.tokens[last - 1].end]

    def note(self, key: str, first: int, last: int, **params: object) -> None:
        """Notes that a range of tokens was set aside."""
        if first < last:
            self.notes.append(Note(key, {"words": self.words(first, last), **params}))

    def fail(
        self, code: str, token: Token, rule: str | None = None, **params: object
    ) -> DiagnosticError:
        """A fault that no other way of reading can mend."""
        quoted = self.text[token.start : token.end]
        params = {"input": quoted, **params}
        return DiagnosticError([Diagnostic(code, token.start, token.end, params, rule=rule)])

    def fault(self) -> Diagnostic:
        """The fault at the furthest place reached."""
        if "unclear" in self.wanted:
            message, first = self.doubt
            start, end = self.tokens[first].start, self.tokens[self.far - 1].end
            doubted: dict[str, object] = {"input": self.text[start:end]}
            return Diagnostic("syntax", start, end, doubted, message=message)
        token = self.tokens[self.far] if self.far < len(self.tokens) else self._end
        quoted = self.text[token.start : token.end]
        if token.code == "word" and not known(quoted, self.table, self.lexicon):
            if self.hints and "given" in self.wanted and (near := types_near(quoted, self.lexicon)):
                return Diagnostic(
                    "unknown-word", token.start, token.end, {"input": quoted}, near[0]
                )
            hint = nearest(quoted, self.lang, self.lexicon, self.names) if self.hints else None
            return Diagnostic("unknown-word", token.start, token.end, {"input": quoted}, hint)
        params: dict[str, object] = {"input": quoted, "expected": label(self.wanted)}
        if token.code == "end":
            return Diagnostic("syntax", token.start, token.end, params, message="wording-ends")
        return Diagnostic("syntax", token.start, token.end, params, message="wording-stuck")
