"""Wherever in a conversation the disk fills up, nothing acknowledged is lost (A5, C3)."""

from __future__ import annotations

import shutil
from pathlib import Path

import pytest

from tests.faults.conftest import Prepare
from tests.faults.fulldisk import fill_often


@pytest.mark.slow
@pytest.mark.skipif(not shutil.which("strace"), reason="needs strace")
def test_A5_a_disk_that_fills_up_at_any_write_loses_nothing(
    tmp_path: Path, prepare: Prepare
) -> None:
    assert fill_often(tmp_path, 12, prepare) > 12
