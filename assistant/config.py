"""The configuration: TOML and environment in, one frozen ``Config`` out.

Order, later wins: defaults here, ``config.toml``, environment, command-line flags. Unknown keys,
wrong types and impossible values are refused by name (ConfigurationError, exit status 78).
``config.example.toml`` documents every key; a test compares the two.
"""

from __future__ import annotations

import os
import types
import typing
from collections.abc import Callable, Mapping
from dataclasses import MISSING, dataclass, field, fields, is_dataclass, replace
from pathlib import Path
from typing import Any, Literal, TypeVar, get_args, get_origin

from assistant.errors import ConfigurationError

HARD_BUDGET = 4000
"""P1: no prompt is larger, whatever any setting says."""


@dataclass(frozen=True, slots=True)
class ModelConfig:
    """[model]: which model answers. Empty ``name`` and ``base_url`` mean: choose for me."""

    name: str = ""
    base_url: str = ""
    api_key_env: str = "OPENAI_API_KEY"
    api_key_command: str = ""
    temperature: float = 0.3
    max_reply_tokens: int = 1024
    connect_timeout: float = 5.0
    read_timeout: float = 60.0
    max_retries: int = 2
    max_retry_wait: float = 20.0
    probe_local_servers: bool = True
    probe_ttl: int = 300


@dataclass(frozen=True, slots=True)
class EmbeddedConfig:
    """[embedded]: the small model in process (llama.cpp)."""

    model: str = "smollm2-135m-instruct"
    threads: int = 0  # 0: every core but one
    context: int = 8192
    save_prompt_state: bool = True


@dataclass(frozen=True, slots=True)
class EmbeddingConfig:
    """[embedding]: the embedder behind topic shifts, recall and repeated questions."""

    backend: Literal["default", "sentence-transformers"] = "default"
    model: str = "sentence-transformers/all-MiniLM-L6-v2"  # for sentence-transformers only


@dataclass(frozen=True, slots=True)
class PromptConfig:
    """[prompt]: sizes in tokens. ``budget`` may be lowered, never raised over 4,000."""

    budget: int = HARD_BUDGET
    summarise_over: int = 3000
    facts: int = 150
    summaries: int = 200
    window: int = 1200
    tool_results: int = 300
    fragments: int = 1600


@dataclass(frozen=True, slots=True)
class MemoryConfig:
    """[memory]: facts, segments and answers that are kept."""

    enabled: bool = True
    answer_ttl_hours: int = 24
    segment_retention_days: int = 180
    summariser: Literal["local", "model"] = "local"
    remind_days_before_expiry: int = 7


@dataclass(frozen=True, slots=True)
class SessionConfig:
    """[session]: when a conversation ends by itself (C7)."""

    idle_minutes: int = 45


@dataclass(frozen=True, slots=True)
class AskConfig:
    """[ask]: the in-run memory of one-shot calls (R1) and the wait for piped text."""

    max_messages: int = 8
    max_chars: int = 8000
    stdin_wait: float = 2.0  # seconds for the first byte; ``-`` waits for ever


@dataclass(frozen=True, slots=True)
class UiConfig:
    """[ui]: how it looks."""

    language: Literal["auto", "es", "en"] = "auto"
    markdown: bool = True
    toolbar: bool = True
    keys: Literal["emacs", "vi"] = "emacs"


@dataclass(frozen=True, slots=True)
class LogConfig:
    """[log]: disposable files under ``logs/``, gone after 24 hours (D1)."""

    level: Literal["debug", "info", "warning", "error"] = "info"


@dataclass(frozen=True, slots=True)
class ToolsConfig:
    """[tools]: what the model may use. Names are ids or categories."""

    enabled: bool = True
    on: tuple[str, ...] = ()
    off: tuple[str, ...] = ()
    allow: tuple[str, ...] = ()
    roots: tuple[str, ...] = ()
    notes: str = ""
    max_chain: int = 5
    timeout: float = 20.0


