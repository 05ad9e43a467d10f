"""The key that an endpoint is sent."""

from __future__ import annotations

import re
from collections.abc import Mapping

from assistant.config import ModelConfig
from assistant.errors import ConfigurationError
from assistant.limits import VARIABLE
from assistant.secret_command import printed_by


def read_key(config: ModelConfig, environ: Mapping[str, str]) -> str:
    """The key: from its variable, else from the command that prints it; empty without either."""
    key = environ.get(config.api_key_env, "").strip()
    if key or not config.api_key_command:
        return _fit_for_a_header(key, config.api_key_env)
    printed = printed_by(config.api_key_command, "model.api_key_command", "key")
    return _fit_for_a_header(printed.strip(), "model.api_key_command")


def _fit_for_a_header(key: str, source: str) -> str:
    """The key. Raises ConfigurationError for what no header can carry; never shows it."""
    if len(key) > VARIABLE.value or not re.fullmatch(r"[!-~]*", key):
        raise ConfigurationError(
            f"What {source} gives is no key: it has letters that no key has, or is far too long",
            "Copy the key again, alone on its line.",
        )
    return key
