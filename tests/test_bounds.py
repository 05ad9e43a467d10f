"""Growth is told apart on any machine: a linear work passes, one of the second order does not."""

from __future__ import annotations

import pytest

from tests.bounds import assert_linear


def test_linear_work_passes() -> None:
    assert_linear(lambda text: text.count("xy"), lambda size: "x" * size, 1 << 22)


def test_work_of_the_second_order_is_refused() -> None:
    def pairs(text: str) -> int:
        return sum(text.count("y") for _ in text)

    with pytest.raises(AssertionError, match="times the work for 16 times the text"):
        assert_linear(pairs, lambda size: "x" * size, 1 << 14)
