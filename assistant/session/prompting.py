"""What a turn sends: its prompt, with what memory recalls for it and the tools offered."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from typing import TYPE_CHECKING, Any

from assistant.llm.small import is_small
from assistant.memory.engine.base import Recalled
from assistant.memory.ranking import TokenBudget
from assistant.prompt.assemble import assemble
from assistant.prompt.base import Prompt, PromptSource
from assistant.prompt.budget import Meter
from assistant.prompt.fitting import FactLines
from assistant.prompt.small import NEAR, for_small, limits_for_small
from assistant.prompt.system import static_prompt
from assistant.records import ChatMessage, Segment
from assistant.session.notices import of_stale
from assistant.session.services import Services

if TYPE_CHECKING:
    from assistant.session.turn import Draft

Definitions = tuple[Mapping[str, Any], ...]
"""Tools as a model is told of them."""


def build_prompt(
    services: Services,
    draft: Draft,
    exchange: tuple[ChatMessage, ...] = (),
    tools: Definitions | None = None,
) -> Prompt:
    """What would be sent to the model, within 4,000 tokens. Raises BudgetExceeded.

    ``exchange`` is the chain of tool calls so far, which follows the message. ``tools`` are those
    to offer, where they were chosen already.
    """
    role = services.config.role(draft.conversation.role)
    recalled = recall(services, draft)
    source = PromptSource(
        system=static_prompt().text,
        message=draft.turn.text,
        language=draft.language,
        role_prompt=role.prompt,
        state=(*recalled.state, f"today: {draft.now.astimezone():%A %Y-%m-%d}"),
        facts=recalled.facts,
        summaries=tuple(s._replace(segment=_dated(s.segment)) for s in recalled.summaries),
        window=draft.seen.window,
        run=tuple(ChatMessage("user", text) for text in draft.turn.earlier),
        attachments=draft.turn.attachments,
        context=(*draft.turn.context, *draft.brought.context),
        sources=draft.brought.sources,
        exchange=exchange,
        tools=tools_for(services, draft) if tools is None else tools,
        used_tools=draft.used_tools,
        recent_facts=draft.seen.recent_facts,
        format_instructions=draft.format_instructions,
        previous_output=draft.check,
        last_error=draft.check.parse_error if draft.check else "",
    )
    most = services.config.prompt
    limits = replace(most, window=min(most.window, draft.seen.scene.room))
    if is_small(services.model(), services.config.model) and not draft.turn.tool:
        if not _leans(draft):
            source = replace(source, window=())
        source, limits = for_small(source, limits, services.counter())
    prompt = assemble(source, services.counter(), limits, services.memory.embed)
    asked = of_stale(recalled.stale, draft.language)
    return replace(
        prompt,
        notices=(*prompt.notices, *asked),
        drops=(*prompt.drops, *draft.brought.failed),
    )


def recall(services: Services, draft: Draft) -> Recalled:
    lines = FactLines(services.config.prompt.facts, Meter(services.counter()))
    room = TokenBudget(lines.room, lines.cost)
    return services.memory.recall(draft.conversation, draft.seen, draft.now, room)


def budget_of(services: Services) -> int:
    """Tokens that a prompt for the model that answers may have (P1, A9)."""
    most = services.config.prompt
    return (
        limits_for_small(most) if is_small(services.model(), services.config.model) else most
    ).budget


def _leans(draft: Draft) -> bool:
    """Whether the message has to do with the turns before it."""
    scene = draft.seen.scene
    if scene.decision.shift:
        return False
    return scene.decision.reason == "follow-up" or scene.continuity >= NEAR


def _dated(segment: Segment) -> Segment:
    """The segment with its day as the person's own calendar has it."""
    return replace(segment, created_at=segment.created_at.astimezone())


def tools_for(services: Services, draft: Draft) -> Definitions:
    """The tools offered with the message: to a small model they would be ballast, unless it is
    told to call one; nor does the one in process know them. A required structure leaves no room
    for calls."""
    model, forced = services.model(), draft.turn.tool
    if model is None or draft.format_instructions:
        return ()
    if not forced and (model.embedded or is_small(model, services.config.model)):
        return ()
    toolbox = services.tools()
    if toolbox is None:
        return ()
    from assistant.session.tool_loop import offered

    return offered(toolbox, draft.turn.text, services.counter(), draft.used_tools, forced)
