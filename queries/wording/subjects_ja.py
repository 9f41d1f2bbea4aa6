"""Japanese noun phrases before は or が: what an effect affects, as a filter over objects."""

from __future__ import annotations

from dataclasses import replace

from ..syntax import All, AnyOf, ControlledBy, Filter, HasTerm, InZone, Named, Not, Objects, Other
from .choices import chosen_name, chosen_type
from .cursor import Cursor, Stuck
from .meanings import group_of
from .narrowing_ja import able, called, coloured, excluded, measured, partly_narrowed, restricted
from .nouns import Phrase, Subject, piece, pronoun, whole

_PLACES = {"first": 0, "second": 1}
_NARROWING = ("yours", "not_yours", "theirs", "not_theirs", "owned", "other")
_BEHIND = ("end", "stop", "comma", "open")
_RELATIVES = ("be", "not_be", "compared", "colour", "state", "face_down")
_PRONOUNS = ("pronoun", "self", "its_copy")


def subject(cursor: Cursor, *particles: str) -> Subject:
    """Reads what an effect affects with the particle behind it, by default that of a topic."""
    particles = particles or ("topic",)
    listed = _names(cursor, particles)
    if listed:
        return Subject(Objects(tuple(listed)), True)
    if cursor.code() in _PRONOUNS and cursor.code(1) in (*particles, "of"):
        itself = cursor.code() == "self"
        cursor.at += 1
        cursor.take("of")
        found = Subject(itself=True) if itself else pronoun(cursor)
    else:
        found = noun_phrases(cursor)
    found = _types(cursor, found)
    cursor.need("particle", *particles)
    return found


def _types(cursor: Cursor, found: Subject) -> Subject:
    """Reads the types of the objects, if it is of them that is spoken: それのクリーチャー・タイプは."""
    if cursor.code(-1) != "of":
        return found
    group = group_of(cursor.peek().terms, cursor.lexicon)
    if group is None and cursor.code() != "type":
        return found
    cursor.at += 1
    return replace(found, types=group)


def noun_phrases(cursor: Cursor) -> Subject:
    """Reads noun phrases joined by と, または or commas."""
    phrases = [_phrase(cursor)]
    while cursor.code() in ("and", "or", "comma"):
        place = cursor.at
        while cursor.take("comma", "and", "or"):
            pass
        try:
            phrases.append(_phrase(cursor))
        except Stuck:
            cursor.at = place
            break
    first = phrases[0]
    every = not any(p.particular or p.open for p in phrases)
    wholes = tuple(whole([*p.core, *p.after]) for p in phrases)
    *others, last = phrases
    if last.relative and others and not any(p.after or p.determined for p in others):
        kinds = AnyOf((*(whole(p.core) for p in others), whole(last.core[: last.relative])))
        return Subject(whole([kinds, *last.core[last.relative :], *last.after]), every)
    if any(partly_narrowed(first, p) for p in phrases[1:]):
        raise cursor.stuck("particle")
    if others and not any(p.after or p.determined for p in phrases[1:]):
        if first.relative:
            raise cursor.stuck("particle")
        wholes = restricted(phrases, cursor.lexicon) or wholes
    found = wholes[0] if len(wholes) == 1 else AnyOf(wholes)
    return Subject(found, every, itself=first.itself and len(wholes) == 1)


def _names(cursor: Cursor, particles: tuple[str, ...]) -> list[str]:
    listed: list[str] = []
    place = 0
    while (name := cursor.peek(place).name) is not None:
        listed.append(name)
        place += 1
        if cursor.code(place) in particles:
            cursor.at += place + 1
            return listed
        if cursor.code(place) not in ("and", "comma"):
            break
        place += 1
    return []


