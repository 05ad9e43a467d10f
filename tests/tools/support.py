"""A pipeline on real stores, with the tools and the person that a test needs."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass, field, replace
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Any

from assistant.config import ToolsConfig
from assistant.storage.base import Stores
from assistant.storage.open import open_stores
from assistant.tools.base import RateLimit, Surroundings, Tool
from assistant.tools.calls import Call, Consent, Question, Result
from assistant.tools.pipeline import Pipeline
from assistant.tools.registry import Registry

NOW = datetime(2026, 1, 30, 9, 0, tzinfo=UTC)


@dataclass
class Bench:
    """A person, a home and some tools. ``says`` is what the person answers; None: nobody there."""

    folder: Path
    tools: Iterable[Tool] = ()
    config: ToolsConfig = field(default_factory=ToolsConfig)
    plan: Any = "premium"
    says: Consent | None = None
    on_disk: bool = False

    def __post_init__(self) -> None:
        self.now = NOW
        self.asked: list[Question] = []
        self.kept: list[str] = []
        self.log: list[tuple[str, str, dict[str, Any]]] = []
        url = str(self.folder / "home" / "assistant.db") if self.on_disk else "memory:"
        self.stores: Stores = open_stores(url, clock=lambda: self.now)
        here = Surroundings("me", self.plan, self.config, self.folder / "notes", lambda: self.now)
        self.pipeline = Pipeline(
            Registry(self.tools),
            here,
            self.stores,
            lambda level, event, **details: self.log.append((level, event, details)),
            confirm=self._confirm if self.says else None,
            keep=self.kept.append,
        )

    def run(self, tool: str, arguments: Any = None, **values: Any) -> Result:
        return self.pipeline.execute(Call(tool, values if arguments is None else arguments))

    def later(self, seconds: float) -> None:
        self.now += timedelta(seconds=seconds)

    def _confirm(self, question: Question) -> Consent:
        self.asked.append(question)
        assert self.says is not None
        return self.says


def make(handler: Callable[..., object], id: str = "test.tool", **settings: Any) -> Tool:
    """A tool without frills, with a limit that no test reaches by accident."""
    settings.setdefault("rate_limit", RateLimit(per_minute=1000))
    return Tool(id, handler, **settings)


def renamed(tool: Tool, id: str) -> Tool:
    return replace(tool, id=id)


def code(result: Result) -> str:
    return result.error.code if result.error else ""
