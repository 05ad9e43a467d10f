"""Which model answers: flag, configuration, OpenAI's variables, a local server, embedded, none."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from datetime import datetime
from functools import partial
from importlib.util import find_spec
from pathlib import Path
from typing import Literal, NamedTuple
from urllib.parse import urlsplit

from assistant.config import Config
from assistant.errors import ConfigurationError, ModelUnavailable
from assistant.llm import acceptance, catalogue, weights
from assistant.llm.acceptance import FoundServer
from assistant.llm.address import checked_address, is_this_machine
from assistant.llm.api_key import read_key
from assistant.llm.base import ChatModel
from assistant.llm.owners import name_of, owners
from assistant.llm.probe import LOCAL_SERVERS, LocalServer, list_models, local_servers
from assistant.llm.small import is_small
from assistant.storage.base import KeyValue

OPENAI_URL = "https://api.openai.com/v1"
OPENAI_MODEL = "gpt-4o-mini"
"""What is asked with a key and no name: small, cheap, and enough for short prompts."""

_OPENAI_NAMES = re.compile(r"(gpt-|chatgpt-|o[1-9]\b|ft:)")
_GET_ONE = (
    "`assistant models pull` fetches a small one; `assistant models list` shows what is there."
)


class ServerNotAccepted(ModelUnavailable):
    """The model is a server's of another account, which the person was not asked about yet, or
    said no to."""

    def __init__(self, model: str, found: FoundServer) -> None:
        super().__init__(
            f"{found.server.label} on port {found.server.port} has {model}, but belongs to "
            f"{found.owner or 'an account that this system does not name'}, not to you",
            f"`assistant models accept {found.server.port}` lets it be asked.",
        )
        self.found = found


class Choice(NamedTuple):
    """The model that answers and why. ``keyed``: it is sent the user's key. ``found``: the local
    server that was found. ``passed_over``: those before it that wait for the person's yes."""

    kind: Literal["endpoint", "embedded", "none"]
    model: str = ""
    base_url: str = ""
    reason: str = ""
    weights: Path | None = None
    keyed: bool = False
    found: FoundServer | None = None
    passed_over: tuple[FoundServer, ...] = ()


def choose(
    config: Config,
    environ: Mapping[str, str],
    flag: str | None,
    keyvalue: KeyValue,
    now: datetime,
    models_dir: Path,
    *,
    ports: Mapping[str, int] = LOCAL_SERVERS,
    fresh: bool = False,
    asked_with: str = "-m",
) -> Choice:
    """The first of DESIGN.md's order that exists. ``fresh`` probes again whatever is remembered;
    ``asked_with`` is how the person gave ``flag``.

    Raises ModelUnavailable when a model that was asked for by name is nowhere.
    """
    search = _Search(config, environ, keyvalue, now, models_dir, ports, fresh)
    if flag:
        return search.named(flag, f"chosen with {asked_with}")
    if config.model.name:
        variable = environ.get("ASSISTANT_MODEL") == config.model.name
        return search.named(
            config.model.name, "ASSISTANT_MODEL" if variable else "set in the configuration"
        )
    if config.model.base_url:
        variable = environ.get("OPENAI_BASE_URL") == config.model.base_url
        reason = "OPENAI_BASE_URL" if variable else "set in the configuration"
        return search.at(config.model.base_url, "", reason)
    if search.has_key:
        return Choice(
            "endpoint", OPENAI_MODEL, OPENAI_URL, f"{search.key_source} is set", keyed=True
        )
    found = search.servers()
    usable = next((f for f in found if f.usable), None)
    if usable is not None:
        choice = _local(usable, usable.server.models[0])
    else:
        choice = search.embedded(config.embedded.model, "no server, no key") or Choice(
            "none", reason="no server, no key and no weights"
        )
    before = found[: found.index(usable)] if usable else found
    return choice._replace(passed_over=tuple(f for f in before if f.standing == "unasked"))


