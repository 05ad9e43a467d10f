"""``assistant trading …`` in a shell."""

from __future__ import annotations

import typer

from assistant.packs.trading.commands import looking

command = typer.Typer(
    help="Prices, charts, a paper account and alerts. Nothing here is advice.",
    no_args_is_help=True,
)
for function in (looking.price, looking.chart, looking.indicators, looking.watch):
    command.command()(function)
