"""What a turn writes of the dialogue: its two rows and its conversation's (C1)."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from typing import Any

from assistant.clock import later
from assistant.memory.base import MemoryChange
from assistant.memory.engine import said_after, untyped_after
from assistant.memory.titles import KEY, TELLING, Title, better, title, title_in
from assistant.memory.traces import Traces
from assistant.records import Conversation, Message, Turn
from assistant.secrets import BLOT
from assistant.session.base import Reply, Span
from assistant.session.measures import MESSAGE_OVERHEAD, history_tokens
from assistant.session.services import Services
from assistant.session.turn import Draft


def take_back(services: Services, draft: Draft) -> Turn | None:
    """The exchange that this one replaces goes; None where it is no longer the last one."""
    conversations, identity = services.stores.conversations, draft.conversation.id
    old = next((t for t in conversations.turns(identity) if t.number == draft.instead_of), None)
    if old is None or not conversations.take_back(identity, old.number):
        return None
    stored = conversations.get(identity)
    if stored is not None:
        left = max(0, history_tokens(stored) - old.token_count - 2 * MESSAGE_OVERHEAD)
        conversations.save(replace(stored, metadata={**stored.metadata, "history_tokens": left}))
    return old


def next_number(services: Services, draft: Draft, *, keep: bool) -> int:
    stored = services.stores.conversations.get(draft.conversation.id) if keep else None
    return (stored or draft.conversation).turn_count + 1


def turn_of(
    services: Services,
    draft: Draft,
    reply: Reply,
    number: int,
    gone: Traces | None,
    gave_way: Turn | None = None,
) -> Turn:
    """The turn's two rows; what this very message asks to forget is not written down again, nor
    what was forgotten meanwhile (``gone``). A row never has the id of one that gave way to it:
    what was worked out of that one is known by it."""
    count = services.counter().count
    asked = services.memory.to_be_forgotten(draft.seen)

    def tells(content: str) -> bool:
        return asked(content) or bool(gone and gone.tells(content))

    identity = f"{draft.conversation.id}/{number}"
    if gave_way is not None:
        identity = f"{gave_way.user.id.removesuffix('/user')}+"

    def row(author: Any, content: str) -> Message:
        return Message(
            id=f"{identity}/{author}",
            session_id=draft.conversation.id,
            turn_number=number,
            role=author,
            content=BLOT if tells(content) else content,
            timestamp=draft.now,
            token_count=count(content),
            semantic_continuity=draft.seen.continuity,
        )

    return Turn(
        number=number,
        user=row("user", draft.turn.said),
        reply=row("assistant", "" if reply.void else reply.text),
        shift=draft.seen.shift,
        state="failed" if reply.void else reply.state,
    )


def is_stored(services: Services, turn: Turn) -> bool:
    """Whether these very rows are there, and not another turn's of the same number. The write lock
    is taken first: a program that was cut off while it wrote them has ended by then."""
    with services.stores.transaction():
        rows = services.stores.conversations.messages(turn.user.session_id)
    there = {_mark(row) for row in rows}
    return {_mark(turn.user), _mark(turn.reply)} <= there


def _mark(row: Message) -> tuple[object, ...]:
    """What tells a row from others when its words are redacted, or gone."""
    return row.id, row.timestamp, row.token_count, row.semantic_continuity


def store(
    services: Services, draft: Draft, turn: Turn, changes: tuple[MemoryChange, ...], reply: Reply
) -> None:
    """The conversation's row, renewed, and the turn's two (C1)."""
    stored = services.stores.conversations.get(draft.conversation.id) or draft.conversation
    grown = history_tokens(stored) + turn.token_count + 2 * MESSAGE_OVERHEAD
    services.stores.conversations.save(
        replace(
            stored,
            last_activity_at=later(draft.now, stored.last_activity_at),
            ended_at=None,
            metadata={
                **stored.metadata,
                "history_tokens": grown,
                "said": said_after(stored, changes, turn.number),
                "used_tools": sorted(draft.used_tools | _succeeded(reply)),
                "untyped": untyped_after(stored, turn, _untyped(services, draft, turn)),
                **_titled(services, draft, stored, turn, reply),
            },
        )
    )
    services.stores.conversations.append(turn)


def _titled(
    services: Services, draft: Draft, stored: Conversation, turn: Turn, reply: Reply
) -> Mapping[str, object]:
    """The title of the conversation as of this turn, for its metadata: of what was typed, and
    never of what was told to be remembered, which has its own place and may be forgotten.

    What the program knew or worked out by itself names it until something is talked about.
    """
    known = title_in(stored.metadata)
    said = turn.user.content
    if known and (known.telling >= TELLING or known.turn == turn.number):
        return {}
    if BLOT in said or draft.seen.actions or not services.config.memory.enabled:
        return {}
    spans = draft.turn.untyped_said
    if spans and said == draft.turn.said:
        said = "".join(_typed(said, spans)).strip() or said
    found = better(known, _passing(title(said, turn.number), reply))
    return {KEY: tuple(found)} if found else {}


def _passing(found: Title | None, reply: Reply) -> Title | None:
    if found is None or reply.source != "memory":
        return found
    return found._replace(telling=min(found.telling, TELLING - 1))


def _typed(text: str, spans: Sequence[Span]) -> Iterator[str]:
    """The parts of a text between those spans."""
    at = 0
    for start, end in spans:
        yield text[at:start]
        at = end
    yield text[at:]


def _untyped(services: Services, draft: Draft, turn: Turn) -> tuple[Span, ...]:
    """Where the stored message holds words that were not typed; all of it where what was blotted
    out moved them."""
    spans = draft.turn.untyped_said
    if not spans:
        return ()
    stored = services.redactor.redact(turn.user.content)  # as the stores write it
    return spans if stored == draft.turn.said else ((0, len(stored)),)


def _succeeded(reply: Reply) -> set[str]:
    return {run.function_name for run in reply.runs if run.result.success}
