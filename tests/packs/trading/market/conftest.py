"""A home with the trading pack, whose clock stands at a trading hour."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import ExitStack
from pathlib import Path
from typing import Any

import pytest

from assistant.app import App, open_app
from tests.clock import Clock
from tests.packs.support import config_of
from tests.packs.trading.market.support import NOW

Opening = Callable[..., App]


@pytest.fixture
def clock() -> Clock:
    return Clock(NOW)


@pytest.fixture
def opened(home: Path, clock: Clock) -> Iterator[Opening]:
    """Open a home whose ``[packs.trading]`` has those settings."""
    with ExitStack() as stack:

        def begin(more: str = "", **settings: Any) -> App:
            home.mkdir(mode=0o700, exist_ok=True)
            lines = [f"{name} = {value!r}" for name, value in settings.items()]
            table = "\n".join(["[packs.trading]", *lines, ""])
            (home / "config.toml").write_text(config_of(["trading"], ()) + table + more)
            app = stack.enter_context(open_app(home=home, clock=clock, answers=False))
            app.confirm = lambda _: "once"
            return app

        yield begin


@pytest.fixture
def app(opened: Opening) -> App:
    """One with the simulated market, whose person says yes."""
    return opened()
