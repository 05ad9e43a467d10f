"""``assistant prompt``: what would be sent, and why each thing is in it or not."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import click

from assistant.cli import plain
from assistant.cli.request import Content, Talk, content_options, conversation_options

if TYPE_CHECKING:
    from assistant.prompt.base import Prompt, Section
    from assistant.records import ChatMessage

EXCERPT = 76


@click.command("prompt")
@content_options
@conversation_options
@click.option("--json", "as_json", is_flag=True, help="Print one JSON object.")
def command(
    *, prompts: tuple[str, ...], texts: tuple[str, ...], files: tuple[str, ...],
    as_json: bool, **talk: Any,
) -> None:  # fmt: skip
    """Show what `ask` would send with the same words. Calls no model, changes nothing.

    \b
    assistant prompt -c "And in Spanish?"
    """
    content, chosen = Content(prompts, texts, files), Talk(**talk)
    with chosen.open_app() as app:
        session = chosen.open_session(app, ephemeral=True)
        built = session.preview(content.read(app.config.ask))
    if as_json:
        plain.out(plain.json_text(as_object(built)))
        return
    for line in describe(built):
        plain.out(line)


def as_object(prompt: Prompt) -> dict[str, Any]:
    """The contract of ``prompt --json``."""
    return {
        "tokens": prompt.tokens,
        "budget": prompt.budget,
        "sections": [
            {"name": s.name, "tokens": s.tokens, "items": list(s.items)} for s in prompt.sections
        ],
        "messages": [{"role": m.role, "content": m.content} for m in prompt.messages],
        "considered": [
            {"id": c.id, "fact": c.fact, "decision": c.decision, "reason": c.reason,
             "score": c.score}
            for c in prompt.considered
        ],
    }  # fmt: skip


def describe(prompt: Prompt) -> list[str]:
    """The prompt as a person reads it: sizes, facts with their reasons, what was left out, text."""
    lines = [plain.bold(f"{prompt.tokens:,} of {prompt.budget:,} tokens"), ""]
    lines += _sizes(prompt.sections)
    if prompt.considered:
        lines += ["", plain.bold("facts considered"), *_considered(prompt)]
    if prompt.drops:
        rows = [(d.section, f"-{d.tokens:,}", plain.line(d.what), d.reason) for d in prompt.drops]
        lines += ["", plain.bold("left out"), *plain.table(rows, right=(1,))]
    for message in prompt.messages:
        lines += ["", *_message(message)]
    return lines


def _sizes(sections: tuple[Section, ...]) -> list[str]:
    rows = [(s.name, f"{s.tokens:,}", _count(len(s.items))) for s in sections if s.tokens]
    return plain.table(rows, right=(1,))


def _count(items: int) -> str:
    return "1 item" if items == 1 else f"{items} items"


def _considered(prompt: Prompt) -> list[str]:
    rows = [
        (c.decision, f"{c.score:.2f}", _short(c.fact), plain.dim(c.reason))
        for c in sorted(prompt.considered, key=lambda c: (c.decision, -c.score))
    ]
    return plain.table(rows, right=(1,))


def _message(message: ChatMessage) -> list[str]:
    return [plain.dim(f"── {message.role}"), *plain.clean(message.content).split("\n")]


def _short(text: str) -> str:
    text = plain.line(text)
    return text if len(text) <= EXCERPT else f"{text[: EXCERPT - 1]}…"
