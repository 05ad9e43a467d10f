"""How texts are recognised as of the domains that packs declare."""

from __future__ import annotations

from collections.abc import Iterable

from assistant.memory.domains import Recogniser
from assistant.packs.base import Pack


def recogniser(packs: Iterable[Pack]) -> Recogniser:
    """What knows those packs' domains by their words, in any language."""
    return Recogniser(
        {
            domain.name: [word for words in domain.words.values() for word in words]
            for pack in packs
            for domain in pack.domains
        }
    )
