"""Places and their time zones, in both languages (A11)."""

from __future__ import annotations

from zoneinfo import ZoneInfo

import pytest

from assistant.compute.zones import find, offset, places


@pytest.mark.parametrize(
    ("name", "zone"),
    [
        ("Tokio", "Asia/Tokyo"),
        ("the Netherlands", "Europe/Amsterdam"),
        ("Países Bajos", "Europe/Amsterdam"),
        ("Corea del Sur", "Asia/Seoul"),
        ("nueva york", "America/New_York"),
        ("Europe/Madrid", "Europe/Madrid"),
        ("port-au-prince", "America/Port-au-Prince"),
        ("España", "Europe/Madrid"),
        ("GMT+5:30", "GMT+5:30"),
    ],
)
def test_A11_a_place_by_its_name(name: str, zone: str) -> None:
    found = find(name)
    assert found is not None
    assert found.zones[0] == zone
    assert found.times()


@pytest.mark.parametrize("name", ["", "Narnia", "USA", "Russia", "the", "West", "UTC+99"])
def test_A11_a_place_of_no_one_time_is_none(name: str) -> None:
    assert find(name) is None


def test_A11_an_offset() -> None:
    zone = offset("UTC-3")
    assert zone is not None
    assert zone.utcoffset(None).total_seconds() == -3 * 3600  # type: ignore[union-attr]
    assert offset("Lima") is None


def test_A11_every_place_has_zones_that_exist() -> None:
    zones = {zone for zones in places().values() for zone in zones}
    assert len([ZoneInfo(zone) for zone in zones]) > 300
