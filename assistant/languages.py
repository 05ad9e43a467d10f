"""The languages of the program: a folder for each, with all that belongs to it.

``data/languages`` holds those that are shipped, ``languages`` beside ``config.toml`` those of the
person; ``data/languages/README.md`` says what may be in a folder. What one leaves out is English
where something has to be written, and is not understood where something is read: what is read is
understood in every language alike, since people mix them.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from functools import cache
from pathlib import Path
from typing import Any, cast

from assistant.errors import ConfigurationError
from assistant.files import Unreadable, read_bytes
from assistant.limits import LANGUAGE
from assistant.prepared import prepared
from assistant.records import Language
from assistant.resources import data_path

FALLBACK: Language = "en"
"""What is said where a language has no words for it, or no language is told."""
LONG = 32 * 1024
"""Characters from which on reading a table takes milliseconds each time."""
_CODE = re.compile(r"[a-z]{2,3}")
_added: list[Path] = []


def add(place: Path) -> None:
    """Look for languages in a folder too, from here on: to be called before anything is read.
    A language of the same name that is known already stays; no such folder is no failure."""
    if place not in _added:
        _added.append(place)
        _folders.cache_clear()


def known() -> tuple[Language, ...]:
    """The codes of all languages, in alphabetical order."""
    return tuple(_folders())


def of_locale(locale: str) -> Language | None:
    """The language that a locale such as ``es_AR.UTF-8`` names; None for one that is not known."""
    code = re.split(r"[^a-z]", locale.lower(), maxsplit=1)[0]
    return code if code in _folders() else None


def folder(language: Language) -> Path:
    """Where a language is. Raises KeyError for one that is not known."""
    return _folders()[language]


def path(language: Language, file: str) -> Path | None:
    """A file of a language's folder; None where it has none."""
    found = folder(language) / file if language in known() else None
    return found if found and found.is_file() else None


def read(language: Language, file: str) -> str:
    """The text of a file of a language's folder; "" where it has none. Raises ConfigurationError
    naming the file where it cannot be read."""
    there = path(language, file)
    if there is None:
        return ""
    try:
        return read_bytes(there, LANGUAGE).decode("utf-8")
    except (OSError, UnicodeDecodeError, Unreadable) as error:
        raise _broken(there, error) from error


@cache
def table(language: Language, name: str) -> Mapping[str, Any]:
    """``name.toml`` of a language; empty where it has none. Raises ConfigurationError naming the
    file where it cannot be read."""
    import tomllib

    text = read(language, f"{name}.toml")
    try:
        if len(text) < LONG:
            return tomllib.loads(text)
        return cast(
            "Mapping[str, Any]", prepared(f"{language}-{name}", text, lambda: tomllib.loads(text))
        )
    except (tomllib.TOMLDecodeError, RecursionError) as error:
        raise _broken(folder(language) / f"{name}.toml", error) from error


def _broken(file: Path, why: Exception) -> ConfigurationError:
    return ConfigurationError(
        f"{file} cannot be read: {why}", "Mend or remove it; reinstall if it came with the program."
    )


def setting(language: Language, section: str, key: str) -> Any:
    """How a language writes something, from its ``language.toml``; as English does where it does
    not say."""
    own = table(language, "language").get(section, {})
    return own[key] if key in own else table(FALLBACK, "language")[section][key]


def each(name: str, section: str) -> Iterator[tuple[Language, Mapping[str, Any]]]:
    """A section of ``name.toml``, of each language that has it."""
    for language in known():
        found = table(language, name).get(section)
        if found:
            yield language, found


@cache
def pattern(name: str, section: str, key: str, flags: re.RegexFlag = re.NOFLAG) -> re.Pattern[str]:
    """The regular expression of a section of ``name.toml``, those of all languages as one: what is
    read may be in any of them. One that no language has matches nothing. Lines are joined."""
    found = [joined(own[key]) for _, own in each(name, section) if key in own]
    return re.compile("|".join(f"(?:{source})" for source in found) or "(?!)", flags)


def joined(source: str) -> str:
    """A regular expression that a file has on several lines."""
    return "".join(source.splitlines())


def plural(language: Language, number: object) -> int:
    """Which form of a noun goes with a number as it is written: 0 for the first, and so on.

    ``plural.forms`` of the language are patterns of the numbers of each form but the last.
    """
    written = str(number).lstrip("-")
    forms: list[str] = setting(language, "plural", "forms")
    return next((n for n, form in enumerate(forms) if re.fullmatch(form, written)), len(forms))


@cache
def _folders() -> Mapping[Language, Path]:
    found: dict[Language, Path] = {}
    for place in (data_path("languages"), *_added):
        for entry in _entries(place):
            if _CODE.fullmatch(entry.name) and (entry / "messages.toml").is_file():
                found.setdefault(entry.name, entry)
    return dict(sorted(found.items()))


def _entries(place: Path) -> list[Path]:
    """What is in a folder, if it can be read: what is wrong with it is told in some language."""
    try:
        return [*place.iterdir()]
    except OSError:
        return []
