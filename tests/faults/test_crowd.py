"""Several processes write to one home at once, and nothing of what they acknowledge is lost."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.faults.conftest import Prepare
from tests.faults.crowd import crowd


@pytest.mark.slow
def test_A5_a_crowd_on_one_home_loses_nothing(home: Path, prepare: Prepare) -> None:
    prepare(home)
    ended = crowd(home, 6, 15)
    assert ended.gave_up == ()
    assert ended.turns > 6
    assert ended.facts > 0
