"""Numbers, shares and lists as a language writes them."""

from __future__ import annotations

from collections.abc import Sequence

from assistant.languages import setting
from assistant.records import Language


def decimal(text: str, language: Language) -> str:
    """A number in Python's notation, with the language's decimal mark."""
    return text.replace(".", setting(language, "numbers", "decimal"))


def grouped(value: int, language: Language) -> str:
    """A whole number, its thousands apart: ``12,345``."""
    return f"{value:,}".replace(",", setting(language, "numbers", "group"))


def percent(value: float, language: Language) -> str:
    """A share in hundredths, without decimals."""
    form: str = setting(language, "numbers", "percent")
    return form.format(number=f"{value:.0f}")


def listed(items: Sequence[str], language: Language) -> str:
    """ "a, b and c"."""
    between, last = (setting(language, "lists", key) for key in ("between", "last"))
    joined: str = between.join(items[:-1])
    return last.join((joined, items[-1])) if joined else "".join(items)
