"""``ml.get_ml_signals`` and ``ml.get_ml_features``: never without the base rate beside them."""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated, Any

from annotated_types import MaxLen

from assistant.packs.trading.market import telling
from assistant.packs.trading.market.base import MOST_CANDLES
from assistant.packs.trading.market.tools import market_for, needs
from assistant.tools.base import Arguments, Context, RateLimit, refused, tool

if TYPE_CHECKING:
    from assistant.packs.trading.market.base import Origin
    from assistant.packs.trading.signals.evidence import Days
    from assistant.packs.trading.signals.walking import Verdict

KEPT = 60
"""Seconds (T5)."""
EVEN = 0.01
"""So near to a half a probability says nothing."""
NO_BETTER = "no better than chance on this symbol"
BETTER = "better than the base rate on the tested days"

Symbol = Annotated[str, MaxLen(40)]


def _market(_: Arguments, context: Context) -> str:
    """Another source of prices, another result."""
    return repr(sorted(context.settings.items()))


@tool(
    "ml.get_ml_signals",
    required_plan="pro",
    rate_limit=RateLimit(per_minute=30),
    kept=KEPT,
    fingerprint=_market,
    needs=needs,
    examples=("is there a signal for AAPL?", "¿hay alguna señal en BTC?", "will GGAL go up?"),
)
@telling.telling_failures
def get_ml_signals(context: Context, symbol: Symbol) -> dict[str, Any]:
    """Tell whether daily prices of a symbol let its next day be forecast, and only then the
    direction: a logistic regression, tested walk-forward, beside its base rate and Brier score.

    Args:
        symbol: Such as AAPL or BTC/USD.
    """
    from assistant.packs.trading.signals.walking import judge, today, walk

    days, named, origin = _days(context, symbol)
    verdict = judge(walk(days))
    told: dict[str, Any] = {"symbol": named, "horizon": "the next daily close"}
    if verdict.better:
        model, row = today(days)
        up = float(model.probabilities(row[None])[0])
        way = "even" if abs(up - 0.5) < EVEN else "up" if up > 0.5 else "down"
        told |= {"verdict": BETTER, "direction": way, "probability_up": round(up, 3)}
    else:
        told |= {"verdict": NO_BETTER, "direction": None}
    return {**told, **_tested(verdict), **telling.origin(origin, context.now)}


@tool(
    "ml.get_ml_features",
    required_plan="premium",
    rate_limit=RateLimit(per_minute=20),
    kept=KEPT,
    fingerprint=_market,
    needs=needs,
    examples=("what does the model of TSLA look at?", "¿qué coeficientes tiene la señal de YPF?"),
)
@telling.telling_failures
def get_ml_features(context: Context, symbol: Symbol) -> dict[str, Any]:
    """Show what the signal of a symbol rests on: each feature with its coefficient and its value of
    today, both in standard deviations of the past.

    Args:
        symbol: Such as AAPL or BTC/USD.
    """
    from assistant.packs.trading.signals.evidence import NAMES
    from assistant.packs.trading.signals.walking import judge, today, walk

    days, named, origin = _days(context, symbol)
    verdict = judge(walk(days))
    model, row = today(days)
    values = model.standardised(row)
    return {
        "symbol": named,
        "verdict": BETTER if verdict.better else NO_BETTER,
        "features": [
            {"name": name, "coefficient": round(float(w), 3), "today": round(float(v), 2)}
            for name, w, v in zip(NAMES, model.weights, values, strict=True)
        ],
        "intercept": round(model.intercept, 3),
        **_tested(verdict),
        **telling.origin(origin, context.now),
    }


def _days(context: Context, symbol: str) -> tuple[Days, str, Origin]:
    """The days of a symbol. Raises MarketFailure, and ToolFailure for too few of them."""
    from assistant.packs.trading.signals.evidence import WINDOW, days_of
    from assistant.packs.trading.signals.walking import LEARNED, TESTED

    series = market_for(context).candles(symbol, "1d", MOST_CANDLES)
    if any(candle.close <= 0 for candle in series.candles):
        raise refused(f"{series.symbol} has a daily close that is not above 0: nothing follows")
    days = days_of(series.candles)
    if len(days.outcomes) < LEARNED + TESTED:
        least = WINDOW + LEARNED + TESTED + 1
        raise refused(
            f"{series.symbol} has {len(series.candles)} daily candles here, and a signal that can "
            f"be tested takes {least}"
        )
    return days, series.symbol, series.origin


def _tested(verdict: Verdict) -> dict[str, Any]:
    """How it was tested: nothing is said of a signal without this."""
    return {
        "base_rate_up": round(verdict.base_rate, 3),
        "brier": round(verdict.brier, 4),
        "brier_of_base_rate": round(verdict.brier_base, 4),
        "p_value": round(verdict.p_value, 4),
        "test_days": verdict.days,
        "test": "walk-forward, Diebold-Mariano on Brier scores, p < 0.01",
    }


TOOLS = (get_ml_signals, get_ml_features)
