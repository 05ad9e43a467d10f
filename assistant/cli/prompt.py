"""``assistant prompt``: what would be sent, and why each thing is in it or not."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from assistant.cli import plain, stack
from assistant.cli.language import interface_language
from assistant.cli.options import JsonObject
from assistant.cli.request import (
    Again,
    Content,
    Files,
    Incognito,
    Model,
    NoStdin,
    Prompts,
    Role,
    SessionId,
    Talk,
    Texts,
    Verbose,
)

if TYPE_CHECKING:
    from assistant.prompt.base import Prompt
    from assistant.records import ChatMessage


def prompt(
    prompts: Prompts = None,
    texts: Texts = None,
    files: Files = None,
    no_stdin: NoStdin = False,
    again: Again = False,
    session_id: SessionId = None,
    role: Role = "default",
    model: Model = None,
    verbose: Verbose = False,
    incognito: Incognito = False,
    as_json: JsonObject = False,
) -> None:
    """Show what `ask` would send with the same words. Calls no model, changes nothing.

    \b
    assistant prompt -c "And in Spanish?"
    """
    content = Content(prompts or (), texts or (), files or (), no_stdin)
    chosen = Talk(again, session_id, role, model, incognito, verbose)
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
        "compression": prompt.compression._asdict(),
        "sources": [
            {"name": s.name, "outcome": s.outcome, "ms": s.milliseconds, "why": s.why}
            for s in prompt.sources
        ],
        "messages": [{"role": m.role, "content": m.content} for m in prompt.messages],
        "considered": [
            {"id": c.id, "fact": c.fact, "decision": c.decision, "reason": c.reason,
             "score": c.score}
            for c in prompt.considered
        ],
    }  # fmt: skip


def describe(prompt: Prompt, look: stack.Look) -> list[str]:
    """The prompt as a person reads it: sizes, how its sources fared, facts with their reasons, what
    was left out, text."""
    lines = [*stack.sizes(prompt, look), *stack.compression(prompt, look)]
    if prompt.sources:
        lines += ["", plain.bold(look.say("why.sources")), *stack.sources(prompt, look)]
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
