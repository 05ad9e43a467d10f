"""The conversation that does not grow: window, topics, segments (C2–C7, S1–S4)."""

from __future__ import annotations

import uuid
from collections import OrderedDict
from collections.abc import Callable, Sequence
from datetime import datetime
from typing import TYPE_CHECKING

from assistant.config import Config
from assistant.embedding.base import Embedder
from assistant.memory import window
from assistant.memory.base import Summary
from assistant.memory.engine.base import Group, WindowState, Written, untyped_in
from assistant.memory.engine.closed import ClosedSegments, direction_of, trim
from assistant.memory.segments.archive import language_of, leaving_groups, queries, wording_of
from assistant.memory.segments.cues import refers_back
from assistant.memory.topics import Context, Exchange, Said, first, said, shift
from assistant.memory.topics.text import READ_AT_MOST, parts
from assistant.memory.window import continuity, similarity
from assistant.records import Conversation, Segment, Turn
from assistant.storage.base import Stores

if TYPE_CHECKING:
    from assistant.embedding.base import Matrix

SLOTS = 4
"""Summaries in a prompt (S2)."""
ASKED_BACK = 2
"""Slots that older ones take at most from this conversation's own where the question refers back;
otherwise one."""
PRESSED_TURNS = 4
"""The window after a prompt that passed 3,000 tokens (P5)."""
_REMEMBERED = 64

SegmentSize = Callable[[Segment], int]
Leaving = Callable[[Conversation, Sequence[Turn]], None]
"""Told of turns before their raw text goes, in the transaction that drops it."""


def nobody(_conversation: Conversation, _turns: Sequence[Turn]) -> None: ...


