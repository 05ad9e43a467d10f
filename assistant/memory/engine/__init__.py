"""Loads what the policies need, lets them decide, applies what they say.

The only room of ``memory/`` that touches stores and the embedder: ``dialogue`` for windows, topics
and segments, ``facts`` for facts, ``forgetting`` and ``curation`` for the user's hands on them,
``memory`` for all together.
"""

from assistant.memory.engine.base import Perceived, Recalled, untyped_after
from assistant.memory.engine.memory import Memory, said_after

__all__ = [
    "Memory",
    "Perceived",
    "Recalled",
    "said_after",
    "untyped_after",
]
