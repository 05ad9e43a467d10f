"""Names as the facts write them: "what does tom do?" of one who told about Tom.

The reader takes a name in small letters for some word, and is unsure of a fact that it knows.
"""

from __future__ import annotations

import re
from collections.abc import Iterable

from assistant.records import Fact
from assistant.text.folding import fold
from assistant.text.wording import wording

_WORD = re.compile(r"[^\W\d_]+")


def named_as_told(question: str, facts: Iterable[Fact]) -> str:
    """The question, every name that a fact holds written as it is there."""
    told: dict[str, str] = {}
    for fact in facts:
        names = {word.text for word in wording(fact.fact, fact.language).words if word.exact}
        written = (found for found in _WORD.findall(fact.fact) if found[0].isupper())
        told |= {fold(name): name for name in written if fold(name) in names}
    return _WORD.sub(lambda found: told.get(fold(found[0]), found[0]), question)
