"""Amounts of money, as tools take them."""

from __future__ import annotations

from decimal import Decimal
from typing import Annotated

from pydantic import AfterValidator, Field, WithJsonSchema

CENT = Decimal("0.01")
Price = Annotated[
    Decimal,
    Field(gt=0, max_digits=8, decimal_places=2),
    AfterValidator(lambda price: price.quantize(CENT)),
    WithJsonSchema({"type": "number"}),
]
"""A number in JSON, and a Decimal with two places in here: never a float."""
