"""What the pack's tools have in common: the settings, failures in words, and where a result comes
from (K6)."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from assistant.errors import ConfigurationError
from assistant.tools.base import Context, ToolFailure, failed

if TYPE_CHECKING:
    from assistant.packs.trading.market.base import MarketData, MarketFailure, Origin
    from assistant.packs.trading.settings import Settings


def settings_of(context: Context) -> Settings:
    """What the configuration says of the pack. Raises ToolFailure."""
    from assistant.packs.trading.settings import settings

    try:
        return settings(context.settings)
    except ConfigurationError as error:
        raise failed(str(error)) from None


def market_of(context: Context) -> MarketData:
    """The market that is configured. Raises ToolFailure."""
    from assistant.packs.trading.market.base import MarketFailure
    from assistant.packs.trading.market.open import open_market

    try:
        return open_market(settings_of(context), context.folder())
    except MarketFailure as failure:
        raise failure_of(failure) from None


def failure_of(failure: MarketFailure) -> ToolFailure:
    """A market that cannot tell, in words for the model and the person."""
    near = f". Known and alike: {', '.join(failure.near)}" if failure.near else ""
    return failed(f"{failure.why.rstrip('.')}{near}")


def origin_told(origin: Origin) -> dict[str, Any]:
    """Where a result comes from and of when it is (K6)."""
    return {
        "source": origin.source,
        "at": origin.at.isoformat(timespec="minutes"),
        "simulated": origin.simulated,
        "delayed": origin.delayed,
    }
