"""Answers that the program works out by itself, when it is certain (A1)."""

from assistant.answers.known import known

__all__ = ["known"]
