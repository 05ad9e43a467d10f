"""The entry point: a table of commands, each loaded when it is called.

Help, usage errors and completion of the whole program need this file and click alone: importing
every command to list its name would cost more than most commands take. (click and not typer, whose
import and whose check of each value through pydantic cost ten times what starting Python does.)
"""

from __future__ import annotations

if __name__ == "__main__":  # before anything that takes time
    from assistant.start import watch

    watch()

import gc
import os
import sys
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from importlib import import_module
from typing import TYPE_CHECKING, NoReturn

import click

from assistant import __version__
from assistant.cli import failures, plain
from assistant.homekey import ask_with

if TYPE_CHECKING:
    from click.shell_completion import CompletionItem

COMPLETION = "_ASSISTANT_COMPLETE"
"""The variable by which a shell asks for completions."""

DEFAULT = "chat"
"""The command of a line that names none."""
_BLAS_THREADS = "OPENBLAS_NUM_THREADS"


@dataclass(frozen=True, slots=True)
class Entry:
    """A command: the module whose ``command`` it is, and its line in the list of commands."""

    module: str
    help: str


COMMANDS: Mapping[str, Entry] = {
    "chat": Entry("assistant.cli.chat", "Talk: a conversation that does not grow."),
    "ask": Entry("assistant.cli.ask", "Ask once; the answer alone goes to stdout."),
    "prompt": Entry("assistant.cli.prompt", "Show what would be sent, and why; calls no model."),
    "facts": Entry("assistant.cli.facts", "List and change what is remembered of you."),
    "stats": Entry("assistant.cli.stats", "Show what the memory saves, in figures and pictures."),
    "sessions": Entry("assistant.cli.sessions", "List, show and delete conversations."),
    "models": Entry("assistant.cli.models", "List, fetch, choose and check models."),
    "tools": Entry("assistant.cli.tools", "List, show and run the tools of the model."),
    "config": Entry("assistant.cli.config", "Show, check and create the configuration."),
    "completion": Entry("assistant.cli.shells", "Let bash, zsh or fish complete commands."),
    "lock": Entry("assistant.cli.lock", "Encrypt the memory at rest, or change the passphrase."),
    "unlock": Entry("assistant.cli.unlock", "Decrypt the memory for good."),
    "doctor": Entry("assistant.cli.doctor", "Check that everything works, and what to do."),
}


class LazyGroup(click.Group):
    """A group whose commands are the table's, imported one at a time."""

    def list_commands(self, _: click.Context) -> list[str]:
        return list(COMMANDS)

    def get_command(self, _: click.Context, cmd_name: str) -> click.Command | None:
        entry = COMMANDS.get(cmd_name)
        if entry is None:
            return None
        command: click.Command = import_module(entry.module).command
        if COMPLETION in os.environ:
            from assistant.cli.offers import attach

            attach(command)
        return command

    def shell_complete(self, ctx: click.Context, incomplete: str) -> list[CompletionItem]:
        """The table's names: importing every command to list them would make the shell wait."""
        from click.shell_completion import CompletionItem

        found = [(name, entry.help) for name, entry in COMMANDS.items()]
        names = [CompletionItem(n, help=h) for n, h in found if n.startswith(incomplete)]
        return [*names, *click.Command.shell_complete(self, ctx, incomplete)]

    def format_commands(self, _: click.Context, formatter: click.HelpFormatter) -> None:
        with formatter.section("Commands"):
            formatter.write_dl([(name, entry.help) for name, entry in COMMANDS.items()])

    def parse_args(self, ctx: click.Context, args: list[str]) -> list[str]:
        """See ``with_command``; what ``chat`` can take is asked only of options without one."""
        if args and args[0].startswith("-"):
            args = with_command(args, self._of_chat(ctx))
        return super().parse_args(ctx, args)

    def _of_chat(self, ctx: click.Context) -> dict[str, bool]:
        """The options of ``chat`` that the program itself does not have, and whether each takes a
        value."""
        chat = self.get_command(ctx, DEFAULT)
        own = {name for option in self.get_params(ctx) for name in option.opts}
        options = [o for o in chat.params if isinstance(o, click.Option)] if chat else []
        return {name: not o.is_flag for o in options for name in o.opts if name not in own}

    def resolve_command(
        self, ctx: click.Context, args: list[str]
    ) -> tuple[str | None, click.Command | None, list[str]]:
        if args[0] not in COMMANDS and not args[0].startswith("-"):
            raise failures.unknown_command(args[0], COMMANDS)
        return super().resolve_command(ctx, args)


def with_command(args: Sequence[str], takes_value: Mapping[str, bool]) -> list[str]:
    """A command line that begins with options of a conversation, its command first: they alone
    begin one (``assistant -m NAME``), in front of a command they are that command's.

    ``takes_value`` holds those options. Anything else is left as it is.
    """
    at = 0
    while at < len(args) and args[at].startswith("-"):
        word = args[at]
        name = word.partition("=")[0] if word.startswith("--") else word[:2]
        if name not in takes_value:
            break
        at += 2 if takes_value[name] and word == name else 1
    if not at:
        return list(args)
    if at < len(args) and args[at] in COMMANDS:
        return [args[at], *args[:at], *args[at + 1 :]]
    return [DEFAULT, *args]


@click.group(
    cls=LazyGroup,
    invoke_without_command=True,
    context_settings={"help_option_names": ["-h", "--help"], "max_content_width": 80},
)
@click.version_option(__version__, message="%(prog)s %(version)s")
@click.pass_context
def assistant(context: click.Context) -> None:
    """A terminal assistant whose memory is small, honest and yours.

    Without a command it starts `chat`, whose options may stand alone: `assistant -c`.

    \b
    assistant ask "how do I undo the last commit?"
    """
    if context.invoked_subcommand is None:
        from assistant.cli.chat import command

        context.invoke(command)


def run(args: Sequence[str]) -> int:
    """Run one command line; returns its exit status and raises nothing."""
    plain.prepare_streams()
    ask_with(_passphrase)
    return failures.guard(lambda: _invoke(list(args)))


def _passphrase(attempt: int) -> str | None:
    from assistant.cli.passphrase import ask

    return ask(attempt)


def main() -> NoReturn:
    """What the ``assistant`` script calls. Never returns."""
    if COMPLETION in os.environ:
        assistant.main(prog_name="assistant")  # answers the shell's completion and exits
    # Imports make many objects and no garbage: collecting at every 700 costs a tenth of a run.
    # Answering once makes some 150,000.
    gc.set_threshold(200_000)
    # A second thread of numpy's arithmetic spins while nothing is computed, and a start has one
    # core to spare at most. Told to C alone: what we start for the user inherits ``os.environ``.
    if _BLAS_THREADS not in os.environ:
        os.putenv(_BLAS_THREADS, "1")
    status = run(sys.argv[1:])
    # Everything is closed and flushed. Taking the interpreter down would cost another fifth.
    os._exit(status)


def _invoke(args: list[str]) -> int:
    # Not assistant.main(): it would turn a closed pipe into status 1 before the boundary sees it.
    with assistant.make_context("assistant", args) as context:
        status = assistant.invoke(context)
    return status if isinstance(status, int) else 0


if __name__ == "__main__":
    from assistant import start

    try:
        main()
    except KeyboardInterrupt:
        start.leave()
