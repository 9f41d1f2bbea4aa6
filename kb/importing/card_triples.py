"""Cards as lines of N-Triples.

A card's front face is the card itself; each further face is an individual of its own. Text for text the
lines are what pyoxigraph would write.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator
from dataclasses import field

from ..diagnostics import Diagnostic, DiagnosticError
from ..documents import CardEffect
from ..knowledge import Knowledge
from ..lexicon import fold
from ..store.graphs import BASE, CORE, card_iri
from ..typelines.reading import read_type_line
from ..values import value
from .records import CardRecord, Face
from .text_abilities import TextAbilities, TextReader, no_abilities

_TYPE = "<http://www.w3.org/1999/02/22-rdf-syntax-ns#type>"
_SKOS = "http://www.w3.org/2004/02/skos/core#"
_XSD = "http://www.w3.org/2001/XMLSchema#"
_ESCAPES = str.maketrans({"\\": "\\\\", '"': '\\"', "\n": "\\n", "\r": "\\r"})
NUMBER = "Number"


def literal(text: str) -> str:
    """A text as a literal."""
    return f'"{text.translate(_ESCAPES)}"'


def number(found: int) -> str:
    """A number as a literal."""
    return f'"{found}"^^<{_XSD}integer>'


@value
class Line:
    """What a type line says, in triples.

    Args:
        ends: What follows the subject, for each of its terms.
        faults: Why it is no legal type line, if it is none; then only its text is kept.
    """

    ends: tuple[str, ...] = ()
    faults: tuple[Diagnostic, ...] = ()


@value
class Vocabulary:
    """Turns words of a source into terms of a game, each type line but once.

    Args:
        knowledge: The game as of the newest date.
        lang: The language that names of the source are in.
        reader: Reads rules texts.
        counts: How many effects the texts had.
        unread: Sentences that were not understood, each with the name of its face.
    """

    knowledge: Knowledge
    lang: str
    reader: TextReader = no_abilities
    lines: dict[str, Line] = field(default_factory=dict, hash=False, compare=False)
    words: dict[tuple[str, str | int], str] = field(default_factory=dict, hash=False, compare=False)

    counts: Counter[str] = field(default_factory=Counter, hash=False, compare=False)
    unread: list[tuple[str, str]] = field(default_factory=list, hash=False, compare=False)

    def abilities(self, face: Face) -> TextAbilities:
        """What the rules text of a face says of types."""
        found = self.reader(face.rules_text, face.name, self.knowledge)
        self.counts["effects"] += len(found.effects)
        self.unread.extend((face.name, sentence) for sentence in found.unread)
        return found

    def line(self, text: str) -> Line:
        """What a type line says."""
        known = self.lines.get(text)
        if known is None:
            known = self.lines[text] = self._read(text)
        return known

    def _read(self, text: str) -> Line:
        lexicon = self.knowledge.lexicon
        try:
            found = read_type_line(text, lexicon, hints=False)
        except DiagnosticError as error:
            return Line((), tuple(error.diagnostics))
        game, categories = self.knowledge.game, self.knowledge.content.categories
        return Line(
            tuple(
                f"<{BASE}{game}/{categories[lexicon[i].category].printed}> <{BASE}{game}/{i}>"
                for i in found.ids
            )
        )

    def fact(self, predicate: str, found: str | int) -> str:
        """What follows the subject for a fact of a card; "" where its value does not fit."""
        key = predicate, found
        if key not in self.words:
            self.words[key] = self._fact(predicate, found)
        return self.words[key]

    def _fact(self, predicate: str, found: str | int) -> str:
        declared = self.knowledge.program.theory.declarations.get(predicate)
        if declared is None or declared.arity != 2:
            return ""
        domain, game = declared.domains[1], self.knowledge.game
        if isinstance(found, int):
            shown = number(found) if domain == NUMBER else ""
        elif domain == NUMBER:
            shown = ""
        else:
            terms = self.knowledge.lexicon.lookup(found, domain)
            shown = f"<{BASE}{game}/{terms[0].id}>" if terms else literal(found)
        return f"<{BASE}{game}/{predicate}> {shown}" if shown else ""


_CARD = f"{_TYPE} <{CORE}Card>"
_FACE = f"{_TYPE} <{CORE}CardFace>"
_EFFECT = f"{_TYPE} <{CORE}CardEffect>"
_OF_CARD = f"<{CORE}ofCard>"
_FORM = f"<{CORE}exactForm>"
_GENERATED = f"<{CORE}generatedAs>"
_DEMANDS = f"<{CORE}demands>"
_CONDITION = f"<{CORE}condition>"
_OPTION = f"<{CORE}option>"
_KEYWORD = f"<{CORE}keyword>"
_LABEL = f"<{_SKOS}prefLabel>"
_WHOLE = f"<{_SKOS}altLabel>"
_FOLDED = f"<{CORE}foldedName>"
_LINE = f"<{CORE}typeLine>"
_TEXT = f"<{CORE}rulesText>"
_LAYOUT = f"<{CORE}layout>"
_TOKEN = f'<{CORE}standsForToken> "true"^^<{_XSD}boolean>'
_OF = f"<{CORE}faceOf>"
_NUMBER = f"<{CORE}faceNumber>"


def card_lines(card: CardRecord, source: str, vocabulary: Vocabulary) -> list[bytes]:
    """All triples of a card, unsorted."""
    iri = card_iri(vocabulary.knowledge.game, source, card.key)
    ends = [_CARD]
    if card.layout:
        ends.append(f"{_LAYOUT} {literal(card.layout)}")
    if card.token:
        ends.append(_TOKEN)
    ends += _whole_name(card, vocabulary)
    lines = list(_face_lines(iri, f"{iri}#", ends, card.faces[0], vocabulary))
    for place, face in enumerate(card.faces[1:], 2):
        ends = [_FACE, f"{_OF} <{iri}>", f"{_NUMBER} {number(place)}"]
        own = f"{iri}#face{place}"
        lines += _face_lines(own, f"{own}.", ends, face, vocabulary)
    return lines


def _whole_name(card: CardRecord, vocabulary: Vocabulary) -> list[str]:
    """What follows the subject for the name of the whole card, where its front face has another."""
    if card.name == card.faces[0].name:
        return []
    return [
        f"{_WHOLE} {literal(card.name)}@{vocabulary.lang}",
        f"{_FOLDED} {literal(fold(card.name))}",
    ]


def _face_lines(
    iri: str, start: str, ends: list[str], face: Face, vocabulary: Vocabulary
) -> Iterator[bytes]:
    """All triples of a face and of its effects, whose IRIs have a start of their own."""
    found = vocabulary.abilities(face) if face.rules_text else TextAbilities()
    keywords = (f"{_KEYWORD} {literal(keyword)}" for keyword in found.keywords)
    yield from _lines(f"<{iri}>", [*ends, *_face(face, vocabulary), *keywords])
    for place, effect in enumerate(found.effects, 1):
        yield from _lines(f"<{start}effect{place:02}>", _effect(effect, iri))


def _effect(effect: CardEffect, iri: str) -> Iterator[str]:
    yield from (_EFFECT, f"{_OF_CARD} <{iri}>", f"{_FORM} {literal(effect.exact_form)}")
    yield f"{_GENERATED} {literal(effect.generated_by)}"
    if effect.demands:
        yield f"{_DEMANDS} {literal(effect.demands)}"
    yield from (f"{_CONDITION} {literal(words)}" for _, words in effect.conditions)
    if effect.option:
        yield f"{_OPTION} {number(effect.option)}"


def _lines(subject: str, ends: Iterable[str]) -> Iterator[bytes]:
    return (f"{subject} {end} .\n".encode() for end in ends)


def _face(face: Face, vocabulary: Vocabulary) -> Iterator[str]:
    yield f"{_LABEL} {literal(face.name)}@{vocabulary.lang}"
    yield f"{_FOLDED} {literal(fold(face.name))}"
    for language, name in face.names.items():
        yield f"{_LABEL} {literal(name)}@{language}"
        yield f"{_FOLDED} {literal(fold(name))}"
    yield f"{_LINE} {literal(face.type_line)}"
    yield from vocabulary.line(face.type_line).ends
    if face.rules_text:
        yield f"{_TEXT} {literal(face.rules_text)}"
    for predicate, values in face.facts.items():
        yield from filter(None, (vocabulary.fact(predicate, v) for v in values))


def name_lines(card: CardRecord, source: str, vocabulary: Vocabulary) -> list[bytes]:
    """The names of a further printing: of the whole card, and in further languages."""
    iri = card_iri(vocabulary.knowledge.game, source, card.key)
    lines = list(_lines(f"<{iri}>", _whole_name(card, vocabulary)))
    for place, face in enumerate(card.faces, 1):
        subject = f"<{iri}>" if place == 1 else f"<{iri}#face{place}>"
        for language, name in face.names.items():
            ends = [f"{_LABEL} {literal(name)}@{language}", f"{_FOLDED} {literal(fold(name))}"]
            lines += _lines(subject, ends)
    return lines


def ruling_lines(card: CardRecord, source: str, game: str, first: int) -> list[bytes]:
    """The rulings on a card, numbered from `first`."""
    iri = card_iri(game, source, card.key)
    lines: list[bytes] = []
    for place, ruling in enumerate(card.rulings, first):
        ends = [f"{_TYPE} <{CORE}Ruling>", f"<{CORE}rulingOn> <{iri}>"]
        ends.append(f"<{CORE}says> {literal(ruling.text)}")
        if ruling.date:
            ends.append(f"<http://purl.org/dc/terms/date> {literal(ruling.date)}")
        lines += _lines(f"<{iri}#ruling{place}>", ends)
    return lines


def node_of(line: bytes) -> bytes:
    """The card whose node a line is about: its subject without the part after `#`."""
    return line[1 : line.index(b">")].partition(b"#")[0]