class Dialogue:
    """``size`` counts a segment in tokens as the prompt shows it."""

    def __init__(
        self,
        stores: Stores,
        embedder: Embedder,
        config: Config,
        size: SegmentSize,
        leaving: Leaving = nobody,
    ) -> None:
        self._stores = stores
        self._embedder = embedder
        self._config = config
        self._size = size
        self._leaving = leaving
        self._said: OrderedDict[str, Said] = OrderedDict()
        self._summed_up: OrderedDict[Group, Segment] = OrderedDict()
        self.closed = ClosedSegments(stores, embedder, config)

    def look(self, turns: Sequence[Turn], text: str) -> WindowState:
        """A message's place after its conversation's raw ``turns`` (C2, C5). Writes nothing."""
        if not turns:  # nothing to compare with: the embedder need not be loaded
            return WindowState((), (), 0.0, first(text))
        self._embedder.embed(self.ahead(turns, text))
        message = said([text], self._embedder.embed)[0]
        exchanges = tuple(self._exchange(turn) for turn in turns[-2:])
        decision = shift(Context(exchanges, self._embedder.name), message, self._embedder.calibrate)
        earlier = [s.vectors[0] for e in exchanges for s in (e.user, e.reply)]
        near = similarity(message.vectors[0], earlier, self._embedder.calibrate)
        flowing = continuity(near, shift=decision.shift, follow_up=decision.reason == "follow-up")
        if decision.flush:
            return WindowState((), tuple(turns), flowing, decision)
        kept = self._select(turns)
        room = window.room(_size(turns))
        return WindowState(kept.staying, kept.leaving, flowing, decision, room)

    def ahead(self, turns: Sequence[Turn], text: str) -> list[str]:
        """What ``look`` embeds one by one: cheaper in one batch, and the embedder remembers it."""
        if not turns:
            return []
        last = turns[-1].reply
        new = () if last.id in self._said else parts(last.content)
        return [*parts(text), *queries(text), *new]

    def summaries(
        self,
        conversation: Conversation,
        scene: WindowState,
        text: str,
        now: datetime,
        outdated: Callable[[Segment], bool],
    ) -> tuple[Summary, ...]:
        """At most four, oldest first: this conversation's latest, then what the question is about
        (S4). Waiting turns are summed up on the fly; none tells of an outdated fact (F9)."""
        closed = self._stores.segments
        own = [s for s in closed.all(conversation.id, latest=SLOTS) if not outdated(s)]
        waiting = [self._summarise(group, conversation) for group in _whole_groups(scene.outside)]
        current = [*own, *waiting][-SLOTS:]
        shown = {s.id for s in current}
        older = self.closed.about(text, conversation, scene, now, shown, outdated)
        places = max(SLOTS - len(current), ASKED_BACK if refers_back(text) else 1)
        recalled = older[:places]
        current = current[max(0, len(current) + len(recalled) - SLOTS) :]
        recalled.sort(key=lambda s: (s.segment.created_at, s.segment.first_turn))
        return (*recalled, *(Summary(s) for s in current))

    def slide(
        self,
        conversation: Conversation,
        scene: WindowState,
        now: datetime,
        *,
        pressed: bool,
        written: Written | None = None,
    ) -> None:
        """After a turn was stored: what left the window becomes segments, and its raw text goes,
        in the turn's transaction (C3). A flush sums up everything before the new turn (C6).

        Where a model writes the summaries, the newest group waits for it, raw, three turns at
        most; not what a flush or a large prompt sent out of the window, which would come back.
        """
        turns = self._stores.conversations.turns(conversation.id)
        if scene.decision.flush:
            leaving, ended = turns[:-1], True
        else:
            kept = self._select(turns, PRESSED_TURNS if pressed else None)
            leaving, ended = list(kept.leaving), _opens_topic(kept.staying)
        closed, _ = leaving_groups(leaving, topic_ended=ended)
        may_wait = written and not (pressed or scene.decision.flush)
        if may_wait and closed and written and written(closed[-1]) is None:
            closed = closed[:-1]
        self._close(conversation, closed, now, written)

    def waiting(self, conversation: Conversation) -> tuple[Group, ...]:
        """Groups that left the window and are still raw."""
        kept = self._select(self._stores.conversations.turns(conversation.id))
        return leaving_groups(kept.leaving, topic_ended=_opens_topic(kept.staying))[0]

    def take_in(self, conversation: Conversation, written: Written, now: datetime) -> None:
        """What the model has written meanwhile becomes segments."""
        groups = [group for group in self.waiting(conversation) if written(group) is not None]
        self._close(conversation, groups, now, written)

    def close(self, conversation: Conversation, now: datetime) -> None:
        """The conversation ends: everything raw becomes segments (C7)."""
        turns = self._stores.conversations.turns(conversation.id)
        self._close(conversation, _whole_groups(turns), now)

    def _close(
        self,
        conversation: Conversation,
        groups: Sequence[Group],
        now: datetime,
        written: Written | None = None,
    ) -> None:
        keep = self._config.memory.enabled and self._config.memory.segment_retention_days
        for group in groups:
            if keep:
                segment = self._summarise(group, conversation)
                reply = written(group) if written else None
                if reply:
                    segment = self._believed(reply, group, segment, conversation)
                self._stores.segments.add(segment)
                self._stores.segments.put_vectors(
                    self._embedder.name, {segment.id: self._vector(group, segment)}
                )
            self._leaving(conversation, group)
            self._stores.conversations.drop(conversation.id, [t.number for t in group], now)

    def _select(self, turns: Sequence[Turn], limit: int | None = None) -> window.Selection:
        most = min(window.CAP, self._config.prompt.window)
        return window.select(turns, limit or _size(turns), most)

    def _summarise(self, group: Group, conversation: Conversation) -> Segment:
        """Summed up once, however often it is looked at before its segment closes."""
        from assistant.memory.segments.summarise import summarise  # not in a first turn

        known = self._summed_up.get(group)
        if known is None:
            known = self._summed_up[group] = summarise(
                group,
                segment_id=uuid.uuid4().hex,
                role=conversation.role,
                language=language_of(group),
                now=group[-1].user.timestamp,
                size=self._size,
                untyped=untyped_in(conversation),
            )
            trim(self._summed_up, _REMEMBERED)
        return known

    def _believed(
        self, reply: str, group: Group, local: Segment, conversation: Conversation
    ) -> Segment:
        """The summary that the model wrote, if it stands; else the local one."""
        from assistant.memory.segments.written import Rejected, read_summary

        read = read_summary(reply, group, local, self._size, untyped_in(conversation))
        return local if isinstance(read, Rejected) else read

    def _exchange(self, turn: Turn) -> Exchange:
        """A turn's vectors, remembered between turns."""
        if turn.user.id not in self._said:
            texts = (turn.user.content, turn.reply.content)
            self._said[turn.user.id], self._said[turn.reply.id] = said(texts, self._embedder.embed)
            trim(self._said, _REMEMBERED)
        return Exchange(self._said[turn.user.id], self._said[turn.reply.id])

    def _vector(self, group: Sequence[Turn], segment: Segment) -> Matrix:
        """A segment's vector: the mean direction of what was said in it; where a message is longer
        than what is embedded of it, also of its summary."""
        exchanges = [self._exchange(turn) for turn in group]
        total: Matrix = sum(e.user.vectors[0] + e.reply.vectors[0] for e in exchanges)
        if any(len(s.text) > READ_AT_MOST for e in exchanges for s in (e.user, e.reply)):
            total = total + len(group) * self._embedder.embed([wording_of(segment)])[0]
        return direction_of(total)


def _size(turns: Sequence[Turn]) -> int:
    """How many turns the window holds (C2)."""
    return window.size([t.user.semantic_continuity for t in turns if t.number > 1])


def _opens_topic(staying: Sequence[Turn]) -> bool:
    """Whether nothing more can join the segment before those turns."""
    return bool(staying) and staying[0].shift


def _whole_groups(outside: Sequence[Turn]) -> tuple[Group, ...]:
    return leaving_groups(outside, topic_ended=True)[0]
