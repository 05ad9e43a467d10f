"""What was expected of a step, held against what came of it: pure functions of two states."""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path

from assistant.prompt.table import FACTS, SUMMARIES
from assistant.records import Fact, TurnMetrics
from tests.week.script import Expectation

Message = Mapping[str, str]
Profile = Mapping[str, Sequence[str]]
"""By field, what a pack has learned of the person, as it is told."""
FAVOURITES = "favourites"
OF_PROFILE = ("profile", "profile not", "favourite", "not favourite", "unlearned")
"""The expectations for which the profile has to be read."""
ERASING = ("forgot", "unlearned")
"""Those after which the words are in no prompt and in no file."""


@dataclass(frozen=True, slots=True)
class Outcome:
    """What could be seen before and after a step. ``messages`` is its request; None: none made."""

    shown: str
    before: tuple[Fact, ...]
    after: tuple[Fact, ...]
    messages: tuple[Message, ...] | None = None
    measured: tuple[TurnMetrics, ...] = ()
    status: int | None = None
    learned_before: Profile = field(default_factory=dict)
    learned: Profile = field(default_factory=dict)

    @property
    def noted(self) -> list[Fact]:
        known = {fact.id for fact in self.before}
        return [fact for fact in self.after if fact.id not in known]

    @property
    def superseded(self) -> list[Fact]:
        live = {fact.id for fact in self.before if fact.live}
        return [fact for fact in self.after if fact.id in live and not fact.live]

    @property
    def gone(self) -> list[Fact]:
        left = {fact.id for fact in self.after}
        return [fact for fact in self.before if fact.id not in left]

    @property
    def confirmed(self) -> list[Fact]:
        dates = {fact.id: fact.last_confirmed_at for fact in self.before}
        return [f for f in self.after if f.last_confirmed_at > dates.get(f.id, f.last_confirmed_at)]

    @property
    def system(self) -> str:
        return text_of(m for m in self.messages or () if m["role"] == "system")

    @property
    def memory(self) -> str:
        """The block of the system message that is not the same in every request."""
        return self.system.rpartition("<memory>")[2].removesuffix("</memory>")

    @property
    def facts(self) -> str:
        """Of the memory block, what the person stated."""
        return self.memory.partition(FACTS.heading)[2].partition(SUMMARIES.heading)[0]

    @property
    def sent(self) -> str:
        """What the person could be answered from: the memory block and the window."""
        return "\n".join((self.memory, text_of((self.messages or ())[1:-1])))


@dataclass(slots=True)
class Lasting:
    """What holds from the line that says so to the end of the week."""

    always: list[Expectation] = field(default_factory=list)
    superseded: list[str] = field(default_factory=list)
    erased: list[str] = field(default_factory=list)
    never_noted: list[str] = field(default_factory=list)


def holds(words: str, text: str) -> bool:
    """Whether one of the phrases (``a / b``) stands in the text."""
    within = squeezed(text)
    return any(squeezed(phrase) in within for phrase in words.split(" / "))


def squeezed(text: str) -> str:
    return " ".join(text.split()).casefold()


def erased_words(expected: Expectation) -> str:
    """What may be in no prompt and no file once it has come about."""
    return parted(expected.words)[1] if expected.kind == "unlearned" else expected.words


def parted(words: str) -> tuple[str, str]:
    """A field and what it holds, of ``field = words``."""
    name, _, value = words.partition("=")
    return name.strip(), value.strip()


def text_of(messages: Iterable[Message]) -> str:
    return "\n".join(str(m.get("content") or "") for m in messages)


def check(expected: Expectation, outcome: Outcome, lasting: Lasting) -> str:
    """Why it does not hold, in words; empty where it does. Notes what lasts from here on."""
    if expected.kind == "always":
        lasting.always.append(expected)
    return _CHECKS[expected.kind](expected.words, outcome, lasting)


def check_request(
    outcome: Outcome, lasting: Lasting, budget: int
) -> Iterator[tuple[str, str, bool]]:
    """What must hold of every request: the name of each check, why it does not hold, and whether
    it is but a wish."""
    last = outcome.measured[-1] if outcome.measured else None
    tokens = max(last.prompt_tokens, last.server_prompt_tokens or 0) if last else 0
    yield f"at most {budget} tokens", f"{tokens} tokens" if tokens > budget else "", False
    whole = text_of(outcome.messages or ())
    for rule in lasting.always:
        yield str(rule), _unless(holds(rule.words, whole), outcome.memory), rule.when == "wish"
    for words in lasting.superseded:
        unsaid = not holds(words, outcome.facts)
        yield f"superseded: {words}", _unless(unsaid, outcome.facts), False
    for words in lasting.erased:
        yield f"erased: {words}", _unless(not holds(words, outcome.sent), outcome.sent), False


def files_with(words: str, folder: Path) -> list[str]:
    """The files of a home in whose bytes one of the phrases stands, in any case and encoding."""
    wanted = {
        re.compile(re.escape(written.encode(encoding)), re.IGNORECASE)
        for phrase in words.split(" / ")
        for cased in (phrase.strip().lower(), phrase.strip().upper(), phrase.strip())
        for written in (cased, json.dumps(cased)[1:-1])
        for encoding in ("utf-8", "utf-16-le")
    }
    files = (path for path in folder.rglob("*") if path.is_file() and "models" not in path.parts)
    return [
        path.relative_to(folder).as_posix()
        for path in files
        if any(pattern.search(path.read_bytes()) for pattern in wanted)
    ]


