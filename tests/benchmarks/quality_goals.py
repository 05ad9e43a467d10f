"""Which of the scorer's figures stand in the summary, and what was asked of each."""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from tests.benchmarks.base import Goal, at_least, at_most


@dataclass(frozen=True, slots=True)
class Line:
    """``suite`` and ``key`` find it among the results; ``others``: a plain history has it too."""

    suite: str
    key: str
    name: str
    goal: Goal | None
    unit: str = "%"
    factor: float = 1.0
    others: bool = False
    headline: bool = False

    def value(self, results: Mapping[str, Mapping[str, Any]]) -> float | None:
        """None where the suite was not measured, failed, or had nothing to tell."""
        found = results.get(self.suite, {}).get(self.key)
        if isinstance(found, str):  # "1 in 78 turns": per hundred
            hits, total = map(int, re.findall(r"\d+", found)[:2])
            found = 100 * hits / total
        return None if found is None else float(found) * self.factor


LINES = (
    Line("signals", "write_recall_%", "facts written when they should be", at_least(95)),
    Line("signals", "false_write_%", "… and when they should not", at_most(3)),
    Line("signals", "domain_accuracy_%", "… under the right domain", at_least(88)),
    Line("updates", "right_%", "confirmed, replaced, forgotten, left alone", at_least(93),
         headline=True),
    Line("recall", "right_fact_in_prompt_%", "the right fact is in the prompt", at_least(95)),
    Line("recall", "silent_when_nothing_fits_%", "none where none fits", at_least(90)),
    Line("topics", "f1", "topic shifts, F1", at_least(85), factor=100),
    Line("tiage", "f1", "topic shifts of TIAGE, F1", at_least(55), factor=100),
    Line("scenarios", "probes_right_%", "months of use: what a prompt must and must not hold",
         at_least(95), others=True, headline=True),
    Line("scenarios", "largest_prompt", "… largest prompt, tokens", None, "", others=True),
    Line("locomo", "answer_words_in_prompt_%", "LoCoMo: words of the answers in the prompt",
         at_least(40)),
    Line("dedup", "reused_when_same_%", "answers given again to the same question",
         at_least(60)),
    Line("dedup", "wrong_reuse_%", "… and to another one", at_most(1)),
    Line("qqp", "precision_%", "Quora pairs: precision of reuse", at_least(90)),
    Line("prefeval", "write_recall_%", "PrefEval: preferences written", at_least(97)),
    Line("prefeval", "false_write_on_questions_%", "… facts written of questions", at_most(1)),
    Line("prefeval", "false_writes_in_chats", "… facts written of 100 turns of chats",
         at_most(1), ""),
    Line("prefeval", "right_preference_in_prompt_of_20_%", "… the right one of 20 in the prompt",
         at_least(94), others=True),
    Line("prefeval", "right_preference_in_prompt_of_60_%", "… the right one of 60 in the prompt",
         at_least(86), others=True),
    Line("prefeval", "after_300_messages_in_prompt_%", "a preference, after 300 messages, is in the prompt", None,
         others=True, headline=True),
    Line("prefeval", "largest_prompt_seen", "largest prompt in those 300 messages, tokens", None, "",
         others=True, headline=True),
    Line("budget", "largest_prompt", "largest prompt of hostile input, tokens", at_most(4000), ""),
)  # fmt: skip
