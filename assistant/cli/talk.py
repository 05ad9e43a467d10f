"""A conversation at the command line, whatever reads the lines and shows the answers."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, field, replace
from typing import TYPE_CHECKING, Protocol

from assistant.cli import consent, failures, slash
from assistant.cli.greeting import greeter
from assistant.cli.language import interface_language
from assistant.cli.pasting import Entry, within
from assistant.cli.sinks import PausedSink
from assistant.errors import AssistantError, UsageError
from assistant.messages import say

if TYPE_CHECKING:
    from assistant.app import App
    from assistant.cli.request import Talk
    from assistant.cli.sinks import Mark, Sink
    from assistant.records import Language, Turn
    from assistant.session.base import Attachment, TurnInput, TurnResult
    from assistant.session.session import Session
    from assistant.tools.calls import ToolRun


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

    @property
    def attended(self) -> bool:
        """Whether a person is there to be asked."""

    def show(self, lines: Iterable[str]) -> None:
        """What the user asked to see."""

    def notice(self, text: str, *, whole: bool = False) -> None:
        """One dim line beside the conversation; ``whole`` is for what must not be cut."""

    def failure(self, error: AssistantError) -> None: ...

    def answer(self) -> Sink:
        """A place for the next answer."""

    def mark(self) -> Mark:
        """What tells that an answer is on its way."""

    def agreed(self, question: str, keys: str) -> bool:
        """The person's word on a question, ``keys`` told beside it; no where nobody is there."""

    def answered(self, question: str, keys: str) -> str:
        """What the person answers; "" where nobody is there."""

    def edited(self, text: str) -> str | None:
        """What the person makes of a text in their editor; None when it was left as it is.

        Raises OSError where no editor can be opened.
        """

    def copy(self, text: str) -> None:
        """Put a text on the clipboard."""


class Leave(Exception):
    """The person wants to go."""


