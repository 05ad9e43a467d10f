"""The in-run memory of one-shot calls: append, then trim, oldest first (R1, R4)."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from assistant.records import ChatMessage


class Report(NamedTuple):
    """What a reduction did (R4): messages before and after, and how many each limit took."""

    before_count: int
    after_count: int
    trimmed_by_chars: int
    trimmed_by_count: int


def reduce(
    messages: Sequence[ChatMessage],
    new: Sequence[ChatMessage],
    max_messages: int = 8,
    max_chars: int = 8000,
) -> tuple[tuple[ChatMessage, ...], Report]:
    """``messages`` then ``new``, trimmed to both limits; ``before_count`` is before trimming.

    The newest message is never lost nor cut, even when it alone passes ``max_chars``: as the
    current message it is the prompt's business, which turns what is too long into fragments.
    """
    everything = (*messages, *new)
    newest = max(1, max_messages)
    kept = everything[-newest:]
    by_count = len(everything) - len(kept)
    chars = sum(len(m.content) for m in kept)
    start = 0
    while chars > max_chars and start < len(kept) - 1:
        chars -= len(kept[start].content)
        start += 1
    kept = kept[start:]
    return kept, Report(len(everything), len(kept), start, by_count)
