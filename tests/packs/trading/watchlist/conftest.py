"""The home of the market's tests."""

from __future__ import annotations

from tests.packs.trading.market.conftest import app, clock, opened

__all__ = ["app", "clock", "opened"]
