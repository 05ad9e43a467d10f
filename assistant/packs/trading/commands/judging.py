"""What is weighed: news, signals, sizes of positions, terms."""

from __future__ import annotations

from typing import Annotated

import typer

from assistant.cli.options import JsonObject
from assistant.packs.trading.commands import judged
from assistant.packs.trading.commands.account import amount
from assistant.packs.trading.commands.desk import Desk, Symbol, as_json, opened


def news(
    context: typer.Context,
    symbol: Annotated[
        str, typer.Argument(metavar="[SYMBOL]", help="That of one instrument alone.")
    ] = "",
    limit: Annotated[int, typer.Option("--limit", "-n", min=1, max=20, help="How many.")] = 5,
    sentiment: Annotated[
        bool, typer.Option("--sentiment", help="Whether they read well or badly, instead.")
    ] = False,
    as_object: JsonObject = False,
) -> None:
    """The latest news of your feeds, or how they read.

    \b
    assistant trading news AAPL --sentiment
    """
    with opened(context) as desk:
        if sentiment:
            found = desk.look("news.get_sentiment", symbol=symbol)
        else:
            found = desk.look("news.get_news", symbol=symbol, limit=limit)
        if as_object:
            as_json(found)
            return
        show = judged.sentiment if sentiment else judged.news
        desk.show(show(found, desk.words, desk.screen))


def signals(
    context: typer.Context,
    symbol: Symbol,
    features: Annotated[
        bool, typer.Option("--features", help="What the signal rests on, too.")
    ] = False,
    as_object: JsonObject = False,
) -> None:
    """Whether the next day can be forecast at all, and how that was tested.

    \b
    assistant trading signals AAPL --features
    """
    with opened(context) as desk:
        name = "features" if features else "signals"
        found = desk.look(f"ml.get_ml_{name}", symbol=symbol)
        if as_object:
            as_json(found)
            return
        desk.show(judged.signal(found, desk.words, desk.screen))


def size(
    context: typer.Context,
    entry: Annotated[str, typer.Argument(metavar="ENTRY", help="Price of the trade.")],
    stop: Annotated[str, typer.Argument(metavar="STOP", help="Price at which you give it up.")],
    target: Annotated[
        str | None, typer.Option(metavar="PRICE", help="Price at which you take the gain.")
    ] = None,
    risk: Annotated[
        str, typer.Option(metavar="PERCENT", help="Of the capital, to be lost at most.")
    ] = "1",
    capital: Annotated[
        str | None, typer.Option(metavar="MONEY", help="Else what the paper account is worth.")
    ] = None,
    step: Annotated[
        str, typer.Option(metavar="QUANTITY", help="The smallest quantity: 0.0001 for coins.")
    ] = "1",
    as_object: JsonObject = False,
) -> None:
    """How much to buy so that the stop costs no more than you say.

    \b
    assistant trading size 100 95 --risk 1 --target 115
    """
    with opened(context) as desk:
        numbers = {
            name: amount(text, desk.words)
            for name, text in (("entry", entry), ("stop", stop), ("step", step))
        }
        found = desk.look(
            "calculate.calculate_position_size",
            capital=_capital(desk) if capital is None else amount(capital, desk.words),
            risk_percent=amount(risk, desk.words),
            **numbers,
        )
        if target is not None:
            reward = desk.look(
                "calculate.calculate_risk_reward",
                entry=numbers["entry"],
                stop=numbers["stop"],
                target=amount(target, desk.words),
            )
            found = {**found, "risk_reward": reward}
        if as_object:
            as_json(found)
            return
        desk.show(judged.size(found, desk.words, desk.screen))


def _capital(desk: Desk) -> float:
    return float(desk.look("portfolio.get_portfolio")["equity"])


def explain(
    context: typer.Context,
    term: Annotated[list[str], typer.Argument(metavar="TERM...", help="A word of the markets.")],
    as_object: JsonObject = False,
) -> None:
    """What a word of the markets means, with an example in numbers.

    \b
    assistant trading explain stop loss
    """
    with opened(context) as desk:
        language = desk.words.language
        found = desk.look("education.explain_term", term=" ".join(term), language=language)
        if as_object:
            as_json(found)
            return
        desk.show(judged.term(found, desk.words, desk.screen))
