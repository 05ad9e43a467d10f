"""How a person trades, by the time for which they hold: what they call it, and what they show."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator
from functools import cache

from assistant.packs import Heard, Lesson
from assistant.packs.trading.words.speech import Part, personal
from assistant.packs.trading.words.vocabulary import shape

STYLES = ("scalping", "day", "swing", "long_term")
CALLED = 3
"""What the name of a style weighs, said of oneself; and what is shown by what one does."""
NAMED = 1
"""A name alone, of nobody in particular."""
SHOWN = 2
LASTED = 1
"""A length of time beside words of holding shows a little less."""
BEFORE, BEHIND = 20, 14
"""Characters around a length of time that say what it is the length of."""


def style(heard: Heard) -> Iterator[Lesson]:
    """At most one lesson for each style that the message shows."""
    found: Counter[str] = Counter()
    for part in personal(heard):
        if not part.unsure:
            found.update(_shown(part))
    for name, weight in found.items():
        yield Lesson("style", name, weight=min(weight, CALLED))


def _shown(part: Part) -> Counter[str]:
    told = part.folded
    found: Counter[str] = Counter()
    for name in STYLES:
        if _called(name, told):
            found[name] += CALLED if shape("person", "own").search(told) else NAMED
        if shape("style", f"shown_{name}").search(told):
            found[name] += SHOWN
    if all(shape("style", key).search(told) for key in ("flat", "evening")):
        found["day"] += SHOWN
    if shape("style", "tiny").search(told):
        found["scalping"] += SHOWN
    if shape("style", "of_chart").search(told):
        found["scalping"] += LASTED
    if not found and shape("style", "holding").search(told):
        found.update(_lasting(told))
    return found


def _called(name: str, told: str) -> bool:
    """Whether a style is named, and not as what one does not do."""
    named = shape("style", name).finditer(told)
    return any(not shape("style", "not_mine").search(told[: one.start()]) for one in named)


def _lasting(told: str) -> Counter[str]:
    """The style of the lengths of time in a text."""
    found: Counter[str] = Counter()
    for length in _length().finditer(told):
        around = told[max(0, length.start() - BEFORE) : length.end() + BEHIND]
        if shape("style", "no_holding").search(around):
            continue
        name = next(name for name in STYLES if length[name])
        found[name] = LASTED
    return found


@cache
def _length() -> re.Pattern[str]:
    """A number and a unit of time, in a group that is called as the style."""
    number = shape("style", "count").pattern
    units = "|".join(f"(?P<{name}>{shape('style', f'units_{name}').pattern})" for name in STYLES)
    return re.compile(rf"(?<!\w)(?:{number})[ -]?(?:o|or|to|a|más|mas)?[ -]?(?:{units})(?!\w)")
