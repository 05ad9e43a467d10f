"""What the table ``[packs.trading]`` of the configuration may say, with its defaults."""

from __future__ import annotations

from collections.abc import Mapping
from decimal import Decimal
from typing import Annotated, Any, Literal

from pydantic import ConfigDict, Field, TypeAdapter, ValidationError
from pydantic.dataclasses import dataclass

from assistant.errors import ConfigurationError

Percent = Annotated[Decimal, Field(ge=0, lt=100)]


@dataclass(frozen=True, slots=True, config=ConfigDict(extra="forbid"))
class Settings:
    """``data``: where prices come from. ``folder`` holds OHLCV files, one a symbol and timeframe;
    ``fundamentals`` is a JSON or CSV file. ``exchange`` is a name that ccxt knows, ``exchange_url``
    takes the place of its address. ``feeds`` are addresses or files of RSS and Atom. Fees and
    slippage are per cent of what a fill is worth; ``cash`` is what a paper account begins with.
    """

    data: Literal["simulated", "files", "exchange"] = "simulated"
    folder: str = ""
    fundamentals: str = ""
    seed: int = 7
    exchange: str = "binance"
    exchange_url: str = ""
    currency: str = "USD"
    cash: Annotated[Decimal, Field(gt=0)] = Decimal(10_000)
    fee_percent: Percent = Decimal("0.1")
    slippage_percent: Percent = Decimal("0.05")
    feeds: tuple[str, ...] = ()


def settings(table: Mapping[str, Any]) -> Settings:
    """What the table says. Raises ConfigurationError, which names the key."""
    try:
        return TypeAdapter(Settings).validate_python(table)
    except ValidationError as error:
        first = error.errors()[0]
        key = ".".join(str(part) for part in ("packs", "trading", *first["loc"]))
        raise ConfigurationError(
            f"'{key}': {first['msg'][:1].lower()}{first['msg'][1:]}",
            "`assistant packs show trading` lists what can be set.",
        ) from error
