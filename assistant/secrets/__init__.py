"""Secrets (F4): found in any text, and taken out of whatever is kept.

``find(text)`` tells where they are and ``redact(text)`` takes them out; both are pure and linear in
the length of the text. A ``Redactor`` also knows values by themselves: the key in use, those that a
file brought. ``shapes.TABLE`` names what is known by its shape, ``data/secrets/names.toml`` what
stands beside its name. Nothing heavy is loaded before a text calls for it.
"""

from assistant.secrets.base import BLOT, KINDS, Secret
from assistant.secrets.calling import speaks_of_phrase
from assistant.secrets.finding import find, redact, without
from assistant.secrets.redactor import Redactor

__all__ = ["BLOT", "KINDS", "Redactor", "Secret", "find", "redact", "speaks_of_phrase", "without"]
