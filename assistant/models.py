"""Which model answers in a home, and which servers of others the person lets answer.

Part of the composition root: it chooses concrete classes, as ``app.py`` does.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from datetime import datetime
from pathlib import Path
from typing import TYPE_CHECKING

from assistant.config import Config
from assistant.errors import AssistantError

if TYPE_CHECKING:
    from assistant.llm.acceptance import FoundServer
    from assistant.llm.discover import Choice
    from assistant.storage.base import KeyValue


class Models:
    """The choice of a model for each role. ``keep`` opens what is remembered of servers."""

    def __init__(
        self,
        config: Config,
        environ: Mapping[str, str],
        keep: Callable[[], KeyValue],
        now: Callable[[], datetime],
        folder: Path,
        flag: str | None,
    ) -> None:
        self._config, self._environ = config, environ
        self._keep, self._now, self._folder = keep, now, folder
        self._asked_for, self._asked_with = flag, "-m"

    def choice(self, role: str = "default") -> Choice:
        """Which model would answer a role, and why. Probes local servers unless it did so lately.

        Raises ModelUnavailable when one that was asked for by name is nowhere.
        """
        from assistant.llm.discover import choose

        return choose(
            self._config,
            self._environ,
            self._asked_for or self._config.role(role).model or None,
            self._keep(),
            self._now(),
            self._folder,
            asked_with=self._asked_with if self._asked_for else f"[roles.{role}]",
        )

    def use(self, name: str) -> None:
        """Have another model answer from the next session on. Raises ModelUnavailable."""
        before = self._asked_for, self._asked_with
        self._asked_for, self._asked_with = name, "/model"
        try:
            self.choice()
        except AssistantError:
            self._asked_for, self._asked_with = before
            raise

    def accept(self, found: FoundServer, *, accepted: bool) -> None:
        """Remember whether a server of another account may be asked. It holds from the next
        session on."""
        from assistant.llm.acceptance import answer

        answer(found, self._keep(), accepted=accepted)

    def local_servers(self) -> list[FoundServer]:
        """The servers that answer on this machine right now, and whether they may be asked."""
        from assistant.llm.acceptance import standing
        from assistant.llm.probe import LOCAL_SERVERS, local_servers

        kept, ttl = self._keep(), self._config.model.probe_ttl
        there = local_servers(kept, self._now(), ttl, LOCAL_SERVERS, fresh=True)
        return standing(there, kept, self._now())
