"""What a pack has prompts told, how its domain is to be treated and who the person is (K3), and
what the person is told of its advice (K6)."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field

from assistant.packs.base import Words, capped
from assistant.packs.names import in_every_language, named

KNOWN_OF_PERSON = ("name", "plan", "language", "time_zone")
"""What of a person the program tells by itself."""


@dataclass(frozen=True, slots=True)
class Instructions:
    """How the model has to treat the pack's domain: lines in each language, the most important
    first, at most ``cap`` tokens of them.

    They stand in ``PACK.instructions``, in the language of the message, where one of the pack's
    domains recognises it; with ``always`` in every prompt. ``roles``: as in ``Source``.
    """

    lines: Mapping[str, Sequence[str]]
    cap: int = 100
    always: bool = False
    roles: tuple[str, ...] = ()

    def __post_init__(self) -> None:
        in_every_language(self.lines, "the text of the instructions")
        capped(self.cap, "the instructions")


@dataclass(frozen=True, slots=True)
class Disclaimer:
    """A line that the person is shown beside the reply, once a conversation, in the language of the
    message: after the first turn in which one of those ``tools`` of the pack succeeded, by their
    ids; empty: any of them. The system says it, no model has a part in it (K6)."""

    text: Words
    tools: tuple[str, ...] = ()

    def __post_init__(self) -> None:
        in_every_language(self.text, "the text of the disclaimer")


@dataclass(frozen=True, slots=True)
class About:
    """Something of the person that the pack's answers depend on: a line of the section ``user``.

    ``name``, ``plan``, ``language`` and ``time_zone`` are told by the program. Anything else is the
    newest fact that has one of its ``words``, whole words or phrases, as the person said it, after
    ``label``; both in each language. What is not known is left out.
    """

    name: str
    label: Words = field(default_factory=dict)
    words: Mapping[str, tuple[str, ...]] = field(default_factory=dict)

    def __post_init__(self) -> None:
        named(self.name, "something of the person")
        if self.name in KNOWN_OF_PERSON:
            return
        in_every_language(self.label, f"the label of '{self.name}'")
        in_every_language(self.words, f"the words of '{self.name}'")
