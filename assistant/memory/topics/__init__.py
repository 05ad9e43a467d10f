"""Does this message leave the subject? (C5, C6)

``shift`` decides from explicit phrases, signs of a follow-up and a small trained head; ``said``
prepares what it reads. Weights and phrases are in ``data/topics``.
"""

from assistant.memory.topics.decision import first, shift
from assistant.memory.topics.text import Context, Exchange, Reason, Said, ShiftDecision, parts, said

__all__ = [
    "Context",
    "Exchange",
    "Reason",
    "Said",
    "ShiftDecision",
    "first",
    "parts",
    "said",
    "shift",
]
