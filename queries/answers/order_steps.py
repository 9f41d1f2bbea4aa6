"""Why the effects were applied in their order: one line a step."""

from __future__ import annotations

from ...kb.engine.run import Happening
from ...kb.logic.syntax import Value
from ...kb.values import value
from .answer import UNDETERMINED, YES, Answer
from .applied import Applied
from .case import Case
from .reasons import CHAIN, ORDER, Reason, Reasons

WORDS = {
    "en": {
        "before": "before {0}: {1}", "with": "{0} {1}", "not before": "{0}: {1}", "alone": "{0}", "last": "{0} last", "idle": "it changes nothing",
        "waits": "{0} waits for {1}", "open": "nothing decides whether it or {0} comes first",
        "loop": "{0} depend on each other in a loop, so none waits for another",
        "and": " and ", ",": ", ", ";": "; ", "none": "no effect is applied", "outcome": "outcome {0}:",
    },
    "ja": {
        "before": "{0}より先: {1}", "with": "{0}は{1}", "not before": "{0}: {1}", "alone": "{0}", "last": "{0}は最後", "idle": "何も変えない",
        "waits": "{0}は{1}を待つ", "open": "{0}とどちらが先かは定まらない",
        "loop": "{0}は互いに依存してループをなすので、どれも待たない",
        "and": "、", ",": "、", ";": "。", "none": "適用される効果はない", "outcome": "結果{0}:",
    },
}  # fmt: skip


@value
class OrderStep:
    """An effect at its place in the order of application.

    Args:
        number: Its place, from 1.
        effect: Its name.
        words: Its words as they were given.
        timestamp: Its timestamp, if it has one.
        layer: Its layer, or "".
        idle: It changed nothing.
        text: Why it comes before those that were left, as one line.
        rules: Names of the rules behind that.
    """

    number: int
    effect: str
    words: str
    timestamp: int | None
    layer: str
    idle: bool
    text: str
    rules: tuple[str, ...]


def order_steps(case: Case, lang: str, leaf: int | None = None) -> list[OrderStep]:
    """The effects in order of application, each with why it comes before those that were left."""
    if leaf is None and not case.run.leaves:  # the run was cut short
        return []
    applied = Applied(case, lang, case.run.leaves[0] if leaf is None else leaf)
    teller = _Teller(applied)
    return [teller.step(place, h) for place, h in enumerate(applied.happenings, 1)]


def why_order(case: Case) -> Answer:
    """The answer to `why order`: undetermined where the order itself is left open."""
    proofs = tuple(case.order_proof())
    events = [[h.event for h in case.last_pass(leaf)] for leaf in case.run.leaves]
    depends = next((_parting(events[0], e) for e in events[1:] if e != events[0]), ())
    return Answer(
        f"order {', '.join(map(str, case.order()))}",
        UNDETERMINED if depends or case.run.bound else YES,
        case.rules_of(proofs),
        proofs,
        verb="why-order",
        depends=depends,
        ordered=True,
    )


def _parting(one: list[Value], other: list[Value]) -> tuple[Value, ...]:
    """The effects at which two orders part."""
    parts = next((p for p in zip(one, other, strict=False) if p[0] != p[1]), ())
    return tuple(sorted(parts, key=str))


def step_lines(case: Case, lang: str) -> list[str]:
    """The steps as numbered lines; for each order where there are several."""
    orders = {tuple(s.text for s in order_steps(case, lang, x)): None for x in case.run.leaves}
    lines = []
    for number, texts in enumerate(orders, 1):
        if len(orders) > 1:
            lines.append(WORDS[lang]["outcome"].format(number))
        lines += [f"{place}. {text}" for place, text in enumerate(texts, 1)]
    return lines or ([] if case.run.bound else [WORDS[lang]["none"]])


def step_data(step: OrderStep) -> dict[str, object]:
    """A step as plain data."""
    return {
        "step": step.number,
        "effect": step.effect,
        "timestamp": step.timestamp,
        "layer": step.layer or None,
        "idle": step.idle,
        "text": step.text,
        "rules": list(step.rules),
    }


class _Teller:
    """Tells the steps of one order."""

    def __init__(self, applied: Applied) -> None:
        self.applied = applied
        self.reasons = Reasons(applied)
        self.words = WORDS[applied.lang]
        self.loops: set[Value] = set()

    def step(self, place: int, happening: Happening) -> OrderStep:
        event = happening.event
        clauses: list[str] = []
        rules: list[str] = []
        others = self.applied.waiting(happening)
        for said, cited in self._clauses(event, others, happening.source):
            clauses.append(f"{said} [{', '.join(cited)}]" if cited else said)
            rules += cited
        key = "last" if place > 1 else "alone"
        if clauses:
            key = "with" if self.leads else "not before"
        name = self.applied.name(event)
        text = self.words[key].format(name, self.words[";"].join(clauses))
        idle = self.applied.idle(happening)
        return OrderStep(
            place,
            name,
            self.applied.words(event),
            self.applied.timestamp(event),
            self.applied.layer(event),
            idle,
            self.words[";"].join([text, self.words["idle"]]) if idle else text,
            tuple(dict.fromkeys(rules)),
        )

    def _clauses(
        self, event: Value, others: list[Value], situation: int
    ) -> list[tuple[str, tuple[str, ...]]]:
        """What there is to say of an effect and those that are left, with the rules behind it."""
        reasons = self.reasons.precedence(event, others, situation)
        self.leads = bool(reasons)
        found = [(self._before(r), r.rules) for r in reasons]
        loop = [x for x in self.reasons.loop(event, situation) if x not in self.loops]
        if loop:
            self.loops |= {event, *loop}
            rule = self.reasons.proof(CHAIN, (event, loop[0]), situation).rule
            found.append((self.words["loop"].format(self._names([event, *loop])), (rule,)))
        preceded = {other for reason in reasons for other in reason.before}
        pairs = self.reasons.pairs(ORDER, situation)
        for other in (o for o in others if o not in preceded):
            cause = next((c for c in others if (c, other) in pairs), None)
            if cause is None:
                found.append((self.words["open"].format(self.applied.name(other)), ()))
                continue
            rule = self.reasons.proof(ORDER, (cause, other), situation).rule
            said = self.words["waits"].format(self.applied.name(other), self.applied.name(cause))
            found.append((said, (rule,)))
        return found

    def _before(self, reason: Reason) -> str:
        return self.words["before"].format(self._names(reason.before), reason.because)

    def _names(self, events: list[Value] | tuple[Value, ...]) -> str:
        names = [self.applied.name(e) for e in events]
        head = self.words[","].join(names[:-1])
        return self.words["and"].join(filter(None, [head, names[-1]]))
