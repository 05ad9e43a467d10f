"""What typer makes of the table of commands: it reads what each function takes from its signature,
and gives help, refusals and completion.

This is the one file that adapts typer, in two ways. A group's commands are imported one at a time,
when they are called. And a text that is asked for as a text is taken as it is: typer would have
pydantic check even that nothing was given, and pydantic takes longer to import than most commands
to run. Numbers, and what is no choice, it still checks.
"""

from __future__ import annotations

from collections.abc import Callable, Container, Mapping, Sequence
from functools import cache
from importlib import import_module
from typing import Annotated, Any, NoReturn

import typer
from typer.core import TyperArgument, TyperCommand, TyperGroup, TyperOption
from typer.main import get_command

from assistant import __version__
from assistant.cli import commands, failures, overview, pack_commands, plain, usage
from assistant.cli.commands import ABOUT, COMPLETION, DEFAULT, PROGRAM, Entry

SETTINGS: dict[str, Any] = {"help_option_names": ["-h", "--help"], "max_content_width": 80}


def invoke(args: Sequence[str]) -> int:
    """Run one command line; returns its exit status. Raises what ``failures.guard`` expects."""
    try:
        with program().make_context(PROGRAM, list(args)) as context:
            status = program().invoke(context)
    except typer.Exit as end:
        return end.exit_code
    except typer.Abort:
        plain.err(failures.spoken("cancelled"))
        return failures.INTERRUPTED
    except typer.TyperException as error:
        raise usage.in_words(error) from error
    return status if isinstance(status, int) else 0


def complete() -> NoReturn:
    """Answer the shell that completes a line, and exit."""
    from typer.completion import get_completion_inspect_parameters

    get_completion_inspect_parameters()  # makes typer know the shells, as its own option would
    program().main(args=[], prog_name=PROGRAM, complete_var=COMPLETION)
    raise SystemExit(0)


def _show_version(asked: bool) -> None:
    if asked:
        plain.out(f"{PROGRAM} {__version__}")
        raise typer.Exit


@cache
def program() -> Program:
    """The whole program, none of whose commands is imported yet."""
    app = typer.Typer(
        cls=Program,
        help=ABOUT,
        context_settings=SETTINGS,
        add_completion=False,
        rich_markup_mode=None,
    )
    app.callback()(_options)
    made = get_command(app)
    assert isinstance(made, Program)
    made.table = commands.COMMANDS
    return made


def _options(
    _version: Annotated[
        bool,
        typer.Option(
            "--version", is_eager=True, callback=_show_version, help="Show the version and exit."
        ),
    ] = False,
) -> None:
    """What the program itself takes."""


def load(name: str, entry: Entry) -> Any:
    """The command of an entry; the module of its function is imported now."""
    module, _, function = entry.function.partition(":")
    declared = getattr(import_module(module), function)
    app = typer.Typer(name=name, add_completion=False, rich_markup_mode=None)
    if not entry.commands:
        app.command(name, cls=Command)(declared)
        return get_command(app)
    app.callback(
        cls=Group,
        invoke_without_command=entry.alone,
        no_args_is_help=not entry.alone,
        subcommand_metavar=f"{'[COMMAND]' if entry.alone else 'COMMAND'} [ARGS]...",
    )(declared)
    group = get_command(app)
    assert isinstance(group, Group)
    group.table = entry.commands
    return group


class Option(TyperOption):
    def process_value(self, ctx: Any, value: Any) -> Any:
        return taken(self, ctx, value, super().process_value)


class Argument(TyperArgument):
    def process_value(self, ctx: Any, value: Any) -> Any:
        return taken(self, ctx, value, super().process_value)

    def display_type_rich(self, ctx: Any) -> str | None:  # noqa: ARG002 (typer's contract)
        """In the help an argument is a name; what it is stands beside it."""
        return None


def taken(
    parameter: TyperOption | TyperArgument, ctx: Any, value: Any, check: Callable[[Any, Any], Any]
) -> Any:
    """The value as it is, or as ``check`` leaves it."""
    if not needs_no_check(parameter, value):
        return check(ctx, value)
    return parameter.callback(ctx, parameter, value) if parameter.callback else value


def needs_no_check(parameter: TyperOption | TyperArgument, value: Any) -> bool:
    """Whether a value is already what it has to be: nothing, the default, a text or several where
    they are asked for, one of those to choose from."""
    asked = parameter.type_descriptor
    if value is None or value == parameter.default:
        return not parameter.required
    if isinstance(value, str):
        plain_choices = [choice for choice in asked.choices or () if type(choice) is str]
        return asked.annotation is str or value in plain_choices
    return bool(value) and asked.annotation == list[str]


