"""Days told by their distance: "in 3 weeks", "45 days ago", "90 days after", "hace 2 meses"."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from datetime import date, timedelta

from assistant.answers.durations import DAYS_IN, Duration, duration
from assistant.compute import calendar
from assistant.records import Language

_LEADS: tuple[tuple[tuple[str, ...], int], ...] = (
    *((("in",), 1), (("within",), 1), (("dentro", "de"), 1), (("en",), 1), (("hace",), -1)),
    *(((*here, to), 1) for here in (("de", "aca"), ("de", "aqui"), ("de", "hoy"), ("aca",),
                                    ("aqui",)) for to in ("a", "en")),
)  # fmt: skip
_TAILS: tuple[tuple[tuple[str, ...], int], ...] = (
    *((("ago",), -1), (("from", "now"), 1), (("hence",), 1), (("atras",), -1)),
    *((("after",), 1), (("before",), -1), (("from",), 1), (("since",), 1), (("prior", "to"), -1)),
    *((("despues", "de"), 1), (("despues", "del"), 1), (("antes", "de"), -1)),
    *((("antes", "del"), -1), (("a", "partir", "de"), 1), (("a", "partir", "del"), 1)),
    *((("desde",), 1), (("tras",), 1), (("contando", "desde"), 1)),
)
_ANCHORED = frozenset(("after", "before", "from", "since", "to", "de", "del", "desde", "tras"))
Anchor = Callable[[Sequence[str]], tuple[date, int] | None]
"""The day that words begin with, and how many of them it takes."""


def read(
    words: Sequence[str], today: date, language: Language, anchor: Anchor
) -> tuple[date, int] | None:
    """The day so far away that the folded words begin with, and how many of them it takes."""
    for lead, sign in _LEADS:
        led = duration(words[len(lead) :], language) if tuple(words[: len(lead)]) == lead else None
        if led and led.value.unit in DAYS_IN:
            return shifted(today, led.value, sign), len(lead) + led.length
    spoken = duration(words, language)
    if spoken is None or spoken.value.unit not in DAYS_IN:
        return None
    behind = words[spoken.length :]
    for tail, sign in _TAILS:
        length = spoken.length + len(tail)
        if tuple(behind[: len(tail)]) != tail:
            continue
        if tail[-1] not in _ANCHORED:
            return shifted(today, spoken.value, sign), length
        day = anchor(words[length:])
        if day:
            return shifted(day[0], spoken.value, sign), length + day[1]
    return None


def shifted(day: date, by: Duration, sign: int) -> date:
    """``day`` so much later, or earlier where ``sign`` is -1."""
    count = sign * by.number
    if by.unit == "workday":
        return calendar.add_working_days(day, count)
    if by.unit in ("month", "year"):
        return calendar.add_months(day, count * (12 if by.unit == "year" else 1))
    return day + timedelta(days=count * DAYS_IN[by.unit])


def vocabulary() -> frozenset[str]:
    """The words around the length of time."""
    return frozenset(word for said, _ in (*_LEADS, *_TAILS) for word in said)
