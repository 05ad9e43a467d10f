"""What is installed is pinned: requirements.lock names every dependency, with its hashes."""

from __future__ import annotations

import re
import tomllib
from collections.abc import Iterator
from importlib.metadata import version
from pathlib import Path

from packaging.requirements import Requirement
from packaging.utils import canonicalize_name

ROOT = Path(__file__).parents[1]
LOCK = ROOT / "requirements.lock"


def pinned() -> Iterator[tuple[Requirement, str]]:
    """Each requirement of the lock, and the lines below it."""
    for entry in re.split(r"\n(?=[a-z0-9])", LOCK.read_text(encoding="utf-8")):
        if not entry.startswith("#"):
            head, _, rest = entry.partition("\\\n")
            yield Requirement(head), rest


def declared() -> list[Requirement]:
    project = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))
    extras = project["project"]["optional-dependencies"]
    optional = [*extras["embedded"], *extras["encrypted"], *extras["server"]]
    every = [*project["project"]["dependencies"], *optional, *project["dependency-groups"]["dev"]]
    return [Requirement(line) for line in every]


def test_every_dependency_is_pinned_within_its_range() -> None:
    pins = {
        canonicalize_name(entry.name): next(iter(entry.specifier)).version
        for entry, _ in pinned()
        if entry.marker is None or entry.marker.evaluate()
    }
    for wanted in declared():
        assert wanted.specifier.contains(pins[canonicalize_name(wanted.name)]), wanted


def test_every_pin_is_one_version_and_carries_hashes() -> None:
    entries = list(pinned())
    assert len(entries) > 50
    for entry, rest in entries:
        assert [pin.operator for pin in entry.specifier] == ["=="], entry
        assert re.search(r"--hash=sha256:[0-9a-f]{64}", rest), entry


def test_what_runs_here_is_what_is_pinned() -> None:
    for entry, _ in pinned():
        if entry.marker is None or entry.marker.evaluate():
            assert entry.specifier.contains(version(entry.name)), entry


def test_the_lock_names_no_place_to_fetch_from() -> None:
    assert "://" not in LOCK.read_text(encoding="utf-8")