class LightParameters:
    """A command, or a group, of these two classes of parameters; typer makes its own alone."""

    def get_params(self, ctx: Any) -> list[Any]:
        parameters: list[Any] = super().get_params(ctx)  # type: ignore[misc]
        for parameter in parameters:
            parameter.__class__ = Argument if isinstance(parameter, TyperArgument) else Option
        return parameters

    def parse_args(self, ctx: Any, args: list[str]) -> list[str]:
        if not args and ctx.command.no_args_is_help and not ctx.resilient_parsing:
            plain.err(ctx.get_help())
            raise typer.Exit(2)
        rest: list[str] = super().parse_args(ctx, args)  # type: ignore[misc]
        return rest


class Command(LightParameters, TyperCommand):
    """A command of the program."""


def load_app(name: str, app: typer.Typer) -> Any:
    """A group of commands that a pack declares with typer itself."""
    around = typer.Typer(add_completion=False, rich_markup_mode=None)
    around.add_typer(app, name=name, cls=PackGroup)
    group = get_command(around)
    assert isinstance(group, TyperGroup)
    clean_help(group.commands[name])
    return group.commands[name]


def clean_help(command: Any) -> None:
    """What the help of a command prints passes the one door, whoever wrote it."""
    for text in ("help", "short_help", "epilog"):
        setattr(command, text, plain.clean(getattr(command, text, None) or "") or None)
    for parameter in command.params:
        if getattr(parameter, "help", None):
            parameter.help = plain.clean(parameter.help)
    for inner in getattr(command, "commands", {}).values():
        clean_help(inner)


class Group(LightParameters, TyperGroup):
    """Commands of a table: listed by it alone, and imported when they are called."""

    table: Mapping[str, Entry] = commands.COMMANDS

    def list_commands(self, ctx: Any) -> list[str]:  # noqa: ARG002 (typer's contract)
        return list(self.table)

    def get_command(self, ctx: Any, cmd_name: str) -> Any:  # noqa: ARG002
        """The command as it is listed: its name and its line."""
        entry = self.table.get(cmd_name)
        return TyperCommand(cmd_name, short_help=entry.help) if entry else None

    def resolve_command(self, ctx: Any, args: list[str]) -> tuple[str | None, Any, list[str]]:
        """The command that is called, itself."""
        name, *rest = args
        entry = self.table.get(name)
        if entry is not None:
            return name, load(name, entry), rest
        if ctx.resilient_parsing:  # while a shell completes
            return None, None, rest
        raise usage.unknown_command(name, ctx.command_path, self.list_commands(ctx))


class PackGroup(LightParameters, TyperGroup):
    """The commands of a pack."""


class Program(Group):
    """The program, with the commands of packs that are on. A line that begins with options of a
    conversation alone begins one."""

    def list_commands(self, ctx: Any) -> list[str]:
        return [*super().list_commands(ctx), *pack_commands.lines()]

    def get_command(self, ctx: Any, cmd_name: str) -> Any:
        line = pack_commands.lines().get(cmd_name)
        of_pack = TyperCommand(cmd_name, short_help=line) if line else None
        return super().get_command(ctx, cmd_name) or of_pack

    def format_commands(self, ctx: Any, formatter: Any) -> None:  # noqa: ARG002
        for title, rows in overview.sections(self.table, pack_commands.lines()):
            with formatter.section(title):
                formatter.write_dl(rows)

    def resolve_command(self, ctx: Any, args: list[str]) -> tuple[str | None, Any, list[str]]:
        name, *rest = args
        app = None if name in self.table else pack_commands.command_of(name)
        if app is not None:
            ctx.obj = pack_commands.HomeOf(name)
            return name, load_app(name, app), rest
        refused = None if name in self.table else pack_commands.refusal(name)
        if refused is not None and not ctx.resilient_parsing:
            raise refused
        return super().resolve_command(ctx, args)

    def parse_args(self, ctx: Any, args: list[str]) -> list[str]:
        """See ``with_command``; what ``chat`` can take is asked only of options without one."""
        if args and args[0].startswith("-"):
            args = with_command(args, self._of_chat(ctx), self.table)
        elif not args and not ctx.resilient_parsing:
            args = [DEFAULT]
        return super().parse_args(ctx, args)

    def _of_chat(self, ctx: Any) -> dict[str, bool]:
        """The options of ``chat`` that the program itself does not have, and whether each takes a
        value."""
        chat = load(DEFAULT, self.table[DEFAULT])
        own = {name for option in self.get_params(ctx) for name in option.opts}
        options = [o for o in chat.params if isinstance(o, TyperOption)]
        return {name: not o.is_flag for o in options for name in o.opts if name not in own}


def with_command(
    args: Sequence[str], takes_value: Mapping[str, bool], known: Container[str]
) -> list[str]:
    """A command line that begins with options of a conversation, its command first: they alone
    begin one (``assistant -m NAME``), in front of a command they are that command's.

    ``takes_value`` holds those options, ``known`` the commands. Anything else is left as it is.
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
    if at < len(args) and args[at] in known:
        return [args[at], *args[:at], *args[at + 1 :]]
    return [DEFAULT, *args]
