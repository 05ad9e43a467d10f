"""What a question asks for: its kind, whether it wants a yes or a no, one value or several."""

from __future__ import annotations

import re
import tomllib
from functools import cache, lru_cache
from typing import TYPE_CHECKING

from assistant.memory.phrases import fold
from assistant.records import Language
from assistant.resources import data_path

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

SEVERAL = "several"


@cache
def _signs() -> tuple[tuple[str, re.Pattern[str]], ...]:
    """Each sign of ``data/answers/asked.toml``, in the order of the file."""
    listed = tomllib.loads(data_path("answers", "asked.toml").read_text("utf-8"))
    return tuple(
        (name, re.compile(rf"\b(?:{'|'.join(entries)})\b"))
        for name, entries in listed.items()
        if name != SEVERAL
    )


@cache
def _several() -> re.Pattern[str]:
    listed = tomllib.loads(data_path("answers", "asked.toml").read_text("utf-8"))
    return re.compile(rf"\b(?:{'|'.join(listed[SEVERAL]['words'])})\b")


@lru_cache(maxsize=64)
def asked_for(question: str) -> NDArray[np.float32]:
    """1.0 for each sign that the question shows, in the order of the file."""
    import numpy as np

    folded = fold(question)
    found = [1.0 if pattern.search(folded) else 0.0 for _, pattern in _signs()]
    return np.array(found, np.float32)


def signs_of(question: str) -> frozenset[str]:
    """The names of the signs that the question shows."""
    found = asked_for(question)
    return frozenset(name for (name, _), there in zip(_signs(), found, strict=True) if there)


def asks_several(question: str) -> bool:
    """Whether it is put in the plural, or asks for two things."""
    return _several().search(fold(question)) is not None


@lru_cache(maxsize=64)
def asks_whether(question: str, language: Language) -> bool:
    """Whether the answer is yes or no: it names no thing that is asked for, and orders nothing."""
    folded = fold(question).strip(" ¿?!.")
    if _WH_FIRST.match(folded) or _ASKS.search(folded):
        return False
    if language == "en" and not _OWN_DOING.match(folded):
        return _INVERTED.search(folded) is not None
    return not _THING.fullmatch(folded)


_ASKS = re.compile(
    r"\b(?:quien(?:es)?|cual(?:es)?|cuando|a?donde|cuant[oa]s?|que|por que|decime|dime|dame"
    r"|recordame|recuerdame|pasame|lista|nombres?|numero|precio)\b|^(?:y )?como (?!\w+\??$)"
)
_WH_FIRST = re.compile(
    r"(?:\w+,? ){0,2}?"
    r"(?:date|deadline|who|what|when|where|which|how|why|remind|tell|list|give|name)\b"
)
_INVERTED = re.compile(
    r"(?:^|[,;:—–-] ?|\b(?:so|and|hey) )"
    r"(?:am|is|are|was|were|do|does|did|have|has|had|can|could|will|would|should|must|may)(?:n'?t)?"
    r" \w"
)
_OWN_DOING = re.compile(r"\w+(?:o|oy|mos)\b")
"""A Spanish verb of the speaker's: too short a text for its language to be told otherwise."""
_THING = re.compile(
    r"(?:y )?(?:(?:el|la|los|las|mis?) )?(?!\w*(?:o|oy|mos|se)\b)\w+(?: (?:de|del|para) .+)?"
    r"|(?!\w*(?:o|oy|mos|se)\b)\w+ \w+|y (?:el|la|los|las) \w+"
)
"""A thing by its name alone: "url del entorno de pruebas". No word of what the speaker does."""