@dataclass(frozen=True, slots=True)
class RoleConfig:
    """[roles.NAME]: a prompt of its own, a plan, and whose facts it sees."""

    prompt: str = ""
    plan: Literal["free", "pro", "premium"] = "premium"
    facts: Literal["own", "all"] = "own"
    model: str = ""


@dataclass(frozen=True, slots=True)
class Config:
    """Everything that can be set. Read-only; ``[roles.NAME]`` tables are keyed by name."""

    model: ModelConfig = field(default_factory=ModelConfig)
    embedded: EmbeddedConfig = field(default_factory=EmbeddedConfig)
    embedding: EmbeddingConfig = field(default_factory=EmbeddingConfig)
    prompt: PromptConfig = field(default_factory=PromptConfig)
    memory: MemoryConfig = field(default_factory=MemoryConfig)
    session: SessionConfig = field(default_factory=SessionConfig)
    ask: AskConfig = field(default_factory=AskConfig)
    ui: UiConfig = field(default_factory=UiConfig)
    log: LogConfig = field(default_factory=LogConfig)
    tools: ToolsConfig = field(default_factory=ToolsConfig)
    roles: Mapping[str, RoleConfig] = field(default_factory=dict)

    def role(self, name: str) -> RoleConfig:
        """The settings of a role; the default role sees every fact unless told otherwise."""
        if name in self.roles:
            return self.roles[name]
        return RoleConfig(facts="all") if name == "default" else RoleConfig()


# (section, key) -> lowest and highest value that makes sense
RANGES: Mapping[tuple[str, str], tuple[float, float]] = {
    ("model", "temperature"): (0, 2),
    ("model", "max_reply_tokens"): (16, 32_000),
    ("model", "connect_timeout"): (0.1, 600),
    ("model", "read_timeout"): (0.1, 3600),
    ("model", "max_retries"): (0, 10),
    ("model", "max_retry_wait"): (0, 300),
    ("model", "probe_ttl"): (0, 86_400),
    ("embedded", "threads"): (0, 1024),
    ("embedded", "context"): (4608, 131_072),
    ("prompt", "budget"): (1000, HARD_BUDGET),
    ("prompt", "summarise_over"): (500, HARD_BUDGET),
    ("prompt", "facts"): (50, 150),
    ("prompt", "summaries"): (0, 200),
    ("prompt", "window"): (0, 1200),
    ("prompt", "tool_results"): (0, 300),
    ("prompt", "fragments"): (0, 3000),
    ("memory", "answer_ttl_hours"): (0, 24 * 365),
    ("memory", "segment_retention_days"): (0, 3650),
    ("memory", "remind_days_before_expiry"): (0, 60),
    ("session", "idle_minutes"): (30, 60),
    ("ask", "max_messages"): (1, 1000),
    ("ask", "max_chars"): (1, 10_000_000),
    ("ask", "stdin_wait"): (0, 3600),
    ("tools", "max_chain"): (1, 20),
    ("tools", "timeout"): (0.1, 3600),
}

# environment variable -> (section, key)
ENVIRONMENT: Mapping[str, tuple[str, str]] = {
    "ASSISTANT_MODEL": ("model", "name"),
    "OPENAI_BASE_URL": ("model", "base_url"),
    "ASSISTANT_MEMORY_MAX_MESSAGES": ("ask", "max_messages"),
    "ASSISTANT_MEMORY_MAX_CHARS": ("ask", "max_chars"),
}

Table = TypeVar("Table")


def load_config(path: Path | None, environ: Mapping[str, str] | None = None) -> Config:
    """Read ``path`` (absent file: defaults) and the environment. Raises ConfigurationError."""
    environ = os.environ if environ is None else environ
    config = parse_config(_read_toml(path), where=str(path)) if path else Config()
    return _apply_environment(config, environ)


