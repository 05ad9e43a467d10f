"""Position size and risk against reward: by their formulas, exactly, or refused with the reason."""

from __future__ import annotations

from decimal import Decimal
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from assistant.packs.trading.calculate.sizing import Refused, position_size, risk_reward
from assistant.packs.trading.calculate.tools import TOOLS
from tests.tools.support import Bench, code

D = Decimal
MONEY = st.decimals("0.01", "100000", places=2)


def test_the_size_is_the_risk_over_the_distance_of_the_stop() -> None:
    size = position_size(D(10_000), D(1), D(50), D(48), D(1))
    assert [size.quantity, size.value, size.loss] == [D(50), D(2500), D(100)]
    assert (size.side, size.limited) == ("long", False)
    assert [size.risk_percent, size.share_percent] == [D(1), D(25)]


def test_a_stop_above_the_entry_is_a_short_sale() -> None:
    size = position_size(D(10_000), D(2), D(40), D(44), D(1))
    assert (size.side, size.quantity, size.loss) == ("short", D(50), D(200))


def test_it_never_costs_more_than_there_is() -> None:
    size = position_size(D(1_000), D(10), D(100), D("99.9"), D(1))
    assert (size.quantity, size.value, size.limited) == (D(10), D(1000), True)


def test_a_tenth_is_a_tenth() -> None:
    """In binary 0.1 + 0.2 is not 0.3, and a quantity would be one short."""
    assert position_size(D("0.3"), D(100), D("0.1"), D("0.05"), D(1)).quantity == 3
    assert position_size(D(1), D(100), D(30_000), D(29_000), D("0.00001")).quantity == D("0.00003")


@given(MONEY, st.decimals("0.01", "100", places=2), MONEY, MONEY)
def test_no_size_loses_more_than_was_to_be_risked(
    capital: Decimal, risk: Decimal, entry: Decimal, stop: Decimal
) -> None:
    try:
        size = position_size(capital, risk, entry, stop, D(1))
    except Refused:
        return
    assert size.quantity * abs(entry - stop) <= capital * risk / 100
    assert size.quantity * entry <= capital
    assert size.quantity == int(size.quantity) > 0


@pytest.mark.parametrize(
    ("capital", "risk", "entry", "stop", "step", "why"),
    [
        ("1000", "1", "50", "50", "1", "the stop is at the entry"),
        ("1000", "101", "50", "48", "1", "more than all of the capital"),
        ("0", "1", "50", "48", "1", "nothing to invest"),
        ("-5", "1", "50", "48", "1", "nothing to invest"),
        ("1000", "0", "50", "48", "1", "nothing is risked"),
        ("1000", "1", "0", "48", "1", "a price is above 0"),
        ("1000", "1", "50", "-1", "1", "a price is above 0"),
        ("1000", "1", "50", "48", "0", "a quantity is a multiple"),
        ("NaN", "1", "50", "48", "1", "nothing to invest"),
        ("Infinity", "1", "50", "48", "1", "nothing to invest"),
        ("1e400", "1", "50", "48", "1", "so large or so small"),
        ("10", "1", "50", "48", "1", "not even 1 fits"),
        ("1000", "0.1", "50", "48", "1", "with 1.00 to be risked"),
    ],
)
def test_what_makes_no_trade_is_refused_with_its_reason(
    capital: str, risk: str, entry: str, stop: str, step: str, why: str
) -> None:
    with pytest.raises(Refused, match=why):
        position_size(D(capital), D(risk), D(entry), D(stop), D(step))


def test_the_ratio_is_reward_over_risk() -> None:
    found = risk_reward(D(100), D(95), D(115))
    assert (found.side, found.ratio) == ("long", D(3))
    assert [found.risk, found.reward] == [D(5), D(15)]
    assert [found.risk_percent, found.reward_percent] == [D(5), D(15)]
    assert found.break_even_percent == D(25)


def test_of_a_short_sale_the_target_lies_below() -> None:
    found = risk_reward(D(100), D(110), D(80))
    assert (found.side, found.ratio) == ("short", D(2))
    assert found.break_even_percent == D("33.3333")


@given(MONEY, MONEY, MONEY)
def test_at_the_share_that_breaks_even_nothing_is_expected(
    entry: Decimal, stop: Decimal, target: Decimal
) -> None:
    try:
        found = risk_reward(entry, stop, target)
    except Refused:
        return
    share = found.break_even_percent / 100
    expected = share * found.reward - (1 - share) * found.risk
    assert abs(expected) <= (found.reward + found.risk) * D("0.000001")


@pytest.mark.parametrize(
    ("entry", "stop", "target", "why"),
    [
        ("50", "50", "60", "the stop is at the entry"),
        ("50", "48", "49", "target lies above"),
        ("50", "48", "50", "target lies above"),
        ("50", "52", "51", "target lies below"),
        ("50", "48", "0", "a price is above 0"),
    ],
)
def test_a_target_on_the_wrong_side_is_refused(
    entry: str, stop: str, target: str, why: str
) -> None:
    with pytest.raises(Refused, match=why):
        risk_reward(D(entry), D(stop), D(target))


# -- through the pipeline ---------------------------------------------------------------------

SIZE = "calculate.calculate_position_size"
RATIO = "calculate.calculate_risk_reward"


def test_T2_they_run_through_the_pipeline_and_are_never_kept(tmp_path: Path) -> None:
    bench = Bench(tmp_path, TOOLS, plan="free")
    asked = {"capital": 0.3, "risk_percent": 100, "entry": 0.1, "stop": 0.05}
    for _ in range(2):
        result = bench.run(SIZE, asked)
        assert result.data["quantity"] == "3"
        assert not result.metadata.cached
    assert bench.run(RATIO, entry=100, stop=95, target=115).data["ratio"] == "3"
    assert "computed" in result.data["source"]


def test_T2_a_refusal_is_a_mistake_in_the_arguments(tmp_path: Path) -> None:
    bench = Bench(tmp_path, TOOLS, plan="free")
    result = bench.run(SIZE, capital=1000, risk_percent=1, entry=50, stop=50)
    assert code(result) == "VALIDATION_ERROR"
    assert result.error is not None
    assert "the stop is at the entry" in result.error.message
    assert code(bench.run(SIZE, capital="a lot", risk_percent=1, entry=50, stop=48)) == (
        "VALIDATION_ERROR"
    )


def test_T4_a_hundred_a_minute(tmp_path: Path) -> None:
    bench = Bench(tmp_path, TOOLS, plan="free")
    results = [bench.run(RATIO, entry=100, stop=95, target=100 + n) for n in range(1, 102)]
    assert [code(result) for result in results] == [""] * 100 + ["RATE_LIMIT"]
