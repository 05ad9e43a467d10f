"""What a pack leaves open for the person to say yes to, or to answer (K4)."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

from assistant.packs.base import Words
from assistant.packs.names import in_every_language


@dataclass(frozen=True, slots=True)
class Pending:
    """Something that waits for the person's next word, for an hour at most.

    ``told`` says in each language what it is: "buy 10 at 62". With ``tool`` it is done on a plain
    yes ("yes, do it"): the tool of that id is called with ``arguments``, through the one pipeline,
    so that a side effect is shown and asked about (T6). Without one it is a question that was asked
    back: the prompt is told of it until the next message.
    """

    told: Words
    tool: str = ""
    arguments: Mapping[str, Any] = field(default_factory=dict)

    def __post_init__(self) -> None:
        in_every_language(self.told, "what waits for the person")


@dataclass(frozen=True, slots=True)
class Ahead:
    """A call that answers a question before it is asked: a tool that only reads, by its id."""

    tool: str
    arguments: Mapping[str, Any] = field(default_factory=dict)
