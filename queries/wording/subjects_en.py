"""English noun phrases: what an effect affects, as a filter over objects."""

from __future__ import annotations

from ...kb.lexicon import fold
from ..syntax import (
    All,
    AnyOf,
    ControlledBy,
    Filter,
    HasTerm,
    InZone,
    IsA,
    Named,
    Not,
    Objects,
    Other,
)
from .choices import chosen_name
from .chosen_en import of_chosen
from .cursor import Cursor, Stuck
from .lexer import Token
from .nouns import Phrase, Subject, piece, pronoun, whole
from .riders import set_aside

VERBS = frozenset(
    ("be", "be_not", "become", "lose", "have", "gain")
    + ("get", "act", "remain", "pronoun_be", "relative", "enter", "turn_down")
)
_PARTICULAR = ("particular", "host", "demonstrative", "this", "the", "article", "quantity")
_DETERMINERS = (*_PARTICULAR, "all", "every", "other", "your")


def subject(cursor: Cursor) -> Subject:
    """Reads what an effect affects."""
    listed = _names(cursor)
    if listed:
        return Subject(Objects(tuple(listed)), True)
    if cursor.take("self"):
        return Subject(itself=True)
    if cursor.take("pronoun"):
        return pronoun(cursor)
    if cursor.code() in ("demonstrative", "this", "particular", "host") and cursor.code(1) in VERBS:
        cursor.at += 1
        return Subject(itself=cursor.code(-1) == "this")
    if cursor.code() in ("the", "demonstrative") and cursor.code(1) == "make_copy":
        cursor.at += 2
        return Subject()
    return noun_phrases(cursor)


def _names(cursor: Cursor) -> list[str]:
    """Names joined by commas and "and", if a verb follows them."""
    listed: list[str] = []
    place = 0
    while (name := cursor.peek(place).name) is not None:
        listed.append(name)
        place += 1
        if cursor.code(place) in ("adverb", *VERBS):
            cursor.at += place
            return listed
        joined = [k for k in (0, 1) if cursor.code(place + k) in ("comma", "and")]
        place += len(joined)
        if not joined:
            break
    return []


def noun_phrases(cursor: Cursor) -> Subject:
    """Reads noun phrases joined by "and", "or" or commas."""
    phrases = [_phrase(cursor)]
    before, joined = cursor.at, False
    while cursor.code() in ("and", "or", "comma"):
        place = cursor.at
        notes = len(cursor.notes)
        cursor.take("comma")
        joined = bool(cursor.take("and", "or")) or joined
        try:
            phrases.append(_phrase(cursor))
        except Stuck:
            cursor.at = place
            del cursor.notes[notes:]
            break
    if len(phrases) > 1 and not joined:
        raise cursor.stuck("verb", before)
    first, last = phrases[0], phrases[-1]
    if _lacks_article(cursor, phrases):
        raise cursor.stuck("subject")
    every = not first.particular and not any(p.open for p in phrases)
    bare = [not (p.determined or p.after) for p in phrases[1:-1]] + [not last.determined]
    if len(phrases) > 1 and Other() in first.core and not any(p.determined for p in phrases[1:]):
        first.core.remove(Other())
        for phrase in phrases:
            phrase.core.insert(0, Other())
    if len(phrases) > 1 and last.after and not first.after and all(bare):
        either: Filter = AnyOf(tuple(whole(p.core) for p in phrases))
        return Subject(whole([either, *last.after]), every)
    if _share_head(phrases):
        *_, head = last.core
        cores = [*(p.core for p in phrases[:-1]), last.core[:-1]]
        either = AnyOf(tuple(whole(core) for core in cores))
        return Subject(whole([either, head, *last.after]), every)
    wholes = tuple(whole([*p.core, *p.after]) for p in phrases)
    found = wholes[0] if len(wholes) == 1 else AnyOf(wholes)
    return Subject(found, every, itself=first.itself and len(wholes) == 1)


def _phrase(cursor: Cursor) -> Phrase:
    phrase = Phrase()
    while determiner := cursor.take(*_DETERMINERS):
        phrase.determined = True
        if determiner.code in _PARTICULAR:
            phrase.particular = True
            phrase.itself = determiner.code == "this"
        elif determiner.code == "other":
            phrase.core.append(Other())
        elif determiner.code == "your":
            phrase.after.append(ControlledBy("you"))
    plain_nouns(cursor, phrase)
    while _after(cursor, phrase):
        pass
    return phrase


def plain_nouns(cursor: Cursor, phrase: Phrase) -> None:
    """Adjectives and nouns, of which at least one must be known."""
    found = False
    while True:
        token = cursor.peek()
        if token.code == "comma" and cursor.peek(-1).negative and cursor.peek(1).negative:
            cursor.at += 1
        elif token.code in ("colour", "state"):
            cursor.note("rider", cursor.at, cursor.at + 1, rider=token.code)
            phrase.open = True
            cursor.at += 1
        elif token.code == "object":
            cursor.at += 1
            found = True
        elif (
            token.terms and (found_piece := piece(cursor.peek().terms, cursor.lexicon)) is not None
        ):
            if token.negative and phrase.core and isinstance(phrase.core[-1], HasTerm):
                raise cursor.stuck("verb")
            phrase.core.append(Not(found_piece) if token.negative else found_piece)
            phrase.plural = _is_plural(cursor, token)
            cursor.at += 1
            found = True
        else:
            break
    if not found:
        raise cursor.stuck("noun" if phrase.determined else "subject")
    if not phrase.core:
        phrase.core.append(All(()))


