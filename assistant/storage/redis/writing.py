"""A transaction of the lasting stores, and what has to happen beside it when it ends."""

from __future__ import annotations

import threading
import uuid
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress

from assistant.errors import AssistantError
from assistant.storage.base import Stores

Action = Callable[[], object]


class _Open(threading.local):
    """A thread's transaction."""

    def __init__(self) -> None:
        self.depth = 0
        self.tokens: dict[str, str] = {}
        self.committed: list[Action] = []
        self.undone: list[Action] = []
        self.ends: list[Action] = []


class Writing:
    """Transactions that others hang something on."""

    def __init__(self, lasting: Stores) -> None:
        self._lasting = lasting
        self._open = _Open()

    @contextmanager
    def transaction(self) -> Iterator[None]:
        """All or nothing; a nested one joins the outer, and is undone alone when it fails."""
        here = self._open
        outermost, begun, kept = here.depth == 0, len(here.undone), len(here.committed)
        here.depth += 1
        try:
            with self._lasting.transaction():
                yield
        except BaseException:
            failed, here.undone[begun:] = here.undone[begun:], []
            here.committed[kept:] = []
            ends = here.ends if outermost else []
            for action in (*reversed(failed), *ends):
                with suppress(AssistantError):
                    action()
            raise
        else:
            actions = [*here.committed, *here.ends] if outermost else []
        finally:
            here.depth -= 1
            if outermost:
                here.committed, here.undone, here.ends, here.tokens = [], [], [], {}
        for action in actions:
            action()

    def token(self, name: str) -> tuple[str, bool]:
        """What marks ``name`` as being written by this transaction, and whether it was marked."""
        known = self._open.tokens.get(name)
        if known is None:
            self._open.tokens[name] = made = uuid.uuid4().hex
            return made, False
        return known, True

    def at_end(self, action: Action) -> None:
        """When the whole is over, whether or not it was undone: of a connection that broke at the
        very end nobody knows."""
        self._open.ends.append(action)

    def on_commit(self, action: Action) -> None:
        """Unless it is undone; at once outside of a transaction."""
        if self._open.depth:
            self._open.committed.append(action)
        else:
            action()

    def on_undo(self, action: Action) -> None:
        """When what was done is undone, alone or with the whole."""
        if self._open.depth:
            self._open.undone.append(action)
