"""A life lived step by step, and what is seen of it."""

from __future__ import annotations

import json
import re
from collections.abc import Callable
from contextlib import closing
from copy import deepcopy
from dataclasses import dataclass, field, replace
from datetime import timedelta

from assistant.records import Fact, Segment, TurnMetrics
from assistant.storage.base import Stores
from assistant.storage.open import open_stores
from tests.faults.invariants import check_conversation
from tests.week.checks import (
    ERASING,
    OF_PROFILE,
    Lasting,
    Message,
    Outcome,
    Profile,
    check,
    check_request,
    erased_words,
    files_with,
    holds,
)
from tests.week.desk import Desk, Seat
from tests.week.script import Day, Step

BUDGET = 4000
PACE = timedelta(seconds=70)
"""What a step takes of the day."""
DEFAULT = {
    "en": "Begin with the smallest step, look at what it shows, and only then choose the next one. "
    "Write down what you decided, so that nobody has to guess it in a month.",
    "es": "Empezá por el paso más chico, mirá qué muestra y recién ahí elegí el siguiente. "
    "Anotá lo que decidiste, así nadie lo tiene que adivinar dentro de un mes.",
}
"""What a scripted model says where the day gives it no words."""


@dataclass(slots=True)
class Tally:
    """What the report counts. ``tell`` hears of each failure at once."""

    tell: Callable[[str], object]
    held: int = 0
    failed: dict[str, list[str]] = field(default_factory=dict)
    """By what was expected: where it did not hold, and what was seen."""
    wishes: dict[str, list[str]] = field(default_factory=dict)
    """The same of what is only wished for; empty words where it holds by now."""
    turns: int = 0
    noted: int = 0
    superseded: int = 0
    forgotten: int = 0
    crashes: int = 0
    tokens: dict[str, list[int]] = field(default_factory=dict)

    @property
    def mean(self) -> float:
        """Tokens of a prompt, on average."""
        sizes = [size for day in self.tokens.values() for size in day]
        return sum(sizes) / len(sizes) if sizes else 0.0

    def judge(self, place: str, name: str, why_not: str, *, wish: bool = False) -> None:
        if wish:
            self.wishes.setdefault(name, []).append(f"{place}: {why_not}" if why_not else "")
        elif why_not:
            self.failed.setdefault(name, []).append(f"{place}: {why_not}")
            self.tell(f"  !! {name}: {why_not}\n")
        else:
            self.held += 1


