"""Who may use a server, in every store (U1)."""

from __future__ import annotations

from pathlib import Path

import pytest

from assistant.errors import ConfigurationError, UsageError
from assistant.homekey import forget_key
from assistant.storage.base import Stores
from assistant.storage.open import open_stores, open_users
from assistant.storage.users import StoredUsers
from tests.contract.samples import NOW, fact
from tests.encryption import begin_encrypted, needs_extra


@pytest.fixture
def users(stores: Stores) -> StoredUsers:
    return StoredUsers(stores, lambda: NOW)


def test_U1_a_key_tells_who_it_is(users: StoredUsers) -> None:
    ana, bruno = (users.add(n, role="client", plan="pro") for n in ("ana", "bruno"))
    found = users.find(ana)
    assert found is not None
    assert (found.name, found.role, found.plan, found.created_at) == ("ana", "client", "pro", NOW)
    assert users.find(bruno) == users.get("bruno")
    for wrong in ("", "ana", ana[:-1], f"{ana} ", "\ud800"):
        assert users.find(wrong) is None


def test_U1_no_key_is_kept(users: StoredUsers, stores: Stores) -> None:
    key = users.add("ana", role="admin", plan="free")
    told = repr(stores.keyvalue.entries())
    assert "ana" in told
    assert key not in told
    assert key.removeprefix("ak-") not in told


def test_a_name_is_taken_once_and_has_to_be_one(users: StoredUsers) -> None:
    users.add("ana", role="client", plan="free")
    users.revoke("ana")
    with pytest.raises(UsageError, match="already"):
        users.add("ana", role="client", plan="free")
    for name in ("", "Ana", "a:b", "../ana", "@users", "a/b", "ñ", "a" * 65, "ana."):
        with pytest.raises(UsageError, match="name"):
            users.add(name, role="client", plan="free")
    assert [user.name for user in users.all()] == ["ana"]


def test_a_revoked_key_opens_nothing_until_another_is_made(users: StoredUsers) -> None:
    key = users.add("ana", role="client", plan="free")
    users.revoke("ana")
    assert users.find(key) is None
    assert [user.revoked_at for user in users.all()] == [NOW]
    new = users.rotate("ana")
    assert users.find(key) is None
    found = users.find(new)
    assert found is not None
    assert (found.name, found.rotated_at, found.revoked_at) == ("ana", NOW, None)


def test_an_old_key_ends_with_the_new_one(users: StoredUsers) -> None:
    old = users.add("ana", role="client", plan="free")
    new = users.rotate("ana")
    assert new != old
    assert users.find(old) is None
    assert users.find(new) == users.get("ana")


def test_who_is_not_there_is_told_so(users: StoredUsers) -> None:
    for change in (users.rotate, users.revoke):
        with pytest.raises(UsageError, match="no user nobody"):
            change("nobody")
    assert users.get("nobody") is None


def test_U2_in_sqlite_each_user_has_a_file(tmp_path: Path) -> None:
    path = tmp_path / "home" / "assistant.db"
    listed = open_users(path, clock=lambda: NOW)
    key = listed.add("ana", role="client", plan="free")
    ana, bruno = (open_stores(path, clock=lambda: NOW, owner=name) for name in ("ana", "bruno"))
    ana.facts.add(fact("vive en Rosario"))
    assert bruno.facts.all() == []
    assert open_stores(path, clock=lambda: NOW).facts.all() == []
    again = open_users(path, clock=lambda: NOW)
    assert again.find(key) == listed.get("ana")
    files = sorted(file.relative_to(path.parent) for file in path.parent.rglob("assistant.db"))
    assert [str(file.parent) for file in files] == [".", "users/@users", "users/ana", "users/bruno"]
    with pytest.raises(UsageError):
        open_stores(path, clock=lambda: NOW, owner="../ana")


@needs_extra
def test_U1_an_encrypted_home_belongs_to_one_person(tmp_path: Path) -> None:
    home = tmp_path / "home"
    begin_encrypted(home)
    with pytest.raises(ConfigurationError, match="belongs to one person"):
        open_stores(home / "assistant.db", clock=lambda: NOW, owner="ana")
    forget_key(home)
