"""How the reply to a message is wanted."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, NamedTuple

from assistant.session.base import OnTool, TurnInput
from assistant.session.reply import OnText


class Wish(NamedTuple):
    """How a reply is wanted: whom its text reaches as it comes, whether it has to be the model's
    own, in which structure, and who hears of tools."""

    on_text: OnText | None
    fresh: bool
    schema: Mapping[str, Any] | None
    on_tool: OnTool | None

    def asks_model(self, turn: TurnInput) -> bool:
        """Whether nothing that is there already will do."""
        return self.fresh or self.schema is not None or bool(turn.tool)
