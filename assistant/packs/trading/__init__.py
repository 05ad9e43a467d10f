"""The words of the markets: which instruments a text names, and what is learned of an investor.

What takes long to import or to read is imported where it is used: a pack that is on costs its
declaration, and one that is off nothing.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from pathlib import Path
from typing import TYPE_CHECKING

from assistant.packs import Disclaimer, Domain, Heard, Lesson, Mention, Pack, ProfileField
from assistant.packs.profile import Shape
from assistant.packs.trading.texts import tables

if TYPE_CHECKING:
    from assistant.packs.trading.news.sentiment import Sentiment
    from assistant.tools.base import Tool


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


def load_tools() -> Iterable[Tool]:
    """What the model may call."""
    from assistant.packs.trading.calculate.tools import TOOLS as CALCULATE
    from assistant.packs.trading.education.tools import TOOLS as EDUCATION
    from assistant.packs.trading.news.tools import TOOLS as NEWS
    from assistant.packs.trading.signals.tools import TOOLS as SIGNALS

    return (*NEWS, *SIGNALS, *CALCULATE, *EDUCATION)


def learn(heard: Heard) -> Iterable[Lesson]:
    """What a message teaches of the person as an investor (K5)."""
    from assistant.packs.trading.words.learning import lessons

    return lessons(heard)


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


PACK = Pack(
    name="trading",
    summary={code: table["summary"] for code, table in _TEXTS.items()},
    guide=Path(__file__).parent,
    tools=load_tools,
    categories=("news", "ml", "education"),
    disclaimers=(
        Disclaimer({code: table["disclaimer"] for code, table in _TEXTS.items()}, ADVISING),
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
)
