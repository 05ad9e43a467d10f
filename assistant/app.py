"""The composition root: it alone chooses concrete classes.

Everything is opened when it is first needed, so that a command pays for what it uses.
"""

from __future__ import annotations

import os
from collections.abc import Callable, Mapping, Sequence
from contextlib import suppress
from datetime import datetime
from functools import cached_property
from pathlib import Path
from typing import TYPE_CHECKING

from assistant.characters import whole
from assistant.clock import Clock, clock_of, in_utc
from assistant.config import Config, load_config
from assistant.errors import AssistantError, ConfigurationError
from assistant.homekey import is_encrypted
from assistant.lifetime import Lifetime
from assistant.limits import VARIABLE
from assistant.paths import Paths, make_private, resolve_paths, tighten_home
from assistant.secrets import Redactor
from assistant.session.logs import Log

if TYPE_CHECKING:
    from assistant.answerer import Answerer
    from assistant.embedding.base import Embedder
    from assistant.llm.acceptance import FoundServer
    from assistant.llm.discover import Choice
    from assistant.memory.engine import Memory
    from assistant.memory.kept import AnswerKeeper
    from assistant.session.base import TurnResult
    from assistant.session.conversations import ConversationBook
    from assistant.session.facts import FactBook
    from assistant.session.indexing import Indexing
    from assistant.session.kit import Kit
    from assistant.session.session import Session
    from assistant.storage.base import Stores, Surroundings
    from assistant.storage.events import StorageEvent
    from assistant.tools.base import Confirm
    from assistant.tools.toolbox import Toolbox


SET_ASIDE = "set_aside"
"""Namespace of the rows that cannot be used and that the person was told of."""

