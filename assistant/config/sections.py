"""What can be set: a frozen dataclass a section, with its defaults and the values that make sense.

``config.example.toml`` documents every key; a test compares the two.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import MISSING, dataclass, field, fields
from typing import Any, Literal

from assistant.languages import known

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
    small: Literal["auto", True, False] = "auto"

    def keys_in(self, environ: Mapping[str, str]) -> tuple[str, ...]:
        """The keys that the environment holds: they are secrets wherever they turn up."""
        names = {self.api_key_env, "OPENAI_API_KEY"}
        return tuple(key for name in names if (key := environ.get(name, "").strip()))


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
    answers: Literal["auto", "always", "never"] = "auto"


@dataclass(frozen=True, slots=True)
class SessionConfig:
    """[session]: when a conversation ends by itself (C7)."""

    idle_minutes: int = 45


@dataclass(frozen=True, slots=True)
class AskConfig:
    """[ask]: the in-run memory of one-shot calls (R1) and the wait for piped text."""

    max_messages: int = 8
    max_chars: int = 8000
    stdin_wait: float = 60.0  # seconds for the first byte; ``-`` waits for ever


@dataclass(frozen=True, slots=True)
class UiConfig:
    """[ui]: how it looks."""

    language: str = "auto"
    markdown: bool = True
    toolbar: bool = True
    keys: Literal["emacs", "vi"] = "emacs"


@dataclass(frozen=True, slots=True)
class LogConfig:
    """[log]: disposable files under ``logs/``, gone after 24 hours (D1)."""

    level: Literal["debug", "info", "warning", "error"] = "info"


@dataclass(frozen=True, slots=True)
class EncryptionConfig:
    """[encryption]: how an encrypted home is opened where nobody sits at a terminal."""

    unlock_command: str = ""


@dataclass(frozen=True, slots=True)
class StorageConfig:
    """[storage]: where the memory is kept. Empty: in the home, in SQLite."""

    url: str = ""
    live: str = ""
    owner: str = ""  # whose rows they are on a server; empty: the login name's


@dataclass(frozen=True, slots=True)
class ShellConfig:
    """[tools.shell]: what a command of the model may touch, reach and use up."""

    sandbox: Literal["auto", "required", "off"] = "auto"
    network: bool = False
    write: tuple[str, ...] = ()
    memory_mb: int = 2048
    processes: int = 256


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
    shell: ShellConfig = field(default_factory=ShellConfig)


@dataclass(frozen=True, slots=True)
class PacksConfig:
    """[packs]: which domains are there (K1). ``folders`` hold packs that are not installed.

    ``settings`` are the tables ``[packs.NAME]``, which each pack reads itself.
    """

    on: tuple[str, ...] = ()
    folders: tuple[str, ...] = ()
    settings: Mapping[str, Mapping[str, Any]] = field(default_factory=dict)


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
    packs: PacksConfig = field(default_factory=PacksConfig)
    encryption: EncryptionConfig = field(default_factory=EncryptionConfig)
    storage: StorageConfig = field(default_factory=StorageConfig)
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
    ("tools.shell", "memory_mb"): (64, 1_000_000),
    ("tools.shell", "processes"): (8, 100_000),
}

# (section, key) -> the texts that it may be, where they are known only when it is read
CHOICES: Mapping[tuple[str, str], Callable[[], tuple[str, ...]]] = {
    ("ui", "language"): lambda: ("auto", *known()),
}


def defaults(table_type: type) -> dict[str, Any]:
    """The default of each key of a section, for documentation and its test."""
    return {
        f.name: f.default if f.default is not MISSING else None
        for f in fields(table_type)  # every section's fields have plain defaults
    }
