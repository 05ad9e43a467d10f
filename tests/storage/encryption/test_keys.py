"""The data key, its wrapping, and lines that mean nothing elsewhere."""

from __future__ import annotations

from string import ascii_letters, digits

import pytest

from assistant.storage.encryption.header import Header
from assistant.storage.encryption.keys import Cost, DataKey, from_passphrase

CHEAP = Cost(iterations=1, memory_kib=64, lanes=1)


def test_a_line_comes_back_as_it_was() -> None:
    key = DataKey.random()
    for text in ("", "hola", "ñandú 🦤", "\ud800 lone", "x" * 100_000):
        line = key.encrypt("history", text)
        assert "\n" not in line
        assert key.decrypt("history", line) == text


def test_the_same_text_is_never_encrypted_to_the_same_line() -> None:
    key = DataKey.random()
    assert len({key.encrypt("log", "x") for _ in range(100)}) == 100


@pytest.mark.parametrize("role", ["log", "note inbox.md", ""])
def test_a_line_cannot_be_moved_to_another_file(role: str) -> None:
    key = DataKey.random()
    with pytest.raises(ValueError, match="another use"):
        key.decrypt(role, key.encrypt("history", "hola"))


def test_an_altered_line_is_refused() -> None:
    key = DataKey.random()
    line = key.encrypt("log", "hola")
    for place in range(len(line)):
        other = line[:place] + ("A" if line[place] != "A" else "B") + line[place + 1 :]
        with pytest.raises(ValueError):  # noqa: PT011 (of base64, of the cipher, or of the mark)
            assert key.decrypt("log", other) == "never"


@pytest.mark.parametrize("text", ["hol", "hola", "hola!"])
def test_a_line_is_written_in_one_way_only(text: str) -> None:
    key = DataKey.random()
    line = key.encrypt("log", text)
    last = len(line.rstrip("=")) - 1
    for letter in set(ascii_letters + digits + "+/") - {line[last]}:
        with pytest.raises(ValueError):  # noqa: PT011 (of the cipher, or of the mark)
            key.decrypt("log", line[:last] + letter + line[last + 1 :])


def test_each_use_has_a_key_of_its_own() -> None:
    key = DataKey.random()
    assert len({key.secret, key.database, key._of_role("log"), key._of_role("history")}) == 4
    assert key.secret.hex() not in repr(key)


def test_a_passphrase_is_the_same_however_its_accents_are_composed() -> None:
    salt = bytes(16)
    assert from_passphrase("ni\u00f1o", salt, CHEAP) == from_passphrase("nin\u0303o", salt, CHEAP)


def test_argon2id_is_that_of_the_rfc() -> None:
    """Against another library's result for the same parameters (argon2-cffi 25.1)."""
    derived = from_passphrase("passphrase", b"x" * 16, Cost(3, 65536, 4))
    assert derived.hex() == ARGON2ID


ARGON2ID = "0ecda95c45a91323775f43d94018c159edec0c84573df04df71e86da67e3ef7d"


def test_a_header_opens_with_its_own_passphrase_alone() -> None:
    key = DataKey.random()
    header = Header.for_passphrase(key, "caballo correcto", "locked", CHEAP)
    assert header.open_with_passphrase("caballo correcto") == key
    with pytest.raises(ValueError, match="another key"):
        header.open_with_passphrase("caballo incorrecto")
