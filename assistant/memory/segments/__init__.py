"""Segments: turns that left the window, kept as keys and values in their own words (S1–S4)."""

from assistant.memory.segments.grouping import language_of, leaving_groups
from assistant.memory.segments.summarise import summarise

__all__ = ["language_of", "leaving_groups", "summarise"]
