"""Where one home keeps its things."""

from __future__ import annotations

import os
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path

from assistant.errors import StorageUnavailable
from assistant.folders import make_private_folder, tighten


@dataclass(frozen=True, slots=True)
class Paths:
    """Files and folders of one user. Nothing is created until ``make_private`` is called."""

    config: Path
    data: Path

    @property
    def database(self) -> Path:
        return self.data / "assistant.db"

    @property
    def models(self) -> Path:
        return self.data / "models"

    @property
    def cache(self) -> Path:
        return self.data / "cache"

    @property
    def logs(self) -> Path:
        return self.data / "logs"

    @property
    def notes(self) -> Path:
        return self.data / "notes"

    @property
    def packs(self) -> Path:
        """Holds a folder for each pack that keeps files."""
        return self.data / "packs"

    @property
    def history(self) -> Path:
        return self.data / "history"

    @property
    def private(self) -> list[Path]:
        """What lies in the home and is for its owner's eyes alone, as far as it is there."""
        copies = self.data.glob("assistant.db*")
        return [self.history, self.cache, self.logs, self.models, self.packs, *copies]


def resolve_paths(home: Path | None, environ: Mapping[str, str] | None = None) -> Paths:
    """One folder for everything (``home`` or ASSISTANT_HOME), else the platform's own folders."""
    environ = os.environ if environ is None else environ
    one = home or (Path(environ["ASSISTANT_HOME"]) if environ.get("ASSISTANT_HOME") else None)
    if one is not None:
        one = one.expanduser().absolute()
        return Paths(config=one / "config.toml", data=one)
    import platformdirs

    return Paths(
        config=platformdirs.user_config_path("assistant", appauthor=False) / "config.toml",
        data=platformdirs.user_data_path("assistant", appauthor=False),
    )


def tighten_home(paths: Paths) -> list[Path]:
    """Make the home its owner's alone; returns what was open to others. Raises
    StorageUnavailable, also for a home of another user."""
    try:
        return tighten(paths.data, paths.private, [paths.config])
    except OSError as error:
        raise StorageUnavailable(
            f"{paths.data} cannot be used: {error.strerror}",
            "Point ASSISTANT_HOME to a folder of yours.",
        ) from error


def make_private(folder: Path) -> Path:
    """Create a folder that only its owner can enter (0700). Raises StorageUnavailable."""
    try:
        make_private_folder(folder)
    except OSError as error:
        raise StorageUnavailable(
            f"{folder} cannot be created: {error.strerror}",
            "Make it writable, or point ASSISTANT_HOME to a folder of yours.",
        ) from error
    return folder
