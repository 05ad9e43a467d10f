"""Orders to the memory in one piece of a message: to forget, to do away with, to keep no longer."""

from __future__ import annotations

from typing import NamedTuple

from assistant.memory.signals.lexicon import Lexicon
from assistant.memory.signals.pieces import MOST_LEADS, Piece, Said, end_of_lead

_CLOSING = 40
"""Words from the end of a piece among which an order may close it."""
_NO_ORDER = frozenset(
    ("i", "we", "you", "he", "she", "they", "not", "no", "to", "que", "yo", "te", "se", "never")
)
"""Right before a verb: it is told of somebody, or denied."""


class Order(NamedTuple):
    """An order in a piece: the object begins at ``start``; ``sure``: only memory can be meant."""

    start: int
    end: int
    sure: bool
    pronoun: bool = False
    denied: bool = False
    """Whether it is told not to keep, instead of to do away with."""


def order_in(said: Said, piece: Piece) -> Order | None:
    """The order that a piece gives, at its beginning behind what leads to it or at its end."""
    text, lexicon = piece.text, said.lexicon
    start = 0
    for _ in range(MOST_LEADS):
        while text.startswith("no no", start):
            start += len("no ")
        if found := _order_at(said, piece, start):
            return found
        denied = lexicon.match("mem_not", text, start)
        if denied and denied.group() != "no":
            return None
        if denied and not _undoes(text, denied.end() + 1, start, lexicon):
            return None  # a reminder
        match = lexicon.match("mem_lead", text, start) or denied
        if match is None or match.end() >= len(text):
            break
        start = match.end() + 1
    return _closing(said, piece)


def is_past(said: Said, piece: Piece, offset: int) -> bool:
    """ "olvidé": told of the speaker, where the accent is typed."""
    token = piece.canon.tokens[piece.canon.token_at(offset)]
    typed = said.text[slice(*token.span)].lower()
    return typed.endswith(("é", "í", "ó")) and not typed.endswith(("borrá", "sacá"))


def _order_at(said: Said, piece: Piece, start: int) -> Order | None:
    text, lexicon = piece.text, said.lexicon
    if denied := lexicon.match("mem_not", text, start):
        for place in _after_leads(text, denied.end() + 1, lexicon):
            if kept := lexicon.match("mem_keep", text, place):
                pronoun = _takes_pronoun(kept.group())
                return Order(kept.end(), len(text), True, pronoun, denied=True)
        return None
    if (polite := end_of_lead(text, lexicon)) and piece.asked and start < polite:
        start = polite
    if piece.asked and not polite:
        return None
    for cue, sure in (("mem_forget", True), ("mem_remove", False)):
        match = lexicon.match(cue, text, start)
        if match and not is_past(said, piece, match.start()):
            return Order(match.end(), len(text), sure, _takes_pronoun(match.group()))
    return None


def _undoes(text: str, at: int, start: int, lexicon: Lexicon) -> bool:
    """Whether a "no" only answers: "no scratch that", "no no no cancelá eso"."""
    return text.startswith("no ", max(0, start - 3), start) or bool(
        lexicon.match("mem_undo", text, at)
    )


def _after_leads(text: str, start: int, lexicon: Lexicon) -> list[int]:
    places = [start]
    for _ in range(3):
        match = lexicon.match("mem_lead", text, places[-1]) if places[-1] < len(text) else None
        if match is None:
            break
        places.append(match.end() + 1)
    return places


def _closing(said: Said, piece: Piece) -> Order | None:
    """ "lo del alquiler quitalo todo": an order behind what it is about, in the same piece."""
    text, lexicon = piece.text, said.lexicon
    if piece.asked:
        return None
    if gone := lexicon.search("mem_gone", text):
        named = said.named(text[: gone.start()])
        if lexicon.has("mem_place", text) or (named and text.startswith(("todo ", "lo de"))):
            return Order(0, gone.start(), False)
    tokens = piece.canon.tokens
    first = max(1, len(tokens) - _CLOSING)
    for at in range(first, len(tokens)):
        word = piece.canon.starts[at]
        if tokens[at - 1].word in _NO_ORDER:
            continue
        if denied := lexicon.match("mem_not", text, word):
            kept = lexicon.match("mem_keep", text, denied.end() + 1)
            if kept and kept.group().split()[0] in ("lo", "la", "los", "las"):
                return Order(0, word, True)
            continue
        for cue in ("mem_forget", "mem_remove"):
            match = lexicon.match(cue, text, word)
            if match is None or is_past(said, piece, match.start()):
                continue
            rest = text[match.end() :].strip()
            pointed = lexicon.match("mem_it", rest, 0) and lexicon.has("mem_place", text[:word])
            if _takes_pronoun(match.group()) or pointed:
                return Order(0, match.start(), cue == "mem_forget")
    return None


def _takes_pronoun(verb: str) -> bool:
    """ "borralo": the object is said already."""
    last = verb.split()[-1]
    return (len(last) > 4 and last.endswith(("lo", "la", "los", "las"))) or last in ("lo", "la")
