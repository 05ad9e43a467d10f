"""As much meaning as fits: which units a summary shows, and how they are joined.

Units are taken by value; each word is shown once. What is joined into one point of ``discussed``
depends on the room: a point a sentence where there is plenty, a point a turn where there is little,
one where there is none to spare, since every mark between points costs a token.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Sequence

from assistant.memory.segments.units import Unit

TRIES = 8
"""Units that are tried one by one after the first that does not fit."""

Joined = Callable[[Unit], int]
_FORMS: tuple[Joined, ...] = (lambda unit: unit.sentence, lambda unit: unit.turn, lambda _: 0)
"""What shares a point: a sentence, a turn, everything."""

Fits = Callable[[tuple[str, ...]], bool]


def pack(
    units: Sequence[Unit], shown: Collection[str], fits: Fits, *, by_assistant: str = "assistant:"
) -> tuple[str, ...]:
    """The points discussed, in the order of the turns, what only replies said in one point of its
    own at the end, behind ``by_assistant``. ``shown`` are keys of words that stand in the summary
    already; ``fits`` tells whether it still fits with those points."""
    ranked = _by_worth(units, shown)
    taken = _most(ranked, lambda some: fits(_points(some, by_assistant, _FORMS[-1])))
    for joined in _FORMS:
        points = _points(taken, by_assistant, joined)
        if fits(points):
            return points
    return ()


def _by_worth(units: Sequence[Unit], shown: Collection[str]) -> list[Unit]:
    """Units by value, each counted for those of its keys that no other shows better ("Postgres 16"
    rather than "Postgres"); those that would only repeat are left out."""
    richest: dict[str, Unit] = {}
    for unit in units:
        for key in unit.keys:
            if key not in richest or len(unit.keys) > len(richest[key].keys):
                richest[key] = unit
    worth: dict[int, tuple[float, Unit]] = {}
    for key, unit in richest.items():
        if key not in shown:
            so_far = worth.get(id(unit), (0.0, unit))[0]
            worth[id(unit)] = so_far + unit.value / len(unit.keys), unit
    return [unit for _, unit in sorted(worth.values(), key=lambda pair: -pair[0])]


def _most(ranked: Sequence[Unit], fit: Callable[[Sequence[Unit]], bool]) -> list[Unit]:
    """The longest beginning of ``ranked`` that fits, and what still fits after it."""
    low, high = 0, len(ranked)
    while low < high:
        middle = (low + high + 1) // 2
        if fit(ranked[:middle]):
            low = middle
        else:
            high = middle - 1
    taken = list(ranked[:low])
    for unit in ranked[low : low + TRIES]:
        if fit([*taken, unit]):
            taken.append(unit)
    return taken


def _points(units: Sequence[Unit], by_assistant: str, joined: Joined) -> tuple[str, ...]:
    groups: dict[int, list[Unit]] = {}
    replied = [by_assistant]
    for unit in sorted(units, key=lambda unit: unit.place):
        if unit.by_user:
            groups.setdefault(joined(unit), []).append(unit)
        else:
            replied.append(unit.text)
    points = [" ".join(unit.text for unit in group) for group in groups.values()]
    return (*points, " ".join(replied)) if len(replied) > 1 else tuple(points)
