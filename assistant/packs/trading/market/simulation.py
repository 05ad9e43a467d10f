"""Simulated candles: made in pieces of an hour, so that every timeframe tells of the same path.

An hour (or the half hour that is left before a close) has its opening and closing price from the
walk, and a high and a low beyond them. Larger candles are made of hours; smaller ones divide an
hour so that together they have its opening, high, low, close and volume. Prices are whole cents and
volumes whole units until the end, so that nothing is lost to rounding.
"""

from __future__ import annotations

from collections.abc import Sequence
from datetime import UTC, datetime, timedelta
from decimal import Decimal
from functools import cached_property
from typing import TYPE_CHECKING, NamedTuple

from assistant.packs.trading.market.base import SPANS, Candle, Timeframe
from assistant.packs.trading.market.calendar import Market, market_of
from assistant.packs.trading.market.slots import Slot, latest, since
from assistant.packs.trading.market.walk import key_of, normal, uniform, walk

if TYPE_CHECKING:
    from assistant.packs.trading.market.walk import Numbers, Whole

STEP = timedelta(minutes=30)
_HOUR, _MINUTE = timedelta(hours=1), timedelta(minutes=1)
_FIRST = datetime(1970, 1, 1, tzinfo=UTC)
LAST = datetime(2085, 1, 1, tzinfo=UTC)
"""Where the walk ends, nearly."""
_MIDDLE = 50.0
"""Of the prices that symbols begin with; most lie between a fifth and five times that."""
_A_STEP_OF_SHARES, _A_STEP_OF_COINS = 0.0022, 0.0045
_CENTS, _UNITS = Decimal(100), Decimal(10_000)
"""What a price is counted in, and the volume of a coin."""


class Bars(NamedTuple):
    """Whole numbers, a row each: opens, highs, lows, closes, volumes."""

    opens: Whole
    highs: Whole
    lows: Whole
    closes: Whole
    volumes: Whole


