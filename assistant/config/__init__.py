"""The configuration: what can be set (``sections``) and how it is read (``reading``)."""

from assistant.config.reading import load_config, parse_config
from assistant.config.sections import (
    HARD_BUDGET,
    RANGES,
    AskConfig,
    Config,
    EmbeddedConfig,
    EmbeddingConfig,
    EncryptionConfig,
    LogConfig,
    MemoryConfig,
    ModelConfig,
    PromptConfig,
    RoleConfig,
    SessionConfig,
    ShellConfig,
    ToolsConfig,
    UiConfig,
    defaults,
)

__all__ = [
    "HARD_BUDGET",
    "RANGES",
    "AskConfig",
    "Config",
    "EmbeddedConfig",
    "EmbeddingConfig",
    "EncryptionConfig",
    "LogConfig",
    "MemoryConfig",
    "ModelConfig",
    "PromptConfig",
    "RoleConfig",
    "SessionConfig",
    "ShellConfig",
    "ToolsConfig",
    "UiConfig",
    "defaults",
    "load_config",
    "parse_config",
]
