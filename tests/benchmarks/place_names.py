"""Writes ``data/answers/zones.txt``: python -m tests.benchmarks.place_names

Cities and countries with their time zones, in English and Spanish, from the zone tables of
``tzdata`` and the names of the Unicode CLDR as ``babel`` carries them (install it for this alone).
A country of up to three different times lists a zone for each; one of more is left out.
"""

from __future__ import annotations

import unicodedata
from collections.abc import Iterable, Mapping
from datetime import UTC, datetime
from importlib.resources import files
from pathlib import Path
from zoneinfo import ZoneInfo

OUT = Path(__file__).parents[2] / "data" / "answers" / "zones.txt"
MOST_TIMES = 3
HEAD = """\
# Time zones: places as people name them, in English and Spanish, without accents.
# Made by tests/benchmarks/place_names.py from the zone tables of tzdata (public domain) and the
# names of the Unicode CLDR, Copyright © 1991-2026 Unicode, Inc., Unicode License v3
# (https://www.unicode.org/license.txt). Add your own to places.txt, not here.
"""


def main() -> None:
    from babel import Locale

    locales = [Locale.parse("en"), Locale.parse("es")]
    lines = [f"{zone}: {', '.join(names)}" for zone, names in _cities(locales).items()]
    lines += [f"{' '.join(zones)}: {', '.join(names)}" for zones, names in _countries(locales)]
    OUT.write_text(HEAD + "\n".join(lines) + "\n", "utf-8")


def _cities(locales: Iterable[object]) -> Mapping[str, list[str]]:
    found: dict[str, list[str]] = {}
    for zone in sorted(zone for zones in _table().values() for zone in zones):
        names = [zone.rpartition("/")[2].replace("_", " ")]
        for locale in locales:
            known = locale.time_zones.get(zone, {})  # type: ignore[attr-defined]
            names += [known["city"]] if "city" in known else []
        found[zone] = _distinct(names)
    return found


def _countries(locales: Iterable[object]) -> list[tuple[list[str], list[str]]]:
    found = []
    for code, zones in sorted(_table().items()):
        times: dict[tuple[object, ...], str] = {}
        for zone in zones:
            times.setdefault(_offsets(zone), zone)
        names = [locale.territories[code] for locale in locales]  # type: ignore[attr-defined]
        if len(times) <= MOST_TIMES:
            found.append((list(times.values()), _distinct(names)))
    return found


def _table() -> Mapping[str, list[str]]:
    """Country code -> its zones, the most populous first."""
    table: dict[str, list[str]] = {}
    text = files("tzdata").joinpath("zoneinfo", "zone.tab").read_text("utf-8")
    for line in text.splitlines():
        if line and not line.startswith("#"):
            code, _, zone = line.split("\t")[:3]
            table.setdefault(code, []).append(zone)
    return table


def _offsets(zone: str) -> tuple[object, ...]:
    year = datetime.now(UTC).year
    instants = (datetime(year + n // 12, n % 12 + 1, 1, tzinfo=UTC) for n in range(36))
    return tuple(instant.astimezone(ZoneInfo(zone)).utcoffset() for instant in instants)


def _distinct(names: Iterable[str]) -> list[str]:
    return list(dict.fromkeys(folded for name in names if (folded := _folded(name))))


def _folded(name: str) -> str:
    parts = unicodedata.normalize("NFD", name.lower().replace("’", "'"))
    bare = "".join(c for c in parts if not unicodedata.combining(c))
    bare = bare.partition("(")[0].partition(",")[0].replace("&", "and")
    return " ".join(bare.replace("-", " ").replace(".", "").split())


if __name__ == "__main__":
    main()
