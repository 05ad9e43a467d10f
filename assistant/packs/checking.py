"""Whether a pack holds what it promises: for its own tests, and for ``assistant doctor``."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import suppress

from assistant.files import Unreadable, read_bytes
from assistant.limits import PACK_GUIDE
from assistant.packs import names
from assistant.packs.base import Pack
from assistant.packs.loading import Unusable, refuse_taken, tools_of
from assistant.packs.recognition import recogniser


def problems(pack: Pack) -> list[str]:
    """Everything that is wrong with a pack, in words; [] is whole. Loads all its parts."""
    return list(_problems(pack))


def guide_of(pack: Pack, language: str) -> str:
    """The pack's documentation in that language, or in another; "" where none can be read."""
    for code in (language, *names.LANGUAGES):
        with suppress(OSError, Unreadable):
            return read_bytes(pack.guide / f"guide.{code}.md", PACK_GUIDE).decode(errors="replace")
    return ""


def _problems(pack: Pack) -> Iterator[str]:
    try:
        refuse_taken(pack, ())
        known_tools = {tool.id for tool in tools_of(pack)}
        for tool in {t for disclaimer in pack.disclaimers for t in disclaimer.tools} - known_tools:
            yield f"a disclaimer names {tool}, which is none of its tools"
    except Unusable as error:
        yield error.failure.why
    for language in names.LANGUAGES:
        if not (pack.guide / f"guide.{language}.md").is_file():
            yield f"{pack.guide} holds no guide.{language}.md"
    if pack.command is not None:
        try:
            pack.command()
        except Exception as error:
            yield f"its command does not load: {type(error).__name__}: {error}"
    for domain in pack.domains:
        known = recogniser((pack,))
        for text in domain.examples:
            if domain.name not in known.domains(text):
                yield f"the domain '{domain.name}' does not recognise: {text}"
        for text in domain.others:
            if domain.name in known.domains(text):
                yield f"the domain '{domain.name}' takes for its own: {text}"
