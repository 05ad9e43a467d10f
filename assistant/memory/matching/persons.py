"""Of whom a text speaks: the speaker, or "my boss"."""

from __future__ import annotations

from assistant.text.phrases import listed
from assistant.text.wording import Wording, is_listed


def of_the_speaker(known: Wording) -> bool:
    """Whether a fact has no subject but the speaker: "works at Siemens", "I live in Hull"."""
    first = next(iter(known.words), None)
    begin = next(iter(known.tokens), "")
    if begin in listed("determiners") or begin in listed("pronouns"):
        return False
    if first is not None and first.place == 0:
        follows = known.tokens[1:2] and known.tokens[1] in listed("links")
        return not first.kind and (is_listed(first) or bool(begin.endswith("s") and follows))
    return bool(begin)


def begins_with_person(said: Wording) -> bool:
    """ "my sister…", "mi mejor amiga…": someone else is spoken of."""
    first, *more = said.words or (None,)
    if first is None or first.kind == "person":
        return first is not None
    owned = said.tokens[0] in listed("owners") and first.place == 1
    return owned and bool(more) and more[0].kind == "person" and more[0].place == 2
