"""What a typed message says to the memory (F2–F5): facts, requests to forget, secrets."""

from assistant.memory.signals.reading import read

__all__ = ["read"]
