"""A naive reference evaluator of type-changing effects: plain sets, no rule engine, no ontology.

It states the rules a second time, in another way, so that the engine can be compared with it on
random scenarios: 205.1a-b (set, add, correlated subtypes), 205.3d, 205.4b, 305.7, 612 (text
change), 613.1 (layers 1, 3, 4), 613.2 (face down after copies), 613.3 (characteristic-defining
first), 613.6 (an effect that has begun goes on), 613.7 (timestamps), 613.8 (dependency, by trial),
702.73, 707.2 (with abilities), 707.9b, 708.2, and of 613.1f that abilities are lost.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace

from .reference_values import (
    COPIES,
    FACE_DOWN,
    TEXT,
    Change,
    Filter,
    Game,
    Line,
    Op,
    Outcome,
    Scenario,
    Summed,
    kind_of,
    replaced,
)

Key = tuple[int, str | None]
KEPT_WHEN_SET = frozenset({"Instant", "Sorcery"})
BASIC_LAND_TYPES = frozenset(
    f"land-type/{name}" for name in ("Plains", "Island", "Swamp", "Mountain", "Forest")
)


def evaluate(scenario: Scenario, game: Game, *, dependency: bool = True) -> Outcome:
    """The final type lines and the order of application.

    Args:
        scenario: Objects and effects; effects with equal timestamps are taken as listed.
        game: Facts of the game.
        dependency: Whether 613.8 is followed; otherwise timestamps alone decide in a layer.
    """
    board = _Board(scenario, game, dependency)
    order: list[int] = []
    for layer in (1, 3, 4, 6):
        changes = sorted((*scenario.changes, *board.copied), key=lambda c: c.ts)
        parts = [c for c in changes if layer in _layers(c)]
        if layer == 1:  # 613.2: face-down status is applied after all copy effects
            parts.sort(key=lambda c: any(op[0] == FACE_DOWN for op in c.ops))
        groups = [[c for c in parts if c.defining], [c for c in parts if not c.defining]]  # 613.3
        for waiting in groups:
            while waiting:
                # copied values are fixed when the copying begins (707.2b): no waiting in layer 1
                free = _free(waiting, board, layer) if dependency and layer > 1 else waiting
                first = free[0]
                waiting.remove(first)
                board.apply(first, layer)
                if layer != 6 and first.ts not in order:
                    order.append(first.ts)
        if layer == 1:
            copiable, copied = dict(board.lines), frozenset(board.abilities)
    return Outcome(board.lines, tuple(order), copiable, frozenset(board.abilities), copied)


def _layers(change: Change) -> frozenset[int]:
    """The layers in which an effect has a part; what a copy effect adds belongs to the copy."""
    names = {str(op[0]) for op in change.ops}
    if names & {COPIES, FACE_DOWN}:
        return frozenset({1})
    text = {3} if TEXT in names else set()
    types = {4} if names - {TEXT, "lose_abilities"} else set()
    abilities = {6} if "lose_abilities" in names else set()
    return frozenset(text | types | abilities)


def _free(waiting: list[Change], board: _Board, layer: int) -> list[Change]:
    """The effects that need not wait (613.8a-b), oldest first; in a loop nobody waits."""
    needs = {
        a.key: {b.key for b in waiting if b is not a and _depends(a, b, board, layer)}
        for a in waiting
    }

    def reaches(start: Key, goal: Key) -> bool:
        seen, todo = set[Key](), [start]
        while todo:
            for after in needs[todo.pop()] - seen:
                seen.add(after)
                todo.append(after)
        return goal in seen

    return [a for a in waiting if all(reaches(b, a.key) for b in needs[a.key])]


def _depends(a: Change, b: Change, board: _Board, layer: int) -> bool:
    """Whether applying `b` changes that `a` exists, what it applies to or what it gives."""
    trial = board.copy()
    trial.apply(b, layer)
    if board.exists(a) != trial.exists(a):
        return True
    if not board.exists(a):
        return False
    before, after = board.targets(a), trial.targets(a)
    if before != after:
        return True
    return any(board.given(a, name, layer) != trial.given(a, name, layer) for name in before)


class _Board:
    """The lines of all objects while effects are applied one after another."""

    def __init__(self, scenario: Scenario, game: Game, dependency: bool) -> None:
        self.scenario, self.game, self.dependency = scenario, game, dependency
        self.things = {thing.name: thing for thing in scenario.things}
        self.lines = {thing.name: thing.line for thing in scenario.things}
        self.begun: dict[Key, tuple[str, ...]] = {}  # 613.6: effects keep their objects
        self.abilities: set[tuple[int, str]] = {
            (c.ts, c.source) for c in scenario.changes if c.source in self.things
        }
        self.copied: list[Change] = []  # effects of abilities that copies have got
        self.words: dict[str, dict[str, str]] = {}  # object → words changed in its text
        for change in scenario.changes:
            if change.source is None and change.affects.objects is None:
                self.begun[change.key] = self._locked(change)

    def copy(self) -> _Board:
        """A board on which something can be tried."""
        twin = object.__new__(_Board)
        twin.scenario, twin.game, twin.dependency = self.scenario, self.game, self.dependency
        twin.things = self.things
        twin.lines, twin.begun = dict(self.lines), dict(self.begun)
        twin.abilities, twin.copied = set(self.abilities), list(self.copied)
        twin.words = {name: dict(words) for name, words in self.words.items()}
        return twin

    def _earlier(self, change: Change) -> Outcome:
        """The board as it was when the effect began."""
        before = tuple(c for c in self.scenario.changes if c.ts < change.ts)
        scenario = replace(self.scenario, changes=before)
        return evaluate(scenario, self.game, dependency=self.dependency)

    def _locked(self, change: Change) -> tuple[str, ...]:
        """611.2c: what a resolved effect affects is settled when it begins."""
        then = self._earlier(change).lines
        return tuple(n for n in self.things if self._fits(n, change.affects, None, then))

    # --- does it exist, and whom does it affect ---------------------------------------------------

    def exists(self, change: Change) -> bool:
        """Whether the ability that makes the effect is there, or it has begun, or it resolved."""
        source = self.things.get(change.source or "")
        if source is None or change.key in self.begun:
            return True
        works = change.defining or source.zone == "battlefield"
        return works and (change.ability or change.ts, source.name) in self.abilities

    def targets(self, change: Change) -> tuple[str, ...]:
        """The objects that the effect applies to now."""
        if change.key in self.begun:
            return self.begun[change.key]
        words = self.words.get(change.source or "", {})

        def now(terms: tuple[str, ...]) -> tuple[str, ...]:
            return tuple(words.get(t, t) for t in terms)

        a = change.affects
        affects = replace(a, all=now(a.all), any=now(a.any), none=now(a.none))
        return tuple(n for n in self.things if self._fits(n, affects, change.source, self.lines))

    def _fits(
        self, name: str, affects: Filter, source: str | None, lines: Mapping[str, Line]
    ) -> bool:
        if affects.objects is not None:
            return name in affects.objects
        thing, ids = self.things[name], lines[name].ids
        return (
            thing.zone == affects.zone
            and all(t in ids for t in affects.all)
            and not any(t in ids for t in affects.none)
            and (not affects.any or any(t in ids for t in affects.any))
            and (not affects.named or name in affects.named)
            and affects.controller in (None, thing.controller)
            and affects.token in (None, thing.token)
            and not (affects.other and name == source)
        )

    # --- what it does -----------------------------------------------------------------------------

    def apply(self, change: Change, layer: int) -> None:
        """Applies the effect's part of a layer, all its ops at once, to all its objects at once."""
        if not self.exists(change):
            return
        names = self.targets(change)
        self.begun[change.key] = names
        after = {name: self._changed(change, name, layer) for name in names}
        for name, line in after.items():
            self._silence(change, name, layer, line)
            if layer == 3:
                words = self.words.setdefault(name, {})
                for old, new in replaced(change):
                    words.update({w: new for w, v in words.items() if v == old})
                    words.setdefault(old, new)
        self.lines.update(after)

    def given(self, change: Change, name: str, layer: int) -> frozenset[str]:
        """The terms that the effect would give an object, whether or not it has them already."""
        line = self.lines[name]
        if layer == 6:
            return frozenset()
        if layer == 3:
            return frozenset(new for old, new in replaced(change) if old in line.ids)
        gives = Summed(self._ops(change), self.game)
        used = self._used(self._changed(change, name, layer).card_types)
        subtypes = {t for t in gives.subtypes if kind_of(t) in used}
        return frozenset(gives.sets | gives.adds | gives.supertypes | subtypes)

    def _ops(self, change: Change) -> tuple[Op, ...]:
        """The effect's ops in the words that its source's text has now."""
        words = self.words.get(change.source or "", {})
        return tuple(
            tuple(tuple(words.get(w, w) for w in p) if isinstance(p, tuple) else p for p in op)
            for op in change.ops
        )

    def _used(self, card_types: frozenset[str]) -> frozenset[str]:
        return frozenset(k for t in card_types for k in self.game.uses.get(t, ()))

    def _changed(self, change: Change, name: str, layer: int) -> Line:
        line = self.lines[name]
        if layer == 6:
            return line
        if layer == 3:
            for old, new in replaced(change):
                line = Line(
                    *(
                        frozenset(new if t == old else t for t in part)
                        for part in (line.supertypes, line.card_types, line.subtypes)
                    )
                )
            return line
        for op in change.ops if layer == 1 else ():
            if op[0] == FACE_DOWN:
                assert isinstance(op[1], Line)
                return op[1]
            if op[0] == COPIES:
                line = self._copied(change, str(op[1]))
        return self._with_ops(line, Summed(self._ops(change), self.game))

    def _copied(self, change: Change, name: str) -> Line:
        """707.2: the copiable values of the original as the copying begins."""
        if change.source is not None:
            return self.lines[name]
        return self._earlier(change).copiable[name]

    def _with_ops(self, line: Line, op: Summed) -> Line:
        kept = line.card_types & KEPT_WHEN_SET if op.sets else line.card_types
        card_types = (kept - op.loses) | op.sets | op.adds
        used, used_before = self._used(card_types), self._used(line.card_types)
        lost_kinds = (used_before - used) | op.lost_kinds | {kind_of(t) for t in op.replacing}
        subtypes = {t for t in line.subtypes - op.lost_subtypes if kind_of(t) not in lost_kinds}
        subtypes |= {t for t in op.subtypes if kind_of(t) in used}
        supertypes = (line.supertypes - op.lost_supertypes) | op.supertypes
        return Line(frozenset(supertypes), frozenset(card_types), frozenset(subtypes))

    def _silence(self, change: Change, name: str, layer: int, after: Line) -> None:
        """305.7, 613.1f, 707.2, 708.2: the object's abilities are gone, a copy has those copied."""
        names = {op[0] for op in change.ops}
        basic = Summed(self._ops(change), self.game).replacing & BASIC_LAND_TYPES
        land = layer == 4 and basic and "Land" in after.card_types
        if names & {COPIES, FACE_DOWN} or land or layer == 6:
            self.abilities = {(a, holder) for a, holder in self.abilities if holder != name}
        for op in change.ops:
            if op[0] == COPIES and change.source is None:
                self._get_abilities(change, str(op[1]), name)

    def _get_abilities(self, change: Change, original: str, name: str) -> None:
        """707.2: the copy has the abilities that the original had as the copying began."""
        then = self._earlier(change)
        for ability in sorted(a for a, holder in then.copiable_abilities if holder == original):
            effect = next(c for c in self.scenario.changes if c.ts == ability)
            itself = effect.affects.objects == (effect.source,)
            self.abilities.add((ability, name))
            if effect.affects.objects is None or itself:
                affects = replace(effect.affects, objects=(name,)) if itself else effect.affects
                self.copied = [c for c in self.copied if c.key != (ability, name)]
                copied = replace(effect, source=name, affects=affects)
                self.copied.append(replace(copied, ts=change.ts, ability=ability))
