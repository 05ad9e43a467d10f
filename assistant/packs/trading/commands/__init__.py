"""``assistant trading …`` in a shell."""

from __future__ import annotations

from collections.abc import Callable

import typer

from assistant.packs.trading.commands import account, files, judging, looking
from assistant.packs.trading.commands.alerting import alerts

command = typer.Typer(
    help="Prices, charts, a paper account and alerts. Nothing here is advice.",
    no_args_is_help=True,
)
COMMANDS: tuple[Callable[..., None], ...] = (
    looking.price,
    looking.chart,
    looking.indicators,
    judging.news,
    looking.watch,
    account.portfolio,
    account.order,
    account.orders,
    judging.signals,
    judging.size,
    judging.explain,
    files.export,
    files.check,
    files.report,
)
for function in COMMANDS:
    command.command()(function)
command.command("import")(files.import_)
command.add_typer(alerts, name="alerts")
