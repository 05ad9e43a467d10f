"""``assistant prompt``: what would be sent, and why each thing is in it or not."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import click

from assistant.cli import plain, stack
from assistant.cli.language import interface_language
from assistant.cli.request import Content, Talk, content_options, conversation_options

if TYPE_CHECKING:
    from assistant.prompt.base import Prompt
    from assistant.records import ChatMessage


@click.command("prompt")
@content_options
@conversation_options
@click.option("--json", "as_json", is_flag=True, help="Print one JSON object.")
def command(
    *, prompts: tuple[str, ...], texts: tuple[str, ...], files: tuple[str, ...],
    no_stdin: bool, as_json: bool, **talk: Any,
) -> None:  # fmt: skip
    """Show what `ask` would send with the same words. Calls no model, changes nothing.

    \b
    assistant prompt -c "And in Spanish?"
    """
    content, chosen = Content(prompts, texts, files, no_stdin), Talk(**talk)
    with chosen.open_app() as app:
        session = chosen.open_session(app, ephemeral=True)
        built = session.preview(content.read(app.config.ask))
    if as_json:
        plain.out(plain.json_text(as_object(built)))
        return
    look = stack.Look.here(interface_language(app.config.ui))
    for line in describe(built, look):
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


def describe(prompt: Prompt, look: stack.Look) -> list[str]:
    """The prompt as a person reads it: sizes, facts with their reasons, what was left out, text."""
    lines = stack.sizes(prompt, look)
    if prompt.considered:
        title = plain.bold(look.say("why.considered"))
        lines += ["", title, *stack.facts(prompt.considered, look)]
    if prompt.drops:
        lines += ["", plain.bold(look.say("why.left_out")), *stack.drops(prompt, look)]
    for message in prompt.messages:
        lines += ["", *_message(message, look)]
    return lines


def _message(message: ChatMessage, look: stack.Look) -> list[str]:
    author = look.say(f"why.message_{message.role}")
    return [plain.dim(f"-- {author}"), *plain.clean(message.content).split("\n")]
