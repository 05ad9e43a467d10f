"""How a process of the program begins."""

from __future__ import annotations

import os

import pytest

from assistant.start import one_thread_for_products

NAME = "OPENBLAS_NUM_THREADS"


def test_products_are_made_on_one_thread(monkeypatch: pytest.MonkeyPatch) -> None:
    """Another busy program made a turn twenty times slower while BLAS waited for its threads."""
    monkeypatch.delenv(NAME, raising=False)
    one_thread_for_products()
    assert os.environ[NAME] == "1"


def test_a_person_who_says_otherwise_is_heard(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv(NAME, "4")
    one_thread_for_products()
    assert os.environ[NAME] == "4"
