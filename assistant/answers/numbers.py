"""Numbers as the two languages write them."""

from __future__ import annotations

import re

from assistant.records import Language

_GROUPED = re.compile(r"\d{1,3}(?:[.,]\d{3})+")


def read(text: str, language: Language) -> str | None:
    """A number in Python's notation; None when it can be read in two ways.

    ``1,500`` is English for what Spanish writes ``1.500``; ``2.5`` and ``2,5`` are the same in
    both, since a sum alone ("80 * 2,5") does not tell its language.
    """
    separator = "." if language == "es" else ","
    if "." in text and "," in text:
        whole, _, rest = text.rpartition("." if text.rfind(".") > text.rfind(",") else ",")
        return f"{re.sub(r'[.,]', '', whole)}.{rest}"
    if _GROUPED.fullmatch(text):
        if text.count(".") + text.count(",") > 1:
            return re.sub(r"[.,]", "", text)
        return None if separator not in text else text.replace(separator, "")
    return text.replace(",", ".") if text.count(",") < 2 else None


def write(value: float, language: Language) -> str:
    """Up to twelve significant digits, with the language's decimal mark."""
    whole = isinstance(value, int) or (float(value).is_integer() and abs(value) < 1e15)
    text = f"{int(value)}" if whole else f"{value:.10g}"
    return text.replace(".", ",") if language == "es" else text
