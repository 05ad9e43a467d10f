"""The trading pack as one of the shipped: whole, off until switched on, and light (K1)."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest

from assistant import Assistant
from assistant.packs.checking import guide_of, problems
from assistant.packs.finding import find
from assistant.packs.trading import PACK
from tests.clock import Clock
from tests.packs.support import use
from tests.packs.test_off import modules


def test_K1_it_is_whole() -> None:
    assert problems(PACK) == []


@pytest.mark.parametrize("language", ["en", "es"])
def test_its_guide_is_there(language: str) -> None:
    assert guide_of(PACK, language).startswith("# trading")


def test_K1_it_is_found_as_one_of_the_shipped_without_being_imported() -> None:
    (found,) = find()["trading"]
    assert (found.origin, found.value) == ("shipped", "assistant.packs.trading:PACK")


@pytest.mark.parametrize("words", [("facts", "list"), ("stats",), ("--help",)])
def test_K1_off_it_costs_no_import(home: Path, words: tuple[str, ...]) -> None:
    use(home, on=(), folders=())
    code = f"import sys; from assistant.cli.main import run; run({list(words)!r}); print('trading' in ' '.join(sys.modules))"
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, encoding="utf-8")
    assert done.stdout.splitlines()[-1] == "False"


def test_K1_its_declaration_reads_no_words() -> None:
    code = "import sys, assistant.packs.trading; print([n for n in sys.modules if 'trading.' in n])"
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, encoding="utf-8")
    assert done.stdout.strip() == "['assistant.packs.trading.texts']"


def test_K1_on_it_slows_no_command_that_asks_nothing_of_it(home: Path) -> None:
    use(home, on=("trading",), folders=())
    assert modules("stats") == "0 []"


def test_K5_the_python_face_tells_the_profile(home: Path) -> None:
    use(home, on=("trading",), folders=())
    with Assistant.open(home=home, clock=Clock()) as assistant:
        assistant.observe("I'm a swing trader, I put a trailing stop on my VOO", "ok")
        assistant.observe("bought more VOO today", "ok")
        profile = assistant.profile("trading")
    assert set(profile) == {
        *("style", "favourites", "frequent_questions", "strategies", "notes", "preferences"),
    }
    assert (profile["style"], profile["favourites"]) == ("swing", ["VOO"])
    assert profile["strategies"] == ["trailing stop"]