class _Search(NamedTuple):
    """What a search looks at."""

    config: Config
    environ: Mapping[str, str]
    keyvalue: KeyValue
    now: datetime
    models_dir: Path
    ports: Mapping[str, int]
    fresh: bool

    @property
    def has_key(self) -> bool:
        model = self.config.model
        return bool(self.environ.get(model.api_key_env) or model.api_key_command)

    @property
    def key_source(self) -> str:
        model = self.config.model
        return model.api_key_env if self.environ.get(model.api_key_env) else "model.api_key_command"

    def servers(self) -> list[FoundServer]:
        """In order. What was found lately is not probed again; whose it is, is looked up anew."""
        model = self.config.model
        if not model.probe_local_servers:
            return []
        there = local_servers(
            self.keyvalue, self.now, model.probe_ttl, self.ports, fresh=self.fresh
        )
        return acceptance.standing(there, self.keyvalue, self.now)

    def named(self, name: str, reason: str) -> Choice:
        """A name, ``embedded``, ``none``, an address, or ``ADDRESS|NAME``."""
        address, bar, rest = name.partition("|")
        if address.startswith(("http://", "https://")):
            choice = self.at(address, rest if bar else "", reason)
            # A key goes to this machine only with the address that the user set beside it.
            return choice._replace(keyed=choice.keyed and not is_this_machine(address))
        if name == "none":
            return Choice("none", reason=reason)
        if name == "embedded" or _is_embedded(name, self.models_dir):
            wanted = self.config.embedded.model if name == "embedded" else name
            return self.embedded(wanted, reason) or self._not_here(wanted)
        if self.config.model.base_url:
            return self.at(self.config.model.base_url, name, reason)
        if self.has_key and _OPENAI_NAMES.match(name):
            return Choice("endpoint", name, OPENAI_URL, reason, keyed=True)
        having = [(f, m) for f in self.servers() if (m := _of_server(name, f.server)) is not None]
        for found, model in having:
            if found.usable:
                return _local(found, model, reason)
        if having:  # not the next in the order: that one was named, and may be far away
            raise ServerNotAccepted(name, having[0][0])
        if self.has_key:
            return Choice("endpoint", name, OPENAI_URL, reason, keyed=True)
        raise ModelUnavailable(f"No model '{name}' is to be found ({reason})", _GET_ONE)

    def at(self, base_url: str, name: str, reason: str) -> Choice:
        """The endpoint at an address; without a name, the first that it lists."""
        try:
            base_url = checked_address(base_url)
        except ConfigurationError as error:  # there are several places to write one in
            raise ConfigurationError(f"{error.message} ({reason})", error.hint) from None
        name = name or _first_model(base_url)
        return Choice("endpoint", name, base_url, reason, keyed=self.has_key)

    def embedded(self, name: str, reason: str) -> Choice | None:
        """The model in process, if its library and its weights are here."""
        found = weights.find(name, self.models_dir)
        if found is None or find_spec("xllamacpp") is None:
            return None
        return Choice("embedded", found.name, reason=reason, weights=found.path)

    def _not_here(self, name: str) -> Choice:
        if find_spec("xllamacpp") is None:
            raise ModelUnavailable(
                f"{name} runs in this process, which needs llama.cpp",
                "Install it with `pip install 'local-assistant[embedded]'`.",
            )
        raise ModelUnavailable(
            f"The weights of {name} are not here",
            f"Fetch them with `assistant models pull {name}`.",
        )


def connect(
    choice: Choice,
    config: Config,
    environ: Mapping[str, str],
    *,
    static_prompt: str = "",
    states: Path | None = None,
    know: Callable[[str], None] = lambda _key: None,
) -> ChatModel | None:
    """The model of a choice, not yet loaded nor connected; None when there is none.

    ``static_prompt`` begins every system message; ``states`` is the folder where the embedded
    model keeps its evaluated form (None: nowhere). ``know`` is told the key. Raises
    ConfigurationError when ``model.api_key_command`` fails.
    """
    if choice.kind == "none":
        return None
    if choice.kind == "embedded":
        from assistant.llm.embedded import Embedded

        assert choice.weights is not None
        model = Embedded(choice.model, choice.weights, config.embedded, static_prompt, states)
        if is_small(model, config.model):  # its own prompt is read faster than a state from disk
            return Embedded(choice.model, choice.weights, config.embedded)
        return model
    from assistant.llm.openai import Endpoint

    key = read_key(config.model, environ) if choice.keyed else ""
    know(key)
    admit = partial(_still_whose_it_was, choice.found) if choice.found else None
    return Endpoint(choice.model, choice.base_url, key, config.model, admit=admit)


def _still_whose_it_was(found: FoundServer) -> None:
    """Raises ModelUnavailable where another account has taken the port since it was chosen."""
    now = owners(found.server.port)
    if now is not None and now != found.owners:
        raise ModelUnavailable(
            f"{found.server.label} on port {found.server.port} belongs to {name_of(now)} now, "
            f"and to {found.owner or 'another'} when it was chosen: nothing was sent",
            f"`assistant models accept {found.server.port}` lets it be asked.",
        )


def _is_embedded(name: str, models_dir: Path) -> bool:
    """Whether a name is of weights: known, installed, or a file's path."""
    return (
        catalogue.named(name) is not None
        or name.endswith(weights.SUFFIX)
        or weights.find(name, models_dir) is not None
    )


def _of_server(name: str, server: LocalServer) -> str | None:
    """The server's own name for a model; ``llama3.2`` is Ollama's ``llama3.2:latest``."""
    return next((m for m in server.models if name in (m, m.removesuffix(":latest"))), None)


def _local(found: FoundServer, model: str, reason: str = "") -> Choice:
    reason = reason or f"{found.server.label} answers on this machine"
    return Choice("endpoint", model, found.server.base_url, reason, found=found)


def _first_model(base_url: str) -> str:
    """What to ask an address for that came without a name.

    On this machine the first chat model that it lists (``default`` where it lists none: such
    servers have one model and ignore the name); elsewhere OpenAI's, which gateways know.
    """
    parts = urlsplit(base_url)
    if not is_this_machine(base_url) or parts.scheme != "http":
        return OPENAI_MODEL
    names = list_models(parts.hostname or "", parts.port or 80, parts.path, timeout=2.0)
    return names[0] if names else "default"
