"""How secrets are told without their name beside them, from ``data/secrets/ways.toml``."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from functools import cache

from assistant.resources import toml_of

NO_END = r"[^\n.;?!]"
"""A character that a clause goes on with."""


@cache
def any_of(*lists: str) -> str:
    """One regular expression for the entries of some lists as whole words, the longest first."""
    return rf"(?<!\w){_either(*lists)}(?!\w)"


@cache
def numbered() -> re.Pattern[str]:
    """The whole of what has a number behind its name: "postgres15", "q4_report2025", "vlan100"."""
    return re.compile(rf"(?:\w*[_-])?{_either('numbered')}[-_]?v?[\d._]*[a-z]?")


def _either(*lists: str) -> str:
    words = [word for name in lists for word in _lists()[name]]
    return f"(?:{'|'.join(sorted(words, key=len, reverse=True))})"


@cache
def _lists() -> Mapping[str, Sequence[str]]:
    """Read when a text first asks for it."""
    return toml_of("secrets", "ways.toml")
