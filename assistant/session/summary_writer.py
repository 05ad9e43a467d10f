"""Summaries written by the model (``memory.summariser = "model"``), while nobody waits for them.

After a turn is committed the turns that left the window are shown to the model in a thread; what
it writes is taken in, if it stands (``memory/segments/written.py``), by the transaction of a later
turn. Until then their raw text stays where it was, so that a crash loses nothing and no turn is
both raw and summed up. When the person asks the next thing, an unfinished request is given up:
it would only be in the way of the answer.
"""

from __future__ import annotations

import threading
from collections.abc import Callable, Sequence
from contextlib import suppress

from assistant.errors import AssistantError
from assistant.llm.base import ChatModel, TextDelta
from assistant.llm.small import is_small
from assistant.memory.engine.base import Group, Written
from assistant.session.logs import Log
from assistant.session.services import Services

NOTHING = ""
"""What a request came to that failed: the local summary stands."""


class SummaryWriter:
    """Not shared between threads; its own thread touches no storage."""

    def __init__(self, services: Services) -> None:
        self._services = services
        self._replies: dict[Group, str] = {}
        self._job: _Job | None = None

    @property
    def written(self) -> Written | None:
        """The model's reply to each group of turns; None where summaries are made locally."""
        return self._replies.get if self._model() else None

    @property
    def idle(self) -> bool:
        """Nothing is written or being written."""
        return not self._replies and self._job is None

    def begin(self, groups: Sequence[Group]) -> None:
        """Have the model write about groups of turns; returns at once."""
        self.rest()
        model = self._model()
        missing = [group for group in groups if group not in self._replies]
        self._replies = {group: self._replies[group] for group in groups if group not in missing}
        if model and missing:
            self._job = _Job(model, missing, self._services.counter().count, self._services.log)

    def rest(self) -> None:
        """Keep what is finished and give up the rest."""
        if self._job:
            self._replies |= self._job.stop()
            self._job = None

    def finish(self, seconds: float) -> None:
        """Wait that long at most for what is under way; Ctrl-C ends the wait."""
        if self._job:
            with suppress(KeyboardInterrupt):
                self._job.thread.join(seconds)
        self.rest()

    def _model(self) -> ChatModel | None:
        """None where none is to write: the model in process can answer only one thing at a time,
        and a small one cannot do it."""
        if self._services.config.memory.summariser == "local":
            return None
        try:
            model = self._services.model()
        except AssistantError:
            return None
        small = is_small(model, self._services.config.model)
        return model if model and not (model.embedded or small) else None


class _Job:
    """Requests for some groups, one after another, in a thread that can be told to stop."""

    def __init__(
        self, model: ChatModel, groups: Sequence[Group], count: Callable[[str], int], log: Log
    ) -> None:
        self._model = model
        self._log = log
        self._groups = tuple(groups)
        self._count = count
        self._replies: dict[Group, str] = {}
        self._stopped = threading.Event()
        self.thread = threading.Thread(target=self._run, name="summary_writer", daemon=True)
        self.thread.start()

    def stop(self) -> dict[Group, str]:
        """What is finished. A request that is under way ends with its next piece."""
        self._stopped.set()
        return dict(self._replies)

    def _run(self) -> None:
        for group in self._groups:
            try:
                reply = self._ask(group)
            except Exception as error:  # whatever went wrong, the local summary stands
                self._log.write("warning", "summary not written", kind=type(error).__name__)
                reply = NOTHING
            if self._stopped.is_set():
                return
            self._replies[group] = reply

    def _ask(self, group: Group) -> str:
        from assistant.memory.segments.written import summary_request

        pieces: list[str] = []
        for event in self._model.stream(summary_request(group, self._count)):
            if self._stopped.is_set():
                break
            if isinstance(event, TextDelta):
                pieces.append(event.text)
        return "".join(pieces)
