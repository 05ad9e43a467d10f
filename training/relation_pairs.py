"""Pairs of a known fact and a later statement, of every source: what the second is to the first.

``blind``: by invented people who knew nothing of this program (``cases``); ``examples``: of
``training/data/plan``, from which its rules were made.
"""

from __future__ import annotations

import random
import re
from collections.abc import Iterator, Mapping, Sequence
from typing import NamedTuple

from assistant.memory.matching import Meaning
from assistant.memory.signals.language import detect_language
from tests.benchmarks.suites import CASES, cases, parts
from training import DATA

LABELS = ("same", "changed", "other")
_NEAREST = 6
_LONGEST_DATED = 14
"""Words."""
NAMES = {"confirm": "same", "contradict": "changed", "unrelated": "other"}


class Pair(NamedTuple):
    """``writer``: who wrote both, with the folder of the cases."""

    writer: str
    label: str
    fact: str
    later: str


def examples() -> list[Pair]:
    return [*_lines((DATA / "plan" / "examples.txt").read_text("utf-8"), "examples")]


def blind() -> list[Pair]:
    found = [*_updates(), *_written(), *_replacing(), *_people(), *_requests(), *_forgetting()]
    return list(dict.fromkeys(found))


def strangers(told: Sequence[Pair], count: int = 1100) -> list[Pair]:
    """Statements of these pairs, each beside a fact of another, half of them with a word of it."""
    rng, facts = random.Random(0), sorted({pair.fact for pair in told})
    by_word: dict[str, list[str]] = {}
    for fact in facts:
        for word in _words(fact):
            by_word.setdefault(word, []).append(fact)
    found = []
    for pair in rng.sample(told, count):
        near = sorted({f for word in _words(pair.later) for f in by_word.get(word, ())})
        apart = [fact for fact in near if not _words(fact) & _words(pair.fact)]
        fact = rng.choice(apart if apart and rng.random() < 0.5 else facts)
        if _shared(fact, pair.later) < 2 and fact != pair.fact:
            found.append(Pair("strangers", "other", fact, pair.later))
    return found


def dated(told: Sequence[Pair], share: float = 0.1) -> list[Pair]:
    """Some of these pairs once more, with words that say since when: "as of Monday"."""
    rng, since = random.Random(7), _since()
    found = []
    for pair in told:
        short = len(pair.later.split()) <= _LONGEST_DATED
        if pair.label == "same" or not short or rng.random() > share:
            continue
        when = rng.choice(since[detect_language(pair.later)])
        later = pair.later.rstrip(".")
        begun = later if later.startswith("I ") else later[:1].lower() + later[1:]
        said = f"{when} {begun}" if rng.random() < 0.5 else f"{later} {when}"
        found.append(Pair(f"dated/{pair.writer}", pair.label, pair.fact, said))
    return found


def _since() -> Mapping[str, list[str]]:
    found: dict[str, list[str]] = {}
    for line in (DATA / "plan" / "since.txt").read_text("utf-8").splitlines():
        if not line.startswith("#"):
            language, when = line.split(" | ")
            found.setdefault(language, []).append(when)
    return found


def apart(told: Sequence[Pair], meaning: Meaning) -> list[Pair]:
    """Statements of one writer, each beside one of the nearest facts that it shares no word with."""
    rng, found = random.Random(1), list[Pair]()
    for writer in sorted({p.writer for p in told if p.writer.startswith("relation/")}):
        own = [pair for pair in told if pair.writer == writer]
        meaning.learn(text for pair in own for text in (pair.fact, pair.later))
        for pair in own:
            mine = _words(pair.fact) | _words(pair.later)
            others = sorted({other.fact for other in own if not mine & _words(other.fact)})
            others.sort(key=lambda fact: -meaning.likeness(fact, pair.later))
            if len(others) > _NEAREST:
                name = writer.partition("/")[2]
                found.append(
                    Pair(f"apart/{name}", "other", rng.choice(others[:_NEAREST]), pair.later)
                )
    return found


def _lines(text: str, writer: str) -> Iterator[Pair]:
    for line in text.splitlines():
        expect, *told = (part.strip() for part in line.split("|"))
        if not line.startswith("#") and expect in NAMES:
            yield Pair(writer, NAMES[expect], told[0], told[1])


def _updates() -> Iterator[Pair]:
    """The cases of the writers, a folder each."""
    for folder in sorted((CASES / "writers").iterdir()):
        if (folder / "cases" / "updates.jsonl").exists():
            for case in cases(f"writers/{folder.name}/cases", "updates"):
                if case["expect"] in NAMES:
                    label = NAMES[case["expect"]]
                    yield Pair(f"writers/{folder.name}", label, case["fact"], case["later"])


def _written() -> Iterator[Pair]:
    for path in sorted((CASES / "relation").glob("*.txt")):
        yield from _lines(path.read_text("utf-8"), f"relation/{path.stem}")


def _replacing() -> Iterator[Pair]:
    for case in cases("replacing", "pairs"):
        label = "changed" if case["kind"] == "replaces" else "other"
        yield Pair("replacing", label, case["known"], case["told"])


def _people() -> Iterator[Pair]:
    """What a person told later of something told before."""
    for name in parts("people"):
        for person in cases("people", name):
            for asked in person["asked"]:
                old = [n for n in asked.get("old") or () if n not in asked["uses"]]
                if asked["kind"] == "updated" and len(old) == len(asked["uses"]) == 1:
                    before, after = old[0], asked["uses"][0]
                    if before < after:
                        told = person["facts"]
                        yield from _beside(f"people/{name}", told[:after], before, told[after])


def _requests() -> Iterator[Pair]:
    for name in parts("requests"):
        for person in cases("requests", name):
            for said in person["said"]:
                if said["kind"] == "correction" and len(said["gone"]) == 1:
                    yield from _beside(
                        f"requests/{name}", person["facts"], said["gone"][0], said["m"]
                    )


def _forgetting() -> Iterator[Pair]:
    for name in parts("forgetting"):
        for case in cases("forgetting", name):
            if case["kind"] == "correction" and len(case["gone"]) == 1:
                yield from _beside(
                    f"forgetting/{name}", case["facts"], case["gone"][0], case["message"]
                )


def _beside(writer: str, facts: Sequence[str], changed: int, later: str) -> Iterator[Pair]:
    """The fact that is changed, and of the others the one that shares most words."""
    yield Pair(writer, "changed", facts[changed], later)
    others = [fact for n, fact in enumerate(facts) if n != changed]
    if others:
        yield Pair(writer, "other", max(others, key=lambda fact: _shared(fact, later)), later)


def _shared(one: str, other: str) -> int:
    return len(_words(one) & _words(other))


def _words(text: str) -> set[str]:
    return set(re.findall(r"\w{4,}", text.lower()))
