"""Packs: one folder adds a domain (K1). docs/packs.md says how to write one."""

from assistant.packs.base import (
    Collection,
    Domain,
    Home,
    Moment,
    Pack,
    Shorter,
    SlashCommand,
    Source,
    State,
    Values,
    Words,
    spoken,
)
from assistant.packs.now import Ahead, Pending
from assistant.packs.profile import Heard, Lesson, Mention, ProfileField
from assistant.packs.telling import About, Disclaimer, Instructions

__all__ = [
    "About",
    "Ahead",
    "Collection",
    "Disclaimer",
    "Domain",
    "Heard",
    "Home",
    "Instructions",
    "Lesson",
    "Mention",
    "Moment",
    "Pack",
    "Pending",
    "ProfileField",
    "Shorter",
    "SlashCommand",
    "Source",
    "State",
    "Values",
    "Words",
    "spoken",
]
