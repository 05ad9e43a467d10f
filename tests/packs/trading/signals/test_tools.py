"""The signals as the model and the person get them: through the pipeline."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any

import pytest

from assistant.packs.trading.market.base import Candle
from assistant.packs.trading.signals import tools
from assistant.packs.trading.signals.evidence import NAMES
from assistant.tools.conclusion import conclude
from tests.packs.trading.signals.support import Told, random_walk, stubborn
from tests.prompt.support import COUNTER
from tests.tools.support import Bench, code

Open = Callable[..., Bench]
SIGNALS, FEATURES = "ml.get_ml_signals", "ml.get_ml_features"


@pytest.fixture
def opened(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Open:
    def open_bench(candles: Sequence[Candle], plan: str = "premium", **told: Any) -> Bench:
        monkeypatch.setattr(tools, "market_for", lambda _: Told(candles, **told))
        return Bench(tmp_path, tools.TOOLS, plan=plan)

    return open_bench


def test_K6_chance_is_called_chance_and_gets_no_direction(opened: Open) -> None:
    data = opened(random_walk(1)).run(SIGNALS, symbol="AAPL").data
    assert data["verdict"] == "no better than chance on this symbol"
    assert data["direction"] is None
    assert "probability_up" not in data
    assert 0 < data["base_rate_up"] < 1
    assert data["brier"] > 0
    assert data["test_days"] > 300


def test_K6_a_pattern_comes_with_direction_base_rate_brier_and_days(opened: Open) -> None:
    data = opened(stubborn(3), simulated=True).run(SIGNALS, symbol="AAPL").data
    assert data["direction"] in ("up", "down")
    assert (data["probability_up"] > 0.5) == (data["direction"] == "up")
    assert data["brier"] < data["brier_of_base_rate"]
    assert data["p_value"] < 0.01
    assert (data["source"], data["simulated"], data["delayed"]) == ("files", True, False)
    assert data["as_of"].startswith("2025-")


def test_its_features_have_coefficients_and_todays_values(opened: Open) -> None:
    data = opened(stubborn(3)).run(FEATURES, symbol="AAPL").data
    assert [feature["name"] for feature in data["features"]] == list(NAMES)
    first = data["features"][0]
    assert first["coefficient"] == max(f["coefficient"] for f in data["features"])
    assert isinstance(first["today"], float)
    assert data["test_days"] > 300


@pytest.mark.parametrize("tool", [SIGNALS, FEATURES])
def test_T8_the_conclusion_is_short(opened: Open, tool: str) -> None:
    data = opened(stubborn(3)).run(tool, symbol="AAPL").data
    whole = conclude(data, 10_000, COUNTER)
    assert COUNTER.count(whole) <= 300


def test_T5_a_result_is_good_for_a_minute(opened: Open) -> None:
    bench = opened(random_walk(1))
    assert not bench.run(SIGNALS, symbol="AAPL").metadata.cached
    bench.later(59)
    assert bench.run(SIGNALS, symbol="AAPL").metadata.cached
    bench.later(2)
    assert not bench.run(SIGNALS, symbol="AAPL").metadata.cached


def test_T3_the_plans_are_named(opened: Open) -> None:
    bench = opened(random_walk(1), plan="free")
    assert code(bench.run(SIGNALS, symbol="AAPL")) == "PLAN_REQUIRED"
    bench = opened(random_walk(1), plan="pro")
    assert bench.run(SIGNALS, symbol="AAPL").success
    refused = bench.run(FEATURES, symbol="AAPL")
    assert code(refused) == "PLAN_REQUIRED"
    assert refused.error is not None
    assert "'premium'" in refused.error.message


def test_an_unknown_symbol_is_told_with_those_near_to_it(opened: Open) -> None:
    result = opened(random_walk(1)).run(SIGNALS, symbol="AAPPL")
    assert result.error is not None
    assert result.error.message == "'AAPPL' is not known"


def test_too_few_days_are_told(opened: Open) -> None:
    result = opened(random_walk(1, 100)).run(SIGNALS, symbol="AAPL")
    assert result.error is not None
    assert "has 100 daily candles here, and a signal that can be tested takes 241" in (
        result.error.message
    )


def test_a_price_that_is_none_is_told(opened: Open) -> None:
    candles = random_walk(1)
    candles[7] = candles[7]._replace(close=candles[7].close * 0)
    result = opened(candles).run(SIGNALS, symbol="AAPL")
    assert result.error is not None
    assert "not above 0" in result.error.message
