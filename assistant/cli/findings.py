"""What a check of ``assistant doctor`` looks at, and what it gives."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Literal

from assistant.cli import plain
from assistant.errors import AssistantError
from assistant.messages import say

if TYPE_CHECKING:
    from assistant.app import App
    from assistant.errors import ConfigurationError
    from assistant.records import Language
    from assistant.storage.base.locations import Location

State = Literal["ok", "warn", "fail"]


@dataclass(frozen=True, slots=True)
class Finding:
    """What a check found, what to do about it, and the exit status that a failure stands for."""

    check: str
    state: State
    message: str
    hint: str = ""
    status: int = 0


@dataclass(frozen=True, slots=True)
class Installation:
    """A home and the program on this machine. ``app`` is incognito: it leaves the home alone."""

    app: App
    language: Language
    wrong_config: ConfigurationError | None = None

    def say(self, key: str, **values: object) -> str:
        return say(f"doctor.{key}", self.language, **values)

    @property
    def location(self) -> Location:
        return self.app.location

    @property
    def stored_elsewhere(self) -> bool:
        """Whether a server has a part in keeping the memory."""
        from assistant.storage.open import of_many

        return of_many(self.app.config.storage.url) or bool(self.app.config.storage.live)


def failure_of(name: str, error: AssistantError) -> Finding:
    return Finding(name, "fail", plain.line(error.message), error.hint, error.exit_status)
