"""What packs bring to a turn: sections of what was asked for, and how each fared (K2)."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from datetime import datetime
from functools import partial
from typing import NamedTuple

from assistant.messages import say
from assistant.prompt.base import Context, Drop, Shorter, SourceReport
from assistant.records import Language
from assistant.session.fetching import Fetched, Fetching, Told, Wanted
from assistant.session.parts import Part


class Brought(NamedTuple):
    """What the packs bring to a turn, how each source fared, and what was left out."""

    context: tuple[Context, ...] = ()
    failed: tuple[Drop, ...] = ()
    sources: tuple[SourceReport, ...] = ()


NOTHING_BROUGHT = Brought()


class Asked:
    """A turn's sections while they are fetched."""

    def __init__(
        self,
        parts: Sequence[Part],
        fetching: Fetching,
        language: Language,
        tell: Callable[[str, str], None],
    ) -> None:
        """``tell`` hears of each section that fails: its name, and the kind of failure."""
        self._parts = parts
        self._fetching = fetching
        self._language = language
        self._tell = tell

    def brought(self) -> Brought:
        """The sections, each once its source has answered or its deadline is over."""
        fetched = iter(self._fetching.wait())
        context: list[Context] = []
        failed: list[Drop] = []
        reports: list[SourceReport] = []
        for part in self._parts:
            got = next(fetched) if part.waits else _at_once(part)
            section, why = part.section, self._why(got)
            if part.waits:
                name, titles = section.name, section.titles
                reports.append(SourceReport(name, got.outcome, got.milliseconds, why, titles))
            if got.told is not None:
                context.append(Context(section, got.told.lines, part.reason, got.told.shorter))
                continue
            self._tell(section.name, got.error or got.outcome)
            failed.append(Drop(section.name, section.name, 0, why))
        return Brought(tuple(context), tuple(failed), tuple(reports))

    def _why(self, got: Fetched) -> str:
        """Why it is left out, in the language of the message; empty for what is there."""
        if got.told is not None:
            return ""
        values = {"kind": got.error, "ms": got.milliseconds}
        return say(f"packs.{got.outcome}", self._language, **values)


def wanted(part: Part, now: datetime) -> Wanted:
    """A part as it is asked for."""
    try:
        key = part.key() if part.good_for else ""
    except Exception as error:
        return Wanted(part.section.name, partial(_fail, error), now, part.deadline)
    call = partial(_told, part)
    return Wanted(part.section.name, call, now, part.deadline, part.good_for, key)


def _at_once(part: Part) -> Fetched:
    """What needs no thread, since it never waits."""
    try:
        return Fetched("fresh", 0, _told(part))
    except Exception as error:
        return Fetched("failed", 0, error=type(error).__name__)


def _fail(error: Exception) -> Told:
    raise error


def _told(part: Part) -> Told:
    """What a part says, and its shorter forms. Raises whatever the pack's code raises."""
    lines = tuple(str(line) for line in part.lines())
    return Told(lines, tuple(Shorter(s.strategy, tuple(s.of(lines))) for s in part.shorter))
