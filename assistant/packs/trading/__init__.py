"""The markets: which instruments a text names, what they cost, and what is learned of an investor.

What takes long to import or to read is imported where it is used: a pack that is on costs its
declaration, and one that is off nothing.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from importlib import import_module
from pathlib import Path
from typing import TYPE_CHECKING, Any

from assistant.packs import (
    Ahead,
    Collection,
    Disclaimer,
    Domain,
    Heard,
    Lesson,
    Mention,
    Moment,
    Pack,
    Pending,
    ProfileField,
    Shorter,
    SlashCommand,
    Source,
    State,
    Values,
)
from assistant.packs.profile import Shape
from assistant.packs.trading.texts import tables

if TYPE_CHECKING:
    import typer

    from assistant.packs.trading.news.sentiment import Sentiment
    from assistant.tools.base import Tool

TOOLS = (
    "market.tools",
    "watchlist.tools",
    "paper.tools",
    "alerts.tools",
    "news.tools",
    "calculate.tools",
    "signals.tools",
    "education.tools",
)
"""The modules that have tools."""
CATEGORIES = (
    "market",
    "watchlist",
    "portfolio",
    "alerts",
    "news",
    "ml",
    "education",
)


def mentioned_symbols(text: str) -> list[str]:
    """The canonical symbols of the instruments that a text speaks of ("AAPL", "BTC/USD"), each
    once, in the order in which they are first named."""
    return list(dict.fromkeys(mention.value for mention in find_mentions(text)))


def sentiment(title: str, summary: str = "") -> Sentiment:
    """Whether news are good for who holds what they are about: ``.label`` in positive, negative,
    neutral, ``.score`` from -1 to 1."""
    from assistant.packs.trading.news.sentiment import sentiment

    return sentiment(title, summary)


def find_mentions(text: str) -> Sequence[Mention]:
    """Every place where a text names an instrument, in order."""
    from assistant.packs.trading.words.symbols import mentions

    return mentions(text)


def learn(heard: Heard) -> Iterable[Lesson]:
    """What a message teaches of the person as an investor (K5)."""
    from assistant.packs.trading.words.learning import lessons

    return lessons(heard)


def load_tools() -> Iterable[Tool]:
    """What the model may call; each module is imported when the tools are first asked for."""
    for name in TOOLS:
        yield from import_module(f"{__name__}.{name}").TOOLS


def greeting(moment: Moment) -> Iterable[str]:
    """The alerts that fired since the last look."""
    from assistant.packs.trading.slash import fired

    return fired(moment)


def after(state: Values, tool: str, arguments: Values, data: Any) -> Values:
    """The state after a result: the last order."""
    from assistant.packs.trading.paper import conversation

    return conversation.after(state, tool, arguments, data)


def told(moment: Moment) -> Sequence[str]:
    """The state as the prompt has it."""
    from assistant.packs.trading.paper import conversation

    return conversation.told(moment)


def pending(tool: str, arguments: Values, data: Any) -> Pending | None:
    """An order that waits for a yes."""
    from assistant.packs.trading.paper import conversation

    return conversation.pending(tool, arguments, data)


def ahead(template: str, named: Sequence[str]) -> Iterable[Ahead]:
    """The calls that answer a question which is asked often."""
    from assistant.packs.trading.market import prompt

    return prompt.ahead(template, named)


def load_command() -> typer.Typer:
    """``assistant trading …``."""
    from assistant.packs.trading.commands import command

    return command


def _slash(name: str, argument: str) -> SlashCommand:
    """``/NAME``, whose function in ``slash.py`` has that name."""

    def run(moment: Moment) -> Iterable[str]:
        from assistant.packs.trading import slash

        lines: Iterable[str] = getattr(slash, name)(moment)
        return lines

    help_ = {code: table["slash"][name] for code, table in _TEXTS.items()}
    return SlashCommand(name, run, help_, argument)


def prices(moment: Moment) -> Sequence[str]:
    """Prices of what a message names, or of what the person watches first."""
    from assistant.packs.trading.market.prompt import prices

    return prices(moment)


def symbols_asked_for(moment: Moment) -> str:
    """What those prices depend on."""
    from assistant.packs.trading.market.prompt import asked_for

    return " ".join(asked_for(moment))


_TEXTS = tables("pack")
ADVISING = (
    *("ml.get_ml_signals", "ml.get_ml_features", "news.get_sentiment"),
    *("calculate.calculate_position_size", "calculate.calculate_risk_reward"),
)
"""Tools whose results a person may act upon: they bring the disclaimer (K6)."""


def _field(name: str, shape: Shape = "list", most: int = 20, shown: int = 0) -> ProfileField:
    label = {code: table["fields"][name] for code, table in _TEXTS.items()}
    return ProfileField(name, label, most, shape, shown)


def _told(key: str) -> tuple[str, ...]:
    return tuple(text for table in _TEXTS.values() for text in table["domain"][key])


def _spoken(part: str, key: str) -> dict[str, str]:
    return {code: table[part][key] for code, table in _TEXTS.items()}


PACK = Pack(
    name="trading",
    summary={code: table["summary"] for code, table in _TEXTS.items()},
    guide=Path(__file__).parent,
    tools=load_tools,
    categories=CATEGORIES,
    collections=tuple(
        Collection(name) for name in ("watchlist", "ledger", "symbols", "alerts", "looks")
    ),
    greeting=greeting,
    states=(State(after, told),),
    pending=pending,
    ahead=ahead,
    disclaimers=(
        Disclaimer({code: table["disclaimer"] for code, table in _TEXTS.items()}, ADVISING),
    ),
    sources=(
        Source(
            "prices",
            prices,
            cap=120,
            title=_spoken("prices", "title"),
            reason=_spoken("prices", "reason"),
            header="Market prices:",
            outside=True,
            deadline=1.0,
            good_for=5,
            key=symbols_asked_for,
            shorter=(Shorter("5 symbols", lambda lines: lines[:5]),),
        ),
    ),
    domains=(
        Domain(
            "trading",
            words={code: tuple(table["domain"]["words"]) for code, table in _TEXTS.items()},
            examples=_told("examples"),
            others=_told("others"),
        ),
    ),
    profile=(
        _field("style", "one", shown=1),
        _field("favourites", shown=5),
        _field("frequent_questions", "questions"),
        _field("strategies", most=10, shown=1),
        _field("notes"),
        _field("preferences", "table"),
    ),
    mentions=find_mentions,
    learn=learn,
    command=load_command,
    slash=(
        _slash("chart", "SYMBOL [TIMEFRAME]"),
        _slash("watch", "[SYMBOL]..."),
        _slash("buy", "SYMBOL QUANTITY [PRICE]"),
        _slash("sell", "SYMBOL QUANTITY [PRICE]"),
    ),
)
