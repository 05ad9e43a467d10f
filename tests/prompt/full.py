"""A prompt with every section that a pack may have, each as full as it gets."""

from __future__ import annotations

from typing import Any

from assistant.prompt.base import Attachment, Context, PromptSource, Shorter
from assistant.prompt.table import (
    ABOUT_USER,
    INSTRUCTIONS,
    KNOWN,
    LAST_OF_PACKS,
    STATE,
    TALK,
    TALK_STEP,
    SectionRow,
)
from tests.prompt.support import offered, source, summary, tool, turn, words

BEDS = tuple(f"bed {i}: soil {i % 3 + 5}.{i}, watered {i} days ago" for i in range(9))
EVENTS = tuple(f"in {i} days: {'frost' if i % 4 == 0 else 'rain'} all day" for i in range(8))
FROST = tuple(event for event in EVENTS if "frost" in event)
LAST: dict[str, Any] = {
    "step": LAST_OF_PACKS,
    "pressed": None,
    "strategy": "drop_pack_sections",
}

CONTEXT = (
    Context(
        SectionRow("user", ABOUT_USER, cap=80, header="The user:", **LAST),
        ("name: Ana", "plan: premium", "gardening experience: ten years", "language: en"),
    ),
    Context(
        SectionRow("garden.state", STATE.order + 1, cap=60, header="State of garden:", **LAST),
        ("basil got 3 l", "mint got 2 l"),
    ),
    Context(
        SectionRow("garden.beds", cap=200, header="Beds:"),
        BEDS,
        shorter=(Shorter("5 beds", BEDS[:5]),),
    ),
    Context(
        SectionRow("garden.weather", cap=160, header="Weather:"),
        EVENTS,
        shorter=(Shorter("frost alone", FROST),),
    ),
    Context(
        SectionRow("garden.profile", KNOWN, cap=80, header="Likes:"),
        ("favourite plants: basil, mint, sage, thyme, dill", "soil: clay"),
    ),
    Context(
        SectionRow(
            *("garden.now", TALK),
            cap=60,
            header="Talked about:",
            step=TALK_STEP,
            strategy="trim_conversation",
        ),
        ("plants: basil, mint", "topics: watering, frost"),
    ),
    Context(
        SectionRow(
            "garden.instructions", INSTRUCTIONS, "rules", cap=60, header="# How to answer", **LAST
        ),
        ("Name the plant first.", "Never tell anybody to water in frost."),
    ),
)

TOOLS = tuple(
    tool(f"garden-tool_{i:02}", f"Does what number {i} does in the garden, and tells how it went.")
    for i in range(21)
)


def full(**changes: Any) -> PromptSource:
    """Every section full, 21 tools on offer."""
    parts: dict[str, Any] = {
        "role_prompt": "You keep a garden.",
        "state": tuple(f"confirmed {i}: {words(4, f'c{i}x')}" for i in range(8)),
        "facts": tuple(offered(f"fact {i} of the garden {words(3, f'f{i}x')}") for i in range(12)),
        "summaries": tuple(
            summary(
                f"topic {i}",
                day=i,
                discussed=(words(6, f"s{i}x"),),
                outcome=words(3, f"o{i}x"),
            )
            for i in range(4)
        ),
        "window": tuple(turn(i, words(40, f"u{i}x"), words(60, f"r{i}x")) for i in range(1, 7)),
        "tools": TOOLS,
        "attachments": (Attachment("notes.txt", words(900, "note")),),
        "context": CONTEXT,
    }
    return source("what should I water today, and when?", **{**parts, **changes})
