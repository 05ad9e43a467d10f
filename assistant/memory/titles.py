"""What a conversation is called: the words of the person who began it, as they would say it. Pure.

A reply names nothing: what a model invents would stand in every list of conversations.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import replace
from functools import cache
from typing import Any, NamedTuple

from assistant.characters import one_line
from assistant.languages import each
from assistant.records import Conversation
from assistant.text.folding import fold
from assistant.text.phrases import tokens

LONGEST = 48
"""Characters of a title; it is cut between words."""
SHORTEST_CLAUSE = 16
"""Characters from which the beginning of a long sentence is a title by itself."""
TELLING = 2
"""Words of substance from which a title is kept whatever is said later."""
_READ = 600
_CODE = re.compile(r"```.*?(?:```|\Z)|`[^`]*`|https?://\S+", re.DOTALL)
_SENTENCE = re.compile(r"(?<=[.!?…])\s+|\n+|[¡¿]")
_CLAUSE = re.compile(r"[,;:—–]\s|\s[-—–]\s")
_EDGES = " \t,;:.…!?¡¿-—–\"'“”«»()[]"


KEY = "title"
"""Where it stands in the metadata of its conversation."""


class Title(NamedTuple):
    """A title, the turn that gave it, and how many words of substance it has."""

    text: str
    turn: int
    telling: int


def title(message: str, turn: int) -> Title | None:
    """What a message would call its conversation; None where it names nothing, as a greeting."""
    best: Title | None = None
    for sentence in _SENTENCE.split(_CODE.sub(" ", message[:_READ])):
        text = _bare(one_line(sentence))
        telling = len(_telling(text))
        if telling and (best is None or (telling >= TELLING > best.telling)):
            best = Title(_cut(text), turn, telling)
        if best and best.telling >= TELLING:
            break
    return best


def title_in(metadata: Mapping[str, Any]) -> Title | None:
    """The title that a conversation has been given."""
    kept = metadata.get(KEY)
    return Title(str(kept[0]), int(kept[1]), int(kept[2])) if kept else None


def untitled(conversation: Conversation) -> Conversation:
    """The conversation without its title."""
    left = {key: value for key, value in conversation.metadata.items() if key != KEY}
    return replace(conversation, metadata=left)


def better(known: Title | None, new: Title | None) -> Title | None:
    """The one to keep: the first that tells enough, until then the first."""
    if known is None or (new and known.telling < TELLING <= new.telling):
        return new or known
    return known


def _bare(sentence: str) -> str:
    """Without greetings in front and the words that only ask for it."""
    text = sentence.strip(_EDGES)
    if len(fold(text)) != len(text):  # places would not be the same
        return text
    for pattern in (_lead("greeting"), _lead("asking")):
        while text and (found := pattern.match(fold(text))) and found.end():
            text = text[found.end() :].strip(_EDGES)
    return text


def _telling(text: str) -> list[str]:
    from assistant.memory.segments.words import is_common

    words = dict.fromkeys(tokens(text))  # a figure names nothing: "221", "15% of 240"
    return [w for w in words if not is_common(w) and any(c.isalpha() for c in w)]


def _cut(text: str) -> str:
    """With a capital, at the end of a clause where one is near, else between two words."""
    if len(text) > LONGEST:
        ends = [m.start() for m in _CLAUSE.finditer(text, SHORTEST_CLAUSE, LONGEST + 1)]
        if ends:
            text = text[: ends[-1]]
        else:
            text = _without_loose_end(text[:LONGEST].rpartition(" ")[0]) + "…"
    return text[:1].upper() + text[1:]


def _without_loose_end(text: str) -> str:
    """Cut where the last words lead to what is no longer there: "because the"."""
    from assistant.memory.segments.words import is_common

    words = text.split()
    while len(words) > 1 and is_common(fold(words[-1].strip(_EDGES))):
        words.pop()
    return " ".join(words).rstrip(_EDGES)


@cache
def _lead(name: str) -> re.Pattern[str]:
    listed = [source for _, own in each("summaries", "titles") for source in own[name]]
    return re.compile(rf"(?:{'|'.join(listed)})(?!\w)[\s,;:.!?¡¿-]*")
