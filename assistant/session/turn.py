"""A turn, from the words typed to its reply; ``commit.py`` keeps it. Reads top to bottom."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, replace
from datetime import datetime
from typing import Any

from assistant.errors import ModelUnavailable
from assistant.llm.small import is_small
from assistant.memory.engine import Perceived
from assistant.memory.ranking import Room
from assistant.memory.recall.cues import asks_memory
from assistant.messages import say
from assistant.prompt.assemble import assemble
from assistant.prompt.base import OfferedFact, OutputCheck, Prompt, PromptSource, Summary
from assistant.prompt.budget import Meter
from assistant.prompt.fitting import FactLines
from assistant.prompt.small import NEAR, for_small
from assistant.prompt.system import static_prompt
from assistant.records import ChatMessage, Conversation, Language, Segment, Usage
from assistant.session.acknowledging import acknowledged
from assistant.session.asking import ask
from assistant.session.base import OnTool, Reply, Request, TurnInput
from assistant.session.guarding import asked_in, checked, guarded
from assistant.session.kit import Kit
from assistant.session.notices import of_stale
from assistant.session.reply import (
    OnText,
    format_instructions,
    json_document,
    led_by,
    structured_reply,
)

Definitions = tuple[Mapping[str, Any], ...]
"""Tools as a model is told of them."""


@dataclass(frozen=True, slots=True)
class Draft:
    """A turn before its reply: what was typed, what it meant, what would be sent."""

    conversation: Conversation
    turn: TurnInput
    seen: Perceived
    now: datetime
    since: int = 0
    """The latest of what was to be forgotten when the turn began (``Erasures.turn``)."""
    instead_of: int = 0
    """The number of the turn that gives way to this one; 0 for none."""
    format_instructions: str = ""
    check: OutputCheck | None = None

    @property
    def language(self) -> Language:
        return self.seen.reading.language

    def stating_nothing(self) -> Draft:
        """The same message once it is known to be a question to its last word: whatever it was
        taken to state, it does not."""
        return replace(self, seen=replace(self.seen, actions=()))

    def without_a_window(self) -> Draft:
        """The same message where nobody reads the last turns: what they stated is not left out."""
        return replace(self, seen=replace(self.seen, recent_facts={}))

    @property
    def used_tools(self) -> frozenset[str]:
        """Function names of the tools that succeeded in this conversation (P6)."""
        return frozenset(self.conversation.metadata.get("used_tools", ()))


def draft(
    kit: Kit,
    conversation: Conversation,
    turn: TurnInput,
    now: datetime,
    since: int = 0,
    instead_of: int = 0,
) -> Draft:
    """Read the message against what came before. Writes nothing.

    Asked again, it states nothing: what it had to say to the memory was said ``instead_of`` it.
    """
    seen = kit.memory.perceive(conversation, turn.said, now, turn.untyped_said, instead_of)
    drafted = Draft(conversation, turn, seen, now, since, instead_of)
    return drafted.stating_nothing() if instead_of else drafted


def build_prompt(
    kit: Kit,
    draft: Draft,
    exchange: tuple[ChatMessage, ...] = (),
    tools: Definitions | None = None,
) -> Prompt:
    """What would be sent to the model, within 4,000 tokens. Raises BudgetExceeded.

    ``exchange`` is the chain of tool calls so far, which follows the message. ``tools`` are those
    to offer, where they were chosen already.
    """
    role = kit.config.role(draft.conversation.role)
    lines = FactLines(kit.config.prompt.facts, Meter(kit.counter()))
    room = Room(lines.room, lines.cost)
    recalled = kit.memory.recall(draft.conversation, draft.seen, draft.now, room)
    source = PromptSource(
        system=static_prompt().text,
        message=draft.turn.text,
        language=draft.language,
        role_prompt=role.prompt,
        state=(*recalled.state, f"today: {draft.now.astimezone():%A %Y-%m-%d}"),
        facts=tuple(OfferedFact(r.fact, r.considered, r.standing, r.line) for r in recalled.facts),
        summaries=tuple(Summary(_dated(s.segment), s.relevance) for s in recalled.summaries),
        window=draft.seen.window,
        run=tuple(ChatMessage("user", text) for text in draft.turn.earlier),
        attachments=draft.turn.attachments,
        exchange=exchange,
        tools=_tools(kit, draft) if tools is None else tools,
        used_tools=draft.used_tools,
        recent_facts=draft.seen.recent_facts,
        format_instructions=draft.format_instructions,
        previous_output=draft.check,
        last_error=draft.check.parse_error if draft.check else "",
    )
    most = kit.config.prompt
    limits = replace(most, window=min(most.window, draft.seen.scene.room))
    if is_small(kit.model(), kit.config.model) and not draft.turn.tool:
        if not _leans(draft):
            source = replace(source, window=())
        source, limits = for_small(source, limits, kit.counter())
    prompt = assemble(source, kit.counter(), limits, kit.memory.embed)
    asked = of_stale(recalled.stale, draft.language)
    return replace(prompt, notices=(*prompt.notices, *asked))


def _leans(draft: Draft) -> bool:
    """Whether the message has to do with the turns before it."""
    scene = draft.seen.scene
    if scene.decision.shift:
        return False
    return scene.decision.reason == "follow-up" or scene.continuity >= NEAR


def _dated(segment: Segment) -> Segment:
    """The segment with its day as the person's own calendar has it."""
    return replace(segment, created_at=segment.created_at.astimezone())


