"""A message cut at its marks: the pieces and sentences in which requests to the memory are read.

Whatever is asked of a ``Said`` costs at most the message's length, and once: requests look at their
neighbours by place, never by going over all of them.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import cached_property
from typing import NamedTuple

from assistant.memory.signals.lexicon import Lexicon
from assistant.memory.signals.text import Canon, Token, tokenize
from assistant.text.folding import fold_in_place

_ENDS = frozenset({".", "!", "?", ";", "\n"})
_JOINTS = frozenset({",", ":", "-", "...", "(", ")", "¿", "¡", "->", "=>"})
_BESIDE = 8
"""Pieces before and behind an order that may say what it is about."""


class Piece(NamedTuple):
    """Words between two marks. ``asked``: its sentence ends in a question mark."""

    canon: Canon
    sentence: int
    asked: bool

    @property
    def text(self) -> str:
        return self.canon.text


class Said:
    """What a message says in the person's own words. ``text`` as typed, blank where it is not."""

    def __init__(self, text: str, lexicon: Lexicon) -> None:
        self.text = text
        self.lexicon = lexicon
        self.pieces = tuple(_without_asides(_pieces(text, lexicon), lexicon))
        self._abouts: dict[int, str] = {}
        self._first: dict[int, int] = {}
        self._last: dict[int, int] = {}
        for at, piece in enumerate(self.pieces):
            self._first.setdefault(piece.sentence, at)
            self._last[piece.sentence] = at
        self._whole: dict[int, str] = {}

    def before(self, at: int) -> Sequence[Piece]:
        """The last pieces of its sentence before a piece."""
        first = self._first[self.pieces[at].sentence]
        return self.pieces[max(first, at - _BESIDE) : at]

    def earlier(self, at: int) -> Sequence[Piece]:
        """The last pieces before a piece, of any sentence."""
        return self.pieces[max(0, at - _BESIDE) : at]

    def later(self, at: int) -> Sequence[Piece]:
        return self.pieces[at + 1 : at + 1 + _BESIDE]

    def beside(self, at: int) -> list[Piece]:
        """The pieces of its sentence and of the neighbours, without itself."""
        sentence = self.pieces[at].sentence
        near = (*self.earlier(at), *self.later(at))
        return [piece for piece in near if abs(piece.sentence - sentence) <= 1]

    def opening(self, at: int) -> Piece:
        """The first piece of its sentence."""
        return self.pieces[self._first[self.pieces[at].sentence]]

    def span(self, sentence: int) -> tuple[int, int]:
        """The characters of a sentence."""
        first, last = self.pieces[self._first[sentence]], self.pieces[self._last[sentence]]
        return first.canon.whole_span[0], last.canon.whole_span[1]

    def whole(self, sentence: int) -> str:
        """A sentence's canonical text."""
        if sentence not in self._whole:
            mates = self.pieces[self._first[sentence] : self._last[sentence] + 1]
            self._whole[sentence] = " , ".join(piece.text for piece in mates)
        return self._whole[sentence]

    def about(self, at: int) -> str:
        """What a piece names."""
        if at not in self._abouts:
            self._abouts[at] = about(self.pieces[at].text, self.lexicon)
        return self._abouts[at]

    @cached_property
    def first_named(self) -> int:
        """The place of the first piece that names a matter; the number of pieces for none."""
        return next((n for n in range(len(self.pieces)) if self.about(n)), len(self.pieces))

    @cached_property
    def last_named(self) -> int:
        return next((n for n in reversed(range(len(self.pieces))) if self.about(n)), -1)

    def named_elsewhere(self, at: int) -> bool:
        """Whether a piece other than this one names a matter."""
        return self.first_named < at or self.last_named > at

    @property
    def canonical(self) -> str:
        """All of it as one canonical text."""
        return " , ".join(piece.text for piece in self.pieces)

    def as_typed(self, words: str, pieces: Sequence[Piece]) -> str:
        """Words of some pieces with the capitals that tell a name."""
        typed = {
            token.word: self.text[slice(*token.span)]
            for piece in pieces
            for token in piece.canon.tokens
            if token.word == fold_in_place(self.text[slice(*token.span)])
        }
        return " ".join(typed.get(word, word) for word in words.split())

    def named(self, text: str) -> str:
        """The words of a part of a piece that name the matter."""
        return about(text, self.lexicon)

    @cached_property
    def starts_clean(self) -> bool:
        return any(self.lexicon.has("mem_clean", piece.text) for piece in self.pieces)

    @cached_property
    def of_all(self) -> tuple[int, ...]:
        """The places of "every single thing you have on me"."""
        return tuple(n for n, p in enumerate(self.pieces) if _all_of_me(p.text, self.lexicon))


