"""What teaches the reader, and measures it: invented people, what they told, and what they say next."""

from __future__ import annotations

import random
import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import chain
from pathlib import Path

from assistant.reader import Want
from assistant.text.folding import fold
from tests.benchmarks.suites import CASES, cases, parts
from training.examples import read_examples
from training.recall.people import general

TAUGHT = CASES / "answers"
_ASKED = re.compile(r"\?([ynu]?) (.*) => ([\d,]+)(?: < ([\d,]+))?")
_OF_THE_WORLD, _TALK_EACH, _LONGEST = 3, 12, 90
"""Questions of the world and other messages that each taught person also says."""
_TALK_SHARE = 0.3
_STATED_SHARE = 0.25
_SEED = 5
OF_FOLDERS = ("catalina", "consuelo", "irati", "tobias", "wendell", "yesenia")
"""Writers whose questions stand in a folder of their own."""
OF_HOMES = "lists", "homes"
"""Suites of homes of fourteen and sixteen facts."""
_SAID_ALONE = {"forget": "none", "correct": "correction", "fact": "statement", "task": "not_memory"}
_LONG, _STEM = re.compile(r"[^\W_]{4,}"), 5
_LATER_SHARE, _BESIDE_LATER = 0.5, 6
_VERDICTS = {"yes": True, "no": False}
WANTED: Mapping[str, Want] = {
    "unknown": "untold",
    "not_memory": "elsewhere",
    "not_a_request": "elsewhere",
    "statement": "elsewhere",
    "one": "forget",
    "topic": "forget",
    "none": "forget",
    "all": "forget all",
    "correction": "correct",
    "undo_scope": "take back",
}
"""What the kinds of cases want of the facts; all others are told one."""


@dataclass(frozen=True)
class Case:
    """``uses``: places of the facts that answer, or that are to be forgotten or put right; ``old``:
    of those that they replaced. ``affirms``: whether a verdict is yes. ``kind`` as in the cases of
    the writers, ``weight``: how much it counts."""

    writer: str
    facts: tuple[str, ...]
    message: str
    kind: str
    uses: tuple[int, ...] = ()
    old: tuple[int, ...] = ()
    affirms: bool | None = None
    weight: float = 1.0
    answer_has: tuple[str, ...] = ()
    answer_lacks: tuple[str, ...] = ()

    @property
    def want(self) -> Want:
        return WANTED.get(self.kind, "told")

    @property
    def asks(self) -> bool:
        """Whether it is a question, and no request to forget or to put right."""
        return self.want in ("told", "untold") or self.kind == "not_memory"


def lessons() -> list[Case]:
    """Everything that teaches."""
    questions = [case for writer in parts("answers") for case in answering(writer)]
    requests = [case for writer in parts("forgetting") for case in forgetting(writer)]
    questions += [case for writer in OF_FOLDERS for case in answering(writer, *_folder(writer))]
    asked, requested = [*_asked_by_people()], [*_requested(), *_said_alone(questions)]
    stated = _stated([*questions, *asked, *requests, *requested])
    told = [*_taught(), *_talk(), *questions, *asked, *requests, *requested, *stated]
    return [*told, *_told_later(), *of_homes()]


def verdicts() -> Iterator[Case]:
    """Questions that want yes or no, each to the fact that decides it."""
    for path in sorted((CASES / "verdicts").glob("*.txt")):
        for line in path.read_text("utf-8").splitlines():
            fact, question, said = line.split(" | ")
            yield Case(path.stem, (fact,), question, "yes_no", (0,), affirms=_VERDICTS[said])


def writers_of_homes() -> set[str]:
    return {*chain.from_iterable(map(parts, OF_HOMES))}


def of_homes() -> Iterator[Case]:
    """Questions to the facts of one home: ``cases/lists``, above all those that several answer, and
    ``cases/homes``, of every kind."""
    for suite in OF_HOMES:
        for writer in parts(suite):
            for home in cases(suite, writer):
                for asked in home["asked"]:
                    yield Case(
                        *(writer, tuple(home["facts"]), asked["q"], asked["kind"]),
                        uses=tuple(asked["uses"]),
                        affirms=asked.get("affirms"),
                    )


def _stated(said: Sequence[Case]) -> Iterator[Case]:
    """What people told, told to the others of it: no question, though it is near to one. Every
    third is told again."""
    rng = random.Random(_SEED)
    for n, (facts, writer) in enumerate({case.facts: case.writer for case in said}.items()):
        if len(facts) < 3 or rng.random() > _STATED_SHARE:
            continue
        own = rng.choice(facts)
        others = facts if n % 3 == 0 else tuple(fact for fact in facts if fact != own)
        yield Case(writer, others, own, "statement", weight=0.5)


def _folder(writer: str) -> tuple[str, str]:
    """Suite and part of the questions of a writer who has a folder."""
    return f"writers/{writer}/cases", "answers"


