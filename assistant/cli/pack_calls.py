"""A pack's own tools, run for its commands and slash commands through the one pipeline (T2)."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from assistant.cli.tools import failure_of
from assistant.errors import BadData
from assistant.tools.calls import Call

if TYPE_CHECKING:
    from assistant.app import App
    from assistant.packs.base import Pack, Values
    from assistant.records import Language


@dataclass(frozen=True, slots=True)
class Calls:
    """What a ``Moment`` calls tools with. Whoever can be asked of side effects is the app's."""

    app: App
    pack: Pack
    language: Language
    role: str = "default"
    conversation: str = ""

    def __call__(self, tool: str, arguments: Values) -> Any:
        """The data of a call that succeeded. Raises AssistantError with what is wrong, and
        ValueError for a tool that is not the pack's own."""
        if tool not in {own.id for own in self.app.packs.tools[self.pack.name]}:
            raise ValueError(f"'{tool}' is no tool of the pack '{self.pack.name}'")
        pipeline = self.app.session_toolbox(self.role).pipeline
        result = pipeline.execute(Call(tool, dict(arguments), self.language, self.conversation))
        if result.error is not None:
            failure = failure_of(result, self.language)
            if isinstance(failure, BadData):
                failure.hint = ""  # it names the tool, and the person typed a command
            raise failure
        return result.data
