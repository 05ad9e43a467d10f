"""Money and quantities: Decimals of twelve places, so that sums are exact and can be kept as whole
numbers."""

from __future__ import annotations

from decimal import ROUND_HALF_EVEN, Context, Decimal

PLACES = 12
SMALLEST = Decimal(1).scaleb(-PLACES)
ZERO = Decimal(0)
HUNDRED = Decimal(100)
MOST = Decimal(10) ** 15
"""No price, quantity or sum of an account reaches it."""
_EXACT = Context(prec=60, rounding=ROUND_HALF_EVEN)


def rounded(value: Decimal) -> Decimal:
    """To the places that are kept, half to even."""
    return value.quantize(SMALLEST, context=_EXACT)


def product(one: Decimal, other: Decimal) -> Decimal:
    """Rounded once."""
    return rounded(_EXACT.multiply(one, other))


def quotient(one: Decimal, other: Decimal) -> Decimal:
    """Rounded once; ``other`` is not 0."""
    return rounded(_EXACT.divide(one, other))


def portion(total: Decimal, part: Decimal, whole: Decimal) -> Decimal:
    """``total * part / whole``, rounded once."""
    return rounded(_EXACT.divide(_EXACT.multiply(total, part), whole))


def share(amount: Decimal, percent: Decimal) -> Decimal:
    """So many per cent of an amount."""
    return product(amount, percent / HUNDRED)


def to_units(value: Decimal) -> int:
    """As it is kept: a whole number of the smallest unit. Exact for what was ``rounded``."""
    return int(_EXACT.scaleb(value, PLACES))


def from_units(units: int) -> Decimal:
    return _EXACT.scaleb(Decimal(units), -PLACES)


def plain(value: Decimal) -> str:
    """Without an exponent and without zeros that say nothing: "0.00001", "1250"."""
    text = f"{value:f}"
    return text.rstrip("0").rstrip(".") if "." in text else text
