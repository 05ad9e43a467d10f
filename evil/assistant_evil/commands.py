"""``assistant evil …`` in a shell."""

from __future__ import annotations

import typer

command = typer.Typer(help="Things, and how many there are.", no_args_is_help=True)


@command.command()
def hello() -> None:
    """Say that the pack is here."""
    typer.echo("evil is here")
