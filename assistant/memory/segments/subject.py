"""What raw turns are about, in a word or a few."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import pairwise

from assistant.memory.segments.reading import said_in
from assistant.memory.segments.tokens import rows
from assistant.memory.segments.topic import NO_TOPIC, topic
from assistant.memory.signals.language import detect_language
from assistant.records import Turn


def subject_of(turns: Sequence[Turn]) -> str:
    """The subject of turns on one topic; empty where it does not show."""
    said = said_in(turns)
    language = detect_language(" ".join(turn.user.content for turn in turns))
    found = topic(said, rows([sentence.text for sentence in said], language))
    return "" if found == NO_TOPIC else found


def by_topic(turns: Sequence[Turn]) -> Iterator[Sequence[Turn]]:
    """The turns in runs, each of which begins where the topic shifted."""
    starts = [0, *(n for n, turn in enumerate(turns) if turn.shift and n), len(turns)]
    for start, end in pairwise(starts):
        if start < end:
            yield turns[start:end]
