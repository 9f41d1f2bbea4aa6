"""What narrows a Japanese noun besides its own adjectives: colours, numbers, names, abilities, exclusions."""

from __future__ import annotations

import itertools

from ...kb.lexicon import Lexicon
from ..syntax import AnyOf, ControlledBy, Filter, HasTerm, InZone, Named, Not, Other
from .cursor import Cursor
from .nouns import Phrase, whole

_JOINTS = ("or", "and", "nor")
_BEHIND = ("end", "stop", "comma", "open")
_MEASURES = 6


def coloured(cursor: Cursor, phrase: Phrase) -> None:
    """Sets aside colours: 黒の, 黒か赤の, 黒でない, 黒でも赤でもない."""
    first = cursor.at
    cursor.at += 1
    while cursor.code() == "colour" or (cursor.code() in _JOINTS and cursor.code(1) == "colour"):
        cursor.at += 1
    if cursor.code() in ("be", "not_be") and cursor.code(1) not in ("end", "stop"):
        cursor.at += 1
    phrase.open = True
    cursor.note("rider", first, cursor.at, rider="colour")


def measured(cursor: Cursor, phrase: Phrase) -> None:
    """Sets aside what is demanded of a number: マナ総量が3以下の, パワーが4以上である."""
    first = cursor.at
    while cursor.code() != "compared" and (cursor.code(-1), cursor.code()) != ("number", "be"):
        if cursor.at - first > _MEASURES or cursor.code() in ("topic", "object", *_BEHIND):
            raise cursor.stuck("subject")
        cursor.at += 1
    cursor.at += 1
    phrase.open = True
    cursor.note("rider", first, cursor.at, rider="object")


def called(cursor: Cursor, phrase: Phrase) -> None:
    """Reads カード名が《X》である, 名前が《X》でない."""
    name = cursor.peek(1).name
    if name is None or cursor.code(2) not in ("be", "not_be", "of"):
        raise cursor.stuck("subject")
    wanted: Filter = Named(name)
    phrase.after.append(Not(wanted) if cursor.code(2) == "not_be" else wanted)
    cursor.at += 3


def able(cursor: Cursor, phrase: Phrase) -> None:
    """Sets aside a modifier that ends in 持つ: it narrows by what is not a type."""
    first = cursor.at
    place = 1
    while cursor.code(place) not in ("have", "topic", "end", "stop", "comma"):
        place += 1
    if cursor.code(place) != "have":
        raise cursor.stuck("subject")
    cursor.at += place + 1
    phrase.open = True
    cursor.note("rider", first, cursor.at, rider="object")


def restricted(phrases: list[Phrase], lexicon: Lexicon) -> tuple[Filter, ...]:
    """Nouns all of which what stands before the first one restricts: 伝説でないAとB."""
    leads = [
        list(itertools.takewhile(lambda part: _restricts(part, lexicon), p.core)) for p in phrases
    ]
    lead, core = leads[0], phrases[0].core[len(leads[0]) :]
    lead, core = ([], phrases[0].core) if not core or any(leads[1:]) else (lead, core)
    if not lead and not phrases[0].after:
        return ()
    either: Filter = AnyOf((whole(core), *(whole(p.core) for p in phrases[1:])))
    return (whole([*lead, either, *phrases[0].after]),)


def partly_narrowed(first: Phrase, other: Phrase) -> bool:
    """Whether who controls them is said of the first nouns and may hold for the others: あなたの他のAと他のB."""
    mine, theirs = ([_whose(part) for part in p.after] for p in (first, other))
    return any(mine) and bool(theirs) and not any(theirs) and not other.determined


def _whose(part: Filter) -> bool:
    inner = part.inner if isinstance(part, Not) else part
    return isinstance(inner, ControlledBy | InZone)


def _restricts(part: Filter, lexicon: Lexicon) -> bool:
    """Whether a part of a noun phrase is no noun itself: 伝説の, 基本でない."""
    if isinstance(part, HasTerm):
        return lexicon[part.terms[0]].category == "Supertype"
    return isinstance(part, Not)


def excluded(phrase: Phrase) -> None:
    """Turns この土地以外の, ゴブリン以外の into what is demanded of the noun behind it."""
    if phrase.itself:
        phrase.core, phrase.determined, phrase.itself = [], False, False
        phrase.particular = False
        phrase.after.append(Other())
    else:
        phrase.core = [Not(whole(phrase.core))]
