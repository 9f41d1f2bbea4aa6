"""What the clauses of an effect that was read tell: of types, of what is kept, of subtypes alone."""

from __future__ import annotations

from dataclasses import replace

from ...kb.diagnostics import Diagnostic
from ..syntax import Clause, Effect, Note
from ..wording.drafts import STILL

_EXCEPT = " except "


def only_keeps(clause: Clause) -> bool:
    """Whether a clause says only what is kept ("it's still a land") or lost besides."""
    return STILL in clause.cues or not (clause.gives or clause.gives_every or clause.removes)


def changes_types(effect: Effect) -> bool:
    """Whether an effect says anything of types; to copy a spell or ability as it is does not."""
    told = [c for c in effect.clauses if tells_of_types(c)]
    if any(rider_of(n) == "copying" for n in effect.notes):
        return any(c.copies is None for c in told)
    return bool(told)


def put_face_down(clause: Clause) -> Clause:
    """What is given to an object that was put face down is all that it has."""
    if clause.cues or not clause.gives or clause.copies is not None:
        return clause
    return replace(clause, face_down=True)


def copying_this(clause: Clause) -> Clause:
    return clause if clause.copies is None else replace(clause, copies="~")


def copying_named(clause: Clause) -> Clause:
    """A clause that copies what is named in quotation marks, which tell that it is a name."""
    return clause if clause.copies is None else replace(clause, copies=f"《{clause.copies}》")


def says_something(clause: Clause) -> bool:
    return tells_of_types(clause) or clause.removes_abilities


def tells_of_types(clause: Clause) -> bool:
    """Whether a clause says anything of types."""
    given = clause.gives or clause.gives_every or clause.removes or clause.removes_every
    return bool(given or clause.copies is not None or clause.replaces or clause.face_down)


def rider_of(note: Note) -> str:
    if "words" not in note.params or note.key == "no-type-change":
        return ""
    if note.key == "condition-assumed":
        return "condition"
    return str(note.params.get("rider", ""))


def subtypes_only(clause: Clause) -> bool:
    """Whether a clause gives nothing but subtypes, as characteristic-defining abilities may."""
    given = (clause.gives or clause.gives_every) and all("/" in term for term in clause.gives)
    return bool(given) and not (clause.removes or clause.removes_every or clause.removes_abilities)


def conditional_exception(effect: Effect, text: str) -> Diagnostic | None:
    """The fault of a copying whose exception alone has a condition, which no exact form can say."""
    if all(clause.copies is None for clause in effect.clauses):
        return None
    start = text.casefold().find(_EXCEPT)
    for note in effect.notes:
        place = text.find(str(note.params.get("words", "")))
        if rider_of(note) == "condition" and 0 <= start < place:
            words = str(note.params["words"])
            params: dict[str, object] = {"input": words}
            return Diagnostic(
                "unread-types", place, place + len(words), params, message="unread-exception"
            )
    return None
