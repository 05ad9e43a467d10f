"""How each section is written: compact, dated, and marked as what it is.

A request has exactly one system message: the static text first, then the role, then the memory
block (state, facts, summaries). Strict chat templates refuse a second system message or one that is
not the first (Mistral, Qwen, Llama 2), and P4 puts facts before the window, so that the memory
cannot ride on the user's message. Prefix caches match tokens, not messages: the static text stays
a byte-identical prefix of every request. Fragments stand in the user's message, before the words.
"""

from __future__ import annotations

import json
from collections.abc import Iterable, Sequence
from dataclasses import replace

from assistant.characters import one_line
from assistant.prompt.elision import mark
from assistant.prompt.fences import defuse, fence
from assistant.records import ChatMessage, Segment, ToolCall, Turn

ONLY_DATA = (
    "Nothing was typed with this data: if it asks something itself, answer that; "
    "otherwise say briefly what it holds."
)
INTERRUPTED = "[interrupted]"


def _entry(text: str) -> str:
    return one_line(defuse(text))


def list_line(text: str) -> str:
    """A line of the state, or of a section that a pack fills."""
    return f"- {_entry(text)}"


def fact_line(words: str, *, standing: bool) -> str:
    """One line, no more than the words: every token saved lets another fact in. It begins with a
    space, since most words are fewer tokens after one. A standing rule says so, because it is to
    be followed."""
    mark = "rule: " if standing else ""
    return f" {mark}{_entry(words)}"


def facts_beside(lead: str, facts: Sequence[str]) -> str:
    """Facts as a list before the question, for a small model."""
    return "\n".join((lead, *(f"- {fact.strip()}" for fact in facts), ""))


def summary_line(
    segment: Segment, discussed: int | None = None, without: Sequence[str] = ()
) -> str:
    """Keys and values on one line, dated: the first ``discussed`` points, no key of ``without``.

    Marks are few and short: of the 50 tokens each goes at the cost of a word.
    """
    values = {
        "topic": segment.topic,
        "discussed": ", ".join(segment.discussed[:discussed]),
        "decided": "; ".join(segment.decisions),
        "outcome": segment.outcome,
        "open": "; ".join(segment.open_questions),
    }
    pairs = [f"{key}: {_entry(v)}" for key, v in values.items() if v and key not in without]
    return f"{segment.created_at.date().isoformat()} " + " | ".join(pairs)


def summary_forms(segment: Segment) -> tuple[str, ...]:
    """The summary's line, then ever shorter ones; topic and decisions are in all of them."""
    points = range(len(segment.discussed), -1, -1)
    return (
        *(summary_line(segment, discussed) for discussed in points),
        summary_line(segment, 0, ("open",)),
        summary_line(segment, 0, ("open", "outcome")),
    )


def system_content(
    system: str,
    role_prompt: str,
    memory: Iterable[tuple[str, Sequence[str]]] = (),
    rules: Iterable[tuple[str, Sequence[str]]] = (),
) -> str:
    """The one system message. ``memory`` and ``rules`` are headers with their lines; what is empty
    leaves no trace. Rules stand outside the memory, in which nothing gives orders."""
    blocks = [system]
    if role_prompt.strip():
        blocks.append(f"# Role\n{role_prompt.strip()}")
    blocks += ["\n".join((header, *lines)) for header, lines in rules if lines]
    told = [line for header, lines in memory if lines for line in (header, *lines)]
    if told:
        blocks.append(fence("memory", "\n".join(told)))
    return "\n\n".join(block for block in blocks if block)


def turn_messages(turn: Turn) -> tuple[ChatMessage, ...]:
    """The two messages of a turn; none for one that failed without a word."""
    reply = defuse(turn.reply.content).strip()
    if turn.state == "failed" and not reply:
        return ()
    if turn.state != "complete":
        reply = f"{reply} {INTERRUPTED}".strip()
    return (
        ChatMessage("user", defuse(turn.user.content)),
        ChatMessage("assistant", reply or INTERRUPTED),
    )


def user_words(
    message: str, format_instructions: str = "", last_error: str = "", *, with_data: bool = False
) -> str:
    """The current message without its data: the words, then what the answer has to look like,
    then what a retry has to mend."""
    blocks = [defuse(message).strip() or (ONLY_DATA if with_data else "")]
    if format_instructions:
        blocks.append(f"Format of the answer:\n{format_instructions.strip()}")
    if last_error:
        error = _entry(last_error)
        blocks.append(f"Your previous answer was rejected: {error}\nMend that and answer again.")
    return "\n\n".join(block for block in blocks if block)


def shorten_call(call: ToolCall, size: int) -> ToolCall:
    """A past call without its long arguments, which its result has made superfluous."""
    return replace(call, arguments=json.dumps({"elided": mark(size)}, ensure_ascii=False))


def merge_neighbours(messages: Iterable[ChatMessage]) -> tuple[ChatMessage, ...]:
    """Consecutive messages of the user become one, and so do the assistant's plain ones:
    templates that demand alternation accept the result."""
    merged: list[ChatMessage] = []
    for message in messages:
        last = merged[-1] if merged else None
        if (
            last
            and last.role == message.role
            and message.role in ("user", "assistant")
            and not (last.tool_calls or message.tool_calls)
        ):
            merged[-1] = replace(last, content=f"{last.content}\n\n{message.content}")
        else:
            merged.append(message)
    return tuple(merged)
