"""A conversation with the shop in which the model says what a test tells it."""

from __future__ import annotations

import json
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import Any

from assistant_shop import PACK

from assistant.cli.talk import Chat
from assistant.packs import Moment
from assistant.session.base import TurnInput, TurnResult
from assistant.session.packs import ENTRY, namespace_of
from assistant.tools.calls import Consent, Question
from tests.cli.conversation import Paper
from tests.servers.scripted import Reply, ScriptedServer

Visiting = Callable[[str], "Visit"]
"""Begin a conversation in that role."""


def call(tool: str, **arguments: Any) -> Reply:
    """A reply that calls a tool of the shop."""
    name = f"shop-{tool}"
    return Reply("", tool_calls=[{"id": name, "name": name, "arguments": json.dumps(arguments)}])


@dataclass
class Visit:
    """A conversation with the shop in one role; ``person`` answers what is asked of them."""

    chat: Chat
    server: ScriptedServer
    person: Consent = "once"
    asked: list[str] = field(default_factory=list)

    def confirm(self, question: Question) -> Consent:
        self.asked.append(question.words)
        return self.person

    def say(self, text: str, *replies: Reply) -> TurnResult:
        """A turn: what is typed, and what the model replies, calls of tools first."""
        self.server.requests.clear()
        self.server.replies = [*replies, Reply("Done." if text.isascii() else "Hecho.")]
        self.chat.take(text)
        assert not self.chat.failed, self.paper.failures
        assert self.chat.last is not None
        return self.chat.last

    def turn(self, text: str, tool: str, *told: str, **arguments: Any) -> None:
        """A turn in which the model calls a tool, and the shop's state after it: as the home keeps
        it, as the next prompt and ``/shop`` tell it. ``/why`` says so of the prompt of now."""
        before = self.told(text)
        result = self.say(text, call(tool, **arguments))
        assert result.source == "model"
        assert f"shop-{tool}" in self.offered, text
        assert ("shop.state" in self.shown("/why")) == bool(before), text
        sent = "\n".join(m["content"] or "" for m in self.server.chats[0]["messages"])
        assert all(line in sent for line in before), text
        assert (self.kept_told, self.told(text)) == (list(told), list(told)), text
        if told:
            assert self.shown("/shop").splitlines() == list(told), text

    def shown(self, command: str) -> str:
        """What a slash command shows."""
        self.paper.take()
        self.chat.take(command)
        return self.paper.take()

    @property
    def paper(self) -> Paper:
        assert isinstance(self.chat.screen, Paper)
        return self.chat.screen

    @property
    def offered(self) -> set[str]:
        """The tools that went with the last message."""
        return {tool["function"]["name"] for tool in self.server.chats[0].get("tools", ())}

    @property
    def results(self) -> list[str]:
        """What the model was told of its calls in the last turn."""
        return [m["content"] for m in self.server.chats[-1]["messages"] if m["role"] == "tool"]

    def told(self, text: str = "and now?") -> list[str]:
        """The shop's state as the prompt of that message would have it."""
        prompt = self.chat.session.preview(TurnInput(text))
        lines = [line for s in prompt.sections if s.name == "shop.state" for line in s.items]
        return [line.removeprefix("- ") for line in lines]

    @property
    def kept(self) -> Mapping[str, Any]:
        """The shop's state as the home's database has it."""
        app, conversation = self.chat.app, self.chat.session.conversation.id
        namespace = namespace_of(PACK, conversation)
        found = app.stores.keyvalue.get(namespace, ENTRY, now=app.now())
        return found if isinstance(found, dict) else {}

    @property
    def kept_told(self) -> list[str]:
        state = PACK.state_of(self.chat.session.conversation.role)
        assert state is not None
        moment = Moment(
            text="", language=self.chat.language, now=self.chat.app.now(), state=self.kept
        )
        return list(state.lines(moment))
