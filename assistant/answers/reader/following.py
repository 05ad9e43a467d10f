"""A question that leaves out what the one before it said: "and my brother?", "how old is he?" (A6).

It is read whole: with the other in the place of the one asked about before, or with whom its
pronoun stands for.
"""

from __future__ import annotations

import re
from collections.abc import Sequence

from assistant.answers.reader.persons import is_the_speaker
from assistant.languages import pattern, table
from assistant.memory.matching.named_last import (
    is_somebody,
    names_and_roles,
    phrase_around,
    whom_named_last,
)
from assistant.memory.plan.unmarked import has_question_word
from assistant.records import Language
from assistant.text.dictionaries import is_folded_word
from assistant.text.folding import fold
from assistant.text.verbs import has_verb
from assistant.text.wording import wording

_LONGEST = 8
"""Words of a question that leaves something out."""
_MARKS = " ¿?!.,"
_STAND = ("theirs", "stands")
"""Words that stand for somebody: whose a thing is, and who."""


def may_leave_out(question: str, language: Language) -> bool:
    """Whether it opens as one that goes on, or has a word that stands for somebody."""
    rest, opened = _opened(question)
    return (opened or bool(_standing(rest, language))) and 0 < len(rest.split()) <= _LONGEST


def made_whole(question: str, language: Language, before: str, reply: str) -> str:
    """``before``: the question that went before, whole, and the ``reply`` to it. "" where the
    question leaves nothing out that they say."""
    rest, opened = _opened(question)
    if not before or not may_leave_out(question, language):
        return ""
    if is_the_speaker(wording(rest, language)):
        return ""
    named = _says("whose").sub("", rest)
    beside = _says("behind").match(fold(rest)) is not None
    beside = beside or _says("when").fullmatch(fold(rest)) is not None
    if beside or not (has_question_word(rest) or has_verb(named, language)):
        return _of_another(before, rest, language) if opened else ""
    own = table(language, "reader").get("following", {})
    unsaid = opened and re.search(own.get("unsaid", "(?!)"), fold(rest))
    stands = _standing(rest, language)
    if not (unsaid or stands) or names_and_roles(rest, language):
        return ""
    whom = whom_named_last(before, language) or whom_named_last(reply, language)
    if not whom:
        return ""
    if not stands:
        return f"{rest} {whom}?"

    def instead(found: re.Match[str]) -> str:
        return found.expand(own[f"{stands[0]}_as"]).replace("{}", whom)

    return re.sub(own[stands[0]], instead, rest, count=1, flags=re.IGNORECASE) + "?"


def _standing(text: str, language: Language) -> list[str]:
    """Which of ``_STAND`` a text has a word of."""
    own = table(language, "reader").get("following", {})
    return [key for key in _STAND if re.search(own.get(key, "(?!)"), text, re.IGNORECASE)]


def _opened(question: str) -> tuple[str, bool]:
    """The question without what opens it, and whether anything does."""
    rest = question.strip(_MARKS)
    opener = _says("opener").match(fold(rest))
    if opener is None or len(fold(rest)) != len(rest):
        return rest, False
    return rest[opener.end() :].strip(_MARKS), True


def _of_another(before: str, other: str, language: Language) -> str:
    """The question before, asked of another: of whom or what it asked last gives way."""
    asked = before.strip(_MARKS)
    same = _says("when").search(fold(asked)) if _says("when").fullmatch(fold(other)) else None
    if same and len(fold(asked)) == len(asked):
        return f"{asked[: same.start()]}{other}{asked[same.end() :]}?"
    words = asked.split()
    found = None if _says("behind").match(fold(other)) else _place(words, asked, language)
    if found is None:
        return f"{asked} {other}?"
    first, last = found
    link, _, rest = other.partition(" ")
    if rest and first and fold(words[first - 1]) == fold(link):
        other = rest  # "y de mi hermano?" after "qué sabes de mi madre?"
    return " ".join([*words[:first], other, *words[last + 1 :]]) + "?"


def _place(words: Sequence[str], asked: str, language: Language) -> tuple[int, int] | None:
    """Where a question says of whom or what it is: the first and the last of those words."""
    places = [n for n, word in enumerate(words) if is_somebody(word, asked, language)]
    if not places:
        owned = (n for n, word in enumerate(words[:-1]) if _says("owned").fullmatch(fold(word)))
        places = [n + 1 for n in owned][-1:]
    if not places:  # a name that was typed small
        bare = ((n, fold(word.strip(_MARKS))) for n, word in enumerate(words))
        places = [n for n, word in bare if word.isalpha() and not is_folded_word(word)]
    if not places and (subject := _says("subject").search(fold(asked))):
        places = [len(asked[: subject.start("who")].split())]
    return phrase_around(words, places) if places else None


def _says(key: str) -> re.Pattern[str]:
    return pattern("reader", "following", key)
