"""A turn, from the words typed to the transaction that keeps it. Reads top to bottom."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace
from datetime import datetime
from typing import Any

from assistant.errors import AssistantError, ModelUnavailable
from assistant.memory.base import MemoryChange
from assistant.memory.engine import Perceived, said_after
from assistant.messages import say
from assistant.prompt.assemble import assemble
from assistant.prompt.base import OfferedFact, OutputCheck, Prompt, PromptSource, Summary
from assistant.prompt.system import static_prompt
from assistant.records import (
    ChatMessage,
    Conversation,
    ErrorRecord,
    Language,
    Message,
    Turn,
    TurnMetrics,
    Usage,
)
from assistant.session import notices, ready
from assistant.session.asking import ask
from assistant.session.base import OnTool, Reply, TurnInput, TurnResult
from assistant.session.kit import Kit
from assistant.session.reply import (
    OnText,
    format_instructions,
    json_document,
    led_by,
    structured_reply,
)
from assistant.storage.base import FactUse

MESSAGE_OVERHEAD = 4
REDACTED = "[…]"


@dataclass(frozen=True, slots=True)
class Draft:
    """A turn before its reply: what was typed, what it meant, what would be sent."""

    conversation: Conversation
    turn: TurnInput
    seen: Perceived
    now: datetime
    format_instructions: str = ""
    check: OutputCheck | None = None

    @property
    def language(self) -> Language:
        return self.seen.reading.language

    @property
    def used_tools(self) -> frozenset[str]:
        """Function names of the tools that succeeded in this conversation (P6)."""
        return frozenset(self.conversation.metadata.get("used_tools", ()))


def draft(kit: Kit, conversation: Conversation, turn: TurnInput, now: datetime) -> Draft:
    """Read the message against what came before. Writes nothing."""
    seen = kit.memory.perceive(conversation, turn.typed, now)
    return Draft(conversation, turn, seen, now)


def build_prompt(kit: Kit, draft: Draft, exchange: tuple[ChatMessage, ...] = ()) -> Prompt:
    """What would be sent to the model, within 4,000 tokens. Raises BudgetExceeded.

    ``exchange`` is the chain of tool calls so far, which follows the message.
    """
    role = kit.config.role(draft.conversation.role)
    recalled = kit.memory.recall(draft.conversation, draft.seen, draft.now, kit.counter().count)
    source = PromptSource(
        system=static_prompt().text,
        message=draft.turn.text,
        language=draft.language,
        role_prompt=role.prompt,
        state=(f"today: {draft.now:%Y-%m-%d}", *recalled.state),
        facts=tuple(OfferedFact(r.fact, r.considered, r.standing, r.line) for r in recalled.facts),
        summaries=tuple(Summary(s.segment, s.relevance) for s in recalled.summaries),
        window=draft.seen.window,
        run=tuple(ChatMessage("user", text) for text in draft.turn.earlier),
        attachments=draft.turn.attachments,
        exchange=exchange,
        tools=_tools(kit, draft),
        used_tools=draft.used_tools,
        recent_facts=draft.seen.recent_facts,
        format_instructions=draft.format_instructions,
        previous_output=draft.check,
        last_error=draft.check.parse_error if draft.check else "",
    )
    return assemble(source, kit.counter(), kit.config.prompt, kit.memory.embed)


def _tools(kit: Kit, draft: Draft) -> tuple[Mapping[str, Any], ...]:
    """The tools offered with the message. The embedded model's template knows none: to it they
    would be ballast, unless it is told to call one. A required structure leaves no room for calls.
    """
    model, forced = kit.model(), draft.turn.tool
    if model is None or draft.format_instructions or (model.embedded and not forced):
        return ()
    toolbox = kit.tools()
    if toolbox is None:
        return ()
    from assistant.session.tool_loop import offered

    return offered(toolbox, draft.turn.text, kit.counter(), draft.used_tools, forced)


def ask_model(
    kit: Kit,
    draft: Draft,
    on_text: OnText | None,
    schema: Mapping[str, Any] | None,
    on_tool: OnTool | None = None,
) -> tuple[Reply, Prompt]:
    """The model's reply and the prompt that got it; without any model, what the memory holds."""
    model = kit.model()
    if model is None:
        prompt = build_prompt(kit, draft)
        return answer_from_memory(prompt, draft.language), prompt

    if schema is None and _tools(kit, draft):
        from assistant.session.tool_loop import loop_of

        loop = loop_of(kit, draft.language, draft.turn.tool, on_tool)
        return loop.converse(
            lambda prompt, choice: ask(
                kit, model, prompt, led_by(loop.lead, on_text), choice=choice
            ),
            lambda exchange: build_prompt(kit, draft, exchange),
        )
    if schema is None:
        prompt = build_prompt(kit, draft)
        return ask(kit, model, prompt, on_text), prompt
    wanted = replace(draft, format_instructions=format_instructions(schema))
    reply, prompt = structured_reply(
        lambda prompt: ask(kit, model, prompt, None, schema=schema),
        lambda check: build_prompt(kit, replace(wanted, check=check)),
        schema,
    )
    reply = replace(reply, text=json_document(reply.text))
    if on_text:
        on_text(reply.text)
    return reply, prompt


