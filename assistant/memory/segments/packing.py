"""As much meaning as fits: which units a summary shows, and how they are joined.

Units are taken by value; each word is shown once. What is joined into one point of ``discussed``
depends on the room: a point a sentence where there is plenty, a point a turn where there is little,
since every mark between points costs a token.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Sequence

from assistant.memory.segments.units import Unit

TRIES = 8
"""Units that are tried one by one after the first that does not fit."""

Fits = Callable[[tuple[str, ...]], bool]


def pack(units: Sequence[Unit], shown: Collection[str], fits: Fits) -> tuple[str, ...]:
    """The points discussed, in the order of the turns. ``shown`` are keys of words that stand in
    the summary already; ``fits`` tells whether it still fits with those points."""
    fresh = _each_once(units, set(shown))
    ranked = sorted(fresh, key=lambda unit: -unit.value)
    taken = _most(ranked, lambda some: fits(_points(some, by_turn=True)))
    for by_turn in (False, True):
        points = _points(taken, by_turn=by_turn)
        if fits(points):
            return points
    return ()


def _each_once(units: Sequence[Unit], shown: set[str]) -> list[Unit]:
    """Each key in the unit that says most about it ("Postgres 16" rather than "Postgres")."""
    richest: dict[str, Unit] = {}
    for unit in units:
        for key in unit.keys:
            if key not in richest or len(unit.keys) > len(richest[key].keys):
                richest[key] = unit
    kept = {
        id(unit): unit
        for key, unit in richest.items()
        if key not in shown and sum(k in shown for k in unit.keys) * 2 < len(unit.keys)
    }
    return [unit for unit in units if kept.pop(id(unit), None) is not None]


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


def _points(units: Sequence[Unit], *, by_turn: bool) -> tuple[str, ...]:
    groups: dict[int, list[Unit]] = {}
    for unit in sorted(units, key=lambda unit: unit.place):
        groups.setdefault(unit.turn if by_turn else unit.sentence, []).append(unit)
    return tuple(" ".join(unit.text for unit in group) for group in groups.values())
