"""Exit codes of the commands, and which of several counts."""

from __future__ import annotations

from collections.abc import Iterable

STOPPED = 130  # by Ctrl-C, as shells count it: 1 means *no*
_FIRST = (STOPPED, 2, 1, 3)


def is_stop(error: BaseException) -> bool:
    """Whether an error is Ctrl-C, which Python 3.11 wraps when it comes while a class is made."""
    return isinstance(error, KeyboardInterrupt) or isinstance(error.__cause__, KeyboardInterrupt)


def worst(codes: Iterable[int]) -> int:
    """Of several exit codes the first of 130, 2, 1, 3, 0."""
    found = set(codes)
    return next((code for code in _FIRST if code in found), 0)