def answer_from_memory(prompt: Prompt, language: Language) -> Reply:
    """With no model at all: the facts that matter to the question, said to be only that."""
    known = [c.fact for c in prompt.considered if c.decision == "in"]
    if not known:
        raise ModelUnavailable(
            "No model is set up, and the memory holds nothing about this",
            "Run `assistant models pull` for a small one, or set OPENAI_API_KEY.",
        )
    lines = [say("memory.holds", language), *(f"- {fact}" for fact in known)]
    return Reply("\n".join(lines), source="memory", notices=("model.none",))


def commit(kit: Kit, draft: Draft, reply: Reply, prompt: Prompt, *, keep: bool) -> TurnResult:
    """One transaction: the turn, what it changed in memory, the window's leftovers, the measures.

    With ``keep`` False (one-shot, R2) no dialogue is stored; facts and measures are.
    """
    with kit.stores.transaction():
        turn = _turn(kit, draft, reply, _next_number(kit, draft, keep=keep))
        changes = (*kit.memory.apply(draft.seen, draft.now), *_apply_proofs(kit, draft, reply))
        if keep:
            _store(kit, draft, turn, changes, reply)
            kit.memory.slide(draft.conversation, draft.seen, draft.now, pressed=prompt.pressed)
        metrics = _metrics(draft, turn, reply, prompt)
        kit.stores.journal.record(metrics)
        used = tuple(c.id for c in prompt.considered if c.decision == "in")
        kit.stores.facts.record_uses(
            FactUse(fact_id, draft.conversation.id, turn.number, draft.now) for fact_id in used
        )
        _keep_answer(kit, draft, turn, reply, prompt)
    kit.memory.settle(changes)
    return _result(draft, reply, prompt, metrics, used, changes)


def _keep_answer(kit: Kit, draft: Draft, turn: Turn, reply: Reply, prompt: Prompt) -> None:
    """For the same question asked again (A2, A4); what this message corrects goes instead."""
    kit.answers.hear(draft.conversation.id, draft.turn.text, turn.number, draft.now)
    leaning = draft.seen.scene.decision.reason == "follow-up"
    plain = not draft.seen.actions and not draft.seen.reading.secrets
    if plain and not leaning and not draft.format_instructions:
        told = {c.id: c.fact for c in prompt.considered if c.decision == "in"}
        said = map(kit.stores.facts.get, draft.seen.recent_facts)
        told.update((fact.id, fact.fact) for fact in said if fact)
        ready.keep(kit, draft.conversation, draft.turn, reply, turn.number, told, prompt, draft.now)


def _apply_proofs(kit: Kit, draft: Draft, reply: Reply) -> tuple[MemoryChange, ...]:
    """What tools proved to have changed (F2's exception)."""
    if not any(run.remembered for run in reply.runs):
        return ()
    from assistant.session.tool_facts import proven_by

    return kit.memory.facts.apply(
        proven_by(kit, draft.conversation, reply.runs, draft.now), draft.now
    )


def keep_what_was_said(kit: Kit, draft: Draft, error: AssistantError) -> tuple[MemoryChange, ...]:
    """After a failed call: what was typed for memory and the error stay (R3, D3), no turn."""
    with kit.stores.transaction():
        changes = kit.memory.apply(draft.seen, draft.now)
        kit.stores.journal.record_error(
            ErrorRecord(draft.now, draft.conversation.id, type(error).__name__, error.message)
        )
    kit.memory.settle(changes)
    return changes


