"""Which turns make a segment, up to three in a row on one topic (S2, C6), and in what language."""

from __future__ import annotations

from collections.abc import Sequence

from assistant.records import Language, Turn

TURNS_PER_SEGMENT = 3


def leaving_groups(
    outside: Sequence[Turn], *, topic_ended: bool
) -> tuple[tuple[tuple[Turn, ...], ...], tuple[Turn, ...]]:
    """Turns outside the window, oldest first, as closed segments and the one still open.

    A segment closes when it has three turns, when the next turn opened a new topic, or, with
    ``topic_ended``, because nothing more can join it. The open one keeps its raw text until then:
    a summary is written once (S3).
    """
    groups: list[list[Turn]] = []
    for turn in outside:
        if not groups or turn.shift or len(groups[-1]) == TURNS_PER_SEGMENT:
            groups.append([])
        groups[-1].append(turn)
    closed = [tuple(group) for group in groups]
    if closed and not topic_ended and len(closed[-1]) < TURNS_PER_SEGMENT:
        return tuple(closed[:-1]), closed[-1]
    return tuple(closed), ()


def language_of(group: Sequence[Turn]) -> Language:
    """The language in which the user spoke in those turns: that of their summary."""
    from assistant.memory.signals.language import detect_language

    return detect_language(" ".join(turn.user.content for turn in group))
