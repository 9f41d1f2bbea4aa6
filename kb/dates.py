"""Dates as texts: sorted by time as they are by letters."""

from __future__ import annotations

import re

_DATE = re.compile(r"[0-9]{4}-[0-9]{2}-[0-9]{2}")


def is_date(text: str) -> bool:
    """Whether a text is a day of the calendar, written YYYY-MM-DD."""
    if not _DATE.fullmatch(text):
        return False
    import datetime

    try:
        datetime.date.fromisoformat(text)
    except ValueError:
        return False
    return True
