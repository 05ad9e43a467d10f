"""Patterns of questions, from the folders of the languages."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping

from assistant.languages import known
from assistant.languages import read as read_language
from assistant.records import Language

_PART = re.compile(r"\{([a-z]\w*)\}")


def read(file: str, parts: Mapping[str, str]) -> Iterator[tuple[Language, str, re.Pattern[str]]]:
    """Each pattern of a file, in order: its language, what stands before its colon, and itself.

    A section ``[parts]`` names pieces that patterns after it hold in braces, beside those given.
    """
    for language in known():
        known_parts, section = dict(parts), ""
        for line in read_language(language, file).splitlines():
            if line.startswith("["):
                section = line.strip("[]")
            elif line and not line.startswith("#"):
                name, _, pattern = line.partition(": ")
                pattern = _filled(pattern, known_parts)
                if section == "parts":
                    known_parts[name] = pattern
                else:
                    yield language, name, re.compile(pattern)


def _filled(pattern: str, parts: Mapping[str, str]) -> str:
    return _PART.sub(lambda found: parts[found[1]], pattern)
