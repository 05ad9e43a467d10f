"""The same again and again, in whatever unit: letters, words, phrases, lines with other numbers."""

from __future__ import annotations

import re
from collections.abc import Sequence

LONGEST_UNIT = 60
"""Words of the longest unit whose repetition is looked for."""
READ_AT_MOST = 400
"""Words of the end of a text that are looked at: a loop does not end by itself."""
TIMES = 3
"""So often a unit stands in a row where it is a loop."""
CUT_OFF = 0.3
"""Of the last round, how much may be missing: a loop is cut off anywhere."""
LEAST = 8
"""Words that repeat what stands before them: "no, no, no" is emphasis."""
ONE_WORD = 4
"""Times that a text says one word and nothing else where it is a loop."""
SHORTEST_SENTENCE = 4
"""Words of a sentence that nobody says twice in one reply."""

_LETTERS = re.compile(r"([^\W\d_]{1,6}?)\1{11,}")
_SPEAKS = re.compile(r"[^\W\d_]{2,}")


def loops(said: Sequence[str], times: int = TIMES) -> bool:
    """Whether words stand ``times`` times in a row, whatever the numbers among them."""
    tail = ["0" if word.isdigit() else word for word in said[-READ_AT_MOST:]]
    return any(_repeats(tail, unit, times) for unit in range(1, min(LONGEST_UNIT, len(tail)) + 1))


def one_word(said: Sequence[str]) -> bool:
    """Whether nothing is said but one word, often: "no, no, no" may be an answer."""
    return len(set(said)) == 1 and len(said) >= ONE_WORD


def letters_loop(text: str) -> bool:
    """ "aaaaaaaaaaaa", "lalalalalalalalalalalalala"."""
    return _LETTERS.search(text) is not None


def _repeats(said: Sequence[str], unit: int, times: int) -> bool:
    """Whether a unit of so many words is followed by itself often enough. It has to speak: columns
    of figures, "yes" and "no" in the cells of a table repeat themselves rightly."""
    run, needed = 0, max(round((times - 1 - CUT_OFF) * unit), LEAST)
    for at in range(unit, len(said)):
        run = run + 1 if said[at] == said[at - unit] else 0
        if run >= needed:
            speaking = {word for word in said[at - unit + 1 : at + 1] if _SPEAKS.fullmatch(word)}
            if len(speaking) > 1 or unit == 1 == len(speaking):
                return True
    return False
