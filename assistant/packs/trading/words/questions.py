"""Questions of the domain that name no instrument: the core knows those that do (K5)."""

from __future__ import annotations

from collections.abc import Iterator

from assistant.packs import Heard, Lesson
from assistant.packs.trading.words.vocabulary import pattern
from assistant.text.folding import fold_in_place

FIELD = "frequent_questions"


def questions(heard: Heard) -> Iterator[Lesson]:
    """The templates of those that have words of the markets or of money."""
    for asked, made in zip(heard.asked, heard.templates, strict=True):
        if any(pattern("market", key).search(fold_in_place(asked)) for key in ("strong", "money")):
            yield Lesson(FIELD, made)