class Life:
    """One person at one desk. ``tell`` hears each line as it is lived; ``pack`` is the one whose
    profile of the person is looked at."""

    def __init__(
        self, desk: Desk, language: str, tell: Callable[[str], object], pack: str = ""
    ) -> None:
        self.tally = Tally(tell)
        self._pack = pack
        self._desk = desk
        self._tell = tell
        self._default = DEFAULT[language]
        self._seats: dict[int, Seat] = {}
        self._here = 1
        self._lasting = Lasting()
        self._known: dict[str, Segment] = {}
        self._day = ""
        self._do: dict[str, Callable[[Step], Outcome | None]] = {
            "clock": self._turn_the_clock,
            "open": self._open,
            "type": self._type,
            "shell": self._shell,
            "fault": self._fault,
        }

    def live(self, day: Day) -> None:
        """A day, from its first line to the night, when the files are looked through."""
        self._day = day.name
        self._tell(f"{day.name}\n")
        for step in day.steps:
            self._desk.set_clock(self._desk.now + PACE)
            self._tell(f"  {step.place:16} {step.text[:90]}\n")
            try:
                self._judge(step, self._done(step))
            except (OSError, EOFError) as error:  # one that never answered, or is gone
                self.tally.judge(step.place, "the program answers", repr(error))
        for seat in self._seats.values():
            seat.leave()
        self._seats.clear()
        self._look_through_the_files()

    def _done(self, step: Step) -> Outcome | None:
        """The step, with the profile before and after it where something is expected of that."""
        kinds = {expected.kind for expected in step.expected}
        before = self._profile() if "unlearned" in kinds else {}
        outcome = self._do[step.kind](step)
        if outcome is None or kinds.isdisjoint(OF_PROFILE):
            return outcome
        return replace(outcome, learned_before=before, learned=self._profile())

    def _profile(self) -> Profile:
        """What the pack has learned, as `assistant profile` tells it."""
        status, shown = self._desk.shell(f"assistant profile show {self._pack} --json")
        if status:
            raise OSError(shown)
        fields = json.loads(shown[shown.index("{") :])["fields"]
        return {
            name: [f"{e['key']}: {e['value']}" if e["key"] else e["value"] for e in entries]
            for name, entries in fields.items()
        }

    def _turn_the_clock(self, step: Step) -> None:
        """``text`` is the time of day at this desk, ``days`` how many nights lie between."""
        hour, minute = map(int, step.text.split(":"))
        here = self._desk.now.astimezone(self._desk.zone) + timedelta(days=step.days)
        at = here.replace(hour=hour, minute=minute, second=0, microsecond=0)
        if at < here and not step.days:
            at += timedelta(days=1)
        self._desk.set_clock(at)

    def _open(self, step: Step) -> Outcome:
        self._here = step.terminal
        if before := self._seats.pop(step.terminal, None):
            before.leave()
        facts = self._facts()
        seat = self._seats[step.terminal] = self._desk.sit_down(step.text)
        return Outcome(seat.greeting, facts, self._facts())

    def _type(self, step: Step) -> Outcome:
        self._here = step.terminal or self._here
        if self._here not in self._seats:
            raise EOFError(f"nothing runs in terminal {self._here}")
        seat = self._seats[self._here]
        facts, measured = self._facts(), len(self._metrics())
        killed = step.manner("killed")
        self._desk.script_reply(step.reply or self._default, slowly=killed == "mid-reply")
        if killed:
            shown = seat.say_and_kill(step.text, killed)
            self.tally.crashes += 1
            del self._seats[self._here]
            self._look_after_a_crash(step.place, facts)
            return Outcome(shown, facts, self._facts())
        shown = seat.say(step.text, step.manner("answers"))
        if not seat.open:
            del self._seats[self._here]
            self._here = next(iter(self._seats), 1)
        news = tuple(self._metrics()[measured:])
        messages = (
            self._messages_of(seat)
            if seat.open and any(m.source == "model" for m in news)
            else None
        )
        return Outcome(shown, facts, self._facts(), messages, news)

    def _shell(self, step: Step) -> Outcome:
        facts, measured = self._facts(), len(self._metrics())
        messages = self._preview(step.text)
        self._desk.script_reply(step.reply or self._default)
        status, shown = self._desk.shell(step.text)
        news = tuple(self._metrics()[measured:])
        return Outcome(shown, facts, self._facts(), messages, news, status)

    def _fault(self, step: Step) -> None:
        if step.text.endswith("down"):
            self._desk.take_model_down()
        else:
            self._desk.bring_model_up()

    def _messages_of(self, seat: Seat) -> tuple[Message, ...] | None:
        """The last request as the program shows it, which is what the server got."""
        body = seat.sent()
        if body is None:
            return None
        if self._desk.server is not None:
            same = self._desk.server.chats[-1]["messages"] == body["messages"]
            self.tally.judge(self._day, "/why bytes is what was sent", "" if same else "it is not")
        return tuple(body["messages"])

    def _preview(self, line: str) -> tuple[Message, ...] | None:
        """What `ask` would send, as `assistant prompt` tells before it."""
        if "assistant ask" not in line:
            return None
        line = re.sub(r" --(fresh|json|no-stream)\b| --schema \S+", "", line)
        status, shown = self._desk.shell(line.replace("assistant ask", "assistant prompt --json"))
        return tuple(json.loads(shown[shown.index("{") :])["messages"]) if status == 0 else None

    def _judge(self, step: Step, outcome: Outcome | None) -> None:
        if outcome is None:
            return
        lasting = deepcopy(self._lasting)  # what begins here does not hold of this very request
        for expected in step.expected:
            if self._desk.server is None and expected.when == "scripted":
                continue
            why_not = check(expected, outcome, self._lasting)
            self.tally.judge(expected.place, str(expected), why_not, wish=expected.when == "wish")
            if expected.kind in ERASING:
                self._look_for(expected.place, erased_words(expected))
        foreseen = [e.words for e in step.expected if e.kind == "replaced"]
        judged = any(
            e.kind == "replaced nothing" or (e.kind == "replaced" and e.when == "wish")
            for e in step.expected
        )
        for fact in () if judged else outcome.superseded:
            why_not = "" if any(holds(words, fact.fact) for words in foreseen) else fact.fact
            self.tally.judge(step.place, "nothing else is replaced", why_not)
        if outcome.messages is not None:
            self._desk.write_down(f"{step.place}  {step.text}\n{outcome.memory.strip()}\n")
        if outcome.messages is not None and "--incognito" not in step.text:
            for name, why_not, wish in check_request(outcome, lasting, BUDGET):
                self.tally.judge(step.place, name, why_not, wish=wish)
        if outcome.noted and step.kind == "type" and not step.text.startswith("/"):
            told = any(holds(f.fact, outcome.shown) for f in outcome.noted)
            silent = "" if told or step.manner("killed") else outcome.shown
            self.tally.judge(step.place, "what is noted is told", silent)
        self.tally.turns += len(outcome.measured)
        self.tally.noted += len(outcome.noted)
        self.tally.superseded += len(outcome.superseded)
        self.tally.forgotten += len(outcome.gone)
        sent = [m.prompt_tokens for m in outcome.measured if m.source == "model"]
        self.tally.tokens.setdefault(self._day, []).extend(sent)

    def _look_after_a_crash(self, place: str, before: tuple[Fact, ...]) -> None:
        """Nothing acknowledged is lost, nothing is by halves."""
        left = {fact.id for fact in self._facts()}
        lost = [fact.fact for fact in before if fact.id not in left]
        self.tally.judge(place, "no fact is lost in a crash", str(lost) if lost else "")
        self._look_into_the_database(place)

    def _look_into_the_database(self, place: str) -> None:
        with self._stores() as stores:
            damage = "; ".join(stores.check())
            self.tally.judge(place, "the database is sound", damage)
            for conversation in stores.conversations.all():
                why_not = ""
                try:
                    forgotten = bool(self._lasting.erased or self.tally.forgotten)
                    check_conversation(stores, conversation.id, self._known, forgotten=forgotten)
                except AssertionError as error:
                    why_not = f"{conversation.id}: {error}"
                self.tally.judge(place, "no turn is by halves", why_not)

    def _look_through_the_files(self) -> None:
        """At night: the database, the words that were to be gone, the alerts."""
        self._look_into_the_database(self._day)
        for words in self._lasting.erased:
            self._look_for(self._day, words)
        for words in self._lasting.never_noted:
            found = [fact.fact for fact in self._facts() if holds(words, fact.fact)]
            self.tally.judge(self._day, f"never noted: {words}", str(found) if found else "")
        alerts = [m.alert for m in self._metrics() if m.alert]
        self.tally.judge(self._day, "no alert", str(alerts) if alerts else "")

    def _look_for(self, place: str, words: str) -> None:
        found = files_with(words, self._desk.home)
        self.tally.judge(place, f"in no file: {words}", f"in {found}" if found else "")

    def _facts(self) -> tuple[Fact, ...]:
        with self._stores() as stores:
            return tuple(stores.facts.all(retired=True))

    def _metrics(self) -> list[TurnMetrics]:
        with self._stores() as stores:
            return stores.journal.metrics()

    def _stores(self) -> closing[Stores]:
        return closing(open_stores(self._desk.home / "assistant.db", clock=lambda: self._desk.now))
