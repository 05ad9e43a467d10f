"""Whether a reply is one (A10): what a model says when it has nothing to say is not shown."""

from assistant.answers.guard.base import Asked, Said, Why
from assistant.answers.guard.gate import Gate, NoReply
from assistant.answers.guard.judging import fault, is_broken

__all__ = ["Asked", "Gate", "NoReply", "Said", "Why", "fault", "is_broken"]
