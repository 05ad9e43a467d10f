"""A message that begins with a description or with "there", read with the name that the turn before
gave it (F5): "the eldest is at college" after "two kids: Tom, the eldest, and Ana".

Only a name that stands right beside the very description is put in, and only where there is one.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence

from assistant.languages import known, table
from assistant.records import Fact
from assistant.text.folding import fold


def begins_described(text: str) -> bool:
    """Whether a message begins so."""
    return any(found for _, found in _beginnings(text))


def with_the_name(text: str, told: Sequence[Fact]) -> str | None:
    """``text`` with the name, or the place, that the facts ``told`` have for its beginning; None
    where they have none, or more than one."""
    for forms, found in _beginnings(text):
        begun = next((key for key, value in found.groupdict().items() if value), "")
        source = forms[begun].replace("{whom}", re.escape(fold(found[begun]))) if begun else "(?!)"
        of_all = [hit for fact in told for hit in re.finditer(source, fact.fact, re.IGNORECASE)]
        names = {hit[key] for hit in of_all for key in hit.groupdict() if hit[key]}
        written = {name for name in names if any(letter.isupper() for letter in name)}
        if len(written) == 1:
            name = written.pop()
            name = f"{name[:1].upper()}{name[1:]}" if text[:1].isupper() else name
            return text[: found.start(begun)] + name + text[found.end(begun) :]
    return None


def _beginnings(text: str) -> Iterator[tuple[dict[str, str], re.Match[str]]]:
    """The forms of each language of which one begins a text, and where."""
    for language in known():
        forms = table(language, "memory").get("described", {})
        found = re.match(forms.get("begins", "(?!)"), text, re.IGNORECASE)
        if found:
            yield forms, found
