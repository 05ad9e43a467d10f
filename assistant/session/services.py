"""What a session needs from outside, chosen by ``sessions.py``."""

from __future__ import annotations

import uuid
from collections.abc import Callable
from dataclasses import dataclass, field
from datetime import datetime
from typing import TYPE_CHECKING

from assistant.config import Config
from assistant.llm.base import ChatModel, TokenCounter
from assistant.memory.answer_cache import AnswerKeeper
from assistant.prompt.base import Prompt
from assistant.records import Conversation, Language, Turn
from assistant.secrets import Redactor
from assistant.session.logs import Log
from assistant.storage.base import Stores

if TYPE_CHECKING:
    from assistant.memory.engine import Memory
    from assistant.session.base import Sent
    from assistant.session.packs import SessionPacks
    from assistant.tools.toolbox import Toolbox


@dataclass(frozen=True, slots=True)
class Services:
    """The concrete things behind a session.

    ``model`` gives None when no model is to be asked; ``model_name`` is then empty, and connects
    to nothing. ``counter`` counts as the asked model does; ``learn`` tells it what the server
    counted (ours, theirs). ``tools`` and ``packs`` give None where there
    are none. ``sent`` holds the
    last turn's requests. ``beside`` gives, once a choice was made, the lines about servers that
    could have answered and wait for the person's yes. ``better_model`` is the command that gets a
    larger model in place of a small one; empty where none is known. ``asks`` is told of each prompt
    before it is sent, ``kept`` of a turn in the transaction that keeps it, which it undoes by
    raising. ``incognito``: nothing of the home's memory is read. ``tries``: how often a turn is
    written where others write at the same moment.
    """

    stores: Stores
    open_memory: Callable[[], Memory]
    answers: AnswerKeeper
    config: Config
    log: Log
    redactor: Redactor
    clock: Callable[[], datetime]
    user: str
    model: Callable[[], ChatModel | None]
    model_name: Callable[[], str]
    counter: Callable[[], TokenCounter]
    learn: Callable[[int, int], None]
    warm_up: Callable[[], None]
    tools: Callable[[], Toolbox | None] = lambda: None
    packs: Callable[[], SessionPacks | None] = lambda: None
    beside: Callable[[Language], tuple[str, ...]] = lambda _: ()
    better_model: Callable[[], str] = lambda: ""
    asks: Callable[[Prompt], None] = lambda _: None
    kept: Callable[[Turn], None] = lambda _: None
    incognito: bool = False
    tries: int = 1
    sent: list[Sent] = field(default_factory=list)

    @property
    def memory(self) -> Memory:
        """The engine, loaded by the first turn that needs more than a kept answer."""
        return self.open_memory()

    def new_conversation(self, role: str, now: datetime) -> Conversation:
        """A conversation ``{role}:{user}:{uuid}``; it is stored with its first turn."""
        return Conversation(f"{role}:{self.user}:{uuid.uuid4()}", role, now, now)