def _tools(kit: Kit, draft: Draft) -> Definitions:
    """The tools offered with the message: to a small model they would be ballast, unless it is
    told to call one; nor does the one in process know them. A required structure leaves no room
    for calls."""
    model, forced = kit.model(), draft.turn.tool
    if model is None or draft.format_instructions:
        return ()
    if not forced and (model.embedded or is_small(model, kit.config.model)):
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
    *,
    fresh: bool = False,
) -> tuple[Reply, Prompt]:
    """What memory answers by itself (A6–A8), else the model's reply; and the prompt that got it.

    ``fresh``: the model's own answer is wanted, where there is one.
    """
    known = answer_from_memory(kit, draft, on_text, asks_model=fresh or schema is not None)
    if known is None and schema is None and not fresh:
        known = acknowledged(kit, draft, on_text)
    if known is not None:
        return known, build_prompt(kit, draft)
    model = kit.model()
    if model is None:
        prompt = build_prompt(kit, draft.without_a_window())
        return what_memory_holds(prompt, draft), prompt
    sent: list[Request] = []

    def attempt(prompt: Prompt, on_text: OnText | None, **demands: Any) -> Reply:
        usage = Usage()
        try:
            reply = ask(kit, model, prompt, on_text, **demands)
            usage = reply.usage
        finally:
            sent.append(Request(prompt, usage))
        return reply

    def once(prompt: Prompt, on_text: OnText | None, **demands: Any) -> Reply:
        if schema is not None:
            return attempt(prompt, on_text, **demands)
        if not is_small(model, kit.config.model):
            return checked(attempt(prompt, on_text, **demands), prompt, draft.language)
        return guarded(
            lambda gate, number: attempt(prompt, gate, number=number, **demands),
            asked_in(draft, prompt),
            prompt,
            on_text,
            name=model.name,
            better=kit.better_model(),
        )

    reply, prompt = _converse(kit, draft, once, on_text, schema, on_tool)
    return replace(reply, earlier=tuple(sent[:-1])), prompt


def _converse(
    kit: Kit,
    draft: Draft,
    once: Callable[..., Reply],
    on_text: OnText | None,
    schema: Mapping[str, Any] | None,
    on_tool: OnTool | None,
) -> tuple[Reply, Prompt]:
    """As many requests as the reply takes: calls of tools, a repair of its structure."""
    tools = _tools(kit, draft) if schema is None else ()
    if tools:
        from assistant.session.tool_loop import loop_of

        loop = loop_of(kit, draft.language, draft.turn.tool, on_tool, draft.conversation.id)
        return loop.converse(
            lambda prompt, choice: once(prompt, led_by(loop.lead, on_text), choice=choice),
            lambda exchange: build_prompt(kit, draft, exchange, tools),
        )
    if schema is None:
        prompt = build_prompt(kit, draft, tools=tools)
        return once(prompt, on_text), prompt
    wanted = replace(draft, format_instructions=format_instructions(schema))
    reply, prompt = structured_reply(
        lambda prompt: once(prompt, None, schema=schema),
        lambda check: build_prompt(kit, replace(wanted, check=check)),
        schema,
    )
    reply = replace(reply, text=json_document(reply.text))
    if on_text:
        on_text(reply.text)
    return reply, prompt


def answer_from_memory(
    kit: Kit, draft: Draft, on_text: OnText | None, *, asks_model: bool
) -> Reply | None:
    """The reader's answer, streamed; None where the model is to answer, or where nothing is asked
    of the memory. ``asks_model``: a model answers wherever there is one."""
    wanted = kit.config.memory.answers
    if (asks_model or wanted == "never") and kit.model() is not None:
        return None
    from assistant.session.reading import as_reply, is_certain, read_memory, tells

    answer = read_memory(kit, draft)
    if answer is None or not tells(answer, draft):
        return None
    if wanted != "always" and not is_certain(answer):
        model = kit.model()
        if model is not None and not is_small(model, kit.config.model):
            return None
    reply = as_reply(answer, draft)
    if on_text:
        on_text(reply.text)
    return reply


def what_memory_holds(prompt: Prompt, draft: Draft) -> Reply:
    """With no model at all, and nothing that answers: the facts near to a question that asks for
    what was kept. A question of the world gets none (A7). Raises ModelUnavailable."""
    language = draft.language
    known = [c.fact for c in prompt.considered if c.decision == "in"]
    if not known or not asks_memory(draft.turn.text):
        raise ModelUnavailable(say("model.nothing", language), say("model.nothing_hint", language))
    lines = [say("memory.holds", language), *(f"- {fact}" for fact in known)]
    return Reply("\n".join(lines), source="memory", notices=("model.none",))


def given_reply(text: str) -> Reply:
    """A reply that is already there (recorded dialogues)."""
    return Reply(text, usage=Usage())