def _phrase(cursor: Cursor) -> Phrase:
    phrase = Phrase()
    found = False
    while True:
        token, first = cursor.peek(), cursor.at
        match token.code:
            case "all" | "particular" | "this" | "host" | "that_type" | "other" if len(
                phrase.core
            ) > phrase.relative and not isinstance(phrase.core[-1], Not):
                raise cursor.stuck("particle")
            case "all":
                phrase.determined = True
            case "particular" | "this" | "host" | "that_type":
                phrase.determined = phrase.particular = True
                phrase.itself = token.code == "this"
            case "other":
                phrase.after.append(Other())
            case "yours" | "owned":
                phrase.after.append(ControlledBy("you"))
            case "theirs":
                phrase.after.append(ControlledBy("opponent"))
            case "not_yours" | "not_theirs":
                player = "you" if token.code == "not_yours" else "opponent"
                phrase.after.append(Not(ControlledBy(player)))
            case "your" | "opponents":
                player = "you" if token.code == "your" else "opponent"
                phrase.after.append(ControlledBy(player))
                cursor.note("owner-as-controller", first, first + 1)
            case "colour":
                coloured(cursor, phrase)
                continue
            case "measured" | "quantity":
                measured(cursor, phrase)
                continue
            case "card_name":
                called(cursor, phrase)
                continue
            case "face_down" if _goes_on(cursor):
                phrase.open = True
                cursor.note("rider", first, first + 1, rider="object")
            case "first" | "second" | "chosen":
                if not _chosen(cursor, phrase):
                    raise cursor.stuck("noun")
                continue
            case "noun":
                found = True
            case "anyones":
                pass
            case "state":
                phrase.open = True
                cursor.note("rider", first, first + 1, rider="object")
            case "up_to" | "choice":
                phrase.particular = True
            case "excluding" | "other" if found:
                if phrase.particular and not phrase.itself:
                    raise cursor.stuck("particle")
                excluded(phrase)
                found = False
            case "comma" if cursor.code(-1) in _RELATIVES and _goes_on(cursor):
                pass
            case "comma" if phrase.particular and not found:
                pass
            case "comma" if phrase.core and isinstance(phrase.core[-1], Not):
                pass
            case "comma" if not phrase.after or found:
                break
            case "comma":
                pass
            case "prefix_not":
                cursor.at += 1
                phrase.core.append(Not(_need_piece(cursor)))
                found = True
                continue
            case "be" if found and cursor.code(1) == "or":
                cursor.at += 1
                break
            case "be" if found and _nouns_ahead(cursor):
                phrase.relative = len(phrase.core)
            case "counter":
                if not (found or phrase.after or phrase.particular):
                    break
                phrase.particular = True
            case "of" | "dot" | "located" | "number":
                if not (found or phrase.after or phrase.particular):
                    break
            case _ if token.name is not None and cursor.code(1) == "named":
                cursor.at += 1
                phrase.after.append(Named(token.name))
            case "word" | "quote":
                able(cursor, phrase)
                continue
            case _:
                before = len(phrase.core)
                if not _noun(cursor, phrase):
                    break
                found = found or len(phrase.core) > before
                continue
        cursor.at += 1
    if not found:
        raise cursor.stuck("noun" if phrase.determined else "subject")
    if not phrase.core:
        phrase.core.append(All(()))
    return phrase


def _goes_on(cursor: Cursor) -> bool:
    """Whether a noun phrase goes on behind the token at hand, as behind a relative clause."""
    return cursor.code(1) in ("all", *_NARROWING) or _nouns_ahead(cursor)


def _nouns_ahead(cursor: Cursor) -> bool:
    """Whether a noun stands behind the verb at hand, which then is of a relative clause."""
    place = 1
    while cursor.code(place) in ("all", "comma", *_NARROWING):
        place += 1
    return piece(cursor.peek(place).terms, cursor.lexicon) is not None


def _noun(cursor: Cursor, phrase: Phrase) -> bool:
    token = cursor.peek()
    zone = next((t for t in token.terms if t.category == "Zone"), None)
    if zone is not None:
        if cursor.code(1) not in ("located", "not_located", "of"):
            return False
        cursor.at += 2
        place: Filter = InZone(zone.id)
        phrase.after.append(Not(place) if cursor.code(-1) == "not_located" else place)
        if cursor.code(-1) == "of" and cursor.code() == "counter":
            cursor.at += 1
        return True
    found = piece(cursor.peek().terms, cursor.lexicon)
    if found is None:
        return False
    cursor.at += 1
    if cursor.code() == "nor":
        phrase.core += _neither(cursor, found)
        return True
    goes_on = cursor.code(1) not in _BEHIND
    goes_on = goes_on or (cursor.code(1) == "comma" and cursor.code(2) in _NARROWING)
    if cursor.code() == "not_be" and goes_on:
        parts = [found]
        while phrase.core and cursor.code(-2 * len(parts)) == "dot":
            parts.insert(0, phrase.core.pop())
        cursor.at += 1
        found = Not(whole(parts))
    phrase.core.append(found)
    return True


def _neither(cursor: Cursor, found: Filter) -> list[Filter]:
    """Reads アーティファクトでもエンチャントでもない behind its first noun."""
    pieces = [found]
    while cursor.take("nor"):
        pieces.append(_need_piece(cursor))
    cursor.need("verb", "not_be")
    if cursor.code() in _BEHIND:
        raise cursor.stuck("noun")
    return [Not(part) for part in pieces]


def _need_piece(cursor: Cursor) -> Filter:
    found = piece(cursor.peek().terms, cursor.lexicon)
    if found is None:
        raise cursor.stuck("noun")
    cursor.at += 1
    return found


def _chosen(cursor: Cursor, phrase: Phrase) -> bool:
    """Reads 選ばれた第1のタイプの, 選ばれた名前を持つ."""
    start = cursor.peek()
    first = cursor.at
    if cursor.code() == "chosen" and cursor.code(1) == "name_of":
        cursor.at += 2
        name = chosen_name(cursor)
        if name is not None:
            phrase.after.append(Named(name))
            return True
        phrase.open = True
        cursor.note("rider", first, cursor.at, rider="object")
        return True
    place = None
    while ordinal := cursor.take("first", "second", "chosen"):
        place = _PLACES.get(ordinal.code, place)
    group = group_of(cursor.peek().terms, cursor.lexicon)
    if group is None and cursor.code() != "type":
        return False
    cursor.at += 1
    chosen: Filter = HasTerm((chosen_type(cursor, place, group, start).id,))
    phrase.after.append(Not(chosen) if cursor.take("not_be") else chosen)
    return True
