"""A turn, from the words typed to its reply: ``prompting.py`` makes what it sends, ``commit.py``
keeps it. Reads top to bottom."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, replace
from datetime import datetime
from functools import partial
from typing import Any

from assistant.errors import ModelUnavailable
from assistant.llm.small import is_small
from assistant.memory.engine import Perceived
from assistant.memory.recall.cues import asks_memory
from assistant.messages import say
from assistant.prompt.base import OutputCheck, Prompt
from assistant.records import Conversation, Language, Usage
from assistant.session.acknowledging import acknowledged
from assistant.session.asking import ask
from assistant.session.base import OnTool, Reply, Request, TurnInput
from assistant.session.bringing import NOTHING_BROUGHT, Brought
from assistant.session.guarding import asked_in, checked, guarded
from assistant.session.prompting import build_prompt, recall, tools_for
from assistant.session.ready import unread
from assistant.session.reply import (
    OnText,
    format_instructions,
    json_document,
    led_by,
    structured_reply,
)
from assistant.session.services import Services


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
    brought: Brought = NOTHING_BROUGHT

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
    services: Services,
    conversation: Conversation,
    turn: TurnInput,
    now: datetime,
    since: int | None = None,
    instead_of: int = 0,
) -> Draft:
    """Read the message against what came before. Writes nothing. ``since`` as in ``Draft``; None
    where there is no turn.

    Asked again word for word, it states nothing: what it had to say to the memory was said
    ``instead_of`` it.
    """
    asked = None
    if packs := services.packs():  # they are fetched while the message is read
        language = services.memory.language_of(turn.said)
        asked = packs.ask(turn.text, conversation, language, now, since)
    seen = services.memory.perceive(conversation, turn.said, now, turn.untyped_said, instead_of)
    drafted = Draft(conversation, turn, seen, now, since or 0, instead_of)
    if asked is not None:
        drafted = replace(drafted, brought=asked.brought())
    return drafted.stating_nothing() if _said_before(services, drafted) else drafted


def _said_before(services: Services, draft: Draft) -> bool:
    """Whether the turn that gives way to this one was of the same words, as stores keep them."""
    if not draft.instead_of:
        return False
    turns = services.stores.conversations.turns(draft.conversation.id)
    said = [turn.user.content for turn in turns if turn.number == draft.instead_of]
    return said in ([draft.turn.said], [services.redactor.redact(draft.turn.said)])


def ask_model(
    services: Services,
    draft: Draft,
    on_text: OnText | None,
    schema: Mapping[str, Any] | None,
    on_tool: OnTool | None = None,
    *,
    fresh: bool = False,
) -> tuple[Reply, Prompt]:
    """What memory answers by itself (A6–A8), else the model's reply; and the prompt that got it.

    ``fresh``: the model's own answer is wanted, where there is one. With a ``schema`` no other will
    do: memory answers in sentences. Raises ModelUnavailable.
    """
    known = None
    if schema is None:
        known = answer_from_memory(services, draft, on_text, asks_model=fresh)
        if known is None and not fresh:
            known = acknowledged(services, draft, on_text, lambda: recall(services, draft))
    if known is not None:
        return known, build_prompt(services, draft)
    model = services.model()
    if model is None and schema is not None:
        raise no_model("model.missing", draft.language)
    if model is None:
        prompt = build_prompt(services, draft.without_a_window())
        return what_memory_holds(services, prompt, draft), prompt
    sent: list[Request] = []

    def attempt(prompt: Prompt, on_text: OnText | None, **demands: Any) -> Reply:
        usage = Usage()
        try:
            reply = ask(services, model, prompt, on_text, **demands)
            usage = reply.usage
        finally:
            sent.append(Request(prompt, usage))
        return reply

    def once(prompt: Prompt, on_text: OnText | None, **demands: Any) -> Reply:
        if schema is not None:
            return attempt(prompt, on_text, **demands)
        if not is_small(model, services.config.model):
            return checked(attempt(prompt, on_text, **demands), prompt, draft.language)
        return guarded(
            lambda gate, number: attempt(prompt, gate, number=number, **demands),
            asked_in(draft, prompt),
            prompt,
            on_text,
            name=model.name,
            better=services.better_model(),
        )

    reply, prompt = _converse(services, draft, once, on_text, schema, on_tool)
    return replace(reply, earlier=tuple(sent[:-1])), prompt


def _converse(
    services: Services,
    draft: Draft,
    once: Callable[..., Reply],
    on_text: OnText | None,
    schema: Mapping[str, Any] | None,
    on_tool: OnTool | None,
) -> tuple[Reply, Prompt]:
    """As many requests as the reply takes: calls of tools, a repair of its structure."""
    tools = tools_for(services, draft) if schema is None else ()
    if tools:
        from assistant.session.tool_loop import loop_of

        loop = loop_of(services, draft.language, draft.turn.tool, on_tool, draft.conversation.id)
        return loop.converse(
            lambda prompt, choice: once(prompt, led_by(loop.lead, on_text), choice=choice),
            lambda exchange: build_prompt(services, draft, exchange, tools),
        )
    if schema is None:
        prompt = build_prompt(services, draft, tools=tools)
        return once(prompt, on_text), prompt
    wanted = replace(draft, format_instructions=format_instructions(schema))
    reply, prompt = structured_reply(
        lambda prompt: once(prompt, None, schema=schema),
        lambda check: build_prompt(services, replace(wanted, check=check)),
        schema,
    )
    reply = replace(reply, text=json_document(reply.text))
    if on_text:
        on_text(reply.text)
    return reply, prompt


def answer_from_memory(
    services: Services, draft: Draft, on_text: OnText | None, *, asks_model: bool
) -> Reply | None:
    """The reader's answer, streamed; None where the model is to answer, or where nothing is asked
    of the memory. ``asks_model``: a model answers wherever there is one."""
    wanted, model = services.config.memory.answers, services.model()
    if model is not None:
        capable = not is_small(model, services.config.model)
        if asks_model or wanted == "never" or (capable and wanted != "always"):
            return None
    from assistant.answers.world import asks_the_world
    from assistant.session.named import of_what_is_named
    from assistant.session.reading import as_reply, made_whole, read_memory, tells
    from assistant.session.ready import computed

    whole = "" if draft.seen.actions else made_whole(services, draft)
    if whole and (ready := computed(services, draft.conversation, whole, draft.now)):
        if on_text:
            on_text(ready.reply.text)
        return ready.reply  # "and my brother?" after "what do you know about my mum?"
    answer = read_memory(services, draft)
    if answer is None:
        return None
    told = (fact.fact for fact in services.stores.facts.all())
    if answer.outcome == "untold" and asks_the_world(draft.turn.text, told):
        return None
    told_by_model = partial(_told_by_model, services, draft)
    reply = as_reply(answer, draft) if tells(answer, draft, told_by_model) else None
    if answer.outcome != "answered" and not draft.seen.actions:
        reply = _of_what_is_not_kept(draft, denied=reply)
    reply = reply or of_what_is_named(services, draft)
    if reply is None:
        return None
    if reply.untold:
        reply = replace(reply, remarks=unread(services, draft.language))
    if on_text:
        on_text(reply.text)
    return reply


def _told_by_model(services: Services, draft: Draft) -> bool:
    """Whether the last reply of the conversation was a model's."""
    metrics = services.stores.journal.metrics(session_id=draft.conversation.id)
    return not metrics or max(metrics, key=lambda m: m.turn_number).answered_by != "memory"


