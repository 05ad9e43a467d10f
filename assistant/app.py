"""The composition root: with the modules beside it, it alone chooses concrete classes.

Everything is opened when it is first needed, so that a command pays for what it uses.
"""

from __future__ import annotations

import os
from collections.abc import Callable, Mapping, Sequence
from datetime import datetime
from functools import cached_property
from pathlib import Path
from typing import TYPE_CHECKING

from assistant.clock import Clock, clock_of, in_utc
from assistant.config import Config, load_config
from assistant.home import Home, Tell
from assistant.lifetime import Lifetime
from assistant.paths import Paths, resolve_paths
from assistant.prepared import keep_in
from assistant.records import DOMAINS, Domain
from assistant.secrets import Redactor
from assistant.session.logs import Log

if TYPE_CHECKING:
    from assistant.embedding.base import Embedder
    from assistant.memory.answer_cache import AnswerKeeper
    from assistant.memory.engine import Memory
    from assistant.models import Models
    from assistant.packs.loading import Packs
    from assistant.session.base import TurnResult
    from assistant.session.conversations import ConversationBook
    from assistant.session.facts import FactBook
    from assistant.session.indexing import Indexing
    from assistant.session.packs import SessionPacks
    from assistant.session.profiles import Profiles
    from assistant.session.services import Services
    from assistant.session.session import Session
    from assistant.storage.base import Stores
    from assistant.storage.base.locations import Location
    from assistant.tools.calls import Confirm
    from assistant.tools.toolbox import Toolbox


def _nobody(_key: str, **_values: object) -> None: ...


