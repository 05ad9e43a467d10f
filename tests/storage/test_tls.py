"""TLS to the servers that keep the memory: `sslmode` of PostgreSQL, `rediss://`, a user of Redis.

The packages that carry the servers for tests have them without TLS; Debian's have it.
"""

from __future__ import annotations

import shutil
import subprocess
from collections.abc import Callable, Iterator
from pathlib import Path
from uuid import uuid4

import pytest

from assistant.errors import ConfigurationError, NotAuthorised, TryAgainLater
from assistant.storage.base import Stores
from assistant.storage.open import open_stores
from tests.contract.samples import NOW, conversation, fact, turn
from tests.engines import (
    PASSWORD,
    Certificate,
    Postgres,
    Redis,
    make_certificate,
    postgres,
    redis_server,
)

pytest.importorskip("cryptography", reason="the extra encrypted is not installed")
pytestmark = pytest.mark.slow
Open = Callable[..., Stores]


@pytest.fixture(scope="module")
def certificate() -> Certificate:
    return make_certificate()


@pytest.fixture
def trusted(certificate: Certificate, tmp_path: Path) -> Path:
    """The certificate, as a client has it."""
    (tmp_path / "ca.crt").write_bytes(certificate.certificate)
    return tmp_path / "ca.crt"


@pytest.fixture
def another(tmp_path: Path) -> Path:
    """Somebody else's."""
    (tmp_path / "other.crt").write_bytes(make_certificate().certificate)
    return tmp_path / "other.crt"


@pytest.fixture(scope="module")
def database(certificate: Certificate) -> Iterator[Postgres]:
    server = Postgres(postgres("postgres-15").binaries, certificate)
    yield server
    server.process.remove()


@pytest.fixture(scope="module")
def cache(certificate: Certificate) -> Iterator[Redis]:
    redis_server()  # skips where the extra is not installed
    binary = shutil.which("redis-server")
    if binary is None or not _speaks_tls(binary):
        pytest.skip("there is no redis-server on the PATH that was built with TLS")
    server = Redis(Path(binary), certificate)
    yield server
    server.process.remove()


def _speaks_tls(binary: str) -> bool:
    """One without it does not know the setting."""
    told = subprocess.run([binary, "--tls-port", "x"], capture_output=True, text=True, timeout=30)
    return "Bad directive" not in told.stdout + told.stderr


@pytest.fixture
def opened() -> Iterator[Open]:
    owner, made = uuid4().hex, list[Stores]()

    def opener(url: str, live: str = "") -> Stores:
        made.append(open_stores(url, clock=lambda: NOW, owner=owner, live=live))
        return made[-1]

    yield opener
    for stores in made:
        stores.close()


def to(database: Postgres, mode: str, host: str = "localhost", password: str = PASSWORD) -> str:
    return f"postgresql://app:{password}@{host}:{database.port}/shared?sslmode={mode}"


def test_a_database_over_tls(database: Postgres, trusted: Path, opened: Open) -> None:
    for url in (to(database, "require"), f"{to(database, 'verify-full')}&sslrootcert={trusted}"):
        opened(url).facts.add(fact())
    encrypted = database.run(
        "SELECT DISTINCT s.ssl FROM pg_stat_ssl AS s JOIN pg_stat_activity AS a USING (pid)"
        " WHERE a.usename = 'app'"
    )
    assert encrypted == [(True,)], "no connection of the program's is in the clear"


def test_a_database_that_does_not_prove_who_it_is_is_not_spoken_to(
    database: Postgres, trusted: Path, another: Path, opened: Open
) -> None:
    for url in (
        f"{to(database, 'verify-full')}&sslrootcert={another}",
        f"{to(database, 'verify-full', '127.0.0.1')}&sslrootcert={trusted}",  # another's name
    ):
        with pytest.raises(ConfigurationError, match="agree on TLS") as told:
            opened(url)
        assert PASSWORD not in str(told.value)


def test_a_database_without_tls_is_refused_where_it_is_asked_for(opened: Open) -> None:
    """The server that the package carries has none."""
    from tests.network import before_postgres

    network, url = before_postgres(postgres())
    with pytest.raises(ConfigurationError, match="agree on TLS"):
        opened(url.replace("sslmode=disable", "sslmode=require"))
    network.close()


def test_who_comes_in_the_clear_or_with_a_wrong_password_is_not_let_in(
    database: Postgres, opened: Open
) -> None:
    for url in (to(database, "disable"), to(database, "require", password="wrong-horse")):
        with pytest.raises(NotAuthorised) as told:
            opened(url)
        assert "horse" not in str(told.value)


def secured(
    cache: Redis, trusted: Path, user: str = f"app:{PASSWORD}", host: str = "localhost"
) -> str:
    return f"rediss://{user}@{host}:{cache.port}/0?ssl_ca_certs={trusted}"


def test_redis_over_tls_as_a_user_of_its_own(
    cache: Redis, trusted: Path, opened: Open, tmp_path: Path
) -> None:
    stores = opened(str(tmp_path / "home.db"), secured(cache, trusted))
    stores.conversations.save(conversation())
    stores.conversations.append(turn(1))
    assert stores.counters.increment("t", NOW) == 1
    assert stores.conversations.turns("default:ana:1") == [turn(1)]
    assert stores.check() == []


def test_a_redis_that_does_not_prove_who_it_is_is_not_spoken_to(
    cache: Redis, trusted: Path, another: Path, opened: Open, tmp_path: Path
) -> None:
    for live in (secured(cache, another), secured(cache, trusted, host="127.0.0.1")):
        with pytest.raises(ConfigurationError, match="not one to be trusted") as told:
            opened(str(tmp_path / "home.db"), live).counters.value("t", NOW)
        assert PASSWORD not in str(told.value)


def test_a_redis_is_not_spoken_to_in_the_clear_on_its_port_for_tls(
    cache: Redis, opened: Open, tmp_path: Path
) -> None:
    plain = f"redis://app:{PASSWORD}@localhost:{cache.port}/0"
    with pytest.raises(TryAgainLater, match="does not answer"):
        opened(str(tmp_path / "home.db"), plain).counters.value("t", NOW)


def test_a_wrong_password_of_redis_is_told_over_tls_too(
    cache: Redis, trusted: Path, opened: Open, tmp_path: Path
) -> None:
    live = secured(cache, trusted, "app:wrong-horse")
    with pytest.raises(NotAuthorised) as told:
        opened(str(tmp_path / "home.db"), live).counters.value("t", NOW)
    assert "horse" not in str(told.value)
