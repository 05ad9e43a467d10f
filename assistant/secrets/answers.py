"""Answers to the questions by which an account is given back: of a bank, of a mail box."""

from __future__ import annotations

import re
from collections.abc import Iterator
from functools import cache

from assistant.secrets.base import Secret
from assistant.secrets.values import placeholder, trimmed
from assistant.secrets.vocabulary import vocabulary
from assistant.secrets.ways import any_of
from assistant.text.folding import fold_in_place

_LINK = r"[ ]{0,2}(?::|=|,|(?<!\w)(?:is|was|es|era|con|with|que|to)(?!\w))[ ]{0,2}(?:el nombre[ ])?"
_VALUE = re.compile(r"[^\s,;:.?!][^\n,;:.?!]{1,38}(?=[\n,;.!)]|$)")
_NAME = re.compile(
    r"[A-ZÀ-Þ][\w'’-]{2,30}(?:[ ](?:de[ ]|la[ ])?[A-ZÀ-Þ][\w'’-]{1,30})?(?=[\s,;.!)]|$)"
)
_LAST_NAME = re.compile(rf"{_NAME.pattern}(?=[.;!)\n]|$)")
_LOOK_AROUND = 80
HINTS = ("question", "pregunta", "maiden", "soltera")


def find_answers(text: str) -> Iterator[Secret]:
    """What is said to be the answer, and the maiden name that proves to a bank who one is."""
    low = fold_in_place(text)
    if not any(hint in low for hint in HINTS):
        return
    for match in _question().finditer(low):
        pattern = _VALUE if match["link"] else _NAME if match["said"] else _LAST_NAME
        value = pattern.match(text, match.end())
        if value and (span := _answer(text, low, *value.span())):
            yield Secret(span, "secret")
    for match in _maiden().finditer(low):
        value = _NAME.match(text, match.end())
        around = low[max(0, match.start() - _LOOK_AROUND) : match.end() + _LOOK_AROUND]
        if value and _guarded().search(around):
            yield Secret(value.span(), "secret")


def _answer(text: str, low: str, begin: int, end: int) -> tuple[int, int] | None:
    """Few words, of which the first is no small one."""
    begin, end = trimmed(text, begin, end)
    said = low[begin:end].split()
    if not 1 <= len(said) <= 4 or placeholder(text[begin:end]):
        return None
    return None if said[0] in vocabulary().not_values else (begin, end)


@cache
def _question() -> re.Pattern[str]:
    """A question of theirs, then the answer: announced, or a name at the end of the clause."""
    return re.compile(
        rf"{any_of('asked')}(?:[^\n;]{{0,80}}?(?P<said>{any_of('answered')})(?:(?P<link>{_LINK})|[ ])|[^\n.;,]{{0,40}}?(?::|(?<!\w)(?:is|was|es|era)(?!\w))[^\n.;,]{{0,80}},[ ])"
    )


@cache
def _maiden() -> re.Pattern[str]:
    return re.compile(rf"{any_of('maiden')}[^\n.;]{{0,50}}?{_LINK}(?=\S)")


@cache
def _guarded() -> re.Pattern[str]:
    return re.compile(any_of("guarded"))
