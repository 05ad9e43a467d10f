"""Questions about the time: here, elsewhere, later, when it is nine in another place."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from datetime import datetime, time, timedelta, tzinfo

from assistant.answers import spans
from assistant.answers.clocks import Clock
from assistant.answers.durations import MINUTES_IN, Duration
from assistant.answers.frames import Match, Slot
from assistant.answers.text import Token
from assistant.answers.vocabulary import words
from assistant.answers.zones import Where
from assistant.compute import calendar
from assistant.messages import say
from assistant.records import Language

_DAY = timedelta(days=1)


def _time(match: Match) -> str | None:
    where = _wheres(match)[0][0]
    if where.place is None:
        return f"{match.now:%H:%M}"
    return _there(where, match.now, match.language)


def _time_here(match: Match) -> str | None:
    return f"{match.now:%H:%M}"


def _time_shift(match: Match) -> str | None:
    length = next(slot.value for slot in match.slots if slot.kind == "duration")
    assert isinstance(length, Duration)
    minutes = length.number * MINUTES_IN.get(length.unit, 0)
    if not minutes:
        return None
    back = match.says("ago")
    then = match.now + timedelta(minutes=-minutes if back else minutes)
    wheres = _wheres(match)
    if wheres and wheres[0][0].place:
        return _there(wheres[0][0], then, match.language)
    if then.date() == match.now.date():
        return f"{then:%H:%M}"
    day = calendar.written(then.date(), match.language)
    return say("computed.time_shift", match.language, time=f"{then:%H:%M}", date=day)


def _there(where: Where, now: datetime, language: Language) -> str:
    assert where.place is not None
    times: dict[str, str] = {}
    for name, zone in zip(where.place.zones, where.place.times(), strict=True):
        there = now.astimezone(zone)
        day = calendar.written(there.date(), language)
        times[name] = say(
            "computed.time_there", language, time=f"{there:%H:%M}", date=day, zone=name
        )
    return "\n".join(times.values())


def _convert(match: Match) -> str | None:
    """A place near to the time is where it holds; one near to "what time" is where it is asked."""
    clock = next(slot for slot in match.slots if slot.kind == "clock")
    assert isinstance(clock.value, Clock)
    wheres = _wheres(match)
    asking = [n for n, token in enumerate(match.said) if token.word in words("questions", "asking")]
    pairs = [(wheres[0], wheres[1]), (wheres[1], wheres[0])]
    far = [2 * _distance(clock, a[1]) + _farness(b[1], asking) for a, b in pairs]
    (source, at), (target, to) = pairs[far[1] < far[0]]
    if source == target or far[0] == far[1]:
        return None
    start = match.now.astimezone(_zone(source, match.now)).replace(
        hour=clock.value.at.hour, minute=clock.value.at.minute, second=0, microsecond=0
    )
    end = start.astimezone(_zone(target, match.now))
    language = match.language
    return say(
        "computed.converted",
        language,
        from_time=_is(start.time(), language),
        from_place=_in(source, at, match.said, language),
        to_time=_is(end.time(), language),
        to_place=_in(target, to, match.said, language),
        day=_other_day((end.date() - start.date()).days, language),
    )


def _distance(one: Slot, other: Slot) -> int:
    """Words between the two."""
    first, second = sorted((one, other), key=lambda slot: slot.place)
    return second.place - first.place - first.length


def _farness(place: Slot, asking: Sequence[int]) -> int:
    """Words from the nearest of those that ask."""
    ends = (place.place, place.place + place.length - 1)
    return min((abs(end - at) - 1 for at in asking for end in ends), default=0)


def _other_day(days: int, language: Language) -> str:
    if not days:
        return ""
    return say("computed.day_after" if days > 0 else "computed.day_before", language)


def _difference(match: Match) -> str | None:
    wheres = _wheres(match)
    one, other = wheres[0], wheres[1] if len(wheres) > 1 else None
    if one[0].place is None:
        one, other = (other, one) if other else (one, None)
    if one is None or one[0].place is None:
        return None
    elsewhere = other if other and other[0].place else None
    minutes = _offset(one[0], match.now) - (
        _offset(elsewhere[0], match.now) if elsewhere else _own(match.now)
    )
    language, names = match.language, {"one": _name(one[1], match.said)}
    amount = spans.clock(abs(minutes), None, language)
    if elsewhere:
        names["other"] = _name(elsewhere[1], match.said)
        if minutes < 0:
            names = {"one": names["other"], "other": names["one"]}
        key = "ahead" if minutes else "same_time"
    else:
        key = "same_here" if not minutes else "ahead_here" if minutes > 0 else "behind_here"
    return say(f"computed.{key}", language, amount=amount, **names)


def _until_clock(match: Match) -> str | None:
    """To the next such time; of nine o'clock without more, the nearer of the two."""
    if match.unit not in (None, "hour", "minute"):
        return None
    clock = _clocks(match)[0]
    then = match.now.replace(hour=clock.at.hour, minute=clock.at.minute, second=0, microsecond=0)
    step = _DAY if clock.marked else _DAY / 2
    while then <= match.now:
        then += step
    minutes = -(-(then - match.now) // timedelta(minutes=1))
    told = spans.clock(minutes, match.unit, match.language)
    count = minutes if match.unit == "minute" or minutes < 60 else minutes // 60
    return say(
        "computed.clock_until", match.language, count=count, amount=told, time=f"{then:%H:%M}"
    )


def _between_clocks(match: Match) -> str | None:
    one, other = _clocks(match)
    if match.unit not in (None, "hour", "minute") or not (one.marked or other.marked):
        return None
    minutes = (_minutes(other.at) - _minutes(one.at)) % (24 * 60)
    told = spans.clock(minutes, match.unit, match.language)
    times = {"start": f"{one.at:%H:%M}", "end": f"{other.at:%H:%M}"}
    count = minutes if match.unit == "minute" or minutes < 60 else minutes // 60
    return say("computed.clock_between", match.language, count=count, amount=told, **times)


def _clocks(match: Match) -> list[Clock]:
    return [slot.value for slot in match.slots if isinstance(slot.value, Clock)]


def _wheres(match: Match) -> list[tuple[Where, Slot]]:
    return [(slot.value, slot) for slot in match.slots if isinstance(slot.value, Where)]


def _minutes(at: time) -> int:
    return at.hour * 60 + at.minute


def _zone(where: Where, now: datetime) -> tzinfo | None:
    return where.place.times()[0] if where.place else now.tzinfo


def _offset(where: Where, now: datetime) -> int:
    return _own(now.astimezone(_zone(where, now)))


def _own(now: datetime) -> int:
    return round((now.utcoffset() or timedelta(0)) / timedelta(minutes=1))


def _is(at: time, language: Language) -> str:
    return say("computed.clock_is", language, count=at.hour, time=f"{at:%H:%M}")


def _in(where: Where, slot: Slot, said: tuple[Token, ...], language: Language) -> str:
    if where.place is None:
        return say("computed.here", language)
    name = _name(slot, said)
    if len(where.place.zones) > 1:
        name = f"{name} ({where.place.zones[0]})"
    return say("computed.in_place", language, place=name)


def _name(slot: Slot, said: tuple[Token, ...]) -> str:
    """The place as it was typed, with its capital."""
    typed = [token.typed for token in said[slot.place : slot.place + slot.length]]
    return " ".join(word[:1].upper() + word[1:] for word in typed)


ANSWERS: Mapping[str, Callable[[Match], str | None]] = {
    "time": _time,
    "time_tersely": _time,
    "time_here": _time_here,
    "time_shift": _time_shift,
    "convert_time": _convert,
    "time_difference": _difference,
    "time_difference_here": _difference,
    "until_clock": _until_clock,
    "between_clocks": _between_clocks,
}