def answering(writer: str, suite: str = "answers", part: str = "") -> Iterator[Case]:
    """The questions of one writer. A fact that a newer one replaced is known by the values that the
    answer must not hold."""
    for case in cases(suite, part or writer):
        lacks = [v for one in case["answer_lacks"] for v in one.split("|")]
        old = tuple(
            n
            for n, fact in enumerate(case["facts"])
            if case["kind"] == "updated"
            and n not in case["uses"]
            and any(re.search(rf"(?<!\w){re.escape(fold(v))}(?!\w)", fold(fact)) for v in lacks)
        )
        has = tuple(case["answer_has"])
        yield Case(
            *(writer, tuple(case["facts"]), case["question"], case["kind"], tuple(case["uses"])),
            old=old,
            affirms=has[0].lower() != "no" if case["kind"] == "yes_no" else None,
            answer_has=has,
            answer_lacks=tuple(case["answer_lacks"]),
        )


def forgetting(writer: str) -> Iterator[Case]:
    """The requests and corrections of one writer."""
    for case in cases("forgetting", writer):
        facts, gone = tuple(case["facts"]), tuple(case["gone"])
        yield Case(writer, facts, case["message"], case["kind"], gone)


def _said_alone(questions: Sequence[Case]) -> Iterator[Case]:
    """Single messages of people whose questions are known, said to facts of theirs that share no
    word with it: what is to be forgotten or put right is not among them."""
    rng = random.Random(_SEED)
    for writer in parts("requests-said"):
        told = [case.facts for case in questions if case.writer == writer]
        for said in cases("requests-said", writer):
            apart = [facts for facts in told if not _share_words(said["text"], facts)]
            if apart:
                yield Case(writer, rng.choice(apart), said["text"], _SAID_ALONE[said["kind"]])


def _share_words(message: str, facts: Sequence[str]) -> bool:
    own, others = ({fold(w)[:_STEM] for w in _LONG.findall(t)} for t in (message, " ".join(facts)))
    return bool(own & others)


def _told_later() -> Iterator[Case]:
    """What people said to a fact of theirs and to others of it: another matter, or what changed. No
    question, no request."""
    rng = random.Random(_SEED)
    for path in sorted((CASES / "relation").glob("*.txt")):
        pairs = [line.split(" | ", 2) for line in path.read_text("utf-8").splitlines()]
        pairs = [pair for pair in pairs if len(pair) == 3]
        for expected, fact, later in pairs:
            if expected != "confirm" and rng.random() < _LATER_SHARE:
                others = {other for _, other, _ in pairs} - {fact}
                facts = [fact, *rng.sample(sorted(others), min(_BESIDE_LATER, len(others)))]
                rng.shuffle(facts)
                yield Case(path.stem, tuple(facts), later, "statement", weight=0.5)


def _asked_by_people() -> Iterator[Case]:
    for name in parts("people"):
        for person in cases("people", name):
            for asked in person["asked"]:
                yield Case(
                    *(name, tuple(person["facts"]), asked["q"], asked["kind"]),
                    uses=tuple(asked["uses"]),
                    old=tuple(n for n in asked.get("old") or () if n not in asked["uses"]),
                    affirms=asked.get("affirms", _VERDICTS.get(asked.get("verdict"))),
                )


def _requested() -> Iterator[Case]:
    for name in parts("requests"):
        for person in cases("requests", name):
            facts = tuple(person["facts"])
            for said in person["said"]:
                yield Case(name, facts, said["m"], said["kind"], tuple(said["gone"]))


def _taught() -> Iterator[Case]:
    """The cases of ``taught.*.txt``, whose first lines say how they are written."""
    for path in sorted(TAUGHT.glob("taught.*.txt")):
        for facts, lines in _people_of(path):
            yield from (_taught_case(line, facts) for line in lines if line.startswith("?"))


def _people_of(path: Path) -> Iterator[tuple[tuple[str, ...], Sequence[str]]]:
    for block in re.split(r"^= ", path.read_text("utf-8"), flags=re.MULTILINE)[1:]:
        lines = block.splitlines()[1:]
        yield tuple(line[2:] for line in lines if line.startswith("- ")), lines


def _taught_case(line: str, facts: tuple[str, ...]) -> Case:
    if line[1] in "-w":
        kind = "unknown" if line[1] == "-" else "not_memory"
        return Case("taught", facts, line[3:], kind, weight=0.7)
    found = _ASKED.fullmatch(line)
    if found is None:
        raise ValueError(line)
    uses, old = _places(found[3]), _places(found[4] or "")
    kind = "updated" if old else "list" if len(uses) > 1 else "direct"
    affirms = {"y": True, "n": False}.get(found[1])
    kind = kind if affirms is None else "yes_no"
    return Case("taught", facts, found[2], kind, uses, old, affirms, weight=0.7)


def _places(listed: str) -> tuple[int, ...]:
    return tuple(int(n) - 1 for n in listed.split(",") if n)


def _talk() -> Iterator[Case]:
    """What people say that asks nothing of the memory, said by the taught."""
    rng = random.Random(_SEED)
    kinds = ("chitchat", "request", "passing", "quote", "hypothetical")
    ignored = [e.text for e in read_examples() if not e.kept and e.kind in kinds]
    short = [text for text in ignored if len(text) < _LONGEST]
    world = general()
    paths = sorted(TAUGHT.glob("taught.*.txt"))
    for facts in dict.fromkeys(facts for path in paths for facts, _ in _people_of(path)):
        said = (*rng.sample(short, _TALK_EACH), *rng.sample(world, _OF_THE_WORLD))
        for text in said:
            if rng.random() < _TALK_SHARE:
                yield Case("talk", facts, text, "not_memory", weight=0.35)
