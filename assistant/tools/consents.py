"""A person's yes before a side effect, and for how long it holds (T6)."""

from __future__ import annotations

import inspect
from collections.abc import Callable
from typing import Any

from assistant.tools import policy
from assistant.tools.base import Arguments, Context, Surroundings, Tool, ToolFailure, failed
from assistant.tools.calls import Call, Confirm, Question
from assistant.tools.plain import plain

LONGEST_TOLD = 20_000
MOST_LINES_TOLD = 300
"""Characters and lines that a person can be expected to read before they agree."""


class Consents:
    """``confirm`` asks the person; None: nobody can be asked. ``keep`` remembers an "always"."""

    def __init__(
        self, here: Surroundings, confirm: Confirm | None, keep: Callable[[str], None] | None
    ) -> None:
        self._here = here
        self.confirm = confirm
        self._keep = keep
        self._kept: set[str] = set()
        self._agreed: set[tuple[str, str, str]] = set()  # (conversation, tool, scope)

    def permit(self, tool: Tool) -> None:
        """Raises ToolFailure where nobody is there whom it must ask."""
        if self.confirm is None and self._must_ask(tool):
            raise failed(
                f"{tool.id} has a side effect and nobody is there to confirm it; "
                f'tools.allow = ["{tool.id}"] in the configuration would let it run'
            )

    def ask(self, tool: Tool, arguments: Arguments, call: Call, context: Context) -> None:
        """Raises ToolFailure when the person says no."""
        if tool.tell is None or self.confirm is None or not self._must_ask(tool):
            return
        scope = tool.scope(arguments) if tool.scope is not None else ""
        agreed = (call.conversation, tool.id, scope)
        if scope and agreed in self._agreed:
            return
        words = tool.tell(arguments, call.language, **_asked_for(tool.tell, context))
        if len(words) > LONGEST_TOLD or words.count("\n") > MOST_LINES_TOLD:
            raise failed(
                f"not run: what {tool.id} would do is too long for a person to read and agree to; "
                "do it in shorter steps"
            )
        may_always = not (tool.always_ask or scope)
        about = str(plain(tool.about(self._here, call.language))) if tool.about else ""
        consent = self.confirm(Question(tool.id, words, may_always, call.language, scope, about))
        if consent == "no":
            why = f"not run: the person said no to {tool.id}; do not try it again"
            raise ToolFailure("EXECUTION_ERROR", why, "declined")
        if scope:
            self._agreed.add(agreed)
            return
        if consent == "always" and not tool.always_ask:
            self._kept.add(tool.id)
            if self._keep is not None:
                self._keep(tool.id)

    def _must_ask(self, tool: Tool) -> bool:
        terminal = self.confirm is not None
        return policy.must_ask(tool, self._here.config, self._kept, terminal=terminal)


def _asked_for(tell: Callable[..., str], context: Context) -> dict[str, Any]:
    """The context, by the name of the parameter that takes it. The annotation alone is looked at:
    a package's other hints need not be there when it runs."""
    parameters = inspect.signature(tell).parameters.values()
    return {p.name: context for p in parameters if p.annotation in (Context, "Context")}
