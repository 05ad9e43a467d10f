"""Decisions, conclusions and open questions, recognised by the words that announce them."""

from __future__ import annotations

import re
import tomllib
from collections.abc import Sequence
from functools import cache

from assistant.memory.segments.phrases import Said
from assistant.memory.wording import fold
from assistant.resources import data_path


def decisions(said: Sequence[Said]) -> list[str]:
    """What was decided, from its announcing words on; the user's and, if echoed, the reply's."""
    found = []
    for sentence in said:
        match = _pattern("decision").search(fold_same_length(sentence.text))
        if match and not sentence.question:
            found.append(_clause(sentence.text[match.start() :]))
    return list(dict.fromkeys(found))


def open_questions(said: Sequence[Said]) -> list[str]:
    """What was asked at the end and not answered: the user's last question where the reply after it
    asks back or does not know, else the question that the last reply ends with."""
    last_turn = said[-1].turn if said else 0
    closing = [s for s in said if s.turn == last_turn]
    asked = [s for s in closing if s.by_user and s.question]
    replies = [s for s in closing if not s.by_user]
    unanswered = not replies or any(
        _pattern("unanswered").search(fold_same_length(s.text)) for s in replies[:2]
    )
    if asked and unanswered:
        return [_clause(without_opening(asked[-1].text))]
    if replies and replies[-1].question:
        return [_clause(without_opening(replies[-1].text))]
    return []


def without_opening(text: str) -> str:
    """A sentence without its greeting and its "could you tell me"."""
    trimmed = text
    while True:
        match = _pattern("opening").match(fold_same_length(trimmed))
        if not match:
            return trimmed
        trimmed = trimmed[match.end() :].lstrip(" ,;:!¡.-")


def fold_same_length(text: str) -> str:
    """Folded, each character on its place, so that spans hold in the text itself."""
    return "".join(folded if len(folded := fold(char)) == 1 else char for char in text)


def _clause(text: str) -> str:
    """Up to the first break of thought."""
    return re.split(r"[;:()]|,\s+(?:pero|porque|asi|así|but|because|so|and|y)\b| — ", text)[
        0
    ].strip(" .,!?")


@cache
def _pattern(name: str) -> re.Pattern[str]:
    table = tomllib.loads(data_path("segments", "cues.toml").read_text("utf-8"))[name]
    entries = sorted(
        {fold(e) for entries in table.values() for e in entries}, key=len, reverse=True
    )
    return re.compile(rf"(?<!\w)(?:{'|'.join(map(re.escape, entries))})(?!\w)")
