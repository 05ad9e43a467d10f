"""What of a headline tells whether it is good news: counts over its cues, put together.

"Debt falls" is good and "profit falls" is not: a word of direction is read with the noun it goes
with; a negation turns what follows it; what stands behind "but" and what is expected count apart.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence
from typing import NamedTuple

from assistant.packs.trading.news.lexicon import Cue, Read, read

NEAR = 4
"""Words between a direction and its noun."""
NEGATED = 4
"""Words that a negation reaches over."""
_ENDS = frozenset(".;:!|")


class Said(NamedTuple):
    """Something good (1) or bad (-1) that is said at a word."""

    at: int
    sign: int
    what: str


def features(title: str, summary: str) -> Counter[str]:
    """How much of each kind of evidence there is."""
    counts: Counter[str] = Counter()
    for part, text in (("t", title), ("s", summary)):
        if text.strip():
            for name, value in _of(read(text)).items():
                counts[f"{part}.{name}"] += value
                counts[name] += value
    stripped = title.strip()
    counts["asks"] = int(stripped.endswith("?") or stripped.startswith("¿"))
    counts["asks.inside"] = int("?" in stripped and not counts["asks"])
    counts["exclaims"] = int("!" in stripped)
    counts["summary"] = int(bool(summary.strip()))
    return counts


def _of(text: Read) -> Counter[str]:
    counts: Counter[str] = Counter()
    said = sorted(_said(text))
    for one in said:
        counts[f"{one.what}{'+' if one.sign > 0 else '-'}"] += 1
    total = sum(one.sign for one in said)
    counts["sum"] = max(-3, min(3, total))
    counts["any"] = min(len(said), 3)
    counts["mixed"] = int(len({one.sign for one in said}) == 2)
    if said:
        counts["first"], counts["last"] = said[0].sign, said[-1].sign
    for kind in ("still", "event", "contrast", "feared", "negator", "future"):
        found = [cue for cue in text.cues if kind in cue.kinds]
        counts[kind] = min(len(found), 2)
    counts["still.alone"] = int(bool(counts["still"]) and not said)
    counts["event.alone"] = int(bool(counts["event"]) and not said)
    counts["silent"] = int(not said)
    counts.update(_behind(text, said))
    return counts


def _behind(text: Read, said: Sequence[Said]) -> Counter[str]:
    """What is said behind "but" and beside what is expected."""
    counts: Counter[str] = Counter()
    turns = [cue.at for cue in text.cues if "contrast" in cue.kinds]
    if turns:
        counts["behind"] = sum(one.sign for one in said if one.at > turns[-1])
        counts["before"] = sum(one.sign for one in said if one.at < turns[-1])
    ahead = [cue.at for cue in text.cues if "future" in cue.kinds]
    counts["expected"] = sum(
        one.sign for one in said if any(abs(one.at - at) <= NEAR for at in ahead)
    )
    return counts


def _said(text: Read) -> Iterable[Said]:
    nouns = [cue for cue in text.cues if cue.kinds & {"asset", "burden"}]
    for cue in text.cues:
        turn = -1 if _negated(text, cue) else 1
        mark = "not." if turn < 0 else ""
        if cue.kinds & {"up", "down"}:
            way = 1 if "up" in cue.kinds else -1
            noun = _noun(text, cue, nouns)
            if _measured(text, cue):
                yield Said(cue.at, -way if _of_burden(noun) else way, "measured")
            elif noun is not None:
                good = way if "asset" in noun.kinds else -way
                what = f"{'up' if way > 0 else 'down'}.{'asset' if good == way else 'burden'}"
                yield Said(cue.at, good * turn, mark + what)
            else:
                yield Said(cue.at, way * turn, f"{mark}{'up' if way > 0 else 'down'}.alone")
        elif cue.kinds & {"good", "bad"}:
            sign = 1 if "good" in cue.kinds else -1
            yield Said(cue.at, sign * turn, f"{mark}{'good' if sign > 0 else 'bad'}")
        elif "burden" in cue.kinds and turn < 0:
            yield Said(cue.at, 1, "not.burden")


def _of_burden(noun: Cue | None) -> bool:
    return noun is not None and "burden" in noun.kinds


def _measured(text: Read, cue: Cue) -> bool:
    """Whether it is compared with what was feared or expected: "less than feared"."""
    return any("feared" in other.kinds and 0 < other.at - cue.at <= NEAR for other in text.cues)


def _noun(text: Read, cue: Cue, nouns: Sequence[Cue]) -> Cue | None:
    """The nearest noun of the same clause; of two equally near the one behind."""
    near = [
        (min(abs(noun.at - cue.end), abs(cue.at - noun.end)), noun.at < cue.at, noun)
        for noun in nouns
        if noun is not cue and _together(text, cue, noun)
    ]
    near = [one for one in near if one[0] <= NEAR]
    return min(near)[2] if near else None


def _together(text: Read, one: Cue, other: Cue) -> bool:
    first, last = sorted((one, other))[0], sorted((one, other))[1]
    return not _ENDS.intersection(text.words[first.end : last.at])


def _negated(text: Read, cue: Cue) -> bool:
    return any(
        "negator" in other.kinds and 0 < cue.at - other.at <= NEGATED and _together(text, cue, other)
        for other in text.cues
    )