@dataclass
class Chat:
    """An open conversation and what a slash command may act on."""

    talk: Talk
    app: App
    session: Session
    screen: Screen
    language: Language = "en"
    model: str = ""
    last: TurnResult | None = None
    attached: list[Attachment] = field(default_factory=list)
    status: int = 0
    failed: bool = False
    """Whether the last message got no answer; ``last`` is then of the one before."""
    _entry: Entry = field(default_factory=lambda: Entry(""))
    _asked: TurnInput | None = None
    _answer: PausedSink | None = None

    @classmethod
    def open(cls, talk: Talk, screen: Screen) -> Chat:
        """Raises AssistantError; the caller closes ``app``."""
        app = talk.open_app()
        chat = cls(talk, app, talk.open_session(app), screen)
        chat.language = interface_language(app.config.ui)
        consent.attend(app, before=chat.pause)
        return chat

    def say(self, key: str, **values: object) -> str:
        """A sentence of the program, in the language of the conversation."""
        return say(key, self.language, **values)

    def take(self, entry: Entry | str) -> None:
        """One thing that was entered, a command or a message; a mere text was typed, all of it.

        Raises Leave alone.
        """
        entry = Entry(entry) if isinstance(entry, str) else entry
        if not entry.text.strip():
            return
        if slash.leaves(entry.text):
            raise Leave
        self._entry = entry
        try:
            if slash.is_command(entry.text):
                slash.run(self, entry.text, typed=entry.begins_typed())
            else:
                self.ask(entry.text)
            self.status = 0
        except AssistantError as error:
            self.screen.failure(error)
            self.status = error.exit_status
        except KeyboardInterrupt:
            self.screen.notice(self.say("repl.stopped"))
        except (Leave, BrokenPipeError):
            raise
        except Exception as error:  # a bug loses its turn, not the conversation
            self.screen.failure(failures.bug(error))
            self.status = AssistantError.exit_status

    def message(self, text: str, attachments: tuple[Attachment, ...] = ()) -> TurnInput:
        """A message out of what was entered, which knows what of it was not typed (F3)."""
        from assistant.session.base import TurnInput

        return TurnInput(text, attachments, untyped=within(self._entry, text).untyped)

    def ask(self, text: str) -> None:
        """Send a message, with the files that wait for it. Raises AssistantError."""
        self._turn(self.message(text, tuple(self.attached)))
        self.attached.clear()  # only now: a failed call leaves them for the next try

    def ask_again(self, text: str = "") -> None:
        """Have the model answer a message, or the last one, whatever is known already. The last
        one's new answer takes the place of the old; what that turn noted can still be undone."""
        turn = self.message(text) if text else self._asked
        if turn is None:
            raise UsageError(self.say("slash.retry_nothing"), self.say("slash.ask_first"))
        before = self.last
        self._turn(turn, fresh=True)
        if (
            before
            and self.last
            and (before.session, before.turn)
            == (
                self.last.session,
                self.last.turn,
            )
        ):
            noted = (*before.memory_changes, *self.last.memory_changes)
            self.last = replace(self.last, memory_changes=noted)

    def tell_owed(self) -> None:
        """Say so where bytes of what is hidden wait for another program to let go."""
        if self.app.facts.is_owed:
            self.screen.notice(self.say("memory.forgotten_later"))

    def forget_changes(self) -> None:
        """What the last turn changed was taken back: it cannot be taken back twice."""
        if self.last is not None:
            self.last = replace(self.last, memory_changes=())

    def begin(self) -> None:
        """Another conversation is at hand: nothing was asked in it yet."""
        self.last = self._asked = None
        self.failed = False

    def use_model(self, name: str) -> None:
        """Go on with the same conversation and another model. Raises AssistantError."""
        from assistant.cli.servers import ask_about
        from assistant.llm.discover import ServerNotAccepted

        try:
            self.app.models.use(name)
        except ServerNotAccepted as error:
            if not ask_about(self, error.found):
                raise
            self.app.models.use(name)
        started = self.session.conversation.turn_count > 0
        self.session = self.app.session(
            role=self.session.conversation.role,
            conversation=self.session.conversation.id if started else None,
        )
        self.session.warm_up()

    def use_role(self, name: str) -> None:
        """Begin a conversation with another role. Raises ConfigurationError."""
        session = self.app.session(role=name)
        self.session.end()
        self.session = session
        self.begin()
        self.session.warm_up()

    def go_on_with(self, conversation: str) -> None:
        """Go on with an earlier conversation, its role's. Raises UsageError."""
        book = self.app.conversations
        found = book.open("default", conversation)
        if found.role == self.session.conversation.role:
            self.session.conversation = found  # with the same model, loaded as it is
        else:
            self.session = self.app.session(role=found.role, conversation=found.id)
            self.session.warm_up()
        self.begin()

    def recall(self) -> None:
        """Say where the conversation stood that is gone on with."""
        from assistant.cli.recap import standing

        for line in standing(self.app, self.session.conversation, self.language):
            self.screen.notice(line)

    def turns(self) -> list[Turn]:
        """What the conversation still holds word for word, oldest first."""
        return self.app.stores.conversations.turns(self.session.conversation.id)

    def pause(self) -> None:
        """Let something else be written on the screen while an answer is on its way."""
        if self._answer is not None:
            self._answer.pause()

    def _turn(self, turn: TurnInput, *, fresh: bool = False) -> None:
        """``fresh``: the model is asked, and the same message once more replaces its exchange."""
        from assistant.cli.noticing import Noticing, is_short, language_of

        self.language = language_of(turn.text, self.app.config.ui, self.language)
        self._asked, self.failed = turn, True
        noticing = Noticing.before(self)
        sink = self._answer = PausedSink(self.screen.answer, self.screen.mark())
        try:
            sink.wait()
            result = self.session.respond(
                turn, on_text=sink.feed, fresh=fresh, on_tool=self._tell_tool, again=fresh
            )
        except BaseException:
            sink.finish("")
            raise
        sink.finish(result.text)
        self.last, self.failed = result, False
        self.model = result.model or self.model
        for notice in noticing.after(self, turn.text, result):
            self.screen.notice(notice, whole=not is_short(notice, result, turn.text))
        self._ask_what_to_forget(result)

    def _ask_what_to_forget(self, result: TurnResult) -> None:
        """A request that means several facts, or perhaps some, is carried out on a yes."""
        waiting = [c for c in result.memory_changes if c.kind == "to_forget"]
        if waiting and self.screen.attended:
            from assistant.cli.slash_facts import offer_to_forget

            if said := offer_to_forget(self, waiting[0]):
                self.take(said)  # who goes on talking has answered no

    def _tell_tool(self, run: ToolRun) -> None:
        """One dim line for each call, between the parts of the answer."""
        from assistant.cli.tool_runs import run_line

        self.pause()
        self.screen.notice(run_line(run))
        if self._answer is not None:
            self._answer.wait()


def converse(chat: Chat, entries: Iterable[Entry]) -> int:
    """Take entries until they end or the person leaves; the status of the last one."""
    greet = greeter(chat)
    try:
        greet()
        for entry in entries:
            chat.take(entry)
            greet()  # what was late
    except Leave:
        return 0
    finally:
        greet()
    return chat.status
