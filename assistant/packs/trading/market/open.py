"""From the settings to the source of market data that they name."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from datetime import UTC, datetime
from pathlib import Path

from assistant.packs.trading.market.base import MarketData, MarketFailure
from assistant.packs.trading.market.fundamentals import Figures
from assistant.packs.trading.market.importing import OWN
from assistant.packs.trading.settings import Settings

Clock = Callable[[], datetime]
INSTALL = "pip install 'local-assistant[trading]'"


def open_market(
    settings: Settings, folder: Path, clock: Clock = lambda: datetime.now(UTC)
) -> MarketData:
    """The source that ``settings.data`` names. ``folder`` is the pack's own in the home: imported
    files are in it. Raises MarketFailure where that source cannot be used here."""
    lacking = missing("holidays", "numpy")
    if lacking:
        raise MarketFailure("unavailable", lacking)
    return _SOURCES[settings.data](settings, folder, clock)


def missing(*modules: str) -> str:
    """What has to be installed before those modules can be imported; "" where nothing has."""
    from importlib.util import find_spec

    lacking = [name for name in modules if find_spec(name) is None]
    return f"the trading pack needs {', '.join(lacking)}: {INSTALL}" if lacking else ""


def _simulated(settings: Settings, _folder: Path, clock: Clock) -> MarketData:
    from assistant.packs.trading.market.simulated import SimulatedMarket

    return SimulatedMarket(settings.seed, clock, _figures(settings))


def _files(settings: Settings, folder: Path, clock: Clock) -> MarketData:
    from assistant.packs.trading.market.files import FileMarket

    place = Path(settings.folder).expanduser() if settings.folder else folder / OWN
    return FileMarket(place, clock, _figures(settings))


def _exchange(settings: Settings, _folder: Path, clock: Clock) -> MarketData:
    from assistant.packs.trading.market.exchange import ExchangeMarket

    figures = _figures(settings)
    return ExchangeMarket(settings.exchange, settings.exchange_url, clock, figures)


def _figures(settings: Settings) -> Figures | None:
    return Figures(Path(settings.fundamentals).expanduser()) if settings.fundamentals else None


_SOURCES: Mapping[str, Callable[[Settings, Path, Clock], MarketData]] = {
    "simulated": _simulated,
    "files": _files,
    "exchange": _exchange,
}
