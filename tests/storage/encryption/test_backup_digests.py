"""What is written of backups when a home is encrypted and decrypted: still fitting, telling nothing."""

from __future__ import annotations

import json
from contextlib import closing
from pathlib import Path

import pytest

from assistant.homekey import known_key
from assistant.paths import Paths
from assistant.storage.encryption import conversion, header
from assistant.storage.encryption.conversion import Home, finish
from assistant.storage.encryption.keys import DataKey
from assistant.storage.open import open_stores
from assistant.storage.sqlite.backups import backups_of
from assistant.storage.sqlite.digests import check, digest_file, last_recorded
from assistant.storage.sqlite.drill import compared
from assistant.storage.sqlite.driver import PLAIN, driver_for
from tests.contract.samples import fact, later
from tests.storage.encryption.conftest import containing
from tests.storage.encryption.test_conversion import lock, unlock
from tests.storage.test_digests import flip


def conditions(home: Home) -> list[str]:
    return [check(backup) for backup in backups_of(home.database)]


def digests_beside(home: Home) -> set[Path]:
    return set(home.folder.glob("*.digest-*"))


def expected(home: Home) -> set[Path]:
    return {digest_file(backup) for backup in backups_of(home.database)}


def test_backups_fit_what_is_written_of_them_after_lock_and_after_unlock(lived: Home) -> None:
    assert conditions(lived) == ["sound", "sound"]
    plain = [digest_file(backup).read_bytes() for backup in backups_of(lived.database)]
    for change in (lock, unlock):
        change(lived)
        assert conditions(lived) == ["sound", "sound"]
        assert digests_beside(lived) == expected(lived)
        for backup in backups_of(lived.database):
            made = last_recorded(backup)
            assert made is not None
            assert len(json.loads(digest_file(backup).read_text().split("\n")[1])) == 1
            assert compared(backup, made, driver_for(lived.database)).altered == []
    sums = [json.loads(text.decode().split("\n")[1])[0]["tables"] for text in plain]
    again = [last_recorded(backup) for backup in backups_of(lived.database)]
    assert [one and one.tables["facts"].digest for one in again] == [
        tables["facts"]["digest"] for tables in sums
    ]


def test_a_digest_of_an_encrypted_copy_tells_nothing_of_its_rows(lived: Home) -> None:
    """No count, no sum of a plain copy, and none twice: neither guessed nor compared."""
    known = [last_recorded(backup) for backup in backups_of(lived.database)]
    plain = {rows.digest for made in known if made for rows in made.tables.values()}
    lock(lived)
    sums = []
    for backup in backups_of(lived.database):
        made = last_recorded(backup)
        assert made is not None
        assert {rows.count for rows in made.tables.values()} == {None}
        sums += [rows.digest for rows in made.tables.values()]
        assert not any(one in digest_file(backup).read_text() for one in plain)
        assert compared(backup, made, driver_for(lived.database)).counts["facts"] > 0
    assert len(set(sums)) == len(sums), "not even of two tables without rows"


def test_a_backup_of_an_encrypted_home_carries_its_digest(lived: Home) -> None:
    lock(lived)
    with closing(open_stores(lived.database, clock=lambda: later(days=3))) as stores:
        stores.facts.add(fact("a later thing"))
    assert conditions(lived) == ["sound", "sound"]
    made = last_recorded(backups_of(lived.database)[0])
    assert made is not None
    assert {rows.count for rows in made.tables.values()} == {None}


@pytest.mark.parametrize("locked", [False, True], ids=["plain", "encrypted"])
def test_a_flipped_bit_is_found_after_the_home_was_changed_over(lived: Home, locked: bool) -> None:
    lock(lived)
    if not locked:
        unlock(lived)
    for backup in backups_of(lived.database):
        for at in (0, 100, backup.stat().st_size // 2, backup.stat().st_size - 1):
            flip(backup, at)
            assert check(backup) == "altered"
            flip(backup, at)
        assert check(backup) == "sound"


def test_what_was_altered_before_is_not_sound_afterwards(lived: Home) -> None:
    backup = backups_of(lived.database)[0]
    content = bytearray(backup.read_bytes())
    content[content.index(b"qzxsecretword")] ^= 1  # still a database
    backup.write_bytes(content)
    for change in (lock, unlock):
        change(lived)
        assert check(backup) == "altered"


def test_a_copy_of_which_nothing_readable_is_written_stays_so(lived: Home) -> None:
    first, second = backups_of(lived.database)
    digest_file(first).unlink()
    broken = digest_file(second)
    broken.write_bytes(broken.read_bytes()[:-9])
    lock(lived)
    assert conditions(lived) == ["unsealed", "unreadable"]
    assert broken.read_bytes() == b"", "a piece of it could be read"


def test_a_copy_that_cannot_be_read_goes_with_its_digest(lived: Home) -> None:
    first = backups_of(lived.database)[0]
    first.write_bytes(first.read_bytes()[:5000])
    lock(lived)
    assert first not in backups_of(lived.database)
    assert digests_beside(lived) == expected(lived)


def test_stray_digests_and_copies_of_killed_drills_go(paths: Paths, lived: Home) -> None:
    stray = digest_file(Path(f"{paths.database}.backup-2001-01-01"))
    stray.write_bytes(digest_file(backups_of(lived.database)[0]).read_bytes())
    killed = paths.data / "drill-999999999-x"
    killed.mkdir()
    (killed / "assistant.db").write_bytes(backups_of(lived.database)[0].read_bytes())
    lock(lived)
    assert not stray.exists()
    assert not killed.exists()
    assert containing(paths.data) == []


@pytest.mark.parametrize("step", range(8))
@pytest.mark.parametrize("change", [lock, unlock], ids=["lock", "unlock"])
def test_broken_off_at_any_step_a_copy_fits_and_nothing_plain_stays(
    lived: Home, change: object, step: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Before its n-th change of a digest or of a copy; whoever finishes it leaves no trace."""
    if change is unlock:
        lock(lived)
    with monkeypatch.context() as patched:
        _break_off(patched, step)
        try:
            change(lived)  # type: ignore[operator]
        except KeyboardInterrupt:
            assert conditions(lived) == ["sound", "sound"]
    found, key = header.read(lived.folder), known_key(lived.folder) or _key[0]
    if found:
        finish(lived, found, key)  # type: ignore[arg-type]
    assert conditions(lived) == ["sound", "sound"]
    assert digests_beside(lived) == expected(lived)
    for backup in backups_of(lived.database):
        made = last_recorded(backup)
        assert made is not None
        assert len(json.loads(digest_file(backup).read_text().split("\n")[1])) == 1
        counted = {rows.count is None for rows in made.tables.values()}
        assert counted == {change is lock}
        if change is unlock:
            assert compared(backup, made, PLAIN).altered == []


_key: list[DataKey] = []


def _break_off(patched: pytest.MonkeyPatch, step: int) -> None:
    left = [step]
    replaced, converted = Path.replace, conversion._go_on

    def counting(self: Path, target: Path) -> Path:
        if ".digest-" in self.name or "db.backup-2" in self.name:
            if left[0] == 0:
                raise KeyboardInterrupt
            left[0] -= 1
        return replaced(self, target)

    def knowing(home: Home, found: header.Header, key: DataKey) -> object:
        _key[:] = [key]
        return converted(home, found, key)

    patched.setattr(Path, "replace", counting)
    patched.setattr(conversion, "_go_on", knowing)
