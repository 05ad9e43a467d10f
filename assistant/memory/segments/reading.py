"""What was said, sentence by sentence, without its markup. Reads a bounded part of a message."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from typing import NamedTuple

from assistant.characters import one_line
from assistant.memory.signals.rewording import own_words
from assistant.records import Turn
from assistant.secrets import find as find_secrets

FIRST, LAST = 2000, 800
"""Characters that are read of a message's beginning and of its end; what is between is skipped."""
SENTENCES = 40
"""Sentences that are read of a message."""
LONGEST_SENTENCE = 400
IDENTIFIERS = 4
"""Names that are kept of a block of code."""

_FENCE = re.compile(r"(?:```|~~~)[^\n]*\n?(.*?)(?:```|~~~|\Z)", re.DOTALL)
_LINK = re.compile(r"!?\[([^\]\n]{0,200})\]\([^)\s]{0,500}[^)\n]{0,100}\)")
_ELIDED = re.compile(r"\[…[^\]\n]{0,40}…\]")
"""The mark of a cut in a prompt, which a model may have copied: it was said by nobody."""
_TAG = re.compile(r"</?[a-zA-Z][^<>\n]{0,200}>")
_EMPHASIS = re.compile(r"(?<!\w)(\*{1,3}|_{1,3}|~~)(?=\S)(.{1,200}?)(?<=\S)\1(?!\w)")
_LINE_MARK = re.compile(r"^\s*(?:[#>]+\s*|[-*+•]\s+|\d{1,3}[.)]\s+|\[[ xX]\]\s+)+")
_RULE = re.compile(r"^[\s|:=_*+-]+$")
_END = re.compile(r"(?<=[.!?…])[\"'”»)\]]*\s+|(?<=[。！？])|\s+(?=[¿¡])|\s+[—–]\s+|\s\|\s|\t")
_DEFINED = re.compile(
    r"\b(?:def|class|func|function|fn|interface|struct|enum|type|table|view|index|module|package)"
    r"\s+(?:if\s+not\s+exists\s+)?([A-Za-z_][\w.]{0,40})",
    re.IGNORECASE,
)
_IDENTIFIER = re.compile(r"\b[A-Za-z]\w*(?:[._][A-Za-z]\w*)+\b|\b[a-z]+(?:[A-Z][a-z0-9]+)+\b")


class Said(NamedTuple):
    """A sentence, who said it and in which turn; ``code``: only the names of a block of code."""

    text: str
    by_user: bool
    turn: int
    question: bool = False
    code: bool = False


Untyped = Mapping[int, Sequence[tuple[int, int]]]
"""By the number of a turn, where its message holds words that were not typed."""


def in_own_words(turns: Sequence[Turn], untyped: Untyped) -> list[Turn]:
    """The turns with nothing of the messages but the person's own words: no quotation, no paste,
    no report of what somebody else said."""
    return [
        replace(
            turn,
            user=replace(
                turn.user, content=own_words(turn.user.content, untyped.get(turn.number, ()))
            ),
        )
        for turn in turns
    ]


def said_in(turns: Sequence[Turn]) -> list[Said]:
    """The sentences of the turns in order; blank ones are left out."""
    return [
        sentence
        for turn in turns
        for message, by_user in ((turn.user, True), (turn.reply, False))
        for sentence in sentences(message.content, by_user=by_user, turn=turn.number)
    ]


def sentences(text: str, *, by_user: bool, turn: int) -> list[Said]:
    """A message's sentences without Markdown, cells of tables apart, code as its names alone."""
    found: list[Said] = []
    start = 0
    bounded = _ELIDED.sub(" ", without_secrets(_bounded(text)))
    for block in _FENCE.finditer(bounded):
        found += _prose(bounded[start : block.start()], by_user, turn)
        names = identifiers(block.group(1))
        if names:
            found.append(Said(" ".join(names), by_user, turn, code=True))
        start = block.end()
    found += _prose(bounded[start:], by_user, turn)
    if len(found) <= SENTENCES:
        return found
    return found[: -SENTENCES // 4 + SENTENCES] + found[-SENTENCES // 4 :]


def without_secrets(text: str) -> str:
    """Keys and passwords never enter a summary (F4)."""
    for secret in reversed(find_secrets(text)):
        text = f"{text[: secret.span[0]]} {text[secret.span[1] :]}"
    return text


def identifiers(code: str) -> list[str]:
    """The names that a block of code defines, else those it uses most."""
    defined = list(dict.fromkeys(_DEFINED.findall(code)))
    used = [name for name, _ in Counter(_IDENTIFIER.findall(code)).most_common(IDENTIFIERS)]
    return (defined or used)[:IDENTIFIERS]


def _bounded(text: str) -> str:
    """Beginning and end of a long text, each with its blocks of code still closed."""
    if len(text) <= FIRST + LAST:
        return text
    head, tail = _whole_words(text[:FIRST]), _whole_words(text[: -LAST - 1 : -1])[::-1]
    open_head, open_tail = text.count("```", 0, FIRST) % 2, text.count("```", 0, -LAST) % 2
    return "\n".join((head, "```" * open_head, "```" * open_tail, tail))


def _whole_words(cut: str) -> str:
    """Without the word at its end that the cut went through; CJK writes without spaces."""
    end = len(cut)
    while end and not cut[end - 1].isspace() and cut[end - 1] < "\u2e80":
        end -= 1
    return cut[:end]


def _prose(text: str, by_user: bool, turn: int) -> Iterator[Said]:
    for line in text.splitlines():
        if _RULE.match(line):
            continue
        plain = _EMPHASIS.sub(r"\2", _TAG.sub(" ", _LINK.sub(r"\1", _LINE_MARK.sub("", line))))
        cells = plain.strip().strip("|").split("|") if plain.lstrip().startswith("|") else [plain]
        for cell in cells:
            for piece in _END.split(cell):
                for body in _lengths(one_line(piece)):
                    if any(char.isalnum() for char in body):
                        asked = "?" in body[-3:] or body.startswith("¿")
                        yield Said(body, by_user, turn, asked)


def _lengths(sentence: str) -> Iterator[str]:
    """A sentence without end in pieces of whole words."""
    while len(sentence) > LONGEST_SENTENCE:
        piece = _whole_words(sentence[:LONGEST_SENTENCE])
        if not piece:
            return  # one endless word
        yield piece
        sentence = sentence[len(piece) :]
    yield sentence
