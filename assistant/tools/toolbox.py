"""The tools of one conversation: what is offered to the model, and the pipeline that runs it."""

from __future__ import annotations

import threading
from collections.abc import Collection, Mapping
from contextlib import suppress
from functools import cached_property
from typing import TYPE_CHECKING, Any

from assistant.llm.base import TokenCounter
from assistant.records import ChatMessage
from assistant.tools import policy
from assistant.tools.base import Tool, ToolFailure
from assistant.tools.cache import lifetime
from assistant.tools.calls import Call, Result
from assistant.tools.offering import SHARE, Ranker, within
from assistant.tools.pipeline import Pipeline
from assistant.tools.schema import definition

if TYPE_CHECKING:
    from assistant.tools.offering import Embed

_PROBE = ChatMessage("user", "-")


class Toolbox:
    """What a session needs of the tools."""

    def __init__(self, pipeline: Pipeline, embed: Embed, embed_lines: Embed | None = None) -> None:
        self.pipeline = pipeline
        self._embed = embed
        self._embed_lines = embed_lines
        self._sizes: dict[str, int] = {}

    @cached_property
    def usable(self) -> tuple[Tool, ...]:
        """Those that are on here and that the plan opens."""
        here = self.pipeline.here
        opened = self.pipeline.registry.for_plan(here.plan)
        return tuple(tool for tool in opened if not policy.why_off(tool, here))

    def offered(
        self, question: str, counter: TokenCounter, used: Collection[str] = ()
    ) -> tuple[Mapping[str, Any], ...]:
        """Definitions for a question, in at most ``SHARE`` tokens.

        All of them, in an order that never changes (a provider can cache it), where they fit;
        else the ones that the question needs most, the most useful first.
        """
        definitions = self._definitions
        sizes = {id: self._size(d, counter) for id, d in definitions.items()}
        if sum(sizes.values()) <= SHARE:
            return tuple(definitions.values())
        order = self._ranker.rank(question, used)
        ranked = [definitions[tool.id] for tool in order if tool.id in definitions]
        return within(ranked, lambda d: self._size(d, counter), SHARE)

    def fetch_ahead(self, result: Result) -> threading.Thread | None:
        """Run what predictably follows (T7) beside the model's thinking; its result waits in the
        cache. Only what reads, and is kept."""
        following = self._following(result)
        if following is None:
            return None

        def run() -> None:
            with suppress(Exception):  # nobody asked for it: its failure is nobody's concern
                self.pipeline.execute(following)

        thread = threading.Thread(target=run, name="fetch-ahead", daemon=True)
        thread.start()
        return thread

    def _following(self, result: Result) -> Call | None:
        with suppress(Exception):  # a package's own code: without it there is nothing to fetch
            tool = self.pipeline.registry.find(result.tool)
            found = tool.ahead(result.arguments, result.data) if tool.ahead else None
            if result.success and found:
                target = self.pipeline.registry.find(found[0])
                if target in self.usable and lifetime(target):
                    return Call(*found)
        return None

    @cached_property
    def _definitions(self) -> dict[str, Mapping[str, Any]]:
        """By id; without those that are declared wrongly."""
        found: dict[str, Mapping[str, Any]] = {}
        for tool in self.usable:
            with suppress(ToolFailure):
                found[tool.id] = definition(tool)
        return found

    @cached_property
    def _ranker(self) -> Ranker:
        return Ranker(self.usable, self._embed, self._embed_lines)

    def _size(self, tool: Mapping[str, Any], counter: TokenCounter) -> int:
        """What the definition adds to a request."""
        name = tool["function"]["name"]
        if name not in self._sizes:
            with_it = counter.count_messages((_PROBE,), (tool, tool))
            self._sizes[name] = with_it - counter.count_messages((_PROBE,), (tool,))
        return self._sizes[name]
