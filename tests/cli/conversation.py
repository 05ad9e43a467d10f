"""A conversation whose screen is a list of lines."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from pathlib import Path

from assistant.app import open_app
from assistant.cli.request import Talk
from assistant.cli.sinks import NoMark
from assistant.cli.talk import Chat
from assistant.errors import AssistantError
from tests.servers.scripted import ScriptedServer


@dataclass
class Paper:
    """A screen that writes down what it is told; ``agrees`` and ``writes`` are the person's."""

    lines: list[str] = field(default_factory=list)
    notices: list[str] = field(default_factory=list)
    failures: list[AssistantError] = field(default_factory=list)
    answers: list[str] = field(default_factory=list)
    asked: list[str] = field(default_factory=list)
    copied: list[str] = field(default_factory=list)
    attended: bool = True
    agrees: bool = False
    writes: str | None = None
    says: str = ""

    def show(self, lines: Iterable[str]) -> None:
        self.lines += lines

    def notice(self, text: str, *, whole: bool = False) -> None:
        self.notices.append(text)

    def failure(self, error: AssistantError) -> None:
        self.failures.append(error)

    def answer(self) -> Page:
        self.answers.append("")
        return Page(self)

    def mark(self) -> NoMark:
        return NoMark()

    def agreed(self, question: str, keys: str) -> bool:
        self.asked.append(f"{question} {keys}")
        return self.agrees

    def answered(self, question: str, keys: str) -> str:
        self.asked.append(f"{question} {keys}")
        return self.says or ("y" if self.agrees else "")

    def edited(self, text: str) -> str | None:
        return self.writes

    def copy(self, text: str) -> None:
        self.copied.append(text)

    def take(self) -> str:
        """What was shown since the last look."""
        shown, self.lines = "\n".join(self.lines), []
        return shown


@dataclass
class Page:
    paper: Paper

    def feed(self, piece: str) -> None:
        self.paper.answers[-1] += piece

    def finish(self, text: str) -> None:
        self.paper.answers[-1] = self.paper.answers[-1] or text


@contextmanager
def conversing(home: Path, server: ScriptedServer, config: str = "") -> Iterator[Chat]:
    """A chat with a scripted model; ``chat.screen`` is a ``Paper``."""
    home.mkdir(mode=0o700, exist_ok=True)
    (home / "config.toml").write_text(config)
    with open_app(home=home, model=f"{server.base_url}|scripted-model") as app:
        chat = Chat(Talk(), app, app.session(), Paper())
        yield chat


def paper(chat: Chat) -> Paper:
    assert isinstance(chat.screen, Paper)
    return chat.screen
