"""Whether a message says that the answer before it was wrong."""

from __future__ import annotations

import re

from assistant.memory.dedup import cues
from assistant.memory.dedup.text import tokens

LONGEST = 25
_ASKS_ON = re.compile(r"[¿\s]*\w+ \w.*\?\s*", re.DOTALL)
"""No mark after the first word: "¿No lleva ajo?", but not "No, ¿seguro?"."""


def corrects(text: str) -> bool:
    """Such an answer is never given again. A false alarm only costs a reuse."""
    words = tokens(text)
    plain = " ".join(words)
    if len(words) > LONGEST:
        return False
    denies = cues.whole("never", "denial", plain) and not _ASKS_ON.fullmatch(text)
    return denies or cues.whole("never", "correction", plain)
