"""``assistant config``: where the settings are, what they are, whether they are right."""

from __future__ import annotations

import contextlib
import re
from collections.abc import Iterator
from typing import TYPE_CHECKING, Annotated, Any

import typer

from assistant.characters import json_escaped
from assistant.cli import plain
from assistant.errors import ConfigurationError, StorageUnavailable, UsageError
from assistant.paths import resolve_paths

if TYPE_CHECKING:
    from pathlib import Path

    from tomlkit import TOMLDocument

    from assistant.config import Config

EXAMPLE = "config.example.toml"
_BARE = re.compile(r"[A-Za-z0-9_-]+")


def config() -> None:
    """Show, check and create the configuration.

    \b
    assistant config init
    """


def path() -> None:
    """Print where the file is, or would be.

    \b
    $EDITOR "$(assistant config path)"
    """
    plain.out_path(resolve_paths(None).config)


def show() -> None:
    """Print every setting in force, as TOML.

    \b
    assistant config show | grep -A3 tools
    """
    from assistant.config import load_config

    for line in as_toml(load_config(resolve_paths(None).config)):
        plain.out(line)


def check() -> None:
    """Say whether the file is right; the exit status is 78 when it is not.

    Sentences that the language of the notices lacks are said in English;
    their names are printed, one a line.

    \b
    assistant config check
    """
    from assistant.cli.language import interface_language
    from assistant.config import load_config
    from assistant.messages import lacking, say

    file = resolve_paths(None).config
    language = interface_language(load_config(file).ui)
    plain.err(say("config.right" if file.exists() else "config.none", language, file=file))
    if keys := lacking(language):
        plain.err(say("config.lacking", language, language=language, count=len(keys)))
    for key in keys:
        plain.out(key)


def init(
    force: Annotated[bool, typer.Option("--force", help="Replace the file that is there.")] = False,
) -> None:
    """Write a file that explains every setting and changes none.

    \b
    assistant config init
    """
    file = resolve_paths(None).config
    if file.exists() and not force:
        raise UsageError(f"{file} exists already", "Edit it, or replace it with --force.")
    write_private(file, commented(example().read_text("utf-8")))
    plain.out(str(file))


def example() -> Path:
    """The documented configuration: at the top of a checkout, among the data of a wheel."""
    from assistant.resources import data_path

    shipped = data_path(EXAMPLE)
    return shipped if shipped.exists() else data_path().parent / EXAMPLE


def commented(text: str) -> str:
    """The documented configuration with its settings commented out.

    A default that is not written down is free to get better in a later version.
    """
    import re

    return re.sub(r"^(?=\w+ = |\[roles\.)", "# ", text, flags=re.MULTILINE)


@contextlib.contextmanager
def edited(file: Path) -> Iterator[TOMLDocument]:
    """The configuration, to be changed: comments, order and the rest stay as they are.

    Raises ConfigurationError where the file cannot be read, StorageUnavailable where it cannot be
    written.
    """
    import tomlkit
    from tomlkit.exceptions import TOMLKitError

    from assistant.config.reading import read_text
    from assistant.files import Unreadable

    try:
        before = read_text(file) if file.exists() else ""
        document = tomlkit.parse(before)
    except (OSError, UnicodeDecodeError, Unreadable, TOMLKitError) as error:
        raise ConfigurationError(
            f"{file} cannot be changed: {error}", "See `assistant config check`."
        ) from error
    yield document
    if tomlkit.dumps(document) != before:
        write_private(file, tomlkit.dumps(document))


def write_private(file: Path, text: str) -> None:
    """Write a whole file that only its owner reads, or leave the old one. Raises
    StorageUnavailable.
    """
    from assistant.beside import replacing
    from assistant.paths import make_private

    make_private(file.parent)
    try:
        with replacing(file) as unnamed:
            unnamed.write_text(text, encoding="utf-8")
    except OSError as error:
        raise StorageUnavailable(
            f"{file} cannot be written: {error.strerror}", "Check its permissions and the disk."
        ) from error


def as_toml(config: Config) -> Iterator[str]:
    """The settings as lines of TOML that ``load_config`` reads back the same, but for passwords,
    which are not shown."""
    from dataclasses import asdict

    from assistant.storage.open import without_password

    settings = asdict(config)
    for key in ("url", "live"):
        settings["storage"][key] = without_password(settings["storage"][key])
    for section, table in settings.items():
        tables = table if section == "roles" else table.pop("settings", {})
        if section != "roles":
            yield from _table(section, table)
        for name, own in tables.items():
            yield from _table(f"{section}.{_quoted(name)}", own)


def _table(name: str, table: dict[str, Any]) -> Iterator[str]:
    yield f"[{name}]"
    within = {key: value for key, value in table.items() if isinstance(value, dict)}
    for key, value in table.items():
        if key not in within:
            yield f"{_key(key)} = {_value(value)}"
    yield ""
    for key, value in within.items():
        yield from _table(f"{name}.{_key(key)}", value)


def _key(key: str) -> str:
    return key if _BARE.fullmatch(key) else _quoted(key)


def _value(value: object) -> str:
    if isinstance(value, bool):
        return str(value).lower()
    if isinstance(value, str):
        return _quoted(value)
    if isinstance(value, tuple | list):
        return f"[{', '.join(map(_value, value))}]"
    if isinstance(value, dict):
        return f"{{ {', '.join(f'{_key(key)} = {_value(of)}' for key, of in value.items())} }}"
    return str(value)


def _quoted(text: str) -> str:
    """A basic string: JSON's escapes are TOML's, once DEL is escaped too."""
    import json

    return json_escaped(json.dumps(text, ensure_ascii=False))
