"""The manner of a question: its words, and which stand side by side.

An embedding tells what a question is about; how it is put tells whose matter it is. "How do i",
"cómo se", "translate:" ask about the world, "my", "nos", "preparame" about one's own.
"""

from __future__ import annotations

import re
from itertools import pairwise

from assistant.text.folding import fold

LONGEST = 400
"""Characters at a question's beginning that are looked at: what follows is its material."""
_BEGINS, _ENDS = "^", "$"
_SIGN = re.compile(r"\w+|[^\w\s]")


def manner(text: str) -> frozenset[str]:
    """Words and marks, folded, and their pairs; where the text begins and ends counts as one."""
    signs = [_BEGINS, *_SIGN.findall(fold(text[:LONGEST])), _ENDS]
    return frozenset(signs).union(f"{one} {next_one}" for one, next_one in pairwise(signs))
