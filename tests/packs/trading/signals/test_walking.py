"""A signal is found where there is one, and practically never where there is none."""

from __future__ import annotations

import numpy as np
import pytest

from assistant.packs.trading.signals.evidence import NAMES, WINDOW, days_of
from assistant.packs.trading.signals.logistic import fit
from assistant.packs.trading.signals.walking import LEARNED, Walk, judge, today, walk
from tests.packs.trading.signals.support import candles_of, random_walk, stubborn


def test_of_random_walks_none_seems_to_have_a_pattern() -> None:
    found = [judge(walk(days_of(random_walk(seed, 320)))).better for seed in range(20)]
    assert sum(found) == 0


@pytest.mark.slow
def test_of_two_hundred_random_walks_one_in_a_hundred_at_most() -> None:
    found = [judge(walk(days_of(random_walk(seed)))).better for seed in range(200)]
    assert sum(found) <= 2


def test_a_pattern_is_found_with_its_direction() -> None:
    candles = stubborn(3)
    days = days_of(candles)
    verdict = judge(walk(days))
    assert verdict.better
    assert verdict.brier < verdict.brier_base - 0.03
    assert verdict.days == len(candles) - WINDOW - 1 - LEARNED
    model, row = today(days)
    rose = candles[-1].close > candles[-2].close
    assert (model.probabilities(row[None])[0] > 0.5) == rose


def test_what_comes_later_changes_nothing_of_what_was_forecast() -> None:
    """No look-ahead: with another future the past has the same features and forecasts."""
    candles = stubborn(5, 400)
    cut = 300
    order = np.random.default_rng(1).permutation(np.arange(cut, len(candles)))
    times = [candle.at for candle in candles[cut:]]
    future = [candles[n]._replace(at=at) for n, at in zip(order, times, strict=True)]
    one, other = days_of(candles), days_of([*candles[:cut], *future])
    assert not np.array_equal(one.rows, other.rows)
    before = cut - WINDOW
    np.testing.assert_array_equal(one.rows[:before], other.rows[:before])
    np.testing.assert_array_equal(one.outcomes[: before - 1], other.outcomes[: before - 1])
    first, second = walk(one), walk(other)
    told = before - LEARNED
    np.testing.assert_array_equal(first.forecasts[:told], second.forecasts[:told])
    np.testing.assert_array_equal(first.base_rates[:told], second.base_rates[:told])


def test_a_feature_is_what_it_says() -> None:
    candles = random_walk(4, 60)
    days = days_of(candles)
    closes = np.log([float(candle.close) for candle in candles])
    returns = np.diff(closes)
    volumes = np.array([float(candle.volume) for candle in candles])
    day = 45  # a candle
    row = dict(zip(NAMES, days.rows[day - days.first], strict=True))
    sigma = returns[day - 20 : day].std()
    assert row["return_1"] == pytest.approx(returns[day - 1] / sigma)
    assert row["return_5"] == pytest.approx((closes[day] - closes[day - 5]) / (sigma * 5**0.5))
    assert row["return_20"] == pytest.approx((closes[day] - closes[day - 20]) / (sigma * 20**0.5))
    mean = closes[day - 19 : day + 1].mean()
    assert row["above_mean_20"] == pytest.approx((closes[day] - mean) / (sigma * 20**0.5))
    assert row["restlessness"] == pytest.approx(np.log(returns[day - 5 : day].std() / sigma))
    usual = volumes[day - 19 : day + 1].mean()
    assert row["volume"] == pytest.approx(np.log(volumes[day] / usual))
    assert days.outcomes[day - days.first] == (closes[day + 1] > closes[day])


def test_a_price_that_stands_still_has_no_pattern() -> None:
    verdict = judge(walk(days_of(candles_of([0.0] * 300))))
    assert not verdict.better
    assert verdict.base_rate == 0


def test_no_volume_is_no_evidence() -> None:
    quiet = [candle._replace(volume=candle.volume * 0) for candle in random_walk(2, 60)]
    assert not days_of(quiet).rows[:, NAMES.index("volume")].any()


def test_too_few_candles_make_no_days() -> None:
    assert len(days_of(random_walk(1, 15)).rows) == 0


def test_newtons_method_finds_the_maximum() -> None:
    """Where the slope of the likelihood, less that of the ridge, is nought."""
    rng = np.random.default_rng(0)
    rows = rng.normal(size=(400, 3)) * [1, 5, 0.2] + [0, 3, 1]
    odds = 0.5 + (rows - rows.mean(0)) / rows.std(0) @ [1.0, -0.5, 0.0]
    outcomes = (rng.random(400) < 1 / (1 + np.exp(-odds))).astype(float)
    model = fit(rows, outcomes, 2.0)
    shares = model.probabilities(rows)
    slope = model.standardised(rows).T @ (outcomes - shares) - 2.0 * model.weights
    np.testing.assert_allclose(slope, 0, atol=1e-6)
    assert abs(float((outcomes - shares).sum())) < 1e-6
    assert model.weights == pytest.approx([1.0, -0.5, 0.0], abs=0.35)


def test_outcomes_that_are_all_alike_break_nothing() -> None:
    rows = np.random.default_rng(0).normal(size=(50, 2))
    assert fit(rows, np.ones(50), 1.0).probabilities(rows).min() > 0.9


def test_the_test_knows_chance_from_skill() -> None:
    rng = np.random.default_rng(2)
    outcomes = (rng.random(300) < 0.5).astype(float)
    half = np.full(300, 0.5)
    knowing = np.clip(0.5 + (outcomes - 0.5) * 0.3 + rng.normal(0, 0.1, 300), 0.01, 0.99)
    guessing = np.clip(0.5 + rng.normal(0, 0.1, 300), 0.01, 0.99)
    assert judge(Walk(knowing, half, outcomes)).p_value < 1e-6
    assert judge(Walk(guessing, half, outcomes)).p_value > 0.5
    assert judge(Walk(half, half, outcomes)).p_value == 0.5
