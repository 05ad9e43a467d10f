"""What stands out in a log: the rare kinds of line and the rare levels, whatever is asked. Pure.

A log is mostly repetition. Its lines are brought to their templates in two steps, as miners of logs
do (Drain, He et al., 2017): what holds a digit is masked, then every word that few lines have, so
that a line with another name in it stays of the same kind. The one line of a kind of its own, or of
a level that hardly another has, is what went wrong, though no word of the question be in it.
"""

from __future__ import annotations

import math
import re
from bisect import bisect_right
from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from functools import lru_cache
from itertools import pairwise
from typing import NamedTuple

from assistant.prompt.chunking import Chunk
from assistant.resources import lines_of
from assistant.text.folding import fold_in_place

LEAST_LINES = 40
"""In fewer, every kind of line is rare."""
REPETITIVE = 0.4
"""Kinds of line to lines, at most, in what is a log and no prose or program."""
MOST_KINDS = 60_000
"""Lines that differ in more than numbers, of which the words are looked at."""
OWN_WORDS, OWN_SHARE = 3, 0.002
"""Lines that hold a word of the template, at least: so many, and this share of all."""
PLAIN = 0.3
"""What a rare line is worth without any level; one level higher is worth 1 more."""
ASKED = 0.5
"""What it adds that a line holds a word of the question, or a part of one of its names has it."""
WORTH = 0.45
"""Of the best line's worth, what another needs to stand out beside it."""
SHOWN = 12
CANDIDATES = 400

_STATUS = r'" |status=|"status":|status: |code='
_VARIABLE = re.compile(
    r'(?<![\w-])(?:(?<!" )(?<!status=)(?<!"status":)(?<!status: )(?<!code=))[\w-]*\d[\w-]*'
)
_WORD = re.compile(r"[^\W\d_]{2,}")
_LEVELS = (
    re.compile(
        r"\b(?:fatal|critical|crit|panic|emerg(?:ency)?|severe|segfault|segmentation fault"
        r"|out of memory|oom[- ]kill\w*|core dumped)\b",
        re.IGNORECASE,
    ),
    re.compile(
        r"\b(?:error|err|exception|traceback|caused by|fail(?:ed|ure|ing)?|refused|unreachable"
        r"|unhandled|denied|aborted|killed|corrupt(?:ed)?|rejected|timed out|timeout|broken pipe"
        r"|lost|crash(?:ed)?)\b|\w(?:Error|Exception)\b|^E\d|\bE/|(?:" + _STATUS + r")5\d\d\b",
        re.IGNORECASE,
    ),
    re.compile(
        r"\b(?:warn(?:ing)?|retry(?:ing)?|slow|degraded|deprecated)\b|^W\d|\bW/"
        r"|(?:" + _STATUS + r")4\d\d\b",
        re.IGNORECASE,
    ),
)
"""From the gravest; the words are those of syslog, of the libraries and of what they report."""


class _Kind(NamedTuple):
    """A line as it is without its numbers: its template, its level (3 the gravest, 0 none)."""

    masked: str
    template: str
    level: int


def asks_for_trouble(question: str) -> bool:
    """Whether the question is what went wrong, or why."""
    words = _WORD.findall(fold_in_place(question))
    said = set(words) | {"".join(pair) for pair in pairwise(words)}
    return not said.isdisjoint(_trouble())


