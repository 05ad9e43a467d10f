"""The homes that a server has open: each leased to one thread at a time, kept open for the next.

What a home keeps in memory is a cache; every turn reads the conversation from the stores. So any
number of them may be open of one person, in any number of processes (U5).
"""

from __future__ import annotations

import gc
import itertools
import threading
from collections import OrderedDict
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import replace
from datetime import datetime, timedelta

from assistant.app import App
from assistant.config import Config, RoleConfig
from assistant.errors import AssistantError
from assistant.paths import Paths
from assistant.prompt.base import Prompt
from assistant.records import Turn
from assistant.server.caller import Caller
from assistant.session.logs import LIFETIME
from assistant.session.services import Services
from assistant.session.session import Session
from assistant.storage.keys import forgetting_key

OPEN = 64
"""Homes that are kept open while nobody uses them."""
SWEPT = 32
"""Homes that may be closed before what they held is let go of: it refers to itself in circles, and
left to Python a server would hold as many closed homes as open ones."""
TRIES = 3
"""How often a turn is written where other processes write in its conversation (U5)."""
TIDIED = timedelta(minutes=1)
"""How often a home that is in use looks for conversations that have ended by themselves (C7)."""
NOT_SHARED = ("files", "shell", "web", "notes")
"""Tools that reach the machine: they are for the person whose machine it is."""


class OpenHome:
    """One person's home, opened. Not shared between threads."""

    def __init__(self, app: App, caller: Caller, shared: Services) -> None:
        self.app = app
        self.caller = caller
        self.kept: Callable[[Turn], None] = _nothing
        """Told of the next turn in the transaction that keeps it."""
        self.asks: Callable[[Prompt], None] = _nothing
        """Told of each prompt before it is sent."""
        services = app.services(caller.talks_as)
        if _in_process(shared):  # its weights are loaded once
            services = replace(
                services, model=shared.model, counter=shared.counter, warm_up=shared.warm_up
            )
        services = replace(
            services, kept=lambda turn: self.kept(turn), asks=lambda p: self.asks(p), tries=TRIES
        )
        self.session = Session(services, services.new_conversation(caller.talks_as, app.now()))
        self.services = services
        self._tidied: datetime | None = None
        self._key = b""

    @property
    def key(self) -> bytes:
        """Of the hashes by which what clients call things is found again."""
        if not self._key:
            self._key = forgetting_key(self.app.stores, self.app.now())
        return self._key

    def tidy(self) -> None:
        """What time has brought to an end, now and then."""
        now = self.app.now()
        if self._tidied and abs(now - self._tidied) < TIDIED:
            return
        self._tidied = now
        self.app.indexing.begin()
        self.app.conversations.end_idle()
        self.app.stores.keyvalue.sweep(now)
        self.app.stores.journal.sweep_runs(now - LIFETIME)


class Homes:
    """Opens, leases and closes. ``host`` is the person's own App, whose configuration and model
    serve all; it must stay open longer."""

    def __init__(self, host: App) -> None:
        self._host = host
        self._shared = host.services()
        self._lock = threading.Lock()
        self._idle: OrderedDict[int, OpenHome] = OrderedDict()
        self._shut = itertools.count(1)
        self._closed = False

    @contextmanager
    def lease(self, caller: Caller) -> Iterator[OpenHome]:
        """The home of who asks, for this thread alone. Raises what opening a store raises."""
        home = self._take(caller) or self._open(caller)
        sound = True
        try:
            home.tidy()
            yield home
        except (AssistantError, KeyboardInterrupt):
            raise
        except BaseException:
            sound = False  # a bug may have left anything in memory
            raise
        finally:
            home.kept = home.asks = _nothing
            self._give_back(home, sound=sound)

    def close(self) -> None:
        """Close all that nobody uses; the others as soon as they are given back."""
        with self._lock:
            self._closed = True
            idle = list(self._idle.values())
            self._idle.clear()
        for home in idle:
            home.app.close()

    def _take(self, caller: Caller) -> OpenHome | None:
        with self._lock:
            for key, home in reversed(self._idle.items()):
                if home.caller == caller:
                    return self._idle.pop(key)
        return None

    def _open(self, caller: Caller) -> OpenHome:
        app = open_home(self._host, caller)
        try:
            return OpenHome(app, caller, self._shared)
        except BaseException:
            app.close()
            raise

    def _give_back(self, home: OpenHome, *, sound: bool) -> None:
        going: list[OpenHome] = []
        with self._lock:
            if sound and not self._closed:
                self._idle[id(home)] = home
                while len(self._idle) > OPEN:
                    going.append(self._idle.popitem(last=False)[1])
            else:
                going.append(home)
        while going:
            going.pop().app.close()
            if next(self._shut) % SWEPT == 0:
                gc.collect()


def open_home(host: App, caller: Caller) -> App:
    """An App of the caller's own home, with the host's configuration and model."""
    config = host.config if caller.own else for_others(host.config, caller)
    # Any process serves the next turn: what one of them wrote meanwhile would wait in vain.
    config = replace(config, memory=replace(config.memory, summariser="local"))
    data = host.paths.data if caller.own else host.paths.data / "users" / caller.name
    # In SQLite each person has that folder's file; elsewhere the rows of that name (U2).
    app = App(
        Paths(config=host.paths.config, data=data),
        config,
        host.clock,
        host.environ if caller.own else {**host.environ, "USER": caller.name},
        answers=host.asks_models,
    )
    app.models = host.models  # which servers are there, and may be asked, is the host's to know
    return app


def for_others(config: Config, caller: Caller) -> Config:
    """The host's configuration for somebody else: their plan, and nothing of the machine."""
    tools = config.tools
    off = (*tools.off, *NOT_SHARED)
    given = config.role(caller.talks_as)
    role = RoleConfig(prompt=given.prompt, plan=caller.plan, facts="all", model=given.model)
    storage = config.storage
    return replace(
        config,
        storage=replace(storage, owner=caller.name if storage.url else ""),
        tools=replace(tools, on=(), off=off, allow=(), roots=(), notes=""),
        roles={**config.roles, caller.talks_as: role},
    )


def _in_process(services: Services) -> bool:
    model = services.model()
    return model is not None and model.embedded


def _nothing(_: object) -> None: ...
