"""What Tab offers: commands with their meaning, and what their argument may be."""

from __future__ import annotations

import os
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING

from assistant.cli import plain, slash
from assistant.cli.slash import Argument

if TYPE_CHECKING:
    from assistant.cli.talk import Chat

MOST = 200
"""Offers: nobody reads more."""
BEGUN = 2
"""Characters from which a question is looked for."""


@dataclass(frozen=True, slots=True)
class Offer:
    """A text for the place of the last ``replaces`` characters, and what it means."""

    text: str
    replaces: int
    meaning: str = ""


def offers(chat: Chat, before: str) -> Iterator[Offer]:
    """What may stand at the end of ``before``, the entry up to the cursor."""
    if not before.startswith("/") or "\n" in before:
        yield from _questions(chat, before)
        return
    name, space, argument = before[1:].partition(" ")
    if not space:
        for known, command in slash.known(chat).items():
            if known.startswith(name.lower()):
                yield Offer(f"/{known}", len(before), slash.meaning(chat, known, command))
        return
    called = slash.TABLE.get(name.lower())
    if called is None or not called.completes:
        return
    argument = argument.lstrip()
    for number, (text, meaning) in enumerate(_ARGUMENTS[called.completes](chat, argument)):
        if number == MOST:
            return
        if text == plain.line(text):  # what cannot be shown as it is cannot be chosen by sight
            yield Offer(text, len(argument), plain.line(meaning))


def _questions(chat: Chat, before: str) -> Iterator[Offer]:
    """What the person asks again and again (K5), as far as it can be told: a name is what they
    named last, an amount or a day is theirs to say."""
    packs = chat.app.session_packs
    if packs is None or "\n" in before or len(before) < BEGUN:
        return
    from assistant.profile.templates import filled
    from assistant.text.folding import fold_in_place

    role, begun = chat.session.conversation.role, fold_in_place(before)
    for pack in packs.profiles.packs:
        recent = packs.recent.of(pack, role, chat.app.now())
        for asked in packs.profiles.frequent(pack):
            text = filled(asked.template, (*(recent.mentions if recent else ()), *asked.names))
            if fold_in_place(text).startswith(begun) and len(text) > len(before):
                yield Offer(text, len(before), chat.say("profile.often"))


Found = Iterator[tuple[str, str]]


def _commands(chat: Chat, begun: str) -> Found:
    every = slash.known(chat).items()
    return ((n, slash.meaning(chat, n, c)) for n, c in every if n.startswith(begun))


def _sessions(chat: Chat, begun: str) -> Found:
    from assistant.cli.slash_talk import topic_of, when_of
    from assistant.cli.words import short_id

    for found in chat.app.conversations.all():
        name = short_id(found.id)
        if name.startswith(begun) and found.id != chat.session.conversation.id:
            yield name, f"{when_of(chat, found)}  {topic_of(chat, found)}"


def _roles(chat: Chat, begun: str) -> Found:
    from assistant.cli.slash_talk import roles

    config = chat.app.config
    return ((n, config.role(n).prompt) for n in roles(config) if n.startswith(begun))


def _models(chat: Chat, begun: str) -> Found:
    """Weights that are here, what local servers offer, and the words that choose by themselves."""
    from assistant.llm import weights
    from assistant.llm.probe import LOCAL_SERVERS, local_servers

    known = {chat.model: "", "embedded": "", "none": ""}
    known |= {model.name: "embedded" for model in weights.installed(chat.app.paths.models)}
    config = chat.app.config.model
    if config.probe_local_servers:
        stored = chat.app.stores.keyvalue
        for server in local_servers(stored, chat.app.now(), config.probe_ttl, LOCAL_SERVERS):
            known |= dict.fromkeys(server.models, server.label)
    return ((n, meaning) for n, meaning in known.items() if n and n.startswith(begun))


def _facts(chat: Chat, begun: str) -> Found:
    """Live facts by id, or by a word of theirs that is begun; the latest first."""
    for fact in reversed(chat.app.stores.facts.all()):
        if fact.id.startswith(begun) or f" {begun}".lower() in f" {fact.fact}".lower():
            yield fact.id, fact.fact


def _sent(chat: Chat, begun: str) -> Found:
    if "bytes".startswith(begun):
        yield "bytes", chat.say("slash.why_bytes")
    yield from _facts(chat, begun)


def _categories(chat: Chat, begun: str) -> Found:
    pipeline = chat.app.toolbox(chat.session.conversation.role).pipeline
    names = dict.fromkeys(tool.category for tool in pipeline.registry)
    return ((name, "") for name in names if name.startswith(begun))


def _files(_: Chat, begun: str) -> Found:
    """Names in the folder that is begun; hidden ones only where a dot is typed."""
    folder, _slash, start = begun.rpartition("/")
    place = Path(folder or ("/" if begun.startswith("/") else ".")).expanduser()
    try:
        entries = sorted(os.scandir(place), key=lambda e: (not e.is_dir(), e.name))
    except OSError:
        return
    for entry in entries:
        if entry.name.startswith(start) and (start or not entry.name.startswith(".")):
            name = f"{folder}/{entry.name}" if _slash else entry.name
            if name.isprintable():
                yield (f"{name}/", "") if entry.is_dir() else (name, "")


_ARGUMENTS: Mapping[Argument, Callable[[Chat, str], Found]] = {
    "commands": _commands,
    "sessions": _sessions,
    "roles": _roles,
    "models": _models,
    "facts": _facts,
    "sent": _sent,
    "files": _files,
    "categories": _categories,
}
