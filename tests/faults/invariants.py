"""What must hold of a home after any fault: nothing acknowledged is lost, nothing is by halves."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, field
from pathlib import Path

from assistant.app import open_app
from assistant.records import Segment
from assistant.storage.base import Stores


@dataclass(slots=True)
class Acknowledged:
    """What a process said it had done: ids of facts, and the last turn of each conversation."""

    facts: list[str] = field(default_factory=list)
    turns: dict[str, int] = field(default_factory=dict)

    def hear(self, lines: Iterable[str]) -> None:
        """Note what ``replayer`` printed; a line that was cut short says nothing."""
        for line in lines:
            words = line.split()
            if line.endswith("\n") and len(words) == 2 and words[0] == "fact":
                self.facts.append(words[1])
            elif line.endswith("\n") and len(words) == 3 and words[0] == "turn":
                self.turns[words[2]] = int(words[1])


def check(home: Path, said: Acknowledged, known: dict[str, Segment]) -> None:
    """No fact lost, no half turn, none both raw and summed up, no summary edited, no page damaged.

    ``known`` holds the summaries seen in earlier checks of the same home, and takes the new ones.
    """
    with open_app(home=home, answers=False) as app:
        assert set(said.facts) <= {fact.id for fact in app.stores.facts.all(retired=True)}
        for conversation in app.stores.conversations.all():
            assert conversation.turn_count >= said.turns.get(conversation.id, 0)
            check_conversation(app.stores, conversation.id, known)
        assert set(said.turns) <= {c.id for c in app.stores.conversations.all()}
        assert app.stores.check() == []


def check_conversation(
    stores: Stores, identity: str, known: dict[str, Segment], *, forgotten: bool = False
) -> None:
    """Every turn has its two rows, raw or summed up, once (C3); summaries stay as written (S3).

    ``forgotten`` tells that somebody asked to forget: then turns may have lost their summary too.
    """
    conversation = stores.conversations.get(identity)
    assert conversation is not None
    rows = stores.conversations.messages(identity)
    by_turn: dict[int, list[str]] = {}
    for row in rows:
        by_turn.setdefault(row.turn_number, []).append(row.role)
        assert not (row.content and row.summarized_at), f"summed up and kept: {row}"
        # what was no reply is kept as none (A10)
        assert row.content or row.summarized_at or row.role == "assistant", f"empty: {row}"
    assert all(sorted(pair) == ["assistant", "user"] for pair in by_turn.values()), by_turn
    assert sorted(by_turn) == list(range(1, conversation.turn_count + 1)), sorted(by_turn)
    segments = stores.segments.all(identity)
    covered = [n for s in segments for n in range(s.first_turn, s.last_turn + 1)]
    assert len(covered) == len(set(covered)), "no turn in two summaries"
    summed_up = {row.turn_number for row in rows if row.summarized_at}
    whole = set(covered) <= summed_up if forgotten else set(covered) == summed_up
    assert whole, f"{covered} summed up, of {sorted(summed_up)}"
    for segment in segments:
        assert known.setdefault(segment.id, segment) == segment, "no summary was edited"
