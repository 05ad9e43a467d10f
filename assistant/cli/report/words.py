"""Words and numbers of a report, in the language of the interface."""

from __future__ import annotations

from dataclasses import dataclass

from assistant.cli import plain
from assistant.cli.report.figures import Compressed, Figures
from assistant.compute import writing
from assistant.config import HARD_BUDGET
from assistant.languages import plural
from assistant.messages import say
from assistant.records import Language


@dataclass(frozen=True, slots=True)
class Words:
    """Speaks from the ``[report]`` table of the messages; numbers as that language writes them."""

    language: Language = "en"

    def __call__(self, key: str, **values: object) -> str:
        """A phrase; whole numbers among the values come grouped."""
        shown = {k: self.number(v) if isinstance(v, int) else v for k, v in values.items()}
        return say(f"report.{key}", self.language, **shown)

    def counted(self, key: str, count: int, **values: object) -> str:
        """``1 turn``, ``3 turns``: the phrases ``key_one`` and ``key_many``."""
        form = "many" if plural(self.language, count) else "one"
        return self(f"{key}_{form}", count=count, **values)

    def number(self, value: int) -> str:
        return plain.number(value, self.language)

    def percent(self, share: float) -> str:
        """Rounded, but never to a whole that it is not."""
        share = min(share, 0.99) if share < 1 else share
        return writing.percent(share * 100, self.language)

    def strategies(self, compressed: Compressed) -> list[list[str]]:
        """Each strategy by which prompts were made to fit, with their number."""
        counts = compressed.strategies.items()
        return [[say(f"strategies.{n}", self.language), self.number(c)] for n, c in counts]

    def turns(self, first: int, last: int) -> str:
        """``12`` or ``12–15``."""
        return self.number(first) if first == last else f"{self.number(first)}–{self.number(last)}"


def headline(figures: Figures, words: Words) -> list[tuple[str, str, str]]:
    """The big numbers: each with its name and a detail; the requests not made come last."""
    whole, unmade = figures.totals, figures.requests_not_made
    sizes = {"sent": whole.prompt_tokens, "full": whole.full_history_tokens}
    saved = words("saved_detail", **sizes) if any(sizes.values()) else words("saved_nothing")
    largest = {"budget": HARD_BUDGET, "replies": whole.completion_tokens}
    return [
        (words.percent(whole.saved), words("saved"), saved),
        (words.number(whole.turns), words.counted("turns", whole.turns),
         _where(figures, words)),
        (words.number(whole.largest_prompt), words("largest"), words("largest_detail", **largest)),
        (words.number(unmade), words.counted("unasked", unmade), words("unasked_detail")),
    ]  # fmt: skip


def _where(figures: Figures, words: Words) -> str:
    """What the turns are of: conversations, and questions that were asked by themselves."""
    talks, alone = len(figures.conversations), figures.asked_alone
    said = []
    if talks or not alone:
        said.append(words("turns_detail", conversations=words.counted("conversations", talks)))
    if alone:
        said.append(words.counted("alone", alone))
    return ", ".join(said)
