"""Counts the letters of the two languages in the examples of the signals: ``letters.json``.

For each run of three letters of a word, with its borders, how much more likely it is in Spanish
than in English (log odds, in hundredths). It is asked of messages whose little words tell nothing
("Detesto Jira"). One example in ten is held out and scored by one to three of its words.
"""

from __future__ import annotations

import argparse
import json
import math
import re
from collections import Counter
from collections.abc import Iterable, Sequence

from assistant.memory.signals.language import letters_of
from assistant.resources import data_path
from training.examples import Example, read_examples

SEEN_AT_LEAST = 4
TELLING = 40  # hundredths under which a run of letters is left out
HELD_OUT = 10


def counts(examples: Iterable[Example]) -> dict[str, Counter[str]]:
    """How many words of each language hold each run; names, with their capitals, are neither's."""
    found = {"es": Counter[str](), "en": Counter[str]()}
    for example in examples:
        if example.lang in found:
            small = re.sub(r"(?<!^)\b[A-ZÁÉÍÓÚÑ]\w+", " ", example.text)
            for word in set(re.findall(r"[^\W\d_]+", small)):
                found[example.lang].update(set(letters_of(word)))
    return found


def odds(examples: Iterable[Example]) -> dict[str, int]:
    found = counts(examples)
    whole = {language: sum(c.values()) for language, c in found.items()}
    table = {}
    for run in sorted(found["es"].keys() | found["en"].keys()):
        spanish, english = found["es"][run], found["en"][run]
        if spanish + english < SEEN_AT_LEAST:
            continue
        value = math.log((spanish + 0.5) / whole["es"]) - math.log((english + 0.5) / whole["en"])
        if abs(round(100 * value)) >= TELLING:
            table[run] = round(100 * value)
    return table


def main(arguments: Sequence[str]) -> None:
    parser = argparse.ArgumentParser("language", description=__doc__)
    parser.add_argument("--write", action="store_true")
    options = parser.parse_args(arguments)
    examples = list(read_examples())
    learnt = [e for i, e in enumerate(examples) if i % HELD_OUT]
    held = [e for i, e in enumerate(examples) if not i % HELD_OUT and e.lang in ("es", "en")]
    table = odds(learnt)
    for words in (1, 2, 3):
        sums = [
            (e.lang, sum(table.get(run, 0) for word in short for run in letters_of(word)))
            for e in held
            if (short := re.findall(r"[^\W\d_]{3,}", e.text)[-words:])
        ]
        for least in (0, 150, 300, 500):
            sure = [(lang, value) for lang, value in sums if abs(value) > least]
            right = sum((value > 0) == (lang == "es") for lang, value in sure)
            print(f"{words} words, over {least}: {100 * right / len(sure):.1f} % of {len(sure)}")
    if options.write:
        path = data_path("signals", "letters.json")
        table = odds(examples)
        path.write_text(json.dumps(table, ensure_ascii=False, separators=(",", ":")), "utf-8")
        print(f"{path.stat().st_size // 1024} KB written to {path}")
