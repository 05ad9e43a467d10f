"""Conversion of units: "5 millas a km", "98.6 F in celsius", "how many feet are in a mile"."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping

from assistant.answers.frames import Match, Slot
from assistant.answers.measures import Measure, Quantity
from assistant.answers.text import Token
from assistant.compute import numbers, units
from assistant.compute.units import NotConvertible
from assistant.messages import say

_BITS = re.compile(r"[KMGT]b")
"""Mb is no MB, but many who write it mean one."""
_KINDS: Mapping[str, tuple[tuple[str, str], ...]] = {
    unit: (("us", unit), ("imperial", f"imperial_{unit}"))
    for unit in ("gallon", "quart", "pint", "fluid_ounce")
}
"""Units that are of two sizes, where it depends on the country which one is meant."""


def convert(match: Match) -> str | None:
    """``5 millas = 8,04672 km``; None where the two measure different things."""
    amount, at = next((s.value, s) for s in match.slots if isinstance(s.value, Quantity))
    target, to = next((s.value, s) for s in match.slots if isinstance(s.value, Measure))
    if amount.unit == target.unit or any(_BITS.fullmatch(token.typed) for token in match.said):
        return None
    lines = []
    for kind, source, wanted in _readings(amount.unit, target.unit):
        value = _converted(amount.amount, source, wanted)
        if value is None:
            return None
        label = f" ({say(f'computed.{kind}', match.language)})" if kind else ""
        left, right = _typed(at, match.said), _typed(to, match.said)
        lines.append(f"{left} = {numbers.write(value, match.language)} {right}{label}")
    return "\n".join(lines)


def _readings(source: str, target: str) -> list[tuple[str, str, str]]:
    sources = _KINDS.get(source, (("", source),))
    targets = dict(_KINDS.get(target, (("", target),)))
    return [
        (kind or other, unit, wanted)
        for kind, unit in sources
        for other, wanted in targets.items()
        if not kind or not other or kind == other
    ]


def _converted(amount: float, source: str, target: str) -> float | None:
    try:
        return float(f"{units.convert(amount, source, target):.7g}")
    except NotConvertible:
        return None


def _typed(slot: Slot, said: tuple[Token, ...]) -> str:
    """As it was typed; a sign stays with its number and its letter."""
    words = [token.typed for token in said[slot.place : slot.place + slot.length]]
    text = " ".join(words).replace("- ", "-").replace("° ", "°").replace("º ", "º")
    return text.replace(" / ", "/").replace(" ' ", "'").replace(" '", "'")


ANSWERS: Mapping[str, Callable[[Match], str | None]] = {"units": convert}
