"""Which tools are offered with a question when not all of them fit (T9).

Each tool is known by its description and by questions that it answers (its own ``examples`` and
those of ``data/tools/examples.toml``). A tool is as near as the nearest of these lines, in meaning
and in words; those already used in the conversation come first, since they are likely to be needed
again.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Collection, Mapping, Sequence
from typing import TYPE_CHECKING, Any

from assistant.resources import toml_of
from assistant.text.folding import fold
from assistant.tools.base import Tool

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

    Matrix = NDArray[np.float32]
    Embed = Callable[[Sequence[str]], Matrix]

SHARE = 600
"""Tokens of a prompt that all tool definitions together may take."""
WORDS_WEIGHT = 0.3
USED_BONUS = 0.5
_COMMON = 3
"""Words of so few letters say nothing."""


class Ranker:
    """Ranks tools by a question; what is known of the tools is embedded once."""

    def __init__(
        self, tools: Sequence[Tool], embed: Embed, embed_lines: Embed | None = None
    ) -> None:
        """``embed_lines`` serves what the tools are known by, which seldom changes: it may keep
        the vectors between runs."""
        self._tools = list(tools)
        self._embed = embed
        lines = [(number, line) for number, t in enumerate(tools) for line in lines_of(t)]
        self._owners = [number for number, _ in lines]
        self._words = [_words(line) for _, line in lines]
        self._vectors = (embed_lines or embed)([line for _, line in lines]) if lines else None

    def rank(self, question: str, used: Collection[str] = ()) -> list[Tool]:
        """The tools, most useful first. ``used``: function names that come before the rest."""
        if self._vectors is None or not question.strip():
            return sorted(self._tools, key=lambda t: t.function_name not in used)
        near = self._vectors @ self._embed([question])[0]
        asked = _words(question)
        scores = [0.0] * len(self._tools)
        for owner, cosine, words in zip(self._owners, near, self._words, strict=True):
            common = len(asked & words) / (len(words) or 1)
            scores[owner] = max(scores[owner], float(cosine) + WORDS_WEIGHT * common)
        order = sorted(
            range(len(self._tools)),
            key=lambda n: -scores[n] - USED_BONUS * (self._tools[n].function_name in used),
        )
        return [self._tools[n] for n in order]


def within(
    ranked: Sequence[Mapping[str, Any]], size: Callable[[Mapping[str, Any]], int], room: int
) -> tuple[Mapping[str, Any], ...]:
    """The first definitions that fit; a large one does not keep smaller ones out."""
    kept = []
    for definition in ranked:
        tokens = size(definition)
        if tokens <= room:
            kept.append(definition)
            room -= tokens
    return tuple(kept)


def lines_of(tool: Tool) -> list[str]:
    """What a tool is known by."""
    return [tool.description, *tool.examples, *toml_of("tools", "examples.toml").get(tool.id, ())]


def _words(text: str) -> frozenset[str]:
    return frozenset(word for word in re.findall(r"\w+", fold(text)) if len(word) > _COMMON)
