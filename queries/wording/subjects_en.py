"""English noun phrases: what an effect affects, as a filter over objects."""

from __future__ import annotations

from ..syntax import AnyOf, ControlledBy, Filter, Named, Not, Objects, Other
from .choices import chosen_name
from .chosen_en import of_chosen
from .cursor import Cursor, Stuck
from .joined_en import check_heads, check_kinds, check_restrictions, one_of
from .named_en import given_name
from .nouns import Phrase, Subject, pronoun, whole
from .nouns_en import in_zone, plain_nouns
from .relative_en import did, relative
from .riders import set_aside

VERBS = frozenset(
    ("be", "be_not", "become", "lose", "have", "gain")
    + ("get", "act", "remain", "pronoun_be", "relative", "enter", "turn_down")
)
_PARTICULAR = ("particular", "host", "demonstrative", "this", "the", "article", "quantity")
_WHOSE = ("yours", "owned", "theirs", "not_yours", "not_owned", "of_player")
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
    start = cursor.at
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
    if len(phrases) > 1:
        return _joined(cursor, phrases, start, every=every)
    return Subject(whole([*last.core, *last.after]), every, itself=first.itself)


def _joined(cursor: Cursor, phrases: list[Phrase], start: int, *, every: bool) -> Subject:
    """What several noun phrases speak of together.

    Raises:
        Stuck: They are of different kinds, or it is not clear which words belong to all.
    """
    first, last = phrases[0], phrases[-1]
    if first.yours and not any(p.determined for p in phrases[1:]):
        if len(first.after) > 1 or any(p.after for p in phrases[1:]):
            raise cursor.unclear("unclear-restriction", start)
        last.after, first.after = first.after, []
    check_kinds(cursor, phrases, start)
    check_restrictions(cursor, phrases, start)
    shared = one_of(cursor, phrases, start)
    if shared is not None:
        return Subject(whole([*shared, *last.after]), every)
    check_heads(cursor, phrases, start)
    bare = [not (p.determined or p.after) for p in phrases[1:-1]] + [not last.determined]
    if Other() in first.core and not any(p.determined for p in phrases[1:]):
        first.core.remove(Other())
        for phrase in phrases:
            phrase.core.insert(0, Other())
    if last.after and not first.after and all(bare):
        either: Filter = AnyOf(tuple(whole(p.core) for p in phrases))
        return Subject(whole([either, *last.after]), every)
    return Subject(AnyOf(tuple(whole([*p.core, *p.after]) for p in phrases)), every)


def _phrase(cursor: Cursor) -> Phrase:
    phrase = Phrase()
    while determiner := cursor.take(*_DETERMINERS):
        phrase.determined = True
        if determiner.code in _PARTICULAR:
            phrase.particular = True
            phrase.itself = determiner.code == "this"
        elif determiner.code == "every":
            phrase.single = True
        elif determiner.code == "other":
            phrase.core.append(Other())
        elif determiner.code == "your":
            phrase.yours = True
            phrase.after.append(ControlledBy("you"))
    plain_nouns(cursor, phrase)
    while _after(cursor, phrase):
        pass
    return phrase


def _lacks_article(cursor: Cursor, phrases: list[Phrase]) -> bool:
    """Whether a single word in the singular stands alone before a verb in the singular."""
    first = phrases[0]
    verb = cursor.text[cursor.peek().start : cursor.peek().end].lower()
    bare = not (first.determined or first.after or first.plural) and len(first.core) == 1
    return bare and len(phrases) == 1 and cursor.code() in VERBS and verb.endswith("s")


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
            if not in_zone(cursor, phrase):
                return False
        case "of":
            phrase.after.append(of_chosen(cursor))
        case "with" | "without":
            set_aside(cursor, "object", _at_verb, first)
            phrase.open = True
        case "relative" | "relative_not":
            return relative(cursor, phrase)
        case "demonstrative" if cursor.code(1) in _WHOSE:
            cursor.at += 1
        case "demonstrative":
            return did(cursor, phrase, VERBS)
        case "other_than":
            cursor.at += 1
            other = cursor.need("subject", "self", "pronoun", "name", "quote", "this")
            if other.code == "this":
                cursor.need("noun", "object", "term")
            named = other.name is not None and other.code in ("name", "quote")
            phrase.after.append(Not(Objects((other.name or "",))) if named else Other())
        case "named":
            cursor.at += 1
            phrase.after.append(Named(given_name(cursor)))
        case _:
            return False
    return True


def _at_verb(cursor: Cursor) -> bool:
    return cursor.code() in VERBS or cursor.code() in (
        "comma", "stop", "until", "except", "face_down",
    )  # fmt: skip
