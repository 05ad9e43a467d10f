"""A memory as the answerers see it, and examples read from files."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from datetime import date, datetime
from pathlib import Path
from zoneinfo import ZoneInfo

from assistant.answers import known
from assistant.answers.base import Talk
from assistant.memory.signals.language import detect_language
from assistant.records import Fact

NOW = datetime(2026, 11, 23, 14, 5, tzinfo=ZoneInfo("Europe/Madrid"))
"""A Monday."""
EXAMPLES = Path(__file__).parent / "examples"


@dataclass(frozen=True)
class Held:
    """What a test lets the memory hold."""

    live: tuple[Fact, ...] = ()
    gone: tuple[Fact, ...] = ()
    talked: tuple[Talk, ...] = ()
    before: str = ""

    def facts(self) -> Sequence[Fact]:
        return self.live

    def retired(self) -> Sequence[Fact]:
        return self.gone

    def talk(self, since: date | None) -> Sequence[Talk]:
        return [t for t in self.talked if since is None or t.at.date() >= since]

    def talking(self) -> Sequence[Talk]:
        return [t for t in self.talked if t.at.date() == NOW.date()]

    def last_exchange(self) -> str:
        return self.before


def ask(text: str, held: Held | None = None, now: datetime = NOW) -> str | None:
    """The answer in the language that the program takes the question to be in."""
    found = known(text, detect_language(text), now, held or Held())
    return found.text if found else None


def examples(name: str) -> Iterator[tuple[str, str]]:
    """``question => words of the answer`` of a file; "" where the question goes on."""
    for line in (EXAMPLES / name).read_text("utf-8").splitlines():
        if line.strip() and not line.startswith("#"):
            question, _, expected = line.partition(" =>")
            yield question.strip(), expected.strip()