def _of_what_is_not_kept(draft: Draft, denied: Reply | None) -> Reply | None:
    """What was said here and not kept; else that it was ``denied``. How long it is until a thing of
    the person's own is nobody else's to know either, whatever the reader takes it for."""
    from assistant.answers.known import thing_counted_to
    from assistant.answers.memory_questions import read
    from assistant.session.reading import not_told

    text, language = draft.turn.text, draft.language
    thing = "" if denied else thing_counted_to(text, language, draft.now.astimezone())
    asks = any(clause.status == "question" for clause in draft.seen.reading.clauses)
    about = next((asked.about for asked in read(text) if asked.about), "")
    if said := _said_here(draft, thing or about or text) if denied or thing or asks else ():
        quoted = say("memory.said_between", language).join(said)
        return Reply(say("memory.said_here", language, said=quoted), source="memory", facts=())
    return not_told(language) if thing else denied


def _said_here(draft: Draft, question: str) -> tuple[str, ...]:
    from assistant.session.said_here import said_here

    kept = frozenset(draft.seen.recent_facts.values())
    return said_here(question, draft.seen.window, kept)


def what_memory_holds(services: Services, prompt: Prompt, draft: Draft) -> Reply:
    """With no model at all, and nothing that answers: the facts near to a question that asks for
    what was kept. A question of the world gets none (A7). Raises ModelUnavailable."""
    language = draft.language
    known = [c.fact for c in prompt.considered if c.decision == "in"]
    if not known or not asks_memory(draft.turn.text):
        raise no_model("model.unread" if services.incognito else "model.nothing", language)
    lines = [say("memory.holds", language), *(f"- {fact}" for fact in known)]
    return Reply("\n".join(lines), source="memory", notices=("model.none",))


def no_model(key: str, language: Language) -> ModelUnavailable:
    """That nobody is there to ask, in those words, and what gets a model."""
    return ModelUnavailable(say(key, language), say("model.nothing_hint", language))


def given_reply(text: str) -> Reply:
    """A reply that is already there (recorded dialogues)."""
    return Reply(text, usage=Usage())
