"""One request, one turn: found again where it was asked before, else taken (X1, U5)."""

from __future__ import annotations

import secrets
from collections.abc import Callable
from datetime import datetime
from typing import NamedTuple, Protocol

from assistant.characters import one_line
from assistant.errors import AssistantError
from assistant.languages import known
from assistant.messages import say
from assistant.prompt.base import Context
from assistant.prompt.table import FRAGMENTS, LAST_OF_PACKS, SectionRow
from assistant.records import AnswerSource, Turn
from assistant.server import naming
from assistant.server.errors import CONFLICT, ApiError
from assistant.server.homes import OpenHome
from assistant.server.naming import Answered, Meant
from assistant.server.wire import ChatCall
from assistant.session.base import TurnInput, TurnResult

OnText = Callable[[str], None]
COUNTED = 50_000
"""Characters whose tokens are counted; what is longer is estimated by them."""
CLIENT = SectionRow(
    "client",
    order=FRAGMENTS.order - 10,
    place="data",
    cap=300,
    step=LAST_OF_PACKS,
)


class Asked(NamedTuple):
    """A request, as the turn needs it. ``completion`` is its id, the same for one that is repeated
    (``repeatable``); ``typed`` tells whether the person typed it (X4)."""

    call: ChatCall
    name: str
    completion: str
    repeatable: bool
    typed: bool
    arrived: datetime


class Told(NamedTuple):
    """What a request got. ``received`` are the tokens of all that the client sent,
    ``prompt_tokens`` those of the prompt that was made of it."""

    completion: str
    conversation: str
    turn: int
    text: str
    received: int
    prompt_tokens: int
    completion_tokens: int
    source: AnswerSource
    model: str
    notices: tuple[str, ...] = ()
    facts_used: tuple[str, ...] = ()
    cut: bool = False
    repeated: bool = False

    @property
    def saved(self) -> int:
        return max(0, self.received - self.prompt_tokens)


class AskedBefore(AssistantError):
    """Another process has kept a turn for this very request meanwhile."""


def new_completion() -> str:
    return f"chatcmpl-{secrets.token_hex(16)}"


class Listener(Protocol):
    """Hears a turn while it is made."""

    def begin(self, conversation: str, received: int) -> None:
        """Which conversation it is, and how many tokens came with the request."""

    def asks(self, tokens: int) -> None:
        """A prompt of so many is about to be sent."""

    def feed(self, piece: str) -> None:
        """A piece of the reply. Raises KeyboardInterrupt where nobody listens any more."""


def respond(home: OpenHome, asked: Asked, listener: Listener) -> Told:
    """The turn of a request. Raises ApiError and the typed failures of a turn."""
    if asked.repeatable and (before := naming.answered(home, asked.completion)):
        return _told_again(home, asked, before)
    meant = naming.meant(home, asked.name, asked.call, asked.arrived)
    listener.begin(meant.conversation.id, received(home, asked.call))
    home.session.conversation = meant.conversation
    home.kept = lambda turn: _keep(home, asked, meant, turn)
    home.asks = lambda prompt: listener.asks(prompt.tokens)
    try:
        result = _turn(home, asked, meant, listener.feed)
    except AskedBefore:
        before = naming.answered(home, asked.completion)
        assert before is not None
        return _told_again(home, asked, before)
    return _told(home, asked, result)


def _turn(home: OpenHome, asked: Asked, meant: Meant, on_text: OnText) -> TurnResult:
    call = asked.call
    context = (Context(CLIENT, _lines(call.system)),) if call.system else ()
    untyped = () if asked.typed else ((0, len(call.text)),)
    return home.session.respond(
        TurnInput(call.text, untyped=untyped, context=context),
        on_text=on_text,
        fresh=bool(meant.instead_of),
        schema=call.schema,
        instead_of=meant.instead_of,
    )


def _keep(home: OpenHome, asked: Asked, meant: Meant, turn: Turn) -> None:
    """In the turn's own transaction: the same request, sent again, finds this turn and no other."""
    if asked.repeatable and naming.answered(home, asked.completion):
        raise AskedBefore("This request was answered meanwhile")
    naming.remember(home, asked.completion, meant, turn, _mark(home, asked))


def _told(home: OpenHome, asked: Asked, result: TurnResult) -> Told:
    lengthened = {say("model.lengthened", language) for language in known()}
    return Told(
        completion=asked.completion,
        conversation=result.session,
        turn=result.turn,
        text=result.text,
        received=received(home, asked.call),
        prompt_tokens=result.prompt_tokens,
        completion_tokens=result.completion_tokens,
        source=result.source,
        model=result.model,
        notices=result.notices,
        facts_used=result.facts_used,
        cut=bool(lengthened.intersection(result.notices)) or result.state == "interrupted",
    )


def _told_again(home: OpenHome, asked: Asked, before: Answered) -> Told:
    """The turn that this request got the first time. Raises ApiError where its words are gone, or
    where it was another request that had the same key."""
    if before.asked != _mark(home, asked):
        message = "This Idempotency-Key was used for another message"
        raise ApiError(422, message, code="idempotency_key_reused")
    turns = home.app.stores.conversations.turns(before.conversation)
    turn = next((t for t in turns if t.user.id == before.row), None)
    if turn is None:
        message = "This request was answered, and the words of that turn are no longer kept"
        raise ApiError(409, message, kind=CONFLICT, code="turn_not_kept")
    measures = home.app.stores.journal.metrics(session_id=before.conversation)
    own = [m for m in measures if m.turn_number == before.number]
    return Told(
        completion=asked.completion,
        conversation=before.conversation,
        turn=before.number,
        text=turn.reply.content,
        received=received(home, asked.call),
        prompt_tokens=own[-1].prompt_tokens if own else 0,
        completion_tokens=sum(m.completion_tokens for m in own),
        source=own[-1].answered_by if own else "model",
        model=own[-1].model if own else "",
        cut=turn.state == "interrupted",
        repeated=True,
    )


def received(home: OpenHome, call: ChatCall) -> int:
    """Tokens of all messages that the client sent; those of long ones estimated by their
    beginning."""
    text = "\n".join(call.texts)
    counted = home.services.counter().count(text[:COUNTED])
    return counted * len(text) // max(1, min(len(text), COUNTED))


def _mark(home: OpenHome, asked: Asked) -> str:
    """What a request asks, as a keyed hash."""
    return naming.digest(home, "asked", asked.name, asked.call.text)


def _lines(text: str) -> tuple[str, ...]:
    return tuple(filter(None, map(one_line, text.splitlines())))
