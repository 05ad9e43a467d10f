"""Words as the facts write them: "what does tom do?" of one who told about Tom, "lo del mecánico"
of one who typed "mecanico".

The reader takes a name in small letters, or a word with a mark or without, for some other word.
"""

from __future__ import annotations

import re
from collections.abc import Iterable

from assistant.records import Fact
from assistant.text.folding import fold
from assistant.text.slips import slips
from assistant.text.wording import wording

_SLIPS = 3
"""Letters in which a name may be spelled wrong; in a long one, half of them."""
_WORD = re.compile(r"[^\W\d_]+")


def spelled_as_told(message: str, facts: Iterable[Fact]) -> str:
    """The message, every name that a fact holds written as it is there, and every other word of
    meaning with the marks that it has there."""
    names, words = dict[str, str](), dict[str, str]()
    for fact in facts:
        told = wording(fact.fact, fact.language).words
        exact, plain = ({w.text for w in told if w.exact is each} for each in (True, False))
        for typed in _WORD.findall(fact.fact):
            if typed[0].isupper() and fold(typed) in exact:
                names[fold(typed)] = typed
            elif fold(typed) in plain:
                words[fold(typed)] = typed.lower()

    def as_told(found: re.Match[str]) -> str:
        typed = found[0]
        word = words.get(fold(typed), "")
        if name := names.get(fold(typed)):
            return name
        if word in ("", typed.lower()):
            return typed
        return word.capitalize() if typed.istitle() else word

    return _WORD.sub(as_told, message)


def spelled_alike(one: str, other: str) -> bool:
    """Whether a name may be the other, spelled wrong."""
    most = max(_SLIPS, max(len(one), len(other)) // 2)
    return slips(one, other, most) <= most
