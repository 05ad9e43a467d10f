"""A draft as the request that is sent, counted whole, with its report by section."""

from __future__ import annotations

from collections.abc import Sequence

from assistant.prompt.base import Prompt, Section
from assistant.prompt.budget import Meter
from assistant.prompt.draft import Draft
from assistant.prompt.sections import facts_beside, merge_neighbours, system_content
from assistant.records import SECTION_NAMES, ChatMessage, SectionName


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
            *draft.fixed.chain.messages,
        )
    )
    tools = held["tools"].schemas
    tokens = meter.count_messages(messages, tools)
    parts = (draft.fixed.state, draft.fixed.chain, *held.values())
    return Prompt(
        messages=messages,
        tools=tools,
        tokens=tokens,
        budget=budget,
        sections=_sections(draft, tokens),
        considered=held["facts"].considered,
        drops=(*draft.omitted, *(drop for part in parts for drop in part.drops)),
        notices=tuple(notice for part in parts for notice in part.notices),
        pressed=draft.pressed,
        unquotable=(
            draft.source.system,
            draft.source.facts_lead,
            *(m.content for m in draft.source.examples),
        ),
    )


def _system(draft: Draft) -> str:
    return system_content(
        draft.source.system,
        draft.source.role_prompt,
        draft.fixed.state.items,
        () if draft.source.facts_lead else draft.held["facts"].items,
        draft.held["summaries"].items,
    )


def _message(draft: Draft) -> str:
    """The current message after its data; where they do not stand in the system message, after
    the facts too."""
    words = draft.fixed.words
    if (lead := draft.source.facts_lead) and (facts := draft.held["facts"].items):
        words = f"{facts_beside(lead, facts)}\n{words}"
    return "\n\n".join((*draft.held["fragments"].items, words)).strip()


def _sections(draft: Draft, tokens: int) -> tuple[Section, ...]:
    """All eight; what is no other section's (the chat format's own) goes to ``system``."""
    held, fixed = draft.held, draft.fixed
    sizes: dict[SectionName, int] = {
        "state": fixed.state.tokens,
        "tools": held["tools"].tokens + fixed.chain.tokens,
        "message": fixed.words_tokens,
        **{name: held[name].tokens for name in ("facts", "summaries", "window", "fragments")},
    }
    sizes["system"] = tokens - sum(sizes.values())
    items: dict[SectionName, Sequence[str]] = {
        "system": [
            *(text for text in (draft.source.system, draft.source.role_prompt) if text),
            *(f"{m.role}: {m.content}" for m in draft.source.examples),
        ],
        "state": fixed.state.items,
        "tools": (*held["tools"].items, *fixed.chain.items),
        "message": [fixed.words] if fixed.words else [],
        **{name: held[name].items for name in ("facts", "summaries", "window", "fragments")},
    }
    return tuple(Section(name, sizes[name], list(items[name])) for name in SECTION_NAMES)
