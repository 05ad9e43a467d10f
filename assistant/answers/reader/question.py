"""Whether a question wants a yes or a no, and of when it is."""

from __future__ import annotations

import re
from functools import lru_cache

from assistant.languages import pattern, table
from assistant.memory.signals.lexicon import load_lexicon
from assistant.records import Language
from assistant.text.folding import fold

_MARK = re.compile(r"[,;:] ¿?")


def _without_condition(folded: str) -> str:
    """A question without what it is asked for before it: "if you go to the bar, how do I …"."""
    before, *rest = _MARK.split(folded, maxsplit=1)
    led = before.partition(" ")[0] in load_lexicon().entries("conditional")
    return rest[0] if led and rest else folded


@lru_cache(maxsize=64)
def asks_whether(question: str, language: Language) -> bool:
    """Whether the answer is yes or no: it names no thing that is asked for, and orders nothing."""
    folded = fold(question).strip(" ¿?!.")
    if " " not in folded and "?" not in question:
        return False  # it only names something: "leto"
    asked = any(map(_says("asked").search, (folded, _without_condition(folded))))
    if asked or _says("either").search(folded):
        return False
    inverts = "inverted" in table(language, "reader").get("whether", {})
    if inverts and not _says("own_doing").match(folded):  # unless too short to tell its language
        return _says("inverted").search(folded) is not None
    return not _says("thing").fullmatch(folded)


def asks_of_oneself(question: str) -> bool:
    """Whether it asks what the person is: "am I allergic to nuts?"."""
    return _says("of_oneself").search(fold(question).strip(" ¿?!.")) is not None


def asks_for_several(question: str) -> bool:
    """Whether it asks for more than one by its form: "what tablets do I take?"."""
    return _says("several").search(fold(question)) is not None


def asks_of_before(question: str) -> bool:
    """Whether it asks what was so before something changed: "what did the rent use to be?"."""
    return _says("of_before").search(fold(question)) is not None


def tells_what_was_done(text: str) -> bool:
    """Whether it begins with what its speaker did, as only an accent may tell: "vendí la moto"."""
    return _says("own_past").match(text.lower()) is not None


def _says(key: str) -> re.Pattern[str]:
    return pattern("reader", "whether", key)
