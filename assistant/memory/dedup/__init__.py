"""Whether two questions are the same one, proven word by word (A4). Pure."""

from assistant.memory.dedup.correction import corrects
from assistant.memory.dedup.eligibility import Refusal, personal, refusal
from assistant.memory.dedup.proof import Proof, prove
from assistant.memory.dedup.text import normalise

__all__ = ["Proof", "Refusal", "corrects", "normalise", "personal", "prove", "refusal"]
