"""Cards, bank accounts and identity numbers that stand alone: their check digits tell them.

python-stdnum knows the numbers of the countries; it is loaded when a text holds something of their
shape. What has no check digit is only found beside its name (``named.py``).
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from functools import cache
from importlib import import_module
from typing import NamedTuple

from assistant.secrets.base import Secret

_CARD = re.compile(r"(?<![\w.-])\d(?:[ -]?\d){12,18}(?![\d-])(?!\.\d)")
_IBAN = re.compile(r"(?<![A-Za-z0-9])([A-Za-z]{2})\d{2}(?=[ -]?[A-Za-z0-9])")
_LIKELY = re.compile(
    r"\d(?:[ .-]?\d){5}|[A-Z]{6}\d\d|(?<![A-Za-z0-9])[A-Za-z]{2}\d\d[ -]?[A-Za-z0-9]{4}"
)


class _Shaped(NamedTuple):
    """Numbers of a country: a shape, and the modules of stdnum of which one must find it valid."""

    pattern: str
    modules: Sequence[str]


IDENTITY: Sequence[_Shaped] = (
    _Shaped(r"(?<![\w-])\d{8}[ -]?[A-HJ-NP-TV-Z](?![\w-])", ("es.dni",)),
    _Shaped(r"(?<![\w.-])\d{2}\.\d{3}\.\d{3}[ -]?[A-HJ-NP-TV-Z](?![\w-])", ("es.dni",)),
    _Shaped(r"(?<![\w-])[XYZ][ -]?\d{7}[ -]?[A-HJ-NP-TV-Z](?![\w-])", ("es.nie",)),
    _Shaped(r"(?<![\w-])(?:20|23|24|25|26|27|30|33|34)-\d{8}-\d(?![\w-])", ("ar.cuit",)),
    _Shaped(r"(?<![\w.-])\d{1,2}\.\d{3}\.\d{3}-[\dkK](?![\w-])", ("cl.rut",)),
    _Shaped(r"(?<![\w.-])\d{3}\.\d{3}\.\d{3}-\d{2}(?![\w-])", ("br.cpf",)),
    _Shaped(r"(?<![\w-])[A-Z]{4}\d{6}[HM][A-Z]{5}[A-Z0-9]\d(?![\w-])", ("mx.curp",)),
    _Shaped(r"(?<![\w-])[A-Z]{4}\d{6}[A-Z0-9]{3}(?![\w-])", ("mx.rfc",)),
    _Shaped(r"(?<![\w-])[A-Z]{6}\d{2}[A-EHLMPRST]\d{2}[A-Z]\d{3}[A-Z](?![\w-])", ("it.codicefiscale",)),
    _Shaped(r"(?<![\w-])\d{3}-\d{2}-\d{4}(?![\w-])", ("us.ssn", "us.itin")),
    _Shaped(r"(?<![\w-])[12] ?\d{2} ?(?:0[1-9]|1[0-2]) ?\d{2} ?\d{3} ?\d{3} ?\d{2}(?![\w-])", ("fr.nir",)),
    _Shaped(r"(?<![\w-])\d{22}(?![\w-])", ("ar.cbu",)),
    _Shaped(r"(?<![\w-])[A-CEGHJ-PR-TW-Z][A-CEGHJ-NPR-TW-Z] ?\d{2} ?\d{2} ?\d{2} ?[A-D](?![\w-])", ()),
)  # fmt: skip


def find_numbers(text: str) -> Iterator[Secret]:
    """Numbers that are valid ones of their kind."""
    if not _LIKELY.search(text):
        return
    yield from _ibans(text)
    for match in _CARD.finditer(text):
        if _is_card(re.sub(r"\D", "", match.group())):
            yield Secret(match.span(), "card")
    for shape in _identity():
        for match in shape[0].finditer(text):
            if not shape[1] or any(_valid(module, match.group()) for module in shape[1]):
                kind = "bank_account" if "ar.cbu" in shape[1] else "identity_number"
                yield Secret(match.span(), kind)


@cache
def _identity() -> tuple[tuple[re.Pattern[str], Sequence[str]], ...]:
    return tuple((re.compile(shape.pattern), shape.modules) for shape in IDENTITY)


def _valid(module: str, number: str) -> bool:
    return bool(import_module(f"stdnum.{module}").is_valid(number))


def _is_card(digits: str) -> bool:
    """By its check digit and by the numbers that the networks have (ISO/IEC 7812)."""
    if len(set(digits)) < 3 or not _valid("luhn", digits):
        return False
    first, size = int(digits[:6]), len(digits)
    return (
        (digits[0] == "4" and size in (13, 16, 19))
        or (510000 <= first < 560000 and size == 16)
        or (222100 <= first < 272100 and size == 16)
        or (first // 10000 in (34, 37) and size == 15)
        or (first // 1000 in range(300, 306) and size == 14)
        or (first // 10000 in (36, 38, 39) and size == 14)
        or (first // 100 == 6011 and size in (16, 19))
        or (644000 <= first < 660000 and size in (16, 19))
        or (352800 <= first < 359000 and size == 16)
        or (620000 <= first < 630000 and size in (16, 17, 18, 19))
        or (first // 10000 in (50, 56, 57, 58, 60, 63, 67) and size == 16)
    )


def _ibans(text: str) -> Iterator[Secret]:
    for match in _IBAN.finditer(text):
        length = _iban_lengths().get(match[1].upper())
        if length is None:
            continue
        end, letters = match.start(), 0
        while end < len(text) and letters < length:
            if text[end].isascii() and text[end].isalnum():
                letters += 1
            elif text[end] not in " -" or text[end - 1] in " -":
                break
            end += 1
        whole = letters == length and not text[end : end + 1].isalnum()
        if whole and _adds_up(text[match.start() : end]):
            yield Secret((match.start(), end), "bank_account")


def _adds_up(number: str) -> bool:
    """By the check digits of the account as such; a country may have more of its own."""
    from stdnum import iban

    return bool(iban.is_valid(number, check_country=False))


@cache
def _iban_lengths() -> dict[str, int]:
    """How many characters an account of each country has, as stdnum's own table tells."""
    from stdnum import numdb

    table = numdb.get("iban")
    lengths = {}
    for a in "ABCDEFGHIJKLMNOPQRSTUVWXYZ":
        for b in "ABCDEFGHIJKLMNOPQRSTUVWXYZ":
            found = table.info(a + b)
            bban = found[0][1].get("bban", "") if found else ""
            if bban:
                lengths[a + b] = 4 + sum(int(n) for n in re.findall(r"(\d+)!", bban))
    return lengths
