"""Words that are none: what a model makes up that does not know the language it writes."""

from __future__ import annotations

import re

from assistant.answers.guard.base import Asked, prose, words
from assistant.answers.vocabulary import own
from assistant.languages import pattern
from assistant.text.dictionaries import is_word

SHORTEST = 5
"""Letters of the shortest word that is looked at: shorter ones are often abbreviations."""
MADE_UP = 0.12
"""The share of a reply's words from which it speaks no language."""

_WORD = re.compile(r"(?<![\w@#/.'’-])[^\W\d_]+(?![\w@#/'’-])")
_INITIAL = re.compile(r"(?:^|[.!?¡¿…:\n*«\"(])\s*\Z")


def is_gibberish(reply: str, asked: Asked) -> bool:
    """Whether one word in eight is in no dictionary of any language, and nobody used it before.

    Names are left alone: a capital within a sentence; so is a single word in a language such as
    English, where what no dictionary knows is a tool's name more often than an invention.
    """
    said = prose(reply)
    given = {w for text in (asked.message, *asked.known, *_told(asked)) for w in words(text)}
    looked_at = [
        match.group().lower()
        for match in _WORD.finditer(said)
        if match.group()[0].islower() or _INITIAL.search(said, 0, match.start())
    ]
    made_up = [w for w in looked_at if len(w) >= SHORTEST and not given & set(words(w))]
    made_up = [word for word in made_up if not _is_word(word)]
    alone = len(made_up) == 1 and own(asked.language, "guard", "lone_word_is_a_name")
    return bool(made_up) and not alone and len(made_up) >= MADE_UP * len(_WORD.findall(said))


def _told(asked: Asked) -> list[str]:
    return [turn.message for turn in asked.earlier]


def _is_word(word: str) -> bool:
    """Whether a dictionary holds it, with or without the pronouns behind a verb ("decírselo")."""
    stem = pattern("answers", "guard", "enclitic").sub("", word)
    forms = {word, stem, *(stem + ending for ending in "rs")}
    return any(is_word(form) for form in forms if len(form) > 2)
