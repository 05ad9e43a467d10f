"""Units of measure, for answers and tools alike (A11)."""

from __future__ import annotations

import pytest

from assistant.compute.units import NotConvertible, convert, known, spoken


@pytest.mark.parametrize(
    ("value", "source", "target", "expected"),
    [
        (100, "km", "millas", 62.13711922),
        (20, "celsius", "°F", 68),
        (300, "K", "C", 26.85),
        (2, "GB", "MB", 2000),
        (8, "Mb", "MB", 1),
        (3, "galones", "litros", 11.35623535),
        (70, "mph", "km/h", 112.65408),
        (1, "hectárea", "m^2", 10000),
        (-40, "F", "C", -40),
    ],
)
def test_units(value: float, source: str, target: str, expected: float) -> None:
    assert convert(value, source, target) == pytest.approx(expected)


@pytest.mark.parametrize(("source", "target"), [("kg", "m"), ("foo", "m"), ("", "m"), ("m", "x" * 99),
                                                ("m**99999999999", "m"), ("1/0", "m")])  # fmt: skip
def test_what_cannot_be_converted_is_refused(source: str, target: str) -> None:
    with pytest.raises(NotConvertible):
        convert(1, source, target)


def test_A11_every_listed_unit_is_one_that_can_be_converted() -> None:
    for name in spoken():
        unit = known(name)
        assert unit is not None
        assert convert(2, name, unit) == pytest.approx(2)
