"""Whether a message says that the answer before it was wrong."""

from __future__ import annotations

from assistant.memory.dedup import cues
from assistant.memory.dedup.text import tokens

LONGEST = 25


def corrects(text: str) -> bool:
    """Such an answer is never given again. A false alarm only costs a reuse."""
    words = tokens(text)
    return len(words) <= LONGEST and cues.whole("never", "correction", " ".join(words))
