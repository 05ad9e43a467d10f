"""What a turn cost, what it would have cost without this memory, its alert, and what its tools did
(M1, M2, T10)."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import TYPE_CHECKING

from assistant.errors import BudgetExceeded
from assistant.prompt.base import Prompt
from assistant.records import Conversation, MeasuredSource, RunRecord, Turn, TurnMetrics
from assistant.session.base import Reply, Request
from assistant.session.services import Services
from assistant.session.turn import Draft

if TYPE_CHECKING:
    from assistant.tools.calls import ToolRun

MESSAGE_OVERHEAD = 4
"""Tokens that a message takes beside its words."""


def requests_of(turn: Turn, reply: Reply, prompt: Prompt) -> tuple[Request, ...]:
    """What the turn sent, in order; a server that counts nothing leaves the reply's own size."""
    replied = reply.usage.completion_tokens or turn.reply.token_count
    return (*reply.earlier, Request(prompt, replace(reply.usage, completion_tokens=replied)))


def measured(
    services: Services, draft: Draft, turn: Turn, reply: Reply, request: Request
) -> TurnMetrics:
    """M1: what was sent, and what the same request would have weighed with the whole history."""
    asked = reply.source == "model" or reply.void
    source: MeasuredSource = "untold" if reply.untold else reply.source
    spared = source != "untold" and bool(services.model_name())
    prompt, usage = request.prompt, request.usage
    sections: dict[str, int] = {s.name: s.tokens for s in prompt.sections}
    remembered = sections["facts"] + sections["summaries"] + sections["window"]
    whole = prompt.tokens - remembered + history_tokens(draft.conversation)
    return TurnMetrics(
        session_id=draft.conversation.id,
        turn_number=turn.number,
        at=draft.now,
        source="model" if asked else source,
        model=reply.model,
        prompt_tokens=prompt.tokens if asked else 0,
        completion_tokens=(usage.completion_tokens or 0) if asked else 0,
        full_history_tokens=whole if asked or spared else 0,
        sections=sections,
        server_prompt_tokens=usage.prompt_tokens,
        role=draft.conversation.role,
        alert=alert_of(request) if asked else None,
        strategies=prompt.strategies if asked else (),
    )


def refused(services: Services, draft: Draft, number: int, error: BudgetExceeded) -> TurnMetrics:
    """A request that was never sent, for its alert (M2)."""
    return TurnMetrics(
        session_id=draft.conversation.id,
        turn_number=number,
        at=draft.now,
        source="model",
        model=services.model_name(),
        prompt_tokens=0,
        completion_tokens=0,
        full_history_tokens=0,
        role=draft.conversation.role,
        alert=error.kept,
    )


def ran(draft: Draft, runs: Sequence[ToolRun], number: int) -> list[RunRecord]:
    """What the tools of turn ``number`` did (T10), 0 where it failed."""
    return [
        RunRecord(
            session_id=draft.conversation.id,
            turn_number=number,
            at=draft.now,
            tool=run.known,
            outcome=run.result.error.code if run.result.error else "success",
            milliseconds=run.result.metadata.execution_time_ms,
            cached=run.result.metadata.cached,
        )
        for run in runs
    ]


def alert_of(request: Request) -> str | None:
    """M2: what the prompt would have weighed had nothing given way, or what the server counted,
    where that is over the budget."""
    prompt, theirs = request.prompt, request.usage.prompt_tokens or 0
    if theirs > prompt.budget:
        return f"the server counted {theirs:,} tokens of {prompt.budget:,}"
    if prompt.wanted <= prompt.budget:
        return None
    gone = dict.fromkeys(drop.section for drop in prompt.drops)
    gave = f": {', '.join(gone)} gave way" if gone else ""
    return f"the prompt would have taken {prompt.wanted:,} tokens of {prompt.budget:,}{gave}"


def history_tokens(conversation: Conversation) -> int:
    """What every turn of the conversation so far would weigh in a prompt, word for word."""
    return int(conversation.metadata.get("history_tokens", 0))
