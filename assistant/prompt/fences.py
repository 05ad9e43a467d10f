"""Delimiters that data cannot close, and control tokens that data cannot speak.

No randomness: the same data always gives the same prompt. The tag is the first of ``data``,
``data-2``, ``data-3``… that the data does not spell in any way a model might read as the tag.
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Mapping
from itertools import count

# What chat templates use to begin and end messages. llama.cpp and others turn these words into
# the real tokens wherever they stand, so that a file holding "<|im_end|>" would end its message.
_CONTROL = re.compile(
    r"<[|｜][^<>|｜\s][^<>|｜\n]{0,40}[|｜]>"
    r"|<(?:/?s|(?:start|end)_of_turn|bos|eos|(?:begin|end)_of_text|unk|pad)>"
    r"|\[/?(?:INST|SYSTEM_PROMPT|TOOL_CALLS|TOOL_RESULTS|AVAILABLE_TOOLS)\]"
    r"|<</?SYS>>",
    re.IGNORECASE,
)
_ATTRIBUTE_LENGTH = 80


def fence(tag: str, body: str, attributes: Mapping[str, str] | None = None) -> str:
    """``body`` between an opening and a closing tag that do not occur in it."""
    tag = _free_tag(tag, body)
    written = "".join(f' {key}="{_attribute(v)}"' for key, v in (attributes or {}).items())
    return f"<{tag}{written}>\n{body}\n</{tag}>"


def defuse(text: str) -> str:
    """``text`` with the control tokens of chat templates spaced out: readable, and powerless."""
    if "<" not in text and "[" not in text:
        return text
    return _CONTROL.sub(_space_out, text)


def _space_out(match: re.Match[str]) -> str:
    token = match.group()
    width = 2 if token[:2] in ("<|", "<｜", "<<") else 1
    return f"{token[:width]} {token[width:-width]} {token[-width:]}"


def _free_tag(tag: str, body: str) -> str:
    squashed = _squash(body) if "<" in body or not body.isascii() else ""
    for number in count(1):
        candidate = tag if number == 1 else f"{tag}-{number}"
        if f"<{candidate}" not in squashed and f"</{candidate}" not in squashed:
            return candidate
    raise AssertionError("unreachable: a finite text cannot hold every number")


def _squash(text: str) -> str:
    """As a lenient reader sees it: compatibility forms folded, no case, no space, no format
    characters."""
    folded = unicodedata.normalize("NFKC", text).casefold()
    return "".join(c for c in folded if not c.isspace() and unicodedata.category(c) != "Cf")


def _attribute(value: str) -> str:
    printable = "".join(c if c.isprintable() and c not in '<>"' else "_" for c in value)
    if len(printable) > _ATTRIBUTE_LENGTH:
        printable = "…" + printable[1 - _ATTRIBUTE_LENGTH :]
    return printable