class Simulation:
    """The path of one symbol: the same for the same seed, whatever is asked and in what order."""

    def __init__(self, seed: int, symbol: str) -> None:
        self._key = key_of(seed, symbol)
        self.market: Market = market_of(symbol)
        coin = self.market.always_open
        self._volatility = _A_STEP_OF_COINS if coin else _A_STEP_OF_SHARES
        self._units = _UNITS if coin else Decimal(1)

    @cached_property
    def _level(self) -> float:
        import numpy as np

        drawn = normal(self._key + 1000, np.zeros(1, np.int64))[0]
        return float(np.log(_MIDDLE) + 0.8 * drawn)

    def latest(self, timeframe: Timeframe, now: datetime, count: int) -> list[Candle]:
        """The last ``count`` candles that have ended by ``now``."""
        return self.of_slots(latest(self.market, timeframe, now, count), timeframe)

    def since(
        self, timeframe: Timeframe, start: datetime, now: datetime, count: int
    ) -> list[Candle]:
        """The first ``count`` candles from ``start`` on that have ended by ``now``."""
        start = max(start, _FIRST)
        return self.of_slots(since(self.market, timeframe, start, now, count), timeframe)

    def of_slots(self, slots: Sequence[Slot], timeframe: Timeframe) -> list[Candle]:
        import numpy as np

        slots = [slot for slot in slots if slot.at >= _FIRST and slot.end <= LAST]
        if not slots:
            return []
        if SPANS[timeframe] < _HOUR:
            return self._small(slots)
        hours, starts = self._hours_of(slots, timeframe)
        bars = self._hours(hours)
        return self._candles(
            slots,
            Bars(
                bars.opens[starts],
                np.maximum.reduceat(bars.highs, starts),
                np.minimum.reduceat(bars.lows, starts),
                bars.closes[np.append(starts[1:], len(hours)) - 1],
                np.add.reduceat(bars.volumes, starts),
            ),
        )

    def _hours_of(self, slots: Sequence[Slot], timeframe: Timeframe) -> tuple[Whole, Whole]:
        """The hours inside the slots as pairs of steps, and where among them each slot begins."""
        import numpy as np

        parts = slots
        if timeframe == "1w" and not self.market.always_open:
            parts = since(self.market, "1d", slots[0].at, slots[-1].end, 7 * len(slots))
        bounds = np.array([(_steps(part.at), _steps(part.end)) for part in parts])
        counts = -(-(bounds[:, 1] - bounds[:, 0]) // 2)
        firsts = np.cumsum(counts) - counts
        inside = np.arange(counts.sum()) - np.repeat(firsts, counts)
        begins = np.repeat(bounds[:, 0], counts) + 2 * inside
        ends = np.minimum(begins + 2, np.repeat(bounds[:, 1], counts))
        if parts is not slots:
            firsts = np.searchsorted(begins, [_steps(slot.at) for slot in slots])
        return np.stack((begins, ends), axis=1), firsts

    def _hours(self, hours: Whole) -> Bars:
        import numpy as np

        begins, ends = hours[:, 0], hours[:, 1]
        opens, closes = np.split(self._prices(np.concatenate((begins, ends))), 2)
        reach = 0.5 * self._volatility * np.abs(normal(self._key + 2000, begins))
        fall = 0.5 * self._volatility * np.abs(normal(self._key + 3000, begins))
        highs = np.maximum(_cents(np.maximum(opens, closes) / 100 * (1 + reach)), opens)
        lows = np.minimum(_cents(np.minimum(opens, closes) / 100 * (1 - fall)), opens)
        volumes = 1000 * (ends - begins) * np.exp(1.5 + 0.6 * normal(self._key + 4000, begins))
        return Bars(
            opens,
            np.maximum(highs, closes),
            np.minimum(lows, closes),
            closes,
            volumes.astype(np.int64) + 1,
        )

    def _prices(self, steps: Whole) -> Whole:
        import numpy as np

        return _cents(np.exp(self._level + self._volatility * walk(self._key, steps)))

    def _small(self, slots: Sequence[Slot]) -> list[Candle]:
        """Candles of less than an hour, from the minutes of the hours that they lie in."""
        import numpy as np

        hours = self._covering(slots)
        bars = self._hours(np.array([(_steps(h.at), _steps(h.end)) for h in hours]))
        minutes = [self._minutes(hour, bars, n) for n, hour in enumerate(hours)]
        joined = Bars(*(np.concatenate(column) for column in zip(*minutes, strict=True)))
        counts = [(hour.end - hour.at) // _MINUTE for hour in hours]
        firsts = np.cumsum([0, *counts])
        place = {hour.at: first for hour, first in zip(hours, firsts, strict=False)}
        found = []
        current = 0
        for slot in slots:
            while hours[current].end <= slot.at:
                current += 1
            hour = hours[current]
            start = int(place[hour.at]) + (slot.at - hour.at) // _MINUTE
            found.append((start, start + (slot.end - slot.at) // _MINUTE))
        return self._candles(slots, _joined(joined, found))

    def _covering(self, slots: Sequence[Slot]) -> list[Slot]:
        """The hours that hold the slots, each once."""
        if self.market.always_open:
            first = _FIRST + (slots[0].at - _FIRST) // _HOUR * _HOUR
            count = -(-(slots[-1].end - first) // _HOUR)
            return [Slot(first + n * _HOUR, first + (n + 1) * _HOUR) for n in range(count)]
        hours = since(
            self.market, "1h", slots[0].at - _HOUR, slots[-1].end + 2 * _HOUR, len(slots) + 30
        )
        return [hour for hour in hours if hour.end > slots[0].at and hour.at < slots[-1].end]

    def _minutes(self, hour: Slot, bars: Bars, n: int) -> Bars:
        """The minutes of an hour: they begin, reach and end where it does."""
        import numpy as np

        count = (hour.end - hour.at) // _MINUTE
        opened, closed = int(bars.opens[n]), int(bars.closes[n])
        high, low = int(bars.highs[n]), int(bars.lows[n])
        places = np.arange(count) + (hour.at - _FIRST) // _MINUTE
        noise = np.concatenate(([0.0], np.cumsum(normal(self._key + 5000, places))))
        share = np.linspace(0.0, 1.0, count + 1)
        bridge = (noise - share * noise[-1]) * (high - low) / (1.5 * count**0.5)
        path = np.rint(opened + (closed - opened) * share + bridge)
        path = np.clip(path, low, high).astype(np.int64)
        path[0], path[-1] = opened, closed
        begins, ends = path[:-1], path[1:]
        highs, lows = np.maximum(begins, ends), np.minimum(begins, ends)
        highs[int(highs.argmax())] = high
        lows[int(lows.argmin())] = low
        weights = np.cumsum(0.2 + uniform(self._key + 6000, places))
        upto = np.floor(weights / weights[-1] * int(bars.volumes[n])).astype(np.int64)
        upto[-1] = bars.volumes[n]
        return Bars(begins, highs, lows, ends, np.diff(upto, prepend=0))

    def _candles(self, slots: Sequence[Slot], bars: Bars) -> list[Candle]:
        rows = zip(*(column.tolist() for column in bars), strict=True)
        return [
            Candle(
                slot.at,
                Decimal(opened) / _CENTS,
                Decimal(high) / _CENTS,
                Decimal(low) / _CENTS,
                Decimal(closed) / _CENTS,
                Decimal(volume) / self._units,
            )
            for slot, (opened, high, low, closed, volume) in zip(slots, rows, strict=True)
        ]


def _joined(minutes: Bars, spans: Sequence[tuple[int, int]]) -> Bars:
    """One bar for each run of minutes."""
    import numpy as np

    rows = [
        (
            minutes.opens[a],
            minutes.highs[a:b].max(),
            minutes.lows[a:b].min(),
            minutes.closes[b - 1],
            minutes.volumes[a:b].sum(),
        )
        for a, b in spans
    ]
    return Bars(*np.array(rows, np.int64).T)


def _steps(at: datetime) -> int:
    return (at - _FIRST) // STEP


def _cents(prices: Numbers) -> Whole:
    import numpy as np

    return np.maximum(1, np.rint(prices * 100)).astype(np.int64)
