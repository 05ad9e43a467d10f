"""Which language a message is written in: by its little words, else by its letters."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator, Mapping
from functools import cache

from assistant.languages import FALLBACK, known, table
from assistant.memory.signals.lexicon import load_lexicon
from assistant.memory.signals.text import READ_AT_MOST
from assistant.records import Language
from assistant.resources import data_path
from assistant.text.folding import fold_in_place

_WORD = re.compile(r"(?<!\w)[^\W\d_]+(?!\w)")
_LOOKED_AT = 40
"""Words whose letters are looked at: of more, some are little ones."""
_SPANISH, _ENGLISH = "es", "en"
"""The languages that the letters were trained to tell apart."""
_SURE: Mapping[Language, int] = {_SPANISH: 300, _ENGLISH: 1000}
"""Log odds, in hundredths, from which the letters of a few words tell. Names of programs look
English in the midst of Spanish."""
_LITTLE, _OTHERWISE = 600, 1000
"""The same that a little word counts for, and from which a message is in another language than the
conversation: "van" stands in either, and "debian" looks like Spanish."""
_FEWEST = 2
"""Words of English without a little word: "docker?" may be said in either language."""


def detect_language(text: str) -> Language:
    """The language of a text; English where nothing tells."""
    return told_language(text) or FALLBACK


def told_language(text: str) -> Language | None:
    """The language of most function words; where there are as many of several, marks that one has
    alone and then the letters of the words tell, if they can: "Detesto Jira" is Spanish, "docker"
    is of none."""
    words = _words(text)
    counts = {language: _count(words, language) for language in known()}
    likeliest = [one for one, count in counts.items() if count == max(counts.values())]
    if len(likeliest) == 1:
        return likeliest[0]
    typed = set(text[:READ_AT_MOST].lower())
    for language in known():
        if not typed.isdisjoint(table(language, "language").get("marks", "")):
            return language
    return _by_letters(words[:_LOOKED_AT])


def language_beside(text: str, spoken: Language) -> Language:
    """The language of a message in a conversation: another where more than one word of it says so,
    or its letters do plainly."""
    found = told_language(text)
    if found is None or {found, spoken} != {_SPANISH, _ENGLISH}:
        return found or spoken
    words = _words(text)
    lead = _LITTLE * (_count(words, found) - _count(words, spoken))
    odds = _odds_of(words[:_LOOKED_AT])
    return found if lead + (odds if found == _SPANISH else -odds) >= _OTHERWISE else spoken


def is_foreign(text: str) -> bool:
    """Whether a message is in a language that the signals do not read, as far as that shows."""
    words = _words(text)
    foreign = sum(word in load_lexicon().entries("foreign") for word in words)
    return foreign > max(_count(words, language) for language in known())


def function_words(text: str, language: Language) -> int:
    """How many words of a text's beginning are little words of that language."""
    return _count(_words(text), language)


def letters_of(word: str) -> Iterator[str]:
    """The runs of three letters of a word, with its borders."""
    framed = f"_{fold_in_place(word)}_"
    return (framed[at : at + 3] for at in range(len(framed) - 2))


def _by_letters(words: list[str]) -> Language | None:
    odds = _odds_of(words)
    if odds >= _SURE[_SPANISH]:
        return _SPANISH
    return _ENGLISH if odds <= -_SURE[_ENGLISH] and len(words) >= _FEWEST else None


def _odds_of(words: list[str]) -> int:
    """Of a text how much likelier it is in Spanish; what is said twice tells once."""
    return sum(_odds().get(run, 0) for word in dict.fromkeys(words) for run in letters_of(word))


@cache
def _odds() -> Mapping[str, int]:
    """How much likelier each run of letters is in Spanish than in English, in hundredths of log
    odds; made by ``training/language.py``."""
    table: Mapping[str, int] = json.loads(data_path("signals", "letters.json").read_text("utf-8"))
    return table


def _words(text: str) -> list[str]:
    return _WORD.findall(fold_in_place(text[:READ_AT_MOST]))


def _count(words: list[str], language: Language) -> int:
    function = load_lexicon().words["function"].get(language, frozenset())
    return sum(word in function for word in words)
