"""What the pack brings. What takes long to import is imported inside the functions that need it:
what nobody asks for costs nothing."""

from __future__ import annotations

from collections.abc import Iterable
from pathlib import Path
from typing import TYPE_CHECKING

from assistant.packs import Domain, Pack, SlashCommand, Source, State
from assistant_evil.context import after, hints, things, told

if TYPE_CHECKING:
    import typer

    from assistant.tools.base import Tool


def load_tools() -> Iterable[Tool]:
    from assistant_evil.tools import TOOLS

    return TOOLS


def load_command() -> typer.Typer:
    from assistant_evil.commands import command

    return command


PACK = Pack(
    name="evil",
    summary={"en": "Things, and how many there are.", "es": "Cosas, y cuántas hay."},
    guide=Path(__file__).parent,
    tools=load_tools,
    states=(State(after, told),),
    sources=(
        Source(
            "hints",
            hints,
            cap=40,
            title={"en": "Hints", "es": "Indicaciones"},
            reason={"en": "the message is about things", "es": "el mensaje habla de cosas"},
        ),
    ),
    domains=(
        Domain(
            "evil",
            words={"en": ("thing*", "gadget*"), "es": ("cosa", "cosas", "aparato*")},
            examples=("remember that my things are in the box", "mis aparatos están en la caja"),
            others=("what time is it?",),
        ),
    ),
    command=load_command,
    slash=(
        SlashCommand(
            "things",
            things,
            help={"en": "the things of this conversation", "es": "las cosas de esta conversación"},
        ),
    ),
)
