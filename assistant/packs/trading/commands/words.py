"""What the faces of the pack say, in the language of the interface, and how numbers are written."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import UTC, datetime
from decimal import Decimal
from functools import cache
from typing import Any

from assistant.languages import FALLBACK, setting
from assistant.packs.trading import numbers
from assistant.packs.trading.texts import tables
from assistant.records import Language


@cache
def _tables() -> Mapping[str, Mapping[str, Any]]:
    return tables("commands/words")


@dataclass(frozen=True, slots=True)
class Words:
    """Speaks from the pack's ``commands/words`` in one language."""

    language: Language = FALLBACK
    currency: str = ""
    """The account's: money is told in its places."""

    def __call__(self, key: str, **values: object) -> str:
        """A phrase, by its table and its name: ``report.title``."""
        text = self._of(key)
        return text.format(**values) if values else text

    def _of(self, key: str) -> str:
        section, _, name = key.partition(".")
        every = _tables()
        found: str = every.get(self.language, every[FALLBACK])[section][name]
        return found

    def named(self, section: str, name: str) -> str:
        """What a tool calls so in people's words; the name itself where there is none."""
        every = _tables()
        found = every.get(self.language, every[FALLBACK]).get(section, {}).get(name)
        return found if isinstance(found, str) else name.replace("_", " ")

    def price(self, value: Decimal) -> str:
        """As ``numbers.price``."""
        return numbers.price(value, self.language)

    def money(self, value: Decimal, currency: str = "") -> str:
        """As ``numbers.money``, with its currency where that is given."""
        told = numbers.money(value, self.language, currency or self.currency)
        return f"{told} {currency}".rstrip()

    def quantity(self, value: Decimal) -> str:
        """As ``numbers.quantity``."""
        return numbers.quantity(value, self.language)

    def volume(self, value: Decimal) -> str:
        """In few letters: ``950``, ``12.3 k``, ``4.1 M``."""
        for size, letter in ((10**9, "G"), (10**6, "M"), (10**3, "k")):
            if value >= size:
                return f"{self._number(f'{value / size:.1f}')} {letter}"
        return self.quantity(value.quantize(Decimal("0.1") if value < 10 else Decimal(1)))

    def signed(self, value: Decimal) -> str:
        """Two decimals, with its sign."""
        return self._number(f"{round(value, 2) + 0:+,.2f}")

    def percent(self, value: Decimal, *, signed: bool = True) -> str:
        form: str = setting(self.language, "numbers", "percent")
        value = round(value, 2)
        return form.format(
            number=self._number(f"{value:+,.2f}" if signed and value else f"{value:,.2f}")
        )

    def label(
        self, source: str, *times: datetime, simulated: bool = False, delayed: bool = False
    ) -> str:
        """Where something comes from and of when it is, from the first time to the last (K6)."""
        parts = [self("label.source", source=source), " – ".join(map(self.moment, times))]
        parts += [self("label.simulated")] if simulated else []
        parts += [self("label.delayed")] if delayed else []
        return " · ".join(parts)

    def moment(self, at: datetime) -> str:
        """The instant as it is kept: in UTC, and said to be."""
        return f"{at.astimezone(UTC):%Y-%m-%d %H:%M} UTC"

    def _number(self, text: str) -> str:
        """A number in Python's notation as the language writes it."""
        group, mark = (setting(self.language, "numbers", key) for key in ("group", "decimal"))
        return text.translate({ord(","): group, ord("."): mark})
