"""Answers: the verdict of a question with its proof, its rules, and what it hangs on."""

from __future__ import annotations

from ...kb.logic.syntax import Atom, Value
from ...kb.proof.nodes import ProofNode
from ...kb.values import value

YES, NO, UNDETERMINED = "yes", "no", "undetermined"


@value
class Change:
    """One change of what was given, as `flip` tries it.

    Args:
        kind: "without-effect", "without-rule", "other-order" or "without-type".
        args: The effect, the rule, the two effects, or the object and its term.
    """

    kind: str
    args: tuple[str, ...]


@value
class Answer:
    """What a question comes to.

    Args:
        question: The question as written.
        verdict: "yes", "no" or "undetermined".
        rules: Names of the rules that the proof cites.
        proofs: Why; several where a question asks several things.
        expected: For `then`: whether it came out as expected.
        got: What came out, in short.
        depends: What an undetermined answer hangs on: the events or choices of the fork.
        verb: The question's verb.
        subject: The object that is asked about, if it is one.
        has: What is asked of it.
        rows: The rows that `find` gave.
        flips: The smallest changes that turn the verdict (`flip`).
        ordered: It is about the order of application, so that its steps are told.
        held: How many of the proofs are of an outcome in which it holds, if others are not.
    """

    question: str
    verdict: str
    rules: tuple[str, ...] = ()
    proofs: tuple[ProofNode, ...] = ()
    expected: bool | None = None
    got: str = ""
    depends: tuple[Value | Atom, ...] = ()
    verb: str = "ask"
    subject: str = ""
    has: str = ""
    rows: tuple[tuple[Value, ...], ...] = ()
    flips: tuple[tuple[Change, ...], ...] = ()
    ordered: bool = False
    held: int = 0
