"""The head of a turn: what needs no model, in the order of A1.

A deterministic answer, then a cached one, then one that was given to the same question in other
words; only then the model. The first two load neither model nor embedder.
"""

from __future__ import annotations

import hashlib
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from functools import partial
from typing import TYPE_CHECKING

from assistant.memory.answer_cache import FoundAnswer
from assistant.memory.dedup.text import normalise
from assistant.messages import say
from assistant.prompt.system import small_version, static_prompt
from assistant.records import AnswerSource, Conversation, Language, TurnMetrics
from assistant.session.base import Reply, TurnInput, TurnResult
from assistant.session.services import Services

if TYPE_CHECKING:
    from assistant.prompt.base import Prompt


CHARACTERS_A_TOKEN = 5
"""More than the texts here have, so that counting them without a tokenizer overstates no saving."""


@dataclass(frozen=True, slots=True)
class Ready:
    """An answer that is already there. ``key`` names the kept answer; ``saved_tokens`` is what
    the prompt weighed then, or would have weighed at least."""

    reply: Reply
    similarity: float = 1.0
    key: str = ""
    saved_tokens: int = 0


def at_once(
    services: Services, conversation: Conversation, turn: TurnInput, now: datetime
) -> Ready | None:
    """A deterministic answer or a cached one; neither for what is asked again at once."""
    if not _alone(turn):
        return None
    return computed(services, conversation, turn.text, now) or _cached(
        services, conversation, turn.text, now
    )


def one_shot(
    services: Services, role: str, typed: Sequence[str]
) -> Callable[[], TurnResult] | None:
    """The whole turn of an `ask` that needs no more than this module; None when it needs more.

    Calling what is returned gives the answer and measures it.
    """
    now = services.clock()
    services.stores.keyvalue.sweep(now)
    turn = TurnInput(typed[-1], earlier=tuple(typed[:-1]))
    conversation = services.new_conversation(role, now)
    answer = at_once(services, conversation, turn, now)
    return partial(serve, services, conversation, answer, now) if answer else None


def computed(
    services: Services, conversation: Conversation, text: str, now: datetime
) -> Ready | None:
    """What the program works out by itself, or knows of its own memory (A11): source ``memory``."""
    from assistant.answers.known import known, likely

    if not likely(text):
        return None
    from assistant.session.remembered import Remembered

    memory = Remembered(services, conversation)
    language = _language(text)
    answer = known(text, language, now.astimezone(), memory)
    if answer is None:
        return None
    unsent = (static_prompt().text, services.config.role(conversation.role).prompt, text)
    saved = sum(map(len, unsent)) // CHARACTERS_A_TOKEN
    used = tuple(fact.id for fact in answer.facts)
    remarks = unread(services, language) if answer.empty else ()
    reply = Reply(answer.text, source="memory", remarks=remarks, facts=used)
    return Ready(reply, saved_tokens=saved)


def unread(services: Services, language: Language) -> tuple[str, ...]:
    """Said beside a reply that nothing is known: in incognito nobody has looked."""
    return (say("memory.unread", language),) if services.incognito else ()


def reused(
    services: Services, conversation: Conversation, turn: TurnInput, now: datetime
) -> Ready | None:
    """A kept answer to the same question, in these words or others."""
    if not _alone(turn) or _repeats(services, conversation, turn.text):
        return None
    setting = setting_of(services, conversation.role)
    found = services.answers.same(conversation.role, setting, turn.text, now)
    return _given_again(found, _language(turn.text)) if found else None


def keep(
    services: Services,
    conversation: Conversation,
    turn: TurnInput,
    reply: Reply,
    number: int,
    facts: Mapping[str, str],
    prompt: Prompt,
    now: datetime,
) -> None:
    """Keep a model's whole answer; not a cut or interrupted one, nor one about files."""
    if reply.source != "model" or reply.state != "complete" or reply.notices or not _alone(turn):
        return
    if reply.runs:  # it rests on what tools saw at that moment, or did (A3)
        return
    services.answers.keep(
        conversation.role,
        setting_of(services, conversation.role),
        turn.text,
        reply.text,
        conversation=conversation.id,
        turn=number,
        facts=facts,
        tokens=prompt.tokens,
        now=now,
    )


def serve(
    services: Services, conversation: Conversation, ready: Ready, now: datetime
) -> TurnResult:
    """A one-shot turn answered at once: measured, nothing else is loaded, read or kept (R2)."""
    number = conversation.turn_count + 1
    reply = ready.reply
    services.stores.journal.record(
        TurnMetrics(
            session_id=conversation.id,
            turn_number=number,
            at=now,
            source=reply.source,
            model="",
            prompt_tokens=0,
            completion_tokens=0,
            full_history_tokens=ready.saved_tokens if services.model_name() else 0,
            role=conversation.role,
        )
    )
    return TurnResult(
        text=reply.text,
        source=reply.source,
        model="",
        session=conversation.id,
        turn=number,
        shift=False,
        continuity=0.0,
        prompt_tokens=0,
        completion_tokens=0,
        sections={},
        facts_used=reply.facts or (),
        notices=reply.remarks,
        memory_changes=(),
    )


def setting_of(services: Services, role: str) -> str:
    """What an answer depends on besides its question and facts: model, role, prompts."""
    prompts = (services.config.role(role).prompt, static_prompt().version, small_version())
    parts = (services.model_name(), role, *prompts, str(services.config.model.small))
    return hashlib.sha256("\0".join(parts).encode()).hexdigest()[:16]


def _cached(
    services: Services, conversation: Conversation, text: str, now: datetime
) -> Ready | None:
    if _repeats(services, conversation, text):
        return None
    setting = setting_of(services, conversation.role)
    found = services.answers.identical(conversation.role, setting, text, now)
    return _given_again(found, _language(text)) if found else None


def _given_again(found: FoundAnswer, language: Language) -> Ready:
    """With the system's own disclaimer, in the language of the message (A4)."""
    date = f"{found.kept.answered_at.astimezone():%Y-%m-%d %H:%M}"
    remarks: tuple[str, ...] = (say("reuse.dated", language, date=date),)
    if found.source == "dedup":
        remarks = (say("reuse.disclaimer", language), *remarks)
    source: AnswerSource = found.source
    return Ready(
        Reply(found.kept.answer, source=source, remarks=remarks),
        found.similarity,
        found.key,
        found.kept.saved_tokens,
    )


def _language(text: str) -> Language:
    from assistant.memory.signals.language import detect_language

    return detect_language(text)


def _alone(turn: TurnInput) -> bool:
    """Nothing but one typed message: files, piped text and earlier prompts make it another."""
    return not turn.attachments and not turn.earlier


def _repeats(services: Services, conversation: Conversation, text: str) -> bool:
    """Asked again at once, word for word: the answer did not do, so the model is asked."""
    turns = services.stores.conversations.turns(conversation.id)
    return bool(turns) and normalise(turns[-1].user.content) == normalise(text)
