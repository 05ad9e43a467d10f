"""``assistant garden …``"""

from __future__ import annotations

from typing import Literal

import typer

from assistant.cli import plain

from .season import TASKS

command = typer.Typer(help="Plants, and when they were watered.", no_args_is_help=True)


@command.command()
def plants(context: typer.Context) -> None:
    """Every plant, and how often it was watered."""
    with context.obj.open() as moment:
        found = moment.collection("plants").find().documents
    for plant in found:
        plain.out(f"{plant.id}  {plant.content['times']}")


@command.command()
def tasks(season: Literal["spring", "summer", "autumn", "winter"]) -> None:
    """What there is to do in a season."""
    plain.out(TASKS[season])
