"""The commands that show what happens inside: the prompt, its cost, the tools."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING

from assistant.cli import layout, plain, stack
from assistant.errors import UsageError

if TYPE_CHECKING:
    from collections.abc import Sequence

    from assistant.cli.talk import Chat
    from assistant.session.base import Sent

BYTES = ("bytes", "--sent")


def prompt(chat: Chat, text: str) -> None:
    """What would be sent for a text, with the files that wait. Calls no model."""
    from assistant.cli.prompt import describe

    built = chat.session.preview(chat.message(text, tuple(chat.attached)))
    chat.screen.show(describe(built, stack.Look.here(chat.language)))


def state(chat: Chat, _: str) -> None:
    """What results have confirmed in this conversation: the program's own, then that of each pack
    that keeps a state."""
    conversation = chat.session.conversation
    lines = _titled(chat, "state", [*map(plain.line, chat.app.conversations.state(conversation))])
    packs = chat.app.session_packs
    for name, told in packs.told_states(conversation, chat.language) if packs else ():
        lines += ["", plain.bold(plain.line(name)), *(plain.line(line) for line in told)]
    chat.screen.show(lines[1:] or [chat.say("slash.state_none")])


def why(chat: Chat, words: str) -> None:
    """What the last turn sent, why each fact was in it or not, and what was left out."""
    sent, built = chat.session.last_sent, chat.session.last_prompt
    told = None if chat.failed else chat.last  # what a failed turn had found out is not kept
    if built is None or not (sent if chat.failed else told):
        raise UsageError(chat.say("why.nothing"), chat.say("slash.ask_first"))
    look = stack.Look.here(chat.language)
    if words in BYTES:
        chat.screen.show(_bytes(chat, sent))
        return
    if words:
        wanted = words.lower()
        about = [c for c in built.considered if wanted in c.fact.lower() or c.id.startswith(wanted)]
        none = chat.say("why.none_about", words=plain.line(words))
        chat.screen.show(stack.facts(about, look) or [none])
        return
    lines = [*stack.sizes(built, look), *stack.compression(built, look)]
    lines += layout.wrapped([plain.line(_counted(chat, sent))], look.width)
    lines += _titled(chat, "sources", stack.sources(built, look))
    facts = stack.facts(built.considered, look) or [chat.say("why.none_considered")]
    lines += _titled(chat, "considered", facts)
    lines += _titled(chat, "left_out", stack.drops(built, look))
    if told and told.tools:
        from assistant.cli.tool_runs import details

        lines += _titled(chat, "tools", details(told.tools))
    notices = [plain.line(notice) for notice in (told.notices if told else ())]
    lines += _titled(chat, "notices", layout.wrapped(notices, look.width))
    if sent:
        lines += ["", *map(plain.dim, layout.wrapped([chat.say("why.bytes_hint")], look.width))]
    chat.screen.show(lines)


def stats(chat: Chat, _: str) -> None:
    """What the conversation cost so far, and what it would have cost with its whole history."""
    from assistant.cli.report.figures import by_source, totals
    from assistant.cli.report.words import Words

    measures = chat.app.stores.journal.metrics(session_id=chat.session.conversation.id)
    if not measures:
        chat.screen.notice(chat.say("slash.stats_nothing"))
        return
    whole, words = totals(measures), Words(chat.language)
    turns = chat.say("slash.turns", count=whole.turns)
    sent, full = words.number(whole.prompt_tokens), words.number(whole.full_history_tokens)
    counted = [
        f"{chat.say(f'report_sources.{source}')} {words.number(part['turns'])}"
        for source, part in by_source(measures).items()
    ]
    said = (
        chat.say("slash.stats_turns", turns=turns, sent=sent),
        chat.say("slash.stats_full", full=full, saved=words.percent(whole.saved)),
        chat.say("slash.stats_sources", sources=", ".join(counted)),
    )
    chat.screen.show(layout.wrapped(said, stack.Look.here(chat.language).width))


def tools(chat: Chat, category: str) -> None:
    """What the model may do, and the calls left."""
    from assistant.cli.tools_table import as_object, lines_of

    pipeline = chat.app.toolbox(chat.session.conversation.role).pipeline
    chosen = [tool for tool in pipeline.registry if category in ("", tool.category)]
    board = [as_object(chat.app, pipeline, tool) for tool in chosen]
    shown = lines_of(board, chat.language)
    chat.screen.show(layout.cut(line, plain.columns() - 1) for line in shown)


def _counted(chat: Chat, sent: Sequence[Sent]) -> str:
    """The server's own count beside ours."""
    if not sent:
        source = chat.last.source if chat.last else "memory"
        return chat.say("why.not_asked", source=chat.say(f"report_sources.{source}"))
    if chat.failed:
        return chat.say("why.failed")
    last = sent[-1]
    if last.theirs is None:
        return chat.say("why.server_silent")
    theirs, ours = (plain.number(n, chat.language) for n in (last.theirs, last.prompt.tokens))
    return chat.say("why.server", theirs=theirs, ours=ours)


def _bytes(chat: Chat, sent: Sequence[Sent]) -> list[str]:
    """The requests word for word; their messages once more below, as a person reads them."""
    if not sent:
        return [_counted(chat, sent)]
    lines: list[str] = []
    for number, one in enumerate(sent, 1):
        size = plain.number(len(one.body), chat.language)
        head = chat.say("why.request", number=number, count=len(sent), size=size)
        lines += [plain.bold(head), plain.clean(one.body.decode("utf-8", "replace"))]
        for message in json.loads(one.body or b"{}").get("messages", ()):
            author = chat.say(f"why.message_{message['role']}")
            content = plain.clean(str(message.get("content") or ""))
            lines += [plain.dim(f"-- {author}"), *content.split("\n")]
    return lines


def _titled(chat: Chat, key: str, lines: Sequence[str]) -> list[str]:
    return ["", plain.bold(chat.say(f"why.{key}")), *lines] if lines else []
