"""The arithmetic of a trade before it is made, in Decimal. Pure."""

from __future__ import annotations

from decimal import ROUND_DOWN, Decimal, localcontext
from typing import Literal, NamedTuple

Side = Literal["long", "short"]
HUNDRED = Decimal(100)
CENT = Decimal("0.01")
RATIO = Decimal("0.0001")
FURTHEST = 15
"""Powers of ten, up or down, that an amount may have."""
PRECISION = 50
"""Digits of every step: more than any amount of money has."""


class Refused(ValueError):
    """Numbers that make no trade; says why, for the model and the person."""


class Size(NamedTuple):
    """``quantity`` at ``entry`` costs ``value`` and loses ``loss`` at the stop. ``limited``: risk
    would allow more than there is money for."""

    side: Side
    quantity: Decimal
    value: Decimal
    loss: Decimal
    risk_percent: Decimal
    share_percent: Decimal
    limited: bool


class RiskReward(NamedTuple):
    """Per unit. ``ratio`` is reward over risk; ``break_even_percent`` how many of such trades have
    to win for nothing to be lost, fees apart."""

    side: Side
    risk: Decimal
    reward: Decimal
    ratio: Decimal
    risk_percent: Decimal
    reward_percent: Decimal
    break_even_percent: Decimal


def position_size(
    capital: Decimal, risk_percent: Decimal, entry: Decimal, stop: Decimal, step: Decimal
) -> Size:
    """Fixed fractional sizing: quantity = capital · risk % / |entry − stop|, rounded down to whole
    ``step``s, and never more than ``capital`` buys.

    Source: Ralph Vince, "Portfolio Management Formulas" (1990), fixed fractional trading; the same
    in Van K. Tharp, "Trade Your Way to Financial Freedom" (1998), the percent risk model. Raises
    Refused.
    """
    _positive("the capital", capital, "nothing to invest")
    _positive("the risk", risk_percent, "nothing is risked, so nothing is bought")
    if risk_percent > HUNDRED:
        raise Refused(
            f"a risk of {risk_percent:f} % is more than all of the capital (100 % at most)"
        )
    _positive("the step", step, "a quantity is a multiple of it")
    distance = _distance(entry, stop)
    with localcontext(prec=PRECISION):
        by_risk = capital * risk_percent / HUNDRED / distance
        by_money = capital / entry
        quantity = (min(by_risk, by_money) / step).to_integral_value(ROUND_DOWN) * step
        if quantity <= 0:
            raise Refused(
                f"not even {step:f} fits: it costs {_money(step * entry)} and would lose "
                f"{_money(step * distance)} at the stop, of {_money(capital)} with "
                f"{_money(capital * risk_percent / HUNDRED)} to be risked"
            )
        value, loss = quantity * entry, quantity * distance
        return Size(
            _side(entry, stop),
            quantity.normalize() + 0,
            _money(value),
            _money(loss),
            (loss / capital * HUNDRED).quantize(RATIO),
            (value / capital * HUNDRED).quantize(RATIO),
            by_money < by_risk,
        )


def risk_reward(entry: Decimal, stop: Decimal, target: Decimal) -> RiskReward:
    """reward / risk = |target − entry| / |entry − stop|, and the share of trades that has to win:
    risk / (risk + reward), where the expected result p · reward − (1 − p) · risk is 0.

    Source: the expectancy of a bet; for trades Van K. Tharp, "Trade Your Way to Financial Freedom"
    (1998), R multiples. Raises Refused.
    """
    risk = _distance(entry, stop)
    _positive("the target", target, "a price is above 0")
    side = _side(entry, stop)
    reward = target - entry if side == "long" else entry - target
    if reward <= 0:
        where = "above" if side == "long" else "below"
        raise Refused(
            f"with the stop at {stop:f} the trade is {side}: its target lies {where} the entry "
            f"({entry:f}), not at {target:f}"
        )
    with localcontext(prec=PRECISION):
        return RiskReward(
            side,
            risk.normalize() + 0,
            reward.normalize() + 0,
            (reward / risk).quantize(RATIO),
            (risk / entry * HUNDRED).quantize(RATIO),
            (reward / entry * HUNDRED).quantize(RATIO),
            (risk / (risk + reward) * HUNDRED).quantize(RATIO),
        )


def _distance(entry: Decimal, stop: Decimal) -> Decimal:
    _positive("the entry", entry, "a price is above 0")
    _positive("the stop", stop, "a price is above 0")
    if entry == stop:
        raise Refused(
            "the stop is at the entry: nothing would be risked, and no size follows from that"
        )
    with localcontext(prec=PRECISION):
        return abs(entry - stop)


def _side(entry: Decimal, stop: Decimal) -> Side:
    return "long" if stop < entry else "short"


def _positive(what: str, value: Decimal, why: str) -> None:
    if not value.is_finite() or value <= 0:
        raise Refused(f"{what} is {value:f}: {why}")
    if abs(value.adjusted()) > FURTHEST:
        raise Refused(f"{what} is {value}: no amount of money is so large or so small")


def _money(value: Decimal) -> Decimal:
    return value.quantize(CENT)
