"""One reader serves every thread of a process."""

from __future__ import annotations

from collections import OrderedDict
from typing import Any

import pytest

from assistant.reader import reader


class CrowdedOut(OrderedDict[str, Any]):
    """A text that was seen here a moment ago is gone: another thread has read others since."""

    def __contains__(self, text: object) -> bool:
        return True


def test_what_another_thread_crowds_out_is_read_again(monkeypatch: pytest.MonkeyPatch) -> None:
    before = reader().read("what is my cat called?", ["my cat is called Mochi"])
    monkeypatch.setattr(reader(), "_states", CrowdedOut())
    assert reader().read("what is my cat called?", ["my cat is called Mochi"]) == before
