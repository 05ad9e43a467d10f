"""What of a headline tells whether it is good news: counts over its cues, put together.

"Debt falls" is good and "profit falls" is not: a word of direction is read with the noun it goes
with. A negation turns what follows it; what stands behind "but" counts apart, and so does what
stands behind "despite", up to the next comma.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from typing import NamedTuple

from assistant.packs.trading.news.lexicon import Cue, Read, read

NEAR = 4
"""Words between a direction and its noun, and between an expectation and what is expected."""
NEGATED = 4
"""Words that a negation reaches over."""
MOST = 3
_ENDS = frozenset(".;:!?|")


class Said(NamedTuple):
    """Something good (1) or bad (-1) that is said at a word."""

    at: int
    sign: int
    what: str


def features(title: str, summary: str) -> Counter[str]:
    """How much of each kind of evidence there is."""
    counts: Counter[str] = Counter()
    for part, text in (("title.", title), ("summary.", summary)):
        if text.strip():
            for name, value in _of(read(text)).items():
                counts[part + name] += value
                counts[name] += value
    asked = title.strip()
    counts["asks"] = int(asked.endswith("?"))
    counts["asks.first"] = int("?" in asked and not asked.endswith("?"))
    counts["exclaims"] = int("!" in asked)
    counts["summary"] = int(bool(summary.strip()))
    return counts


def _of(text: Read) -> Counter[str]:
    counts: Counter[str] = Counter()
    every = sorted(_said(text))
    grounds = list(_grounds(text))
    said = [one for one in every if not any(a <= one.at < b for a, b in grounds)]
    counts["ground"] = _total(one for one in every if one not in said)
    for one in said:
        counts[f"{one.what}{'+' if one.sign > 0 else '-'}"] += 1
    total = _total(said)
    counts["sum"], counts["good"], counts["bad"] = total, int(total > 0), int(total < 0)
    counts["any"] = min(len(said), MOST)
    counts["silent"] = int(not said)
    counts["mixed"] = int(len({one.sign for one in said}) == 2)
    if said:
        counts["first"], counts["last"] = said[0].sign, said[-1].sign
    for kind in ("still", "event", "contrast", "feared", "negator", "future"):
        found = sum(kind in cue.kinds for cue in text.cues)
        counts[kind] = min(found, 2)
        counts[f"{kind}.silent"] = int(found > 0 and not said)
    counts["event.first"] = int(any("event" in cue.kinds and cue.at == 0 for cue in text.cues))
    counts.update(_weighed(text, said))
    return counts


def _weighed(text: Read, said: Sequence[Said]) -> Counter[str]:
    """What is said behind "but", and what is expected."""
    counts: Counter[str] = Counter()
    turns = [cue.at for cue in text.cues if "contrast" in cue.kinds]
    if turns:
        counts["behind"] = _total(one for one in said if one.at > turns[-1])
        counts["before"] = _total(one for one in said if one.at < turns[-1])
    ahead = [cue.at for cue in text.cues if "future" in cue.kinds]
    near = [one for one in said if any(abs(one.at - at) <= NEAR for at in ahead)]
    counts["expected"] = _total(near)
    return counts


def _total(said: Iterator[Said] | Sequence[Said]) -> int:
    return max(-MOST, min(MOST, sum(one.sign for one in said)))


def _grounds(text: Read) -> Iterator[tuple[int, int]]:
    """From each "despite" to the end of its part of the sentence."""
    for cue in text.cues:
        if "ground" in cue.kinds:
            ends = (n for n in range(cue.end, len(text.words)) if text.words[n] in _ENDS | {","})
            yield cue.at, next(ends, len(text.words))


def _said(text: Read) -> Iterator[Said]:
    nouns = [cue for cue in text.cues if cue.kinds & {"asset", "burden"}]
    moved = set()
    for cue in text.cues:
        if cue.kinds & {"up", "down"}:
            noun = _noun(text, cue, nouns)
            moved.add(noun)
            yield _moving(text, cue, noun)
    for cue in text.cues:
        if cue in moved or cue.kinds & {"up", "down"}:
            continue
        turned = _negated(text, cue)
        if cue.kinds & {"good", "bad"} and not {"good", "bad"} <= cue.kinds:
            sign = 1 if "good" in cue.kinds else -1
            kind = "good" if sign > 0 else "bad"
            yield Said(cue.at, -sign if turned else sign, f"{'not.' if turned else ''}{kind}")
        elif "burden" in cue.kinds and turned:
            yield Said(cue.at, 1, "not.burden")


def _moving(text: Read, cue: Cue, noun: Cue | None) -> Said:
    """Up and down are good or bad by what moves; measured by what was feared ("less than feared"),
    they turn at nothing."""
    way = 1 if "up" in cue.kinds else -1
    burden = noun is not None and "burden" in noun.kinds and "asset" not in noun.kinds
    sign = -way if burden else way
    if any("feared" in other.kinds and 0 < other.at - cue.at <= NEAR for other in text.cues):
        return Said(cue.at, sign, "measured" if noun else "measured.alone")
    turned = _negated(text, cue)
    kind = "alone" if noun is None else "burden" if burden else "asset"
    mark = "not." if turned else ""
    return Said(cue.at, -sign if turned else sign, f"{mark}{'up' if way > 0 else 'down'}.{kind}")


def _noun(text: Read, cue: Cue, nouns: Sequence[Cue]) -> Cue | None:
    """The nearest noun of the same part of the sentence; of two equally near the one behind."""
    near = [
        (max(noun.at - cue.end, cue.at - noun.end), noun.at < cue.at, noun.at, noun)
        for noun in nouns
        if noun is not cue and _together(text, cue, noun)
    ]
    nearest = min(near, default=None)
    return nearest[3] if nearest and nearest[0] <= NEAR else None


def _together(text: Read, one: Cue, other: Cue) -> bool:
    first, last = (one, other) if one.at < other.at else (other, one)
    return not _ENDS.intersection(text.words[first.end : last.at])


def _negated(text: Read, cue: Cue) -> bool:
    return any(
        "negator" in other.kinds
        and 0 < cue.at - other.at <= NEGATED
        and _together(text, cue, other)
        for other in text.cues
    )
