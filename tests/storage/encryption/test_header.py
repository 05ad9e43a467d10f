"""The key file: bounded, twice there, and damage told from a wrong passphrase."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from assistant.errors import BadData, ConfigurationError, NotAuthorised
from assistant.homekey import KEY_FILE, KEY_FILE_COPY, forget_key, is_encrypted
from assistant.paths import resolve_paths
from assistant.storage.encryption import header
from assistant.storage.encryption.access import by_passphrase, unlock
from assistant.storage.encryption.conversion import Home
from assistant.storage.encryption.keys import DataKey
from tests.encryption import PASSPHRASE, begin_encrypted


@pytest.fixture
def begun(home: Path) -> Path:
    begin_encrypted(home)
    forget_key(home)
    return home


def opened(home: Path, passphrase: str = PASSPHRASE) -> bool:
    return unlock(Home.of(resolve_paths(home)), "", passphrase) is not None


def test_it_is_its_owners_alone_and_holds_no_secret(begun: Path) -> None:
    for name in (KEY_FILE, KEY_FILE_COPY):
        assert (begun / name).stat().st_mode & 0o777 == 0o600
        assert PASSPHRASE not in (begun / name).read_text()


@pytest.mark.parametrize("damage", [b"", b"{", b"[" * 5000, b"\xff" * 40, b"{}", b"x" * 99_999])
def test_a_damaged_one_is_read_from_its_copy_and_mended(begun: Path, damage: bytes) -> None:
    (begun / KEY_FILE).write_bytes(damage)
    assert opened(begun)
    assert (begun / KEY_FILE).read_bytes() == (begun / KEY_FILE_COPY).read_bytes() != damage


def test_one_that_is_gone_is_read_from_its_copy(begun: Path) -> None:
    (begun / KEY_FILE).unlink()
    assert is_encrypted(begun)
    assert opened(begun)
    assert (begun / KEY_FILE).exists()


def test_both_damaged_is_said_and_is_no_wrong_passphrase(begun: Path) -> None:
    for name in (KEY_FILE, KEY_FILE_COPY):
        (begun / name).write_text("{")
    with pytest.raises(BadData, match="key file"):
        opened(begun)


def test_a_wrong_passphrase_is_said(begun: Path) -> None:
    with pytest.raises(NotAuthorised, match="wrong"):
        opened(begun, "another passphrase")


@pytest.mark.parametrize(
    ("name", "value"),
    [
        ("memory_kib", 2**40), ("iterations", 10**9), ("lanes", 0), ("iterations", -1),
        ("iterations", 1.5), ("lanes", True), ("lanes", "1"), ("unknown", 1),
    ],
)  # fmt: skip
def test_an_altered_cost_takes_neither_memory_nor_time(
    begun: Path, name: str, value: object
) -> None:
    for file in (begun / KEY_FILE, begun / KEY_FILE_COPY):
        data = json.loads(file.read_text())
        data["argon2id"][name] = value
        file.write_text(json.dumps(data))
    with pytest.raises(BadData):
        header.read(begun)


def test_a_cheaper_derivation_cannot_be_put_in_its_place(begun: Path) -> None:
    for file in (begun / KEY_FILE, begun / KEY_FILE_COPY):
        data = json.loads(file.read_text())
        data["argon2id"]["memory_kib"] = 32
        file.write_text(json.dumps(data))
    with pytest.raises(NotAuthorised):
        opened(begun)


@pytest.mark.parametrize("passphrase", ["", "corta", " " * 20, "  ab  \t cd   "])
def test_a_passphrase_of_few_letters_protects_nothing_however_wide(passphrase: str) -> None:
    with pytest.raises(ConfigurationError, match="characters"):
        by_passphrase(DataKey.random(), passphrase, "locked")
