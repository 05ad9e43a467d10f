"""Percentages, fractions, averages and shares, in words; numbers stand as Python writes them."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from functools import cache

from assistant.answers import patterns, vocabulary
from assistant.answers.vocabulary import words
from assistant.compute import numbers
from assistant.compute.arithmetic import NotArithmetic, evaluate
from assistant.compute.writing import decimal
from assistant.records import Language

Form = Callable[[re.Match[str], Language], str | None]


def answer(text: str, language: Language, *, asked: bool) -> str | None:
    """The value with what it was worked out from; None for anything else.

    ``asked``: words of asking stood before it. "15% off 200" without them may be an advertisement.
    """
    for pattern, form in _forms():
        found = pattern.fullmatch(text)
        if found:
            return form(found, language) if asked or form is not _offered else None
    return None


def _of(found: re.Match[str], language: Language) -> str | None:
    percent, whole = _groups(found)
    return _told(f"{percent}*{whole}/100", f"{percent}% × {whole}", language)


def _as_typed(found: re.Match[str], language: Language) -> str | None:
    value = _value(f"{found[1]}*{found[2]}/100")
    text = decimal(found.string, language)
    return None if value is None else f"{text} = {numbers.write(value, language)}"


def _share(part: str, whole: str, language: Language) -> str | None:
    value = _value(f"{part}*100/{whole}")
    if value is None:
        return None
    return f"{_number(part, language)} / {_number(whole, language)} = {_percent(value, language)}"


def _part_first(found: re.Match[str], language: Language) -> str | None:
    part, whole = _groups(found)
    return _share(part, whole, language)


def _whole_first(found: re.Match[str], language: Language) -> str | None:
    whole, part = _groups(found)
    return _share(part, whole, language)


def _more(found: re.Match[str], language: Language) -> str | None:
    whole, percent = _base_and_percent(found)
    return _told(f"{whole}*(100+{percent})/100", f"{whole} + {percent}%", language)


def _less(found: re.Match[str], language: Language) -> str | None:
    whole, percent = _base_and_percent(found)
    return _told(f"{whole}*(100-{percent})/100", f"{whole} - {percent}%", language)


def _offered(found: re.Match[str], language: Language) -> str | None:
    return _less(found, language)


def _change(found: re.Match[str], language: Language) -> str | None:
    start, end = _groups(found)
    return _changed(start, end, language)


def _changed(start: str, end: str, language: Language) -> str | None:
    value = _value(f"({end}-{start})*100/{start}")
    if value is None:
        return None
    sign = "+" if value > 0 else ""
    return (
        f"{_number(start, language)} → {_number(end, language)}: {sign}{_percent(value, language)}"
    )


def _end_first(found: re.Match[str], language: Language) -> str | None:
    end, start = _groups(found)
    return _changed(start, end, language)


def _of_percent(found: re.Match[str], language: Language) -> str | None:
    """10 % of 15 % of 2,000; without an amount it stays a percentage."""
    one, other, whole = found.groups()
    if whole is None:
        return _told(f"{one}*{other}/100", f"{one}% × {other}%", language, sign="%")
    return _told(f"{one}*{other}*{whole}/10000", f"{one}% × {other}% × {whole}", language)


def _half_percent(found: re.Match[str], language: Language) -> str | None:
    return _told(f"0.5*{found[1]}/100", f"0.5% × {found[1]}", language)


def _as_percent(found: re.Match[str], language: Language) -> str | None:
    top, bottom = found.groups()
    shown = f"{top} / {bottom}" if bottom else top
    return _told(f"{top}*100/{bottom or 1}", shown, language, sign="%")


def _before(found: re.Match[str], language: Language) -> str | None:
    """An amount without the percentage that it includes."""
    whole, percent = _base_and_percent(found)
    value = _value(f"round({whole}*100/(100+{percent}), 2)")
    if value is None:
        return None
    shown, share = numbers.write(value, language), _number(percent, language)
    return f"{shown} + {share}% = {_number(whole, language)}"


def _whole(found: re.Match[str], language: Language) -> str | None:
    part, percent = _base_and_percent(found)
    return _told(f"{part}*100/{percent}", f"{part} × 100 / {percent}", language)


def _shared(found: re.Match[str], language: Language) -> str | None:
    whole, percent = _base_and_percent(found)
    by = found.group(found.re.groups)
    return _told(f"{whole}*(100+{percent})/100/{by}", f"({whole} + {percent}%) / {by}", language)


def _fraction(found: re.Match[str], language: Language) -> str | None:
    groups = found.groupdict()
    count = groups["count"] or "1"
    top = 1 if count in words("proportions", "one") else int(count)
    bottom, whole = _parts()[groups["part"].removesuffix("s")], groups["whole"]
    return _told(f"{top}*{whole}/{bottom}", f"{top}/{bottom} × {whole}", language)


def _of_parts(found: re.Match[str], language: Language) -> str | None:
    top, bottom, whole = found.groups()
    return _told(f"{top}*{whole}/{bottom}", f"{top}/{bottom} × {whole}", language)


def _multiple(found: re.Match[str], language: Language) -> str | None:
    times, whole = vocabulary.numbers("proportions", "times")[found[1]], found[2]
    return _told(f"{times}*{whole}", f"{times} × {whole}", language)


def _listed(found: re.Match[str], language: Language) -> str | None:
    values = re.findall(r"\d+(?:\.\d+)?", found["values"])
    if found["what"] in words("proportions", "average"):
        joined = " + ".join(values)
        return _told(f"({joined})/{len(values)}", f"({joined}) / {len(values)}", language)
    product = found["what"] in words("proportions", "product")
    sign, shown = ("*", " × ") if product else ("+", " + ")
    return _told(sign.join(values), shown.join(values), language)


def _split(found: re.Match[str], language: Language) -> str | None:
    return _told(f"{found[1]}/{found[2]}", f"{found[1]} / {found[2]}", language)


def _base_and_percent(found: re.Match[str]) -> tuple[str, str]:
    groups = found.groupdict()
    return (
        next(v for k, v in groups.items() if k.startswith("base") and v),
        next(v for k, v in groups.items() if k.startswith("pc") and v),
    )


def _groups(found: re.Match[str]) -> tuple[str, str]:
    one, other = (group for group in found.groups() if group)
    return one, other


def _told(expression: str, shown: str, language: Language, sign: str = "") -> str | None:
    value = _value(expression)
    if value is None:
        return None
    shown = re.sub(r"\d+(?:\.\d+)?", lambda n: _number(n[0], language), shown)
    return f"{shown} = {numbers.write(value, language)}{sign}"


def _value(expression: str) -> float | None:
    try:
        return evaluate(expression)
    except NotArithmetic:
        return None


def _number(figures: str, language: Language) -> str:
    return numbers.write(float(figures) if "." in figures else int(figures), language)


def _percent(value: float, language: Language) -> str:
    return f"{numbers.write(round(value, 2), language)}%"


@cache
def _forms() -> tuple[tuple[re.Pattern[str], Form], ...]:
    figures = r"\d+(?:\.\d+)?"
    parts = {
        "figures": figures,
        "n": f"({figures})",
        "base": f"(?P<base>{figures})",
        "pc": f"(?P<pc>{figures}) ?%",
        "pc2": f"(?P<pc2>{figures}) ?%",
        "parts": "|".join((*_parts(), *(f"{part}s" for part in _parts()))),
        "times": "|".join(vocabulary.meanings("proportions", "times")),
    }
    read = patterns.read("proportions.txt", parts)
    return tuple((pattern, _FORMS[name]) for _, name, pattern in read)


def _parts() -> Mapping[str, int]:
    """What one of so many equal parts is called."""
    return vocabulary.numbers("proportions", "parts")


_FORMS: Mapping[str, Form] = {
    "percent of": _as_typed,
    "amount of": _of,
    "share, part first": _part_first,
    "share, whole first": _whole_first,
    "more": _more,
    "less": _less,
    "less, if asked": _offered,
    "change": _change,
    "change, start first": _change,
    "change, end first": _end_first,
    "percent of percent": _of_percent,
    "half a percent": _half_percent,
    "as percent": _as_percent,
    "before": _before,
    "whole": _whole,
    "shared": _shared,
    "fraction": _fraction,
    "fraction in figures": _of_parts,
    "multiple": _multiple,
    "list": _listed,
    "split": _split,
}
