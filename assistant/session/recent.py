"""The short-term memory of packs (K4), in the live store: an hour, renewed by each message.

It outlives a conversation that ended by itself, and goes with one that is deleted. What a turn adds
is written by the turn's transaction.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from datetime import datetime, timedelta
from typing import TYPE_CHECKING

from assistant.packs.base import Pack
from assistant.packs.now import Pending
from assistant.profile.recent import LASTS, Recent, Waiting, as_value, of_value, word
from assistant.session.base import TurnInput
from assistant.session.logs import Log
from assistant.storage.base import Stores
from assistant.tools.plain import plain

if TYPE_CHECKING:
    from assistant.memory.traces import Traces
    from assistant.records import Conversation
    from assistant.tools.calls import ToolRun

ENTRY, OVER = "now", "over"
"""Keys in a namespace for each pack and role: what is going on; that something waited, and no word
of what."""
OVER_LASTS = timedelta(days=1)


class RecentBook:
    """What is going on now, by pack and role."""

    def __init__(self, packs: Sequence[Pack], stores: Callable[[], Stores], log: Log) -> None:
        self._packs = tuple(packs)
        self._stores = stores
        self._log = log
        self._pending: dict[tuple[str, str], Waiting | None] = {}

    def of(self, pack: Pack, role: str, now: datetime) -> Recent | None:
        """None where nothing is going on, or not any more."""
        kept = of_value(self._stores().keyvalue.get(_namespace(pack, role), ENTRY, now=now))
        return kept if kept and kept.lives(now) else None

    def waiting(self, role: str, now: datetime) -> tuple[Pack, Waiting] | None:
        """What waits for a yes; of several packs' the latest."""
        known = [(recent, pack) for pack in self._packs if (recent := self.of(pack, role, now))]
        known.sort(key=lambda one: one[0].last, reverse=True)
        return next(
            (
                (pack, recent.waiting)
                for recent, pack in known
                if recent.waiting and recent.waiting.tool
            ),
            None,
        )

    def is_over(self, role: str, now: datetime) -> bool:
        """Whether something waited and no longer does; it is told once."""
        store = self._stores().keyvalue
        waited = [pack for pack in self._packs if store.get(_namespace(pack, role), OVER, now=now)]
        for pack in waited:
            store.delete(_namespace(pack, role), OVER)
        return bool(waited)

    def take(self, pack: Pack, run: ToolRun, conversation: Conversation) -> None:
        """See whether a result of the pack's own tools leaves something open."""
        if pack.pending is None or not run.result.success:
            return
        try:
            found = pack.pending(run.tool, dict(run.arguments), run.result.data)
            if found is not None:
                self._pending[pack.name, conversation.id] = _kept(found)
        except Exception as error:
            self._fail(pack, "pending", error)

    def close(self, pack: Pack, conversation: Conversation) -> None:
        """What waited is done, or was refused."""
        self._pending[pack.name, conversation.id] = None

    def keep(
        self, conversation: Conversation, turn: TurnInput, now: datetime, gone: Traces | None
    ) -> None:
        """Write what a turn adds, in its transaction; nothing that tells of what was forgotten."""
        for pack in self._packs:
            before = self.of(pack, conversation.role, now)
            recent = before or Recent(now, conversation.id)
            recent = recent.after(self._named(pack, turn), now, conversation.id)
            recent = self._with_pending(recent, pack, conversation, turn)
            if before or recent.mentions or recent.waiting:
                self._write(pack, conversation.role, recent, gone)

    def drop(self, conversation: Conversation) -> None:
        """The turn is not kept: nothing has changed."""
        for pack in self._packs:
            self._pending.pop((pack.name, conversation.id), None)

    def forget(self, conversation: Conversation) -> None:
        """The conversation is deleted: what it left goes along."""
        store = self._stores().keyvalue
        for pack in self._packs:
            namespace = _namespace(pack, conversation.role)
            for _, value in store.items(namespace, now=conversation.created_at):
                kept = of_value(value)
                if kept is None or kept.conversation == conversation.id:
                    store.delete(namespace)

    def _named(self, pack: Pack, turn: TurnInput) -> list[str]:
        """What the person named in words of their own, in order."""
        if pack.mentions is None:
            return []
        try:
            found = pack.mentions(turn.said)
        except Exception as error:
            self._fail(pack, "mentions", error)
            return []
        untyped = turn.untyped_said
        return [
            mention.value
            for mention in found
            if not any(start < mention.end and mention.start < end for start, end in untyped)
        ]

    def _fail(self, pack: Pack, part: str, error: Exception) -> None:
        kind = type(error).__name__
        self._log.write("error", "pack failed", part=f"{pack.name}.{part}", kind=kind)

    def _with_pending(
        self, recent: Recent, pack: Pack, conversation: Conversation, turn: TurnInput
    ) -> Recent:
        key = (pack.name, conversation.id)
        waiting = None if word(turn.said) == "no" else recent.waiting
        if key in self._pending:
            waiting = self._pending.pop(key)
        return Recent(recent.last, recent.conversation, recent.mentions, waiting)

    def _write(self, pack: Pack, role: str, recent: Recent, gone: Traces | None) -> None:
        value, store = as_value(recent), self._stores().keyvalue
        namespace = _namespace(pack, role)
        if gone and gone.tells(str(value)):
            store.delete(namespace, ENTRY)
            return
        store.put(namespace, ENTRY, value, expires_at=recent.last + LASTS)
        if recent.waiting and recent.waiting.tool:
            store.put(namespace, OVER, True, expires_at=recent.last + OVER_LASTS)
        else:
            store.delete(namespace, OVER)


def _kept(pending: Pending) -> Waiting:
    arguments = plain(dict(pending.arguments))
    return Waiting(dict(pending.told), pending.tool, dict(arguments))


def _namespace(pack: Pack, role: str) -> str:
    return f"now:{pack.name}:{role}"
