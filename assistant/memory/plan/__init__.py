"""The changes of memory that a message asks for, as typed actions (F7)."""

from assistant.memory.plan.asked_away import Unkept
from assistant.memory.plan.planning import plan, question_key

__all__ = ["Unkept", "plan", "question_key"]