def _unless(good: bool, seen: object) -> str:
    return "" if good else f"seen: {squeezed(str(seen))[-700:] or 'nothing'}"


def _among(words: str, facts: list[Fact]) -> str:
    return _unless(any(holds(words, f.fact) for f in facts), [f.fact for f in facts])


def _noted(words: str, outcome: Outcome, _: Lasting) -> str:
    return _among(words, outcome.noted)


def _noted_nothing(_: str, outcome: Outcome, __: Lasting) -> str:
    return _unless(not outcome.noted, [fact.fact for fact in outcome.noted])


def _replaced(words: str, outcome: Outcome, lasting: Lasting) -> str:
    why_not = _among(words, outcome.superseded)
    if not why_not:
        lasting.superseded.append(words)
    return why_not


def _forgot(words: str, outcome: Outcome, lasting: Lasting) -> str:
    why_not = _among(words, outcome.gone)
    if not why_not:
        lasting.erased.append(words)
    return why_not


def _no_longer(words: str, _: Outcome, lasting: Lasting) -> str:
    before = len(lasting.always)
    lasting.always = [rule for rule in lasting.always if rule.words != words]
    return "" if len(lasting.always) < before else "it never was"


def _never_noted(words: str, outcome: Outcome, lasting: Lasting) -> str:
    lasting.never_noted.append(words)
    found = [fact.fact for fact in outcome.after if holds(words, fact.fact)]
    return _unless(not found, found)


def _source(words: str, outcome: Outcome, _: Lasting) -> str:
    source = outcome.measured[-1].source if outcome.measured else "nobody"
    return _unless(source in words.split(" / "), source)


def _has_section(name: str, outcome: Outcome) -> bool:
    return bool(outcome.measured and outcome.measured[-1].sections.get(name))


def _section(name: str, outcome: Outcome, _: Lasting) -> str:
    return _unless(_has_section(name, outcome), _sections(outcome))


def _section_not(name: str, outcome: Outcome, _: Lasting) -> str:
    return _unless(bool(outcome.measured) and not _has_section(name, outcome), _sections(outcome))


def _sections(outcome: Outcome) -> list[str]:
    return [name for spent in outcome.measured for name, tokens in spent.sections.items() if tokens]


def _learned(words: str, profile: Profile) -> bool:
    field_, wanted = parted(words)
    return any(holds(wanted, value) for value in profile.get(field_, ()))


def _profile(words: str, outcome: Outcome, _: Lasting) -> str:
    return _unless(_learned(words, outcome.learned), outcome.learned.get(parted(words)[0]))


def _profile_not(words: str, outcome: Outcome, _: Lasting) -> str:
    return _unless(not _learned(words, outcome.learned), outcome.learned.get(parted(words)[0]))


def _favourite(words: str, outcome: Outcome, _: Lasting) -> str:
    known = outcome.learned.get(FAVOURITES, ())
    return _unless(words in known, known)


def _not_favourite(words: str, outcome: Outcome, _: Lasting) -> str:
    known = outcome.learned.get(FAVOURITES, ())
    return _unless(words not in known, known)


def _unlearned(words: str, outcome: Outcome, lasting: Lasting) -> str:
    was, is_ = _learned(words, outcome.learned_before), _learned(words, outcome.learned)
    if was and not is_:
        lasting.erased.append(parted(words)[1])
        return ""
    return _unless(False, outcome.learned if was else outcome.learned_before)


_CHECKS: Mapping[str, Callable[[str, Outcome, Lasting], str]] = {
    "noted": _noted,
    "noted nothing": _noted_nothing,
    "replaced": _replaced,
    "replaced nothing": lambda _, seen, __: _unless(
        not seen.superseded, [fact.fact for fact in seen.superseded]
    ),
    "confirmed": lambda words, seen, _: _among(words, seen.confirmed),
    "forgot": _forgot,
    "took back": lambda words, seen, _: _among(words, [*seen.gone, *seen.superseded]),
    "says": lambda words, seen, _: _unless(holds(words, seen.shown), seen.shown),
    "says not": lambda words, seen, _: _unless(not holds(words, seen.shown), seen.shown),
    "sent not": lambda words, seen, _: _unless(not holds(words, seen.sent), seen.sent),
    "knows": lambda words, seen, _: _unless(holds(words, seen.sent), seen.memory),
    "knows not": lambda words, seen, _: _unless(not holds(words, seen.facts), seen.facts),
    "recalls": lambda words, seen, _: _unless(holds(words, seen.memory), seen.memory),
    "source": _source,
    "status": lambda words, seen, _: _unless(str(seen.status) == words, seen.status),
    "always": lambda *_: "",
    "no longer": _no_longer,
    "never noted": _never_noted,
    "section": _section,
    "section not": _section_not,
    "profile": _profile,
    "profile not": _profile_not,
    "favourite": _favourite,
    "not favourite": _not_favourite,
    "unlearned": _unlearned,
}
