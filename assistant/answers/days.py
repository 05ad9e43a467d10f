"""Questions about days: "how many days until Christmas", "qué día cae el 3 de mayo"."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from datetime import date, datetime

from assistant.answers import spans, stretches
from assistant.answers.durations import Unit
from assistant.answers.frames import Match
from assistant.answers.stretches import Stretch
from assistant.answers.vocabulary import own
from assistant.answers.when import When
from assistant.compute import calendar
from assistant.messages import say
from assistant.records import Language


def counted_until(day: date, now: datetime, unit: Unit | None, language: Language) -> str | None:
    """How long it is from today to a day that is not over."""
    today = now.date()
    if unit in ("hour", "minute"):
        minutes = spans.minutes_until(day, now)
        told = spans.clock(minutes, unit, language)
        return say(
            "computed.until", language, count=minutes, amount=told, date=_full(day, language)
        )
    if day == today:
        return say("computed.is_today", language, date=_full(day, language))
    if day < today:
        return _since(day, now, unit, language)
    told = spans.amount(today, day, unit, language)
    count = spans.leading(today, day, unit)
    said = say("computed.until", language, count=count, amount=told, date=_full(day, language))
    return _with_note(said, unit, language)


def _until(match: Match) -> str | None:
    if match.days[0].month and not match.says("until"):
        return None  # what is left of a month is no way to its beginning
    day = match.days[0].next
    return counted_until(day, match.now, match.unit, match.language)


def _since(day: date, now: datetime, unit: Unit | None, language: Language) -> str | None:
    if unit in ("hour", "minute"):
        return None
    today = now.date()
    if day == today:
        return say("computed.is_today", language, date=_full(day, language))
    told = spans.amount(day, today, unit, language)
    count = spans.leading(day, today, unit)
    said = say("computed.since", language, count=count, amount=told, date=_full(day, language))
    return _with_note(said, unit, language)


def _passed_since(match: Match) -> str | None:
    when = match.days[0]
    if when.last > match.now.date():
        return None
    return _since(when.last, match.now, match.unit, match.language)


def _between(match: Match) -> str | None:
    one, other = match.days
    start, end = _in_order(one, other)
    if match.unit in ("hour", "minute") or start > end:
        return None
    language, unit = match.language, match.unit or "day"
    told = spans.amount(start, end, unit, language)
    days = {"start": _full(start, language), "end": _full(end, language)}
    sentence = say("computed.between", language, amount=told, **days)
    return _with_note(sentence, unit, language)


def _in_order(one: When, other: When) -> tuple[date, date]:
    """Two days as a pair: of one without a year, month or week, the nearest to the other."""
    if one.fixed and other.fixed:
        return (one.next, other.next) if one.next <= other.next else (other.next, one.next)
    if other.fixed:
        return (one.next if one.next <= other.next else one.last), other.next
    return one.next, other.after(one.next)


def _age(match: Match) -> str | None:
    born, today = match.days[0], match.now.date()
    if not born.fixed or born.next > today:
        return None
    told = spans.age(born.next, today, match.unit, match.language)
    return say("computed.age", match.language, amount=told, date=_full(today, match.language))


def _which_day(match: Match) -> str | None:
    when = match.days[0]
    if when.month:
        return None
    return _capital(_full(when.last if match.says("was") else when.next, match.language))


def _today(match: Match) -> str | None:
    return _full(match.now.date(), match.language)


def _current(match: Match) -> str | None:
    today, language = match.now.date(), match.language
    if match.unit == "year":
        return str(today.year)
    if match.unit == "month":
        month = calendar.months(language)[today.month - 1]
        return say("computed.month_of", language, month=month, year=today.year)
    return _week(today, language) if match.unit == "week" else None


def _which_week(match: Match) -> str | None:
    if match.unit != "week":
        return None
    return _week(match.days[0].next, match.language)


def _week(day: date, language: Language) -> str:
    number = day.isocalendar().week
    return say("computed.week_of", language, week=number, date=_full(day, language))


def _is_day(match: Match) -> str | None:
    """ "Is 3 May a Sunday?": one of the two is a day of the week and nothing more."""
    found = [(slot.value, slot.length) for slot in match.slots if isinstance(slot.value, When)]
    weekly = [at for at, (day, size) in enumerate(found) if size == 1 and day.weekday is not None]
    if len(weekly) != 1 or (weekly[0] != len(found) - 1 and _weekday_is_last(match)):
        return None
    when = next(day for at, day in enumerate(match.days) if at != weekly[0])
    if when.weekday is not None or when.month:
        return None
    day = when.last if match.says("was") else when.next
    right = day.weekday() == found[weekly[0]][0].weekday
    return say(
        "computed.yes" if right else "computed.no", match.language, date=_full(day, match.language)
    )


def _weekday_is_last(match: Match) -> bool:
    """Whether what stands last is the day of the week that is asked about."""
    unless = own(match.language, "questions", "weekday_last_unless")
    return unless is not None and not match.says("weekday_last_unless")


def _leap(match: Match) -> str | None:
    named = next((slot.value for slot in match.slots if slot.kind == "year"), None)
    if named is None and not match.says("this"):
        return None
    year = named if isinstance(named, int) else match.now.year
    key = "computed.leap_yes" if _is_leap(year) else "computed.leap_no"
    return say(key, match.language, year=year)


def _next_leap(match: Match) -> str | None:
    year = next(y for y in range(match.now.year + 1, match.now.year + 10) if _is_leap(y))
    return say("computed.leap_next", match.language, year=year)


def _length(match: Match) -> str | None:
    """ "How many days does February have?" """
    stretch, unit, language = match.stretch, match.unit, match.language
    if stretch is None or unit not in ("day", "workday", "week") or stretch.kind == "week":
        return None
    if stretch.any_year and stretch.first.month == 2:
        return say("computed.february", language) if unit == "day" else None
    if stretch.any_year and unit != "day":
        return None
    end = date.fromordinal(stretch.last.toordinal() + 1)
    told = spans.amount(stretch.first, end, unit, language)
    sentence = say("computed.has", language, stretch=_named(stretch, language), amount=told)
    return _with_note(sentence, unit, language)


def _left(match: Match) -> str | None:
    stretch = match.stretch
    if stretch is None or not stretch.first <= match.now.date() <= stretch.last:
        return None
    return counted_until(stretch.last, match.now, match.unit, match.language)


def _passed(match: Match) -> str | None:
    stretch = match.stretch
    if stretch is None or not stretch.first < match.now.date() <= stretch.last:
        return None
    return _since(stretch.first, match.now, match.unit, match.language)


def _is_leap(year: int) -> bool:
    return stretches.around(date(year, 2, 1), "month").last.day == 29


def _named(stretch: Stretch, language: Language) -> str:
    if stretch.kind == "year":
        return str(stretch.first.year)
    month = _capital(calendar.months(language)[stretch.first.month - 1])
    if stretch.any_year:
        return month
    return say("computed.month_of", language, month=month, year=stretch.first.year)


def _with_note(said: str, unit: Unit | None, language: Language) -> str:
    return f"{said} {say('computed.weekends', language)}" if unit == "workday" else said


def _full(day: date, language: Language) -> str:
    return calendar.written(day, language)


def _capital(text: str) -> str:
    return text[:1].upper() + text[1:]


ANSWERS: Mapping[str, Callable[[Match], str | None]] = {
    "until": _until,
    "since": _passed_since,
    "between": _between,
    "age": _age,
    "which_day": _which_day,
    "when": _which_day,
    "today": _today,
    "current": _current,
    "which_week": _which_week,
    "is_day": _is_day,
    "leap": _leap,
    "next_leap": _next_leap,
    "length": _length,
    "left": _left,
    "passed": _passed,
}
