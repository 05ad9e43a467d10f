"""How something the user says relates to a known fact: the same, a change, or another matter."""

from assistant.memory.matching.meaning import Meaning, parts_of
from assistant.memory.matching.relation import Relation, relate

__all__ = ["Meaning", "Relation", "parts_of", "relate"]