def about(text: str, lexicon: Lexicon) -> str:
    """The words of a text that name the matter; "" where none does."""
    kept = lexicon.pattern("mem_frame").sub(" ", text)
    kept = lexicon.pattern("mem_it").sub(" ", kept)
    kept = lexicon.pattern("mem_lead").sub(" ", kept)
    function = lexicon.entries("function")
    words = [word for word in kept.split() if any(map(str.isalnum, word))]
    return " ".join(words) if any(word not in function for word in words) else ""


def _all_of_me(text: str, lexicon: Lexicon) -> bool:
    match = lexicon.match("mem_every", text, 0)
    if match is None or not lexicon.has("mem_of_me", text):
        return False
    rest = lexicon.pattern("mem_of_me").sub(" ", text[match.end() :])
    return not about(rest, lexicon)


def _pieces(text: str, lexicon: Lexicon) -> Iterator[Piece]:
    current: list[Token] = []
    waiting: list[list[Token]] = []
    sentence = 0
    tokens = tokenize(text, lexicon.speller)
    short_words = lexicon.entries("abbreviation")
    for at, token in enumerate(tokens):
        following = tokens[at + 1] if at + 1 < len(tokens) else None
        glued = following is not None and following.span[0] == token.span[1]
        short = bool(current) and current[-1].word in short_words
        ends = token.word in _ENDS and not (token.word == "." and (glued or short))
        if not ends and token.word not in _JOINTS:
            current.append(token)
            continue
        if current:
            waiting.append(current)
        current = []
        if ends:
            yield from _of(waiting, sentence, asked=token.word == "?")
            waiting, sentence = [], sentence + 1
    yield from _of([*waiting, *([current] if current else [])], sentence, asked=False)


def _of(pieces: Sequence[Sequence[Token]], sentence: int, *, asked: bool) -> Iterator[Piece]:
    for tokens in pieces:
        yield Piece(Canon.of(tokens), sentence, asked)


def _without_asides(pieces: Iterator[Piece], lexicon: Lexicon) -> list[Piece]:
    """ "elimine, por favor, lo de…" is one order: politeness between two marks parts nothing."""
    kept: list[Piece] = []
    joins = False
    for piece in pieces:
        if kept and lexicon.match("mem_polite", piece.text, 0):
            joins = True
            continue
        before = kept[-1] if kept and joins else None
        if before and before.sentence == piece.sentence and _bare(before, lexicon):
            tokens = (*before.canon.tokens, *piece.canon.tokens)
            kept[-1] = piece._replace(canon=Canon.of(tokens))
        else:
            kept.append(piece)
        joins = False
    return kept


def _bare(piece: Piece, lexicon: Lexicon) -> bool:
    """Whether a piece holds the verb of an order, and nothing of what it is about."""
    start = end_of_lead(piece.text, lexicon)
    found = [lexicon.match(cue, piece.text, start) for cue in ("mem_forget", "mem_remove")]
    return any(match and match.end() == len(piece.text) for match in found)


MOST_LEADS = 12


def end_of_lead(text: str, lexicon: Lexicon) -> int:
    """Where what only leads to an order ends."""
    start = 0
    for _ in range(MOST_LEADS):
        match = lexicon.match("mem_lead", text, start)
        if match is None or match.end() >= len(text):
            break
        start = match.end() + 1
    return start