def remarkable(text: str, chunks: Sequence[Chunk], wanted: Sequence[str] = ()) -> list[int]:
    """The fragments of a log with what stands out in it, the most remarkable first, one of a kind;
    empty for a text that is no log. ``wanted`` are the stems of what is asked about."""
    if not chunks or text.count("\n") < LEAST_LINES:
        return []
    masked = _VARIABLE.sub("#", text).split("\n")
    counts = Counter(masked)
    counts.pop("", None)
    kinds = _kinds(counts)
    lines = sum(counts[kind.masked] for kind in kinds)
    templates: Counter[str] = Counter()
    for kind in kinds:
        templates[kind.template] += counts[kind.masked]
    if lines < LEAST_LINES or len(templates) > REPETITIVE * lines:
        return []
    worth = _worth(kinds, counts, templates, lines)
    first = _first_places(masked, {kind.masked for _, kind in worth})
    found = _asked_for(worth, first, text, wanted)
    least = WORTH * found[0][0] if found else 0.0
    starts = [chunk.first_line for chunk in chunks]
    order: dict[int, None] = {}
    seen: set[str] = set()
    for value, kind in found:
        if value < least or len(order) >= SHOWN:
            break
        if kind.template not in seen:
            seen.add(kind.template)
            order[max(0, bisect_right(starts, first[kind.masked] + 1) - 1)] = None
    return list(order)


def _kinds(counts: Counter[str]) -> list[_Kind]:
    """Each line without its numbers, the words that few lines hold masked as well."""
    distinct: Iterable[str] = counts
    if len(counts) > MOST_KINDS:  # hardly a log; what has a level is looked at all the same
        distinct = [line for line in counts if _level(line)][:MOST_KINDS]
    words = {line: _WORD.findall(line) for line in distinct}
    spread: Counter[str] = Counter()
    for line, held in words.items():
        for word in set(held):
            spread[word] += counts[line]
    least = max(OWN_WORDS, OWN_SHARE * sum(counts[line] for line in words))
    return [
        _Kind(line, " ".join(_skeleton(held, spread, least)), _level(line))
        for line, held in words.items()
    ]


def _skeleton(words: Sequence[str], spread: Counter[str], least: float) -> Iterator[str]:
    """The words of a template, one star for any others between them."""
    starred = False
    for word in words:
        if spread[word] >= least:
            yield word
            starred = False
        elif not starred:
            yield "*"
            starred = True


def _worth(
    kinds: Sequence[_Kind], counts: Counter[str], templates: Counter[str], lines: int
) -> list[tuple[float, _Kind]]:
    """How much each kind of line stands out, best first: the rarity of its template, times its
    level where that level is rare itself."""
    of_level: Counter[int] = Counter()
    for kind in kinds:
        of_level[kind.level] += counts[kind.masked]
    whole = math.log(lines)

    def rarity(count: int) -> float:
        return math.log(lines / count) / whole

    found = []
    for kind in kinds:
        level = kind.level * rarity(of_level[kind.level]) if kind.level else 0.0
        found.append((rarity(templates[kind.template]) * (PLAIN + level), kind))
    found.sort(key=lambda pair: -pair[0])
    return found[:CANDIDATES]


def _first_places(masked: Sequence[str], wanted: set[str]) -> dict[str, int]:
    """The line, from 0, on which each of them stands first."""
    places: dict[str, int] = {}
    for number, line in enumerate(masked):
        if line in wanted and line not in places:
            places[line] = number
    return places


def _asked_for(
    worth: Sequence[tuple[float, _Kind]], first: dict[str, int], text: str, wanted: Sequence[str]
) -> list[tuple[float, _Kind]]:
    """The same, those that hold what is asked about before others; earlier before later."""
    lines = text.split("\n") if wanted else []
    told = []
    for value, kind in worth:
        said = fold_in_place(lines[first[kind.masked]]) if wanted else ""
        held = sum(term in said for term in wanted)
        told.append((value * (1 + ASKED * min(held, 2)), kind))
    return sorted(told, key=lambda pair: (-pair[0], first[pair[1].masked]))


def _level(line: str) -> int:
    for number, pattern in enumerate(_LEVELS):
        if pattern.search(line):
            return len(_LEVELS) - number
    return 0


@lru_cache(maxsize=1)
def _trouble() -> frozenset[str]:
    lines = lines_of("prompt", "trouble-words.txt")
    return frozenset(word for line in lines for word in fold_in_place(line).split())
