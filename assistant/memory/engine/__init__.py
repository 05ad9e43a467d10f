"""Loads what the policies need, lets them decide, applies what they say.

The only room of ``memory/`` that touches stores and the embedder: ``dialogue`` for windows, topics
and segments, ``facts`` for facts, ``memory`` for the two together.
"""

from assistant.memory.engine.base import Perceived, Recalled, RecalledFact, RecalledSegment
from assistant.memory.engine.memory import Memory

__all__ = ["Memory", "Perceived", "Recalled", "RecalledFact", "RecalledSegment"]
