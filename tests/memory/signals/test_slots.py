from __future__ import annotations

import pytest

from assistant.memory.signals import read
from assistant.records import Slot


@pytest.mark.parametrize(
    ("message", "slot"),
    [
        ("recordá que vivo en Rosario", Slot("user", "home", "Rosario")),
        ("remember that my name is Ana", Slot("user", "name", "Ana")),
        ("recordá que el carné cuesta 3 euros", Slot("carne", "price", "3 euros")),
        (
            "remember that our staging server runs Postgres 16",
            Slot("staging server", "runs on", "Postgres 16"),
        ),
        ("recordá que hablo quechua", Slot("user", "language", "quechua", many=True)),
    ],
)
def test_F7_a_clear_frame_fills_a_slot(message: str, slot: Slot) -> None:
    assert [finding.slot for finding in read(message).findings] == [slot]


def test_F7_no_frame_no_slot() -> None:
    assert read("remember that podcasts beat videos").findings[0].slot is None
