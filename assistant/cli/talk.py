"""A conversation at the command line, whatever reads the lines and shows the answers."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Protocol

from assistant.cli import consent, failures, slash
from assistant.cli.sinks import PausedSink
from assistant.errors import AssistantError, UsageError

if TYPE_CHECKING:
    from assistant.app import App
    from assistant.cli.request import Talk
    from assistant.cli.sinks import Sink
    from assistant.session.base import TurnResult
    from assistant.session.session import Session
    from assistant.tools.base import ToolRun


QUOTES = '"""'


def unfinished(text: str) -> bool:
    """Whether a message that opens with three quotes still waits for the closing ones."""
    text = text.strip()
    return text.startswith(QUOTES) and (text == QUOTES or not text.endswith(QUOTES))


def unquoted(text: str) -> str:
    """The message without the quotes that let it run over several lines."""
    if not text.strip().startswith(QUOTES):
        return text
    return text.strip().removeprefix(QUOTES).removesuffix(QUOTES).strip("\n")


class Screen(Protocol):
    """Where a conversation is shown."""

    def show(self, lines: Iterable[str]) -> None:
        """What the user asked to see."""

    def notice(self, text: str) -> None:
        """One dim line beside the conversation."""

    def failure(self, error: AssistantError) -> None: ...

    def answer(self) -> Sink:
        """A place for the next answer."""


class Leave(Exception):
    """The person wants to go."""


@dataclass
class Chat:
    """An open conversation and what a slash command may act on."""

    talk: Talk
    app: App
    session: Session
    screen: Screen
    model: str = ""
    last: TurnResult | None = None
    status: int = 0
    _asked: str = ""
    _answer: PausedSink | None = None

    @classmethod
    def open(cls, talk: Talk, screen: Screen) -> Chat:
        """Raises AssistantError; the caller closes ``app``."""
        app = talk.open_app()
        chat = cls(talk, app, talk.open_session(app), screen)
        consent.attend(app, before=chat.pause)
        return chat

    def take(self, text: str) -> None:
        """One thing that the person entered: a command or a message. Raises Leave alone."""
        if not text.strip():
            return
        try:
            if slash.is_command(text):
                slash.run(self, text)
            else:
                self._turn(text)
            self.status = 0
        except AssistantError as error:
            self.screen.failure(error)
            self.status = error.exit_status
        except KeyboardInterrupt:
            self.screen.notice("stopped")
        except (Leave, BrokenPipeError):
            raise
        except Exception as error:  # a bug loses its turn, not the conversation
            self.screen.failure(failures.bug(error))
            self.status = AssistantError.exit_status

    def forget_changes(self) -> None:
        """What the last turn changed was taken back: it cannot be taken back twice."""
        if self.last is not None:
            self.last = replace(self.last, memory_changes=())

    def use_model(self, name: str) -> None:
        """Go on with the same conversation and another model. Raises AssistantError."""
        self.app.use_model(name)
        started = self.session.conversation.turn_count > 0
        self.session = self.app.session(
            role=self.session.conversation.role,
            conversation=self.session.conversation.id if started else None,
        )
        self.session.warm_up()

    def ask_again(self, text: str = "") -> None:
        """Have the model answer a message, or the last one, whatever is known already."""
        question = text or self._asked
        if not question:
            raise UsageError("There is nothing to ask again", "Ask something first.")
        self._turn(question, fresh=True)

    def _turn(self, text: str, *, fresh: bool = False) -> None:
        from assistant.session.base import TurnInput

        self._asked = text
        sink = self._answer = PausedSink(self.screen.answer)
        try:
            result = self.session.respond(
                TurnInput(text), on_text=sink.feed, fresh=fresh, on_tool=self._tell_tool
            )
        except (AssistantError, KeyboardInterrupt):
            sink.finish("")
            raise
        sink.finish(result.text)
        self.last = result
        self.model = result.model or self.model
        for notice in result.notices:
            self.screen.notice(notice)
        if result.state == "interrupted":
            self.screen.notice("stopped")

    def pause(self) -> None:
        """Let something else be written on the screen while an answer is on its way."""
        if self._answer is not None:
            self._answer.pause()

    def _tell_tool(self, run: ToolRun) -> None:
        """One dim line for each call, between the parts of the answer."""
        from assistant.cli.tools import run_line

        self.pause()
        self.screen.notice(run_line(run))


def converse(chat: Chat, entries: Iterable[str]) -> int:
    """Take entries until they end or the person leaves; the status of the last one."""
    try:
        for text in entries:
            chat.take(text)
    except Leave:
        return 0
    return chat.status