class App(Lifetime):
    """One home, opened."""

    def __init__(
        self,
        paths: Paths,
        config: Config,
        clock: Clock,
        environ: Mapping[str, str],
        *,
        model_flag: str | None = None,
        answers: bool = True,
        incognito: bool = False,
        verbose: bool = False,
        tell: Tell = _nobody,
        passphrase: str | None = None,
    ) -> None:
        super().__init__()
        self.tell = tell
        """Takes what the person has to know of the home itself."""
        self.paths = paths
        self.config = config
        self.clock = clock
        self.incognito = incognito
        self.confirm: Confirm | None = None
        """Asks the person before a side effect; None: nobody is there."""
        self.keep_consent: Callable[[str], None] | None = None
        """Remembers that a tool need not be asked about again."""
        self.redactor = Redactor(config.model.keys_in(environ))
        """What is written anywhere passes through it (F4)."""
        self.log = Log(
            None if incognito else paths.logs,
            clock,
            config.log.level,
            echo=verbose,
            redactor=self.redactor,
        )
        self.environ = environ
        self._model_flag = model_flag
        self.asks_models = answers
        self._home = Home(paths, config, clock, self.log, tell, passphrase)
        self._toolboxes: dict[str, Toolbox] = {}

    def now(self) -> datetime:
        """The clock's instant, in UTC."""
        return self.clock()

    @cached_property
    def location(self) -> Location:
        """Where the home's stores lie, whether or not this program leaves them alone."""
        return self.location_at(self.config.storage.url, live=self.config.storage.live)

    def location_at(self, url: str, *, live: str = "") -> Location:
        """What this person has there; without a URL, in the home."""
        return self._home.location(url, self.user, live)

    @cached_property
    def stores(self) -> Stores:
        """The home's stores, which keep no secret; in memory and gone at the end when incognito."""
        from assistant.storage.guarded import GuardedStores

        stores = self._home.open_stores(None if self.incognito else self.location)
        self.on_close(stores.close)
        self.on_close(lambda: self._home.tell_set_aside(stores))
        return GuardedStores(stores, self.redactor)

    def unlock(self) -> None:
        """Have this process read an encrypted home. Raises as ``Home.unlock`` does."""
        self._home.unlock()

    @cached_property
    def embedder(self) -> Embedder:
        """Shared by every App of the process: loading it is what costs."""
        from assistant.embedding.open import shared_embedder

        return shared_embedder(self.config.embedding, None if self.incognito else self.paths.cache)

    @cached_property
    def memory(self) -> Memory:
        """The engine behind facts, topics and segments."""
        from assistant.home_packs import learn_from
        from assistant.llm.tokens import open_counter
        from assistant.memory.engine import Memory
        from assistant.packs.recognition import recogniser
        from assistant.prompt.sections import summary_line
        from assistant.storage.keys import forgetting_key

        counter = open_counter(None, self.stores.keyvalue, self.now())
        return Memory(
            self.stores,
            self.embedder,
            self.config,
            key=lambda: forgetting_key(self.stores, self.now()),
            size=lambda segment: counter.count(summary_line(segment)),
            domains=recogniser(self.packs.usable),
            leaving=lambda *gone: learn_from(self, *gone),
        )

    @cached_property
    def answers(self) -> AnswerKeeper:
        """Answers that may be given again."""
        from assistant.memory.answer_cache import AnswerKeeper

        return AnswerKeeper(self.stores, self.embedder, self.config)

    @cached_property
    def packs(self) -> Packs:
        """The domains that are switched on. One that fails is told once and costs itself alone."""
        from assistant.home_packs import open_packs

        return open_packs(self)

    def domains(self) -> tuple[Domain, ...]:
        """Those that a fact may have: the core's and those of packs."""
        return (*DOMAINS, *(d.name for pack in self.packs.usable for d in pack.domains))

    @cached_property
    def session_packs(self) -> SessionPacks | None:
        """What they bring to a turn; None where none is on."""
        from assistant.home_packs import open_session_packs

        return open_session_packs(self) if self.config.packs.on else None

    @cached_property
    def profiles(self) -> Profiles:
        """What packs have learned of the person; nothing is learned in incognito."""
        from assistant.home_packs import open_profiles

        return open_profiles(self)

    @cached_property
    def models(self) -> Models:
        """Which model answers, and which servers may."""
        from assistant.models import Models

        return Models(
            self.config,
            self.environ,
            lambda: self.stores.keyvalue,
            self.now,
            self.paths.models,
            self._model_flag,
        )

    def session(
        self,
        *,
        role: str = "default",
        conversation: str | None = None,
        resume: bool = False,
        ephemeral: bool = False,
    ) -> Session:
        """A dialogue: the named conversation, the role's last one (``resume``), or a new one.

        ``ephemeral`` keeps no dialogue (R2). Conversations that expired meanwhile end first (C7).
        """
        from assistant.sessions import open_session

        return open_session(self, role, conversation, resume=resume, ephemeral=ephemeral)

    def at_once(self, role: str, typed: Sequence[str]) -> Callable[[], TurnResult] | None:
        """A one-shot answer that needs no model, no embedder and no dialogue, if there is one.

        Calling what is returned gives it and measures it.
        """
        from assistant.session.ready import one_shot

        known = role == "default" or role in self.config.roles
        return one_shot(self.services(role), role, typed) if known and typed else None

    @cached_property
    def indexing(self) -> Indexing:
        """The embedding of facts in the background, which a session begins."""
        from assistant.session.indexing import Indexing

        return Indexing(self.stores, self.embedder, lambda: self.memory, self.now, self.log)

    def services(self, role: str = "default") -> Services:
        """What a session of that role works with."""
        from assistant.sessions import open_kit

        return open_kit(self, role)

    def toolbox(self, role: str = "default") -> Toolbox:
        """The tools as a role has them."""
        from assistant.tooling import open_toolbox

        return open_toolbox(self, role)

    def session_toolbox(self, role: str) -> Toolbox:
        """Those of its sessions, which share what they have learned of the tools."""
        if role not in self._toolboxes:
            self._toolboxes[role] = self.toolbox(role)
        return self._toolboxes[role]

    @property
    def facts(self) -> FactBook:
        """What a person may do with the facts, as of now."""
        from assistant.session.facts import FactBook

        return FactBook(self.stores, lambda: self.memory, self.now(), self.domains)

    @cached_property
    def conversations(self) -> ConversationBook:
        """What a person may do with the conversations."""
        from assistant.session.conversations import ConversationBook

        return ConversationBook(self.services())

    @cached_property
    def user(self) -> str:
        """Whose home it is: the middle of a conversation's id, which a colon would break."""
        return self._home.user(self.environ)


def open_app(
    *,
    home: Path | None = None,
    clock: Clock | None = None,
    model: str | None = None,
    answers: bool = True,
    incognito: bool = False,
    verbose: bool = False,
    passphrase: str | None = None,
    environ: Mapping[str, str] | None = None,
    tell: Tell = _nobody,
) -> App:
    """Open a home. Raises ConfigurationError; touches no model and no database yet.

    ``model`` is the ``-m`` flag. With ``answers`` False no model is ever asked. ``passphrase``
    opens an encrypted home. ``tell`` takes what the person has to know of the home itself.
    """
    environ = os.environ if environ is None else environ
    paths = resolve_paths(home, environ)
    keep_in(None if incognito else paths.cache)
    config = load_config(paths.config, environ)
    app = App(
        paths,
        config,
        in_utc(clock or clock_of(environ)),
        environ,
        model_flag=model,
        answers=answers,
        incognito=incognito,
        verbose=verbose,
        tell=tell,
        passphrase=passphrase,
    )
    if not incognito:
        app.log.sweep()
    return app
