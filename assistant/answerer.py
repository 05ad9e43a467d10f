"""The model behind a session, found and connected when it is first needed.

Part of the composition root: it chooses concrete classes, as ``app.py`` does.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from datetime import datetime
from functools import cached_property
from pathlib import Path

from assistant.config import Config
from assistant.embedding.base import Embedder
from assistant.errors import ModelUnavailable
from assistant.llm.acceptance import FoundServer
from assistant.llm.base import ChatModel, TokenCounter
from assistant.llm.discover import Choice
from assistant.messages import say
from assistant.records import Language
from assistant.storage.base import KeyValue


class Answerer:
    """A model, its counter, and what the server teaches about its tokens."""

    def __init__(
        self,
        choose: Callable[[], Choice | None],
        config: Config,
        environ: Mapping[str, str],
        keyvalue: KeyValue,
        clock: Callable[[], datetime],
        *,
        states: Path | None,
        embedder: Embedder,
        know: Callable[[str], None],
        remembers: Callable[[], bool],
    ) -> None:
        """``choose`` gives None when no model is to be asked; ``know`` is told the key in use;
        ``remembers`` tells whether there is
        anything that a message could be compared with."""
        self._choose = choose
        self._config = config
        self._environ = environ
        self._keyvalue = keyvalue
        self._clock = clock
        self._states = states
        self._embedder = embedder
        self._know = know
        self._remembers = remembers
        self._connected: list[ChatModel] = []
        self._told = False

    @cached_property
    def _choice(self) -> Choice | None:
        return self._choose()

    @cached_property
    def _model(self) -> ChatModel | None:
        choice = self._choice
        if choice is None:
            return None
        from assistant.llm.discover import connect
        from assistant.prompt.system import static_prompt

        model = connect(
            choice,
            self._config,
            self._environ,
            static_prompt=static_prompt().text,
            states=self._states,
            know=self._know,
        )
        if model is not None:
            self._connected.append(model)
        return model

    @cached_property
    def _counter(self) -> TokenCounter:
        from assistant.llm.tokens import open_counter

        return open_counter(self._model, self._keyvalue, self._clock())

    def model(self) -> ChatModel | None:
        """The model, or None when there is none to ask. Raises ModelUnavailable."""
        return self._model

    def model_name(self) -> str:
        """The name of the model that would answer, without connecting to it; empty for none."""
        try:
            return self._choice.model if self._choice else ""
        except ModelUnavailable:
            return ""

    def beside(self, language: Language) -> tuple[str, ...]:
        """A line for each server that was passed over because it is another account's and the
        person was not asked yet; each is told once."""
        choice = self.__dict__.get("_choice")  # a turn that needed no model looked for none
        waiting = choice.passed_over if choice is not None and not self._told else ()
        self._told = self._told or bool(waiting)
        return tuple(waiting_line(found, language) for found in waiting)

    def better_model(self) -> str:
        """The command that gets a larger model than the one in process; empty where none is
        known."""
        from assistant.llm import catalogue

        choice = self._choice
        if choice is None or choice.kind != "embedded":
            return ""
        better = catalogue.better_than(choice.model, catalogue.machine_memory())
        return catalogue.pull_command(better) if better else ""

    def counter(self) -> TokenCounter:
        """Counts as the model does."""
        return self._counter

    def learn(self, ours: int, theirs: int) -> None:
        """The server counted ``theirs`` where we counted ``ours``: the next counts know it."""
        from assistant.llm.tokens import learn

        if self._model is None or self._model.embedded:
            return
        learn(self._keyvalue, self._model.name, ours, theirs, self._clock())
        self.__dict__.pop("_counter", None)

    def warm_up(self) -> None:
        """Start loading everything that an answer needs, in threads; returns at once."""
        from assistant.llm import sdk, tokenizer

        if self._remembers():
            self._embedder.warm_up()
        model = self._model
        if model is None or not model.embedded:
            tokenizer.preload()
        if model is not None:
            start = getattr(model, "warm_up", sdk.preload)
            start()

    def close(self) -> None:
        """Stop what was started; safe to call twice."""
        while self._connected:
            self._connected.pop().close()


def waiting_line(found: FoundServer, language: Language) -> str:
    """Which server was found, whose it is, and how to let it be asked."""
    server, port = found.server.label, found.server.port
    owner = owner_words(found, language)
    return say("servers.waiting", language, server=server, port=port, owner=owner)


def owner_words(found: FoundServer, language: Language) -> str:
    """The owner of a server, as a sentence names it."""
    key = "servers.owner" if found.owner else "servers.unknown_owner"
    return say(key, language, name=found.owner)
