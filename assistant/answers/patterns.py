"""Patterns of questions, from the files of ``data/answers``."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping

from assistant.resources import data_path

_PART = re.compile(r"\{([a-z]\w*)\}")


def read(file: str, parts: Mapping[str, str]) -> Iterator[tuple[str, str, re.Pattern[str]]]:
    """Each pattern of a file, in order: its section, what stands before its colon, and itself.

    A section ``[parts]`` names pieces that patterns after it hold in braces, beside those given.
    """
    known, section = dict(parts), ""
    for line in data_path("answers", file).read_text("utf-8").splitlines():
        if line.startswith("["):
            section = line.strip("[]")
        elif line and not line.startswith("#"):
            name, _, pattern = line.partition(": ")
            pattern = _PART.sub(lambda found: known[found[1]], pattern)
            if section == "parts":
                known[name] = pattern
            else:
                yield section, name, re.compile(pattern)
