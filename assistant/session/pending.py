"""A plain yes, and what waits for it (K4): "sí, dale" carries out what was put before the person.

The call passes the one pipeline: a side effect is shown in plain words and asked about (T6), and
without a terminal it is refused as ever. No model takes part.
"""

from __future__ import annotations

from contextlib import suppress
from datetime import datetime
from typing import TYPE_CHECKING

from assistant.messages import say
from assistant.profile.recent import word
from assistant.session.base import OnTool, Reply, TurnInput
from assistant.session.services import Services

if TYPE_CHECKING:
    from assistant.profile.recent import Waiting
    from assistant.records import Conversation, Language
    from assistant.tools.calls import Result, ToolRun
    from assistant.tools.toolbox import Toolbox


def carried_out(
    services: Services, conversation: Conversation, turn: TurnInput, now: datetime, on_tool: OnTool
) -> Reply | None:
    """The reply to a plain yes that something waits for, or waited for until lately; None for any
    other message. Only typed words say yes (F3, T6)."""
    packs = services.packs()
    if packs is None or not _plain_yes(turn):
        return None
    from assistant.memory.signals.language import detect_language

    language = detect_language(turn.text)
    found = packs.recent.waiting(conversation.role, now)
    if found is None:
        over = packs.recent.is_over(conversation.role, now)
        return Reply(say("packs.pending_over", language), source="memory") if over else None
    pack, waiting = found
    toolbox = services.tools()
    if toolbox is None:
        return _refused(say("packs.pending_no_tools", language), language)
    run = _run(toolbox, waiting, conversation, language)
    packs.recent.close(pack, conversation)
    on_tool(run)
    return _reply(services, run, language)


def _plain_yes(turn: TurnInput) -> bool:
    alone = not (turn.attachments or turn.earlier or turn.untyped or turn.tool)
    return alone and word(turn.text) == "yes"


def _run(
    toolbox: Toolbox, waiting: Waiting, conversation: Conversation, language: Language
) -> ToolRun:
    from assistant.tools.base import ToolFailure
    from assistant.tools.calls import Call, ToolRun

    pipeline = toolbox.pipeline
    result = pipeline.execute(Call(waiting.tool, waiting.arguments, language, conversation.id))
    run = ToolRun(result.tool, result.arguments, result, language=language)
    with suppress(ToolFailure):
        tool = pipeline.registry.find(result.tool)
        proof = pipeline.proof(tool, result)
        run = run._replace(side_effect=tool.side_effect, remembered=proof, known=tool.id)
    return run


def _reply(services: Services, run: ToolRun, language: Language) -> Reply:
    if run.result.error is not None:
        reply = _refused(run.result.error.message, language)
        if run.result.error.cause == "declined":
            reply = Reply(say("tools.declined", language), source="memory", facts=())
        return Reply(reply.text, source="memory", runs=(run,), facts=())
    return Reply(_told(services, run.result), source="memory", runs=(run,), facts=())


def _told(services: Services, result: Result) -> str:
    from assistant.tools.conclusion import conclude

    return conclude(result.data, services.config.prompt.tool_results, services.counter())


def _refused(why: str, language: Language) -> Reply:
    return Reply(say("packs.pending_refused", language, why=why), source="memory", facts=())
