"""The typed message as words: what the patterns see, and where each word stands in the message.

Patterns match *canonical* text: lower case, no accents, contractions written out ("i'm" is
"i am"), chat shorthand and typos near trigger words mended, one space between tokens, punctuation
as tokens of its own. Every token remembers its span in the message, so findings can be traced.
"""

from __future__ import annotations

import re
from bisect import bisect_left, bisect_right
from collections.abc import Sequence
from typing import NamedTuple

from assistant.limits import READ
from assistant.text.folding import fold_in_place
from assistant.text.slips import slips

READ_AT_MOST = READ.value

_TOKEN = re.compile(
    r"https?://\S+|\d+(?:,\d{3})+(?![^\W_])|[^\W_]+(?:['.\-_/@+&:]{1,2}[^\W_]+)*[+#]{0,2}|\.\.\.|[-=]>|[^\w\s]|_+|\n"
)
_MARKS = str.maketrans("’‘´“”«»„–—…", '\'\'\'"""""---')


class Token(NamedTuple):
    """A canonical word (or mark) and the span of the message it stands for."""

    word: str
    span: tuple[int, int]


class Canon(NamedTuple):
    """Canonical text over tokens; offsets in ``text`` can be led back to the message."""

    tokens: tuple[Token, ...]
    text: str
    starts: tuple[int, ...]

    @classmethod
    def of(cls, tokens: Sequence[Token]) -> Canon:
        starts, at = [], 0
        for token in tokens:
            starts.append(at)
            at += len(token.word) + 1
        return cls(tuple(tokens), " ".join(token.word for token in tokens), tuple(starts))

    def token_at(self, offset: int) -> int:
        """Index of the token that holds the canonical offset."""
        return max(0, bisect_right(self.starts, offset) - 1)

    def tokens_within(self, start: int, end: int) -> tuple[int, int]:
        """Half-open token range of the canonical range."""
        return self.token_at(start), bisect_left(self.starts, end)

    def span(self, start: int, end: int) -> tuple[int, int]:
        """The message's span behind a canonical range that is not empty."""
        first, last = self.tokens_within(start, end)
        return self.tokens[first].span[0], self.tokens[max(first, last - 1)].span[1]

    @property
    def whole_span(self) -> tuple[int, int]:
        if not self.tokens:
            return (0, 0)
        return self.tokens[0].span[0], self.tokens[-1].span[1]


class Speller(NamedTuple):
    """Writes words out: contractions and shorthand (``expand``), typos near ``triggers``."""

    expand: dict[str, tuple[str, ...]]
    triggers: tuple[str, ...]
    known: frozenset[str]

    def words(self, raw: str) -> tuple[str, ...]:
        if (found := self.expand.get(raw)) is not None:
            return found
        if "'" in raw and (split := _split_apostrophe(raw)):
            return split
        if len(raw) >= 5 and raw.isalpha() and raw not in self.known:
            return (self._mend(raw),)
        return (raw,)

    def _mend(self, raw: str) -> str:
        for trigger in self.triggers:
            if abs(len(trigger) - len(raw)) > 1 or (trigger[0], trigger[-1]) != (raw[0], raw[-1]):
                continue  # another ending is another form of the verb, not a slip
            allowed = 1 if len(trigger) < 8 else 2
            if slips(raw, trigger, allowed) <= allowed:
                return trigger
        return raw


def _split_apostrophe(raw: str) -> tuple[str, ...] | None:
    """ "n't", "'ll", "'re"… written out; a final 's stays a token of its own ("husband 's")."""
    for ending, words in (
        ("n't", "not"),
        ("'ll", "will"),
        ("'re", "are"),
        ("'ve", "have"),
        ("'m", "am"),
    ):
        if raw.endswith(ending) and len(raw) > len(ending):
            return raw[: -len(ending)], words
    for ending in ("'s", "'d"):
        if raw.endswith(ending) and len(raw) > 2:
            return raw[:-2], ending
    return None


def tokenize(text: str, speller: Speller) -> tuple[Token, ...]:
    """Canonical tokens of at most the first ``READ_AT_MOST`` characters; a line end is ``\\n``."""
    plain = fold_in_place(text[:READ_AT_MOST]).translate(_MARKS)
    tokens: list[Token] = []
    for match in _TOKEN.finditer(plain):
        span, raw = match.span(), match.group()
        tokens.extend(Token(word, span) for word in speller.words(raw))
    return tuple(tokens)
