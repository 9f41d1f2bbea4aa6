"""Moments and events of a run in words: at the start, after what, when what happens."""

from __future__ import annotations

from ..engine.run import Run
from ..logic.syntax import Compound, Value
from .nodes import When
from .words import Speaker


class Moments:
    """Tells the moments of one run.

    An effect is applied; that it begins is an event of the game before that. What becomes due takes
    place. An event that was given in a sentence is told by that sentence.
    """

    def __init__(self, run: Run, speaker: Speaker) -> None:
        self.run = run
        self.speaker = speaker

    def of(self, when: When) -> str:
        """A moment in words, or "" for what always holds or where there is only one."""
        words = []
        if when.event is not None:
            words.append(self._word("when", when.event, when.situation, tried=bool(when.tried)))
        elif when.situation >= 0 and not when.tried:
            words.append(self.place(when.situation))
        words += [self.speaker.word("if", self.speaker.value(event)) for event in when.tried]
        return ", ".join(filter(None, words))

    def place(self, situation: int) -> str:
        """A situation: the start, or after which event; "" where nothing ever happens."""
        happening = self.run.parent(situation)
        if happening is None:
            return self.speaker.word("start") if self.run.happenings else ""
        return self._word("after", happening.event, happening.source)

    def happens(self, when: When) -> str:
        """That an event happens, as a sentence."""
        assert when.event is not None
        return self._word("happens", when.event, when.situation, tried=bool(when.tried))

    def _word(self, key: str, event: Value, situation: int, *, tried: bool = False) -> str:
        if self.speaker.is_event(event):
            kind = "-event"
        elif tried or (event,) in self.run.state_tuples("candidate", situation):
            kind = ""
        else:
            kind = "-due" if isinstance(event, Compound) else "-begins"
        return self.speaker.word(key + kind, self.speaker.title(event))