def parse_config(data: Mapping[str, Any], where: str = "config") -> Config:
    """A Config from nested tables. Raises ConfigurationError naming the key at fault."""
    known = {f.name for f in fields(Config)}
    for name in data:
        if name not in known:
            raise _refusal(where, name, "is not a known section", known)
    sections: dict[str, Any] = {}
    for f in fields(Config):
        table = data.get(f.name, {})
        if not isinstance(table, Mapping):
            raise _refusal(where, f.name, "must be a table")
        if f.name == "roles":
            sections["roles"] = {
                name: _parse_table(RoleConfig, role, f"roles.{name}", where)
                for name, role in table.items()
            }
        else:
            section_type = typing.cast("Callable[[], Any]", f.default_factory)
            sections[f.name] = _parse_table(type(section_type()), table, f.name, where)
    return Config(**sections)


def _read_toml(path: Path) -> Mapping[str, Any]:
    import tomllib

    try:
        return tomllib.loads(path.read_text("utf-8"))
    except FileNotFoundError:
        return {}
    except (tomllib.TOMLDecodeError, UnicodeDecodeError) as error:
        raise ConfigurationError(
            f"{path} is not valid TOML: {error}", "Mend the line, or move the file away."
        ) from error
    except OSError as error:
        raise ConfigurationError(
            f"{path} cannot be read: {error.strerror}", "Check its permissions."
        ) from error


def _parse_table(table_type: type[Table], data: Any, section: str, where: str) -> Table:
    if not isinstance(data, Mapping):
        raise _refusal(where, section, "must be a table")
    assert is_dataclass(table_type)
    hints = typing.get_type_hints(table_type)
    for key in data:
        if key not in hints:
            raise _refusal(where, f"{section}.{key}", "is not a known key", set(hints))
    values = {
        key: _parse_value(hints[key], value, section, key, where) for key, value in data.items()
    }
    return table_type(**values)


def _parse_value(hint: Any, value: Any, section: str, key: str, where: str) -> Any:
    name = f"{section}.{key}"
    if get_origin(hint) is Literal:
        if value not in get_args(hint):
            allowed = ", ".join(map(repr, get_args(hint)))
            raise _refusal(where, name, f"must be one of {allowed}, not {value!r}")
        return value
    if get_origin(hint) is tuple:
        if not isinstance(value, list) or not all(isinstance(v, str) for v in value):
            raise _refusal(where, name, "must be a list of strings")
        return tuple(value)
    if hint is float and isinstance(value, int) and not isinstance(value, bool):
        value = float(value)
    if type(value) is not hint:
        raise _refusal(where, name, f"must be {_TYPE_WORDS[hint]}, not {value!r}")
    lowest, highest = RANGES.get((section, key), (float("-inf"), float("inf")))
    if hint in (int, float) and not lowest <= value <= highest:
        raise _refusal(where, name, f"must be between {lowest:g} and {highest:g}, not {value:g}")
    return value


_TYPE_WORDS: Mapping[Any, str] = types.MappingProxyType(
    {str: "a string", int: "a whole number", float: "a number", bool: "true or false"}
)


def _apply_environment(config: Config, environ: Mapping[str, str]) -> Config:
    for variable, (section, key) in ENVIRONMENT.items():
        text = environ.get(variable, "")
        if not text:
            continue
        table = getattr(config, section)
        hint = typing.get_type_hints(type(table))[key]
        value: Any = text
        if hint is int:
            try:
                value = int(text)
            except ValueError:
                raise _refusal(variable, key, f"must be a whole number, not {text!r}") from None
        value = _parse_value(hint, value, section, key, variable)
        config = replace(config, **{section: replace(table, **{key: value})})
    return config


def _refusal(
    where: str, name: str, problem: str, known: set[str] | None = None
) -> ConfigurationError:
    hint = "See config.example.toml for every key and its meaning."
    if known:
        import difflib

        close = difflib.get_close_matches(name.rpartition(".")[2], known, n=1)
        if close:
            hint = f"Did you mean '{close[0]}'? {hint}"
    return ConfigurationError(f"{where}: '{name}' {problem}", hint)


def defaults(table_type: type) -> dict[str, Any]:
    """The default of each key of a section, for documentation and its test."""
    return {
        f.name: f.default if f.default is not MISSING else None
        for f in fields(table_type)  # every section's fields have plain defaults
    }
