"""TOML and environment in, one frozen ``Config`` out.

Order, later wins: the defaults, ``config.toml``, environment, command-line flags. Unknown keys,
wrong types and impossible values are refused by name (ConfigurationError, exit status 78).
"""

from __future__ import annotations

import os
import re
import types
import typing
from collections.abc import Callable, Mapping, Sequence
from dataclasses import fields, is_dataclass, replace
from pathlib import Path
from typing import Any, Literal, TypeVar, get_args, get_origin

from assistant import languages
from assistant.config.sections import CHOICES, RANGES, Config, PacksConfig, RoleConfig
from assistant.errors import ConfigurationError
from assistant.files import Unreadable, read_bytes
from assistant.limits import CONFIG, CONFIG_DEPTH, CONFIG_LIST, VARIABLE

# environment variable -> (section, key)
ENVIRONMENT: Mapping[str, tuple[str, str]] = {
    "ASSISTANT_MODEL": ("model", "name"),
    "ASSISTANT_STORAGE_URL": ("storage", "url"),
    "ASSISTANT_STORAGE_LIVE": ("storage", "live"),
    "OPENAI_BASE_URL": ("model", "base_url"),
    "ASSISTANT_MEMORY_MAX_MESSAGES": ("ask", "max_messages"),
    "ASSISTANT_MEMORY_MAX_CHARS": ("ask", "max_chars"),
}

Table = TypeVar("Table")

_BRACKET = re.compile(r"[\[\]{}]")
ROLE_NAME = re.compile(r"\w[\w .-]*")
"""A role begins the ids of its conversations: a colon would break them."""


def load_config(path: Path | None, environ: Mapping[str, str] | None = None) -> Config:
    """Read ``path`` (absent file: defaults) and the environment. Raises ConfigurationError.

    The languages in the folder ``languages`` beside the file are known from here on.
    """
    environ = os.environ if environ is None else environ
    if path:
        languages.add(path.parent / "languages")
    config = parse_config(_read_toml(path), where=str(path)) if path else Config()
    return _apply_environment(config, environ)


def read_text(path: Path) -> str:
    """The file's text. Raises OSError, UnicodeDecodeError, and Unreadable for what no settings can
    be: too large, too deep for any parser, a device."""
    text = read_bytes(path, CONFIG).decode("utf-8")
    if _depth(text) > CONFIG_DEPTH.value:
        raise Unreadable(f"has more than {CONFIG_DEPTH.value} brackets inside one another")
    return text


def _depth(text: str) -> int:
    """How deep brackets stand inside one another. Those in strings count: nobody writes so many."""
    depth = deepest = 0
    for bracket in _BRACKET.finditer(text):
        depth = max(0, depth + (1 if bracket[0] in "[{" else -1))
        deepest = max(deepest, depth)
    return deepest


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
            sections["roles"] = {name: _role(name, role, where) for name, role in table.items()}
        elif f.name == "packs":
            sections["packs"] = _packs(table, where)
        else:
            section_type = typing.cast("Callable[[], Any]", f.default_factory)
            sections[f.name] = _parse_table(type(section_type()), table, f.name, where)
    return Config(**sections)


def _read_toml(path: Path) -> Mapping[str, Any]:
    import tomllib

    try:
        text = read_text(path)
        return tomllib.loads(text)
    except FileNotFoundError:
        return {}
    except Unreadable as error:
        raise ConfigurationError(
            f"{path} {error}", "Mend it, or move the file away; it is a small text file."
        ) from error
    except (tomllib.TOMLDecodeError, UnicodeDecodeError) as error:
        raise ConfigurationError(
            f"{path} is not valid TOML: {error}", "Mend the line, or move the file away."
        ) from error
    except OSError as error:
        raise ConfigurationError(
            f"{path} cannot be read: {error.strerror}", "Check its permissions."
        ) from error


def _role(name: str, table: Any, where: str) -> RoleConfig:
    """A role's settings; the default role sees every fact unless its table says otherwise."""
    if not ROLE_NAME.fullmatch(name):
        what = "must be a name of letters, digits, spaces, '.', '-' and '_'"
        raise _refusal(where, f"roles.{name}", what)
    role = _parse_table(RoleConfig, table, f"roles.{name}", where)
    return replace(role, facts="all") if name == "default" and "facts" not in table else role


def _packs(table: Mapping[str, Any], where: str) -> PacksConfig:
    """What is on; a table within it is the settings of the pack that it is named for."""
    settings = {name: own for name, own in table.items() if isinstance(own, Mapping)}
    own = {name: value for name, value in table.items() if name not in settings}
    if "settings" in own:
        raise _refusal(where, "packs.settings", "must be a table")
    return replace(_parse_table(PacksConfig, own, "packs", where), settings=settings)


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
    if is_dataclass(hint):
        return _parse_table(typing.cast("type[Any]", hint), value, name, where)
    if get_origin(hint) is Literal:
        if not any(type(arg) is type(value) and arg == value for arg in get_args(hint)):
            raise _none_of(get_args(hint), where, name, value)
        return value
    if get_origin(hint) is tuple:
        if not isinstance(value, list) or not all(isinstance(v, str) for v in value):
            raise _refusal(where, name, "must be a list of strings")
        if len(value) > CONFIG_LIST.value:
            raise _refusal(where, name, f"must have at most {CONFIG_LIST.value} entries")
        return tuple(value)
    if hint is float and isinstance(value, int) and not isinstance(value, bool):
        value = float(value)
    if type(value) is not hint:
        raise _refusal(where, name, f"must be {_TYPE_WORDS[hint]}, not {value!r}")
    if (section, key) in CHOICES and value not in (choices := CHOICES[section, key]()):
        raise _none_of(choices, where, name, value)
    lowest, highest = RANGES.get((section, key), (float("-inf"), float("inf")))
    if hint in (int, float) and not lowest <= value <= highest:
        raise _refusal(where, name, f"must be between {lowest:g} and {highest:g}, not {value:g}")
    return value


def _none_of(choices: Sequence[object], where: str, name: str, value: object) -> ConfigurationError:
    allowed = ", ".join(map(_written, choices))
    return _refusal(where, name, f"must be one of {allowed}, not {value!r}")


def _written(value: object) -> str:
    """A value as TOML has it."""
    return str(value).lower() if isinstance(value, bool) else repr(value)


_TYPE_WORDS: Mapping[Any, str] = types.MappingProxyType(
    {str: "a string", int: "a whole number", float: "a number", bool: "true or false"}
)


def _apply_environment(config: Config, environ: Mapping[str, str]) -> Config:
    for variable, (section, key) in ENVIRONMENT.items():
        text = environ.get(variable, "")
        if not text:
            continue
        if len(text) > VARIABLE.value or not text.isprintable():
            problem = f"must be printable text of at most {VARIABLE.value:,} characters"
            raise _refusal(variable, key, problem)
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