def _lacks_article(cursor: Cursor, phrases: list[Phrase]) -> bool:
    """Whether a single word in the singular stands alone before a verb in the singular."""
    first = phrases[0]
    verb = cursor.text[cursor.peek().start : cursor.peek().end].lower()
    bare = not (first.determined or first.after or first.plural) and len(first.core) == 1
    return bare and len(phrases) == 1 and cursor.code() in VERBS and verb.endswith("s")


def _share_head(phrases: list[Phrase]) -> bool:
    """Whether the last noun belongs to all phrases: "artifact or creature spells"."""
    *others, last = phrases
    if not others or len(last.core) < 2 or not isinstance(last.core[-1], IsA) or last.determined:
        return False
    return not any(
        p.plural or p.after or any(isinstance(part, IsA | Not | All) for part in p.core)
        for p in others
    )


def _is_plural(cursor: Cursor, token: Token) -> bool:
    word = fold(cursor.text[token.start : token.end])
    return not any(word.endswith(fold(label)) for t in token.terms for label in t.labels["en"])


def _after(cursor: Cursor, phrase: Phrase) -> bool:
    """Reads one thing that stands behind a noun and narrows it; whether there was one."""
    token, first = cursor.peek(), cursor.at
    match token.code:
        case "yours" | "owned":
            phrase.after.append(ControlledBy("you"))
            cursor.at += 1
            if token.code == "owned":
                cursor.note("owner-as-controller", first, cursor.at)
        case "theirs":
            phrase.after.append(ControlledBy("opponent"))
            cursor.at += 1
        case "not_yours":
            phrase.after.append(Not(ControlledBy("you")))
            cursor.at += 1
        case "with_the_name" if (name := chosen_name(cursor)) is not None:
            cursor.at += 1
            phrase.after.append(Named(name))
        case "not_owned" | "of_player" | "with_the_name":
            cursor.at += 1
            cursor.note("rider", first, cursor.at, rider="object")
            phrase.open = True
        case "in" | "on":
            if not _in_zone(cursor, phrase):
                return False
        case "of":
            phrase.after.append(of_chosen(cursor))
        case "with" | "without":
            set_aside(cursor, "object", _at_verb, first)
            phrase.open = True
        case "relative" | "relative_not":
            return _relative(cursor, phrase)
        case "other_than":
            cursor.at += 1
            other = cursor.need("subject", "self", "pronoun", "name", "quote", "this")
            if other.code == "this":
                cursor.need("noun", "object", "term")
            named = other.name is not None and other.code in ("name", "quote")
            phrase.after.append(Not(Objects((other.name or "",))) if named else Other())
        case "named":
            cursor.at += 1
            name = cursor.need("subject", "name", "quote").name
            phrase.after.append(Named(name or ""))
        case _:
            return False
    return True


def _at_verb(cursor: Cursor) -> bool:
    return cursor.code() in VERBS or cursor.code() in (
        "comma", "stop", "until", "except", "face_down",
    )  # fmt: skip


def _in_zone(cursor: Cursor, phrase: Phrase) -> bool:
    first = cursor.at
    cursor.at += 1
    whose = cursor.take("your", "possessive", "the", "opponents", "somebodys", "all")
    zone = next((t for t in cursor.peek().terms if t.category == "Zone"), None)
    if zone is None:
        cursor.stuck("zone")
        cursor.at = first
        return False
    cursor.at += 1
    phrase.after.append(InZone(zone.id))
    if whose and whose.code == "your":
        phrase.after.append(ControlledBy("you"))
        cursor.note("owner-as-controller", first, cursor.at)
    elif whose and whose.code == "opponents":
        phrase.after.append(ControlledBy("opponent"))
        cursor.note("owner-as-controller", first, cursor.at)
    return True


def _relative(cursor: Cursor, phrase: Phrase) -> bool:
    """Reads "that isn't a Goblin", "that aren't on the battlefield"."""
    first = cursor.at
    negated = cursor.peek().code == "relative_not"
    cursor.at += 1
    negated = bool(cursor.take("not")) or negated
    inner = Phrase()
    if cursor.code() == "of":
        inner.after.append(of_chosen(cursor))
    elif cursor.code() not in ("on", "in") or not _in_zone(cursor, inner):
        cursor.take("article")
        try:
            plain_nouns(cursor, inner)
        except Stuck:
            cursor.at = first
            return False
    found = _either(cursor, whole([*inner.core, *inner.after]))
    phrase.after.append(Not(found) if negated else found)
    return True


def _either(cursor: Cursor, found: Filter) -> Filter:
    """Reads what else the objects of a relative clause may be: "that's a Forest or an Island"."""
    offered = [found]
    while cursor.code() == "or":
        place, other = cursor.at, Phrase()
        cursor.at += 1
        cursor.take("article")
        try:
            plain_nouns(cursor, other)
        except Stuck:
            cursor.at = place
            break
        offered.append(whole(other.core))
    return found if len(offered) == 1 else AnyOf(tuple(offered))
