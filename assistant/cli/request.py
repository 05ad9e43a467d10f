"""What a person asks for in one run: options, prompts, piped text and files."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from assistant.cli import offers, plain, streams
from assistant.errors import NothingToAsk, TryAgainLater, UsageError

if TYPE_CHECKING:
    from assistant.app import App
    from assistant.config import AskConfig
    from assistant.session.base import Attachment, TurnInput
    from assistant.session.session import Session

STDIN = "-"

Again = Annotated[bool, typer.Option("-c", "--continue", help="Go on with the last one.")]
SessionId = Annotated[
    str | None,
    typer.Option(
        "--session", metavar="ID", help="Go on with that conversation.",
        autocompletion=offers.conversations,
    ),
]  # fmt: skip
Role = Annotated[
    str,
    typer.Option(
        metavar="NAME", help="Speak with that role.", show_default=False,
        autocompletion=offers.roles,
    ),
]  # fmt: skip
Model = Annotated[
    str | None,
    typer.Option(
        "-m", "--model", metavar="MODEL", help="The model that answers.",
        autocompletion=offers.models,
    ),
]  # fmt: skip
Verbose = Annotated[bool, typer.Option("--verbose", help="Show the log on stderr.")]
Incognito = Annotated[
    bool, typer.Option("--incognito", help="Read and write nothing of the memory.")
]
Prompts = Annotated[
    list[str] | None, typer.Argument(metavar="PROMPT", help="What to ask; `-` is what is piped.")
]
Texts = Annotated[
    list[str] | None, typer.Option("-p", metavar="TEXT", help="A prompt; may be repeated.")
]
Files = Annotated[
    list[str] | None,
    typer.Option("-f", "--file", metavar="FILE", help="A text file to ask about; may be repeated."),
]
NoStdin = Annotated[bool, typer.Option("--no-stdin", help="Read nothing of what is piped.")]


@dataclass(frozen=True, slots=True)
class Talk:
    """Which conversation, with whom."""

    again: bool = False
    session: str | None = None
    role: str = "default"
    model: str | None = None
    incognito: bool = False
    verbose: bool = False

    def __post_init__(self) -> None:
        if self.again and self.session:
            raise UsageError("--continue and --session exclude each other", "Give one of the two.")

    @property
    def goes_on(self) -> bool:
        """Whether an earlier conversation is meant."""
        return self.again or self.session is not None

    def open_app(self) -> App:
        from assistant.cli.opening import open_app

        return open_app(model=self.model, incognito=self.incognito, verbose=self.verbose)

    def open_session(self, app: App, *, ephemeral: bool = False) -> Session:
        """The conversation to go on with, or a new one; ``ephemeral`` keeps no dialogue (R2)."""
        return app.session(
            role=self.role,
            conversation=self.session,
            resume=self.again,
            ephemeral=ephemeral and not self.goes_on,
        )


@dataclass(frozen=True, slots=True)
class Content:
    """What to ask: prompts as words of the line and as options, and files."""

    prompts: Sequence[str] = ()
    texts: Sequence[str] = ()
    files: Sequence[str] = ()
    no_stdin: bool = False

    def __post_init__(self) -> None:
        if self.no_stdin and self.waits:
            raise UsageError("--no-stdin and `-` exclude each other", "Give one of the two.")

    @property
    def typed(self) -> list[str]:
        return [text for text in (*self.texts, *self.prompts) if text.strip() and text != STDIN]

    @property
    def waits(self) -> bool:
        """``-`` stands for the piped text, however long it takes to come."""
        return STDIN in self.prompts or STDIN in self.files

    def read(self, config: AskConfig) -> TurnInput:
        """Everything, read and reduced (R1): piped text and files are data beside the typed words.
        What holds nothing is told on stderr and left out.

        Raises NothingToAsk when nothing is there (R3), TryAgainLater when what is piped does not
        come, BadData or UsageError for what cannot be read.
        """
        from assistant.session.base import Attachment, TurnInput

        piped = None if self.no_stdin else _piped(None if self.waits else config.stdin_wait)
        files = [name for name in self.files if name != STDIN]
        given = [
            *([Attachment("stdin", piped or "", "stdin")] if piped or self._is_piped else []),
            *(Attachment(name, streams.read_file(Path(name)), "file") for name in files),
        ]
        attachments = [a for a in given if a.text.strip()]
        if not self.typed and not attachments:
            raise NothingToAsk(
                "There is nothing to ask", 'Give a prompt: `assistant ask "…"`, or pipe text in.'
            )
        for empty in (a for a in given if a not in attachments):
            plain.err(plain.dim(_without(empty), err=True))
        *earlier, text = _reduced(self.typed, config) or [""]
        return TurnInput(text, tuple(attachments), tuple(earlier))

    @property
    def _is_piped(self) -> bool:
        return not self.no_stdin and streams.is_piped()


def _without(empty: Attachment) -> str:
    """That a pipe or a file holds nothing: its text may be missed."""
    from assistant.cli.failures import spoken

    if empty.kind == "stdin":
        return spoken("pipe_empty")
    return spoken("file_empty", name=plain.line(empty.name))


def _piped(wait: float | None) -> str | None:
    """The piped text. An answer without it would be an answer to another question: raises
    TryAgainLater when it does not come in time."""
    from assistant.cli.failures import spoken

    def late() -> None:
        left = f"{(wait or 0) - streams.PATIENCE:g}"
        plain.err(plain.dim(spoken("pipe_awaited", seconds=left), err=True))

    try:
        return streams.read_stdin(wait, late=late)
    except streams.Silence:
        raise TryAgainLater(
            spoken("pipe_silent", seconds=f"{wait:g}"), spoken("pipe_silent_hint")
        ) from None


def _reduced(typed: list[str], config: AskConfig) -> list[str]:
    from assistant.prompt.reducer import reduce
    from assistant.records import ChatMessage

    messages = [ChatMessage("user", text) for text in typed]
    kept, _ = reduce((), messages, config.max_messages, config.max_chars)
    return [message.content for message in kept]
