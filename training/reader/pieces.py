"""Which pieces of the encoder's vocabulary the reader keeps."""

from __future__ import annotations

from collections.abc import Iterable

from assistant.arrays import listed
from assistant.reader.vocabulary import Vocabulary
from training.reader.arrays import SPECIAL
from training.reader.base import Base

_LATIN = 0x250


def chosen_pieces(base: Base, texts: Iterable[str], begun: Iterable[str] = ()) -> list[int]:
    """The pieces of which the words of both languages are made, and those of the texts; where weights
    are gone on from, the pieces that they have rather than those of the languages."""
    from simplemma.strategies.dictionaries.dictionary_factory import DefaultDictionaryFactory

    whole = Vocabulary(listed(base.pieces), base.scores)
    in_texts = {n for text in set(texts) for n in whole.ids(text, 999)}
    known = set(begun)
    if known:
        there = {n for n, piece in enumerate(base.pieces) if piece in known}
        return sorted(there | in_texts | set(range(SPECIAL)))
    dictionaries = DefaultDictionaryFactory()
    words = {word for name in ("es", "en") for word in dictionaries.get_dictionary(name)}
    used = {n for word in words for form in (word, word.capitalize()) for n in whole.ids(form, 99)}
    letters = (n for n, piece in enumerate(base.pieces) if len(piece) == 1)
    used |= {n for n in letters if ord(base.pieces[n]) < _LATIN or base.pieces[n] == "\u2581"}
    return sorted(used | in_texts | set(range(SPECIAL)))
