"""The 21 tools of the pack, with the plan and the calls a minute that each was promised."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from assistant.app import App, open_app
from assistant.packs.trading import PACK
from assistant.tools.calls import Call
from assistant.tools.schema import parameters
from tests.clock import Clock
from tests.packs.support import config_of

TABLE: dict[str, tuple[str, int]] = {
    "market.get_price": ("free", 60),
    "market.get_ohlcv": ("free", 30),
    "market.get_indicators": ("free", 30),
    "market.get_fundamentals": ("free", 20),
    "watchlist.get_watchlist": ("free", 60),
    "watchlist.add_to_watchlist": ("free", 30),
    "watchlist.remove_from_watchlist": ("free", 30),
    "news.get_news": ("free", 10),
    "news.get_sentiment": ("pro", 20),
    "ml.get_ml_signals": ("pro", 30),
    "ml.get_ml_features": ("premium", 20),
    "portfolio.get_portfolio": ("pro", 30),
    "portfolio.get_trade_history": ("pro", 20),
    "trading.create_paper_order": ("pro", 10),
    "trading.cancel_paper_order": ("pro", 20),
    "trading.get_pending_orders": ("pro", 30),
    "alerts.create_alert": ("pro", 20),
    "alerts.list_alerts": ("pro", 30),
    "alerts.delete_alert": ("pro", 20),
    "calculate.calculate_position_size": ("free", 100),
    "calculate.calculate_risk_reward": ("free", 100),
    "education.explain_term": ("free", 60),
}
WRITE = ("add_to_watchlist", "remove_from_watchlist", "create_", "cancel_", "delete_")


def test_the_tools_their_plans_and_their_calls_a_minute() -> None:
    found = {tool.id: (tool.required_plan, tool.rate_limit.per_minute) for tool in PACK.tools()}
    assert found == TABLE


def test_T5_T6_what_writes_is_never_kept_and_always_asked_about() -> None:
    from assistant.tools.cache import lifetime

    for tool in PACK.tools():
        name = tool.id.partition(".")[2]
        if name.startswith(WRITE):
            assert not lifetime(tool), tool.id
        assert tool.asks == name.startswith(WRITE), tool.id


def test_candles_and_indicators_take_what_was_promised() -> None:
    shapes = {tool.id: parameters(tool)["properties"] for tool in PACK.tools()}
    candles = shapes["market.get_ohlcv"]
    assert candles["timeframe"]["enum"] == ["1m", "5m", "15m", "1h", "4h", "1d", "1w"]
    assert (candles["limit"]["default"], candles["limit"]["maximum"]) == (100, 500)
    lines = shapes["market.get_indicators"]
    assert lines["timeframe"]["enum"] == ["1h", "4h", "1d"]
    told = json.dumps(lines["indicators"])
    for name in ("RSI", "MACD", "BB", "SMA", "EMA", "ATR", "VWAP", "OBV", "ADX"):
        assert f'"{name}"' in told


@pytest.fixture
def free(home: Path) -> App:
    home.mkdir(mode=0o700)
    (home / "config.toml").write_text(
        config_of(["trading"], []) + '[roles.guest]\nplan = "free"\n[roles.vip]\nplan = "pro"\n'
    )
    return open_app(home=home, clock=Clock(), answers=False)


@pytest.mark.parametrize("tool", [id for id, (plan, _) in TABLE.items() if plan != "free"])
def test_T3_a_role_without_the_plan_is_told_which_one_and_what_it_opens(
    free: App, tool: str
) -> None:
    plan = TABLE[tool][0]
    with free as app:
        error = app.toolbox("guest").pipeline.execute(Call(tool, {})).error
        description = app.toolbox("guest").pipeline.registry.find(tool).description
    assert error is not None
    assert error.code == "PLAN_REQUIRED"
    assert f"needs the plan '{plan}' (this role has 'free')" in error.message
    assert description.rstrip(".") in error.message
    assert "it opens " in error.message