Tell = Callable[..., None]
"""Takes the key of a sentence under ``ui`` and what is to be filled in."""


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
        self._tell = tell
        self._set_aside: dict[str, str] = {}
        self.paths = paths
        self.config = config
        self.clock = clock
        self.incognito = incognito
        self.confirm: Confirm | None = None
        """Asks the person before a side effect; None: nobody is there."""
        self.keep_consent: Callable[[str], None] | None = None
        """Remembers that a tool need not be asked about again."""
        self.redactor = Redactor(keys_of(config, environ))
        """What is written anywhere passes through it (F4)."""
        self.log = Log(
            None if incognito else paths.logs,
            clock,
            config.log.level,
            echo=verbose,
            redactor=self.redactor,
        )
        self._environ = environ
        self._model_flag, self._asked_with = model_flag, "-m"
        self._answers = answers
        self._passphrase = passphrase
        self._toolboxes: dict[str, Toolbox] = {}

    def now(self) -> datetime:
        """The clock's instant, in UTC."""
        return self.clock()

    @cached_property
    def stores(self) -> Stores:
        """The home's stores, which keep no secret; in memory and gone at the end when incognito."""
        from assistant.storage.guarded import GuardedStores
        from assistant.storage.open import open_stores

        if self.incognito:
            stores = open_stores("memory:", clock=self.clock)
        else:
            make_private(self.paths.data)
            if opened := tighten_home(self.paths):
                self._tell("tightened", files=", ".join(map(str, opened[:3])))
            self.unlock()
            stores = open_stores(
                self.paths.database,
                clock=self.clock,
                observer=self._observe_storage,
                surroundings=self._surroundings,
            )
        self.on_close(stores.close)
        self.on_close(lambda: self._tell_set_aside(stores))
        return GuardedStores(stores, self.redactor)

    def _observe_storage(self, event: StorageEvent) -> None:
        if event.kind == "set_aside":
            self.log.write("warning", "row set aside", row=event.detail, why=event.why)
            self._set_aside[event.detail] = event.why
        elif event.kind == "link":
            self._tell("link_loose", file=event.detail, target=event.why)

    def _tell_set_aside(self, stores: Stores) -> None:
        """Name the rows that could not be used, each once in its life."""
        if not self._set_aside:
            return
        with suppress(AssistantError):
            told = {row for row, _ in stores.keyvalue.items(SET_ASIDE, now=self.now())}
            for row, why in self._set_aside.items():
                if row not in told:
                    self._tell("set_aside", rows=row, why=why)
                    stores.keyvalue.put(SET_ASIDE, row, why)

    def _surroundings(self) -> Surroundings:
        """The files beside the database: asked for where something is to be erased from them."""
        from assistant.session.leftovers import Leftovers

        return Leftovers(self.paths)

    def unlock(self) -> None:
        """Have this process read an encrypted home; nothing for a plain one.

        Raises NotAuthorised without its key, BadData for a damaged key file.
        """
        if is_encrypted(self.paths.data):
            from assistant.storage.encryption.access import unlock
            from assistant.storage.encryption.conversion import Home

            command = self.config.encryption.unlock_command
            unlock(Home.of(self.paths), command, self._passphrase)

    @cached_property
    def embedder(self) -> Embedder:
        """Shared by every App of the process: loading it is what costs."""
        from assistant.embedding.open import shared_embedder

        return shared_embedder(self.config.embedding, None if self.incognito else self.paths.cache)

    @cached_property
    def memory(self) -> Memory:
        """The engine behind facts, topics and segments."""
        from assistant.llm.tokens import open_counter
        from assistant.memory.engine import Memory
        from assistant.prompt.sections import summary_line
        from assistant.storage.keys import forgetting_key

        counter = open_counter(None, self.stores.keyvalue, self.now())
        return Memory(
            self.stores,
            self.embedder,
            self.config,
            key=lambda: forgetting_key(self.stores, self.now()),
            size=lambda segment: counter.count(summary_line(segment)),
        )

    @cached_property
    def answers(self) -> AnswerKeeper:
        """Answers that may be given again."""
        from assistant.memory.kept import AnswerKeeper

        return AnswerKeeper(self.stores, self.embedder, self.config)

    def choice(self, role: str = "default") -> Choice:
        """Which model would answer a role, and why. Probes local servers unless it did so lately.

        Raises ModelUnavailable when one that was asked for by name is nowhere.
        """
        from assistant.llm.discover import choose

        return choose(
            self.config,
            self._environ,
            self._model_flag or self.config.role(role).model or None,
            self.stores.keyvalue,
            self.now(),
            self.paths.models,
            asked_with=self._asked_with if self._model_flag else f"[roles.{role}]",
        )

    def accept(self, found: FoundServer, *, accepted: bool) -> None:
        """Remember whether a server of another account may be asked. It holds from the next
        session on."""
        from assistant.llm.acceptance import answer

        answer(found, self.stores.keyvalue, accepted=accepted)

    def local_servers(self) -> list[FoundServer]:
        """The servers that answer on this machine right now, and whether they may be asked."""
        from assistant.llm.acceptance import standing
        from assistant.llm.probe import LOCAL_SERVERS, local_servers

        kept = self.stores.keyvalue
        ttl = self.config.model.probe_ttl
        there = local_servers(kept, self.now(), ttl, LOCAL_SERVERS, fresh=True)
        return standing(there, kept, self.now())

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
        from assistant.session.session import Session

        if role != "default" and role not in self.config.roles and not conversation:
            known = ", ".join(("default", *self.config.roles))
            raise ConfigurationError(
                f"There is no role '{role}' (known: {known})",
                f"Add a [roles.{role}] table to {self.paths.config}.",
            )
        self._indexing.begin()
        found = self.conversations.open(role, conversation, resume=resume)
        self.conversations.end_idle()
        self.stores.keyvalue.sweep(self.now())  # kept answers whose time is over (C4)
        session = Session(self.kit(found.role), found, ephemeral=ephemeral)
        if self.config.memory.summariser == "model":
            self.on_close(session.finish)
        return session

    def at_once(self, role: str, typed: Sequence[str]) -> Callable[[], TurnResult] | None:
        """A one-shot answer that needs no model, no embedder and no dialogue, if there is one.

        Calling what is returned gives it and measures it.
        """
        from assistant.session.ready import one_shot

        known = role == "default" or role in self.config.roles
        return one_shot(self.kit(role), role, typed) if known and typed else None

    @property
    def indexing(self) -> tuple[int, int] | None:
        """How far the embedding of facts in the background is, while it goes on."""
        return self._indexing.progress

    @cached_property
    def _indexing(self) -> Indexing:
        from assistant.session.indexing import Indexing

        return Indexing(self.stores, self.embedder, lambda: self.memory, self.now, self.log)

    def kit(self, role: str = "default") -> Kit:
        """What a session of that role works with."""
        from assistant.session.kit import Kit

        answerer = self._answerer(role)
        return Kit(
            stores=self.stores,
            open_memory=lambda: self.memory,
            answers=self.answers,
            config=self.config,
            log=self.log,
            redactor=self.redactor,
            clock=self.clock,
            user=_user_name(self._environ),
            model=answerer.model,
            model_name=answerer.model_name,
            counter=answerer.counter,
            learn=answerer.learn,
            warm_up=answerer.warm_up,
            beside=answerer.beside,
            better_model=answerer.better_model,
            tools=lambda: self._tools(role),
        )

    def toolbox(self, role: str = "default") -> Toolbox:
        """The tools as a role has them."""
        from assistant.tooling import open_toolbox

        return open_toolbox(self, role, _user_name(self._environ))

    def _tools(self, role: str) -> Toolbox | None:
        """A session's tools, made when the first message needs them."""
        if not self.config.tools.enabled:
            return None
        if role not in self._toolboxes:
            self._toolboxes[role] = self.toolbox(role)
        return self._toolboxes[role]

    def use_model(self, name: str) -> None:
        """Have another model answer from the next session on. Raises ModelUnavailable."""
        before = self._model_flag, self._asked_with
        self._model_flag, self._asked_with = name, "/model"
        try:
            self.choice()
        except AssistantError:
            self._model_flag, self._asked_with = before
            raise

    @property
    def facts(self) -> FactBook:
        """What a person may do with the facts, as of now."""
        from assistant.session.facts import FactBook

        return FactBook(self.stores, lambda: self.memory, self.now())

    @cached_property
    def conversations(self) -> ConversationBook:
        """What a person may do with the conversations."""
        from assistant.session.conversations import ConversationBook

        return ConversationBook(self.kit())

    def _answerer(self, role: str) -> Answerer:
        from assistant.answerer import Answerer

        answerer = Answerer(
            lambda: self.choice(role) if self._answers else None,
            self.config,
            self._environ,
            self.stores.keyvalue,
            self.clock,
            states=None if self.incognito else self.paths.cache,
            embedder=self.embedder,
            know=self.redactor.know,
            remembers=lambda: bool(self.stores.facts.all() or self.stores.conversations.all()),
        )
        self.on_close(answerer.close)
        return answerer


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


def keys_of(config: Config, environ: Mapping[str, str]) -> tuple[str, ...]:
    """The keys that the environment holds: they are secrets wherever they turn up."""
    names = {config.model.api_key_env, "OPENAI_API_KEY"}
    return tuple(key for name in names if (key := environ.get(name, "").strip()))


def _user_name(environ: Mapping[str, str]) -> str:
    """The middle of a conversation's id; a colon would break it."""
    name = environ.get("USER") or environ.get("USERNAME") or "user"
    return whole(name[: VARIABLE.value]).replace(":", "_")
