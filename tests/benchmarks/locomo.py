"""What summaries remember of long dialogues: python -m tests.benchmarks.locomo [FOLDER] [DAYS …]

FOLDER holds dialogues of snap-research/locomo (CC BY-NC 4.0, never part of this project), by
default ``../shared/eval/locomo``; without it there is nothing to measure. Each dialogue is observed
as weekly conversations with the given retention of summaries (180 days and 0 unless told
otherwise); then the share of each gold answer's words that stands in the memory part of the prompt
for its question is averaged. No model is called.
"""

from __future__ import annotations

import json
import re
import statistics
import sys
import tempfile
from collections.abc import Iterator, Sequence
from dataclasses import asdict, dataclass
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Any

from assistant import Assistant
from assistant.memory.segments.words import listed
from assistant.text.folding import fold
from tests.benchmarks.base import Table
from tests.benchmarks.tables import plain

FOLDER = Path(__file__).parents[3] / "shared/eval/locomo"
START = datetime(2026, 1, 5, 9, 0, tzinfo=UTC)
MEMORY = ("facts", "summaries", "fragments")
UNANSWERABLE = 5
COMMON = listed("function")
"""Words of grammar, which are in any text."""


@dataclass
class Clock:
    """Moved by hand; twenty seconds go by at each look."""

    now: datetime = START

    def __call__(self) -> datetime:
        self.now += timedelta(seconds=20)
        return self.now


@dataclass(frozen=True, slots=True)
class Found:
    """For one question, the share of the answer's words in the prompt's memory, and its size."""

    share: float
    tokens: int


def exchanges(session: list[dict[str, Any]], user: str) -> Iterator[tuple[str, str]]:
    """What the first speaker said until the second had answered, joined."""
    said: list[str] = []
    reply: list[str] = []
    for line in session:
        text = line.get("clean_text") or line.get("text") or ""
        if line["speaker"] == user:
            if said and reply:
                yield " ".join(said), " ".join(reply)
                said, reply = [], []
            said.append(text)
        else:
            reply.append(text)
    if said:
        yield " ".join(said), " ".join(reply) or "ok"


def ask(dialogue: dict[str, Any], retention: int) -> Iterator[Found]:
    """Observe a dialogue in a home of its own, then preview each of its questions."""
    talk, clock = dialogue.get("conversation", dialogue), Clock()
    with tempfile.TemporaryDirectory() as folder:
        config = Path(folder) / "config.toml"
        config.write_text(f"[memory]\nsegment_retention_days = {retention}\n")
        with Assistant.open(home=folder, clock=clock) as assistant:
            week = 1
            while f"session_{week}" in talk:
                clock.now = START + timedelta(weeks=week)
                for message, reply in exchanges(talk[f"session_{week}"], talk["speaker_a"]):
                    assistant.observe(message, reply)
                assistant.end_conversation()
                week += 1
            for question in dialogue["qa"]:
                words = set(re.findall(r"\w+", fold(str(question.get("answer") or "")))) - COMMON
                if words and question.get("category") != UNANSWERABLE:
                    yield _look(assistant, question["question"], words)


def _look(assistant: Assistant, question: str, words: set[str]) -> Found:
    preview = assistant.preview(question)
    held = fold(" ".join(i for s in preview.sections if s.name in MEMORY for i in s.items))
    there = [bool(re.search(rf"(?<!\w){re.escape(word)}(?!\w)", held)) for word in words]
    return Found(sum(there) / len(there), preview.tokens)


@dataclass(frozen=True, slots=True)
class Row:
    """With summaries kept for so many days: percent of the answers' words in the prompt."""

    days: int
    share: float
    questions: int
    largest: int


def measure(folder: Path, days: int) -> Row:
    """Over every dialogue of the folder, which must hold one."""
    files = sorted(folder.glob("*.json"))
    found = [f for path in files for f in ask(json.loads(path.read_text("utf-8")), days)]
    share = 100 * statistics.mean(f.share for f in found)
    return Row(days, share, len(found), max(f.tokens for f in found))


def table(rows: Sequence[Row]) -> Table:
    columns = ("summaries kept, days", "answers' words in the prompt, %", "questions",
               "largest prompt")  # fmt: skip
    return Table("LoCoMo", columns, tuple(tuple(asdict(row).values()) for row in rows))


def main(arguments: list[str]) -> None:
    folder = next((Path(a) for a in arguments if not a.isdigit()), FOLDER)
    days = [int(a) for a in arguments if a.isdigit()] or [180, 0]
    if not any(folder.glob("*.json")):
        print(f"nothing to measure: no dialogues in {folder}")
        return
    print(plain(table([measure(folder, retention) for retention in days])))


if __name__ == "__main__":
    main(sys.argv[1:])