def _next_number(kit: Kit, draft: Draft, *, keep: bool) -> int:
    stored = kit.stores.conversations.get(draft.conversation.id) if keep else None
    return (stored or draft.conversation).turn_count + 1


def _turn(kit: Kit, draft: Draft, reply: Reply, number: int) -> Turn:
    """The turn's two rows; what this very message asks to forget is not written down again."""
    count = kit.counter().count
    tells = kit.memory.to_be_forgotten(draft.seen)
    identity = f"{draft.conversation.id}/{number}"

    def row(author: Any, content: str) -> Message:
        return Message(
            id=f"{identity}/{author}",
            session_id=draft.conversation.id,
            turn_number=number,
            role=author,
            content=REDACTED if tells(content) else content,
            timestamp=draft.now,
            token_count=count(content),
            semantic_continuity=draft.seen.continuity,
        )

    return Turn(
        number=number,
        user=row("user", draft.turn.typed),
        reply=row("assistant", reply.text),
        shift=draft.seen.shift,
        state=reply.state,
    )


def _store(
    kit: Kit, draft: Draft, turn: Turn, changes: tuple[MemoryChange, ...], reply: Reply
) -> None:
    """The conversation's row, renewed, and the turn's two (C1)."""
    stored = kit.stores.conversations.get(draft.conversation.id) or draft.conversation
    grown = history_tokens(stored) + turn.token_count + 2 * MESSAGE_OVERHEAD
    kit.stores.conversations.save(
        replace(
            stored,
            last_activity_at=max(draft.now, stored.last_activity_at),
            ended_at=None,
            metadata={
                **stored.metadata,
                "history_tokens": grown,
                "said": said_after(stored, changes, turn.number),
                "used_tools": sorted(draft.used_tools | _succeeded(reply)),
            },
        )
    )
    kit.stores.conversations.append(turn)


def _succeeded(reply: Reply) -> set[str]:
    return {run.function_name for run in reply.runs if run.result.success}


def _metrics(draft: Draft, turn: Turn, reply: Reply, prompt: Prompt) -> TurnMetrics:
    """M1: what was sent, and what the same request would have weighed with the whole history."""
    asked = reply.source == "model"
    sections: dict[str, int] = {s.name: s.tokens for s in prompt.sections}
    remembered = sections["facts"] + sections["summaries"] + sections["window"]
    return TurnMetrics(
        session_id=draft.conversation.id,
        turn_number=turn.number,
        at=draft.now,
        source=reply.source,
        model=reply.model,
        prompt_tokens=prompt.tokens if asked else 0,
        completion_tokens=(reply.usage.completion_tokens or turn.reply.token_count) if asked else 0,
        full_history_tokens=prompt.tokens - remembered + history_tokens(draft.conversation),
        sections=sections,
        server_prompt_tokens=reply.usage.prompt_tokens,
        role=draft.conversation.role,
    )


def history_tokens(conversation: Conversation) -> int:
    """What every turn of the conversation so far would weigh in a prompt, word for word."""
    return int(conversation.metadata.get("history_tokens", 0))


def _result(
    draft: Draft,
    reply: Reply,
    prompt: Prompt,
    metrics: TurnMetrics,
    used: tuple[str, ...],
    changes: tuple[MemoryChange, ...],
) -> TurnResult:
    said = tuple(say(key, draft.language) for key in reply.notices)
    return TurnResult(
        text=reply.text,
        source=reply.source,
        model=reply.model,
        session=draft.conversation.id,
        turn=metrics.turn_number,
        shift=draft.seen.shift,
        continuity=draft.seen.continuity,
        prompt_tokens=metrics.prompt_tokens,
        completion_tokens=metrics.completion_tokens,
        sections=metrics.sections,
        facts_used=used,
        notices=(
            *reply.remarks,
            *prompt.notices,
            *said,
            *notices.of_changes(changes, draft.language),
        ),
        memory_changes=changes,
        tools=reply.runs,
        state=reply.state,
    )


def given_reply(text: str) -> Reply:
    """A reply that is already there (recorded dialogues)."""
    return Reply(text, usage=Usage())
