"""A draft as the request that is sent, counted whole, with its report by section."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import chain

from assistant.prompt.base import Prompt, Section
from assistant.prompt.budget import Meter
from assistant.prompt.draft import Draft
from assistant.prompt.fitting import Fitted
from assistant.prompt.sections import facts_beside, merge_neighbours, system_content
from assistant.prompt.table import RESULTS
from assistant.records import ChatMessage


def lay_out(draft: Draft, budget: int, meter: Meter) -> Prompt:
    """Messages in the order of P4: system (role, rules, state), facts, summaries, window, message.

    The tool chain follows the message it answers, as the chat protocol wants it.
    """
    held = draft.held
    messages = merge_neighbours(
        (
            ChatMessage("system", _system(draft)),
            *draft.source.examples,
            *held["window"].messages,
            ChatMessage("user", _message(draft)),
            *held[RESULTS.name].messages,
        )
    )
    tools = held["tools"].schemas
    tokens = meter.count_messages(messages, tools)
    return Prompt(
        messages=messages,
        tools=tools,
        tokens=tokens,
        budget=budget,
        sections=tuple(_sections(draft, tokens)),
        considered=held["facts"].considered,
        drops=(*draft.omitted, *(drop for part in held.values() for drop in part.drops)),
        notices=tuple(notice for part in held.values() for notice in part.notices),
        pressed=draft.pressed,
        strategies=draft.strategies,
        sources=draft.source.sources,
        unquotable=(
            draft.source.system,
            draft.source.facts_lead,
            *(m.content for m in draft.source.examples),
        ),
    )


def _system(draft: Draft) -> str:
    """The static text, the role, rules of packs, and under its header what each section of the
    memory holds; facts that stand beside the question are not told twice."""
    held = [
        (row.place, (row.heading, draft.held[row.name].items))
        for row in draft.rows
        if row.place in ("rules", "memory")
        and not (row.name == "facts" and draft.source.facts_lead)
    ]
    rules, memory = ([told for place, told in held if place == p] for p in ("rules", "memory"))
    return system_content(draft.source.system, draft.source.role_prompt, memory, rules)


def _message(draft: Draft) -> str:
    """The current message after its data; where they do not stand in the system message, after
    the facts too."""
    words = "".join(draft.held["message"].items)
    if (lead := draft.source.facts_lead) and (facts := draft.held["facts"].items):
        words = f"{facts_beside(lead, facts)}\n{words}"
    data = (draft.held[row.name].blocks for row in draft.rows if row.place == "data")
    return "\n\n".join((*chain.from_iterable(data), words)).strip()


def _sections(draft: Draft, tokens: int) -> Iterator[Section]:
    """All of the table; what is no other section's (the chat format's own) goes to ``system``."""
    source, held = draft.source, draft.held
    told = {c.section.name: c.reason for c in source.context}
    texts = [text for text in (source.system, source.role_prompt) if text]
    examples = [f"{m.role}: {m.content}" for m in source.examples]
    system = Fitted(tokens - sum(part.tokens for part in held.values()), (*texts, *examples))
    for row in draft.rows:
        parts = [system if row.name == "system" else held[row.name]]
        if row.name == "tools":
            parts.append(held[RESULTS.name])
        yield Section(
            row.name,
            sum(part.tokens for part in parts),
            [item for part in parts for item in part.items],
            row.titles,
            told.get(row.name, ""),
        )
