"""The program as people run it: real processes, a real home, a real server on loopback."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import pytest

from tests.servers.scripted import Reply, ScriptedServer

TIMEOUT = 120


@dataclass(frozen=True)
class Ended:
    """A process that has ended."""

    status: int
    out: str
    err: str

    @property
    def json(self) -> Any:
        return json.loads(self.out)

    @property
    def said(self) -> str:
        """The first line on stderr: what happened and why."""
        return self.err.splitlines()[0] if self.err else ""


class Cli:
    """Runs `assistant` in the test's own home, against one server."""

    def __init__(self, home: Path, server: ScriptedServer | None = None) -> None:
        self.home = home
        self.environment: dict[str, str] = {**os.environ, "COLUMNS": "80"}
        if server is not None:
            self.use(server)

    def use(self, server: ScriptedServer) -> None:
        self.environment |= {
            "OPENAI_BASE_URL": server.base_url,
            "OPENAI_API_KEY": "sk-test-0000",
            "ASSISTANT_MODEL": "scripted-model",
        }

    def configure(self, text: str) -> None:
        self.home.mkdir(mode=0o700, exist_ok=True)
        (self.home / "config.toml").write_text(text)

    @property
    def program(self) -> list[str]:
        return [sys.executable, "-m", "assistant.cli.main"]

    def start(
        self, *words: str, env: Mapping[str, str] | None = None, **settings: Any
    ) -> subprocess.Popen[bytes]:
        """A process of its own session; stdout and stderr are pipes unless told otherwise."""
        settings = {"stdout": subprocess.PIPE, "stderr": subprocess.PIPE, **settings}
        settings.setdefault("stdin", subprocess.DEVNULL)
        return subprocess.Popen(
            [*self.program, *words], env={**self.environment, **(env or {})}, **settings
        )

    def __call__(
        self,
        *words: str,
        stdin: bytes | str | None = None,
        env: Mapping[str, str] | None = None,
        timeout: float = TIMEOUT,
    ) -> Ended:
        """Run to its end. Without ``stdin`` nothing is piped in."""
        data = stdin.encode() if isinstance(stdin, str) else stdin
        piped = {} if data is None else {"stdin": subprocess.PIPE}
        process = self.start(*words, env=env, **piped)
        try:
            out, err = process.communicate(data, timeout=timeout)
        finally:
            process.kill()
        return Ended(process.returncode, out.decode(), err.decode())


def lend_tables(embedder_cache: Path, home: Path) -> None:
    """Have processes in a home find the embedder's tables, which take each two seconds to make."""
    (home / "cache").mkdir(mode=0o700, parents=True)
    home.chmod(0o700)
    for tables in embedder_cache.iterdir():
        (home / "cache" / tables.name).symlink_to(tables)


@pytest.fixture
def server() -> Iterator[ScriptedServer]:
    """Answers "ok" until its ``replies`` say otherwise."""
    with ScriptedServer(Reply("ok")) as scripted:
        yield scripted


@pytest.fixture
def newcomer(home: Path, server: ScriptedServer) -> Cli:
    """`assistant` where it never ran, whose model is the scripted server."""
    return Cli(home, server)


@pytest.fixture
def assistant(newcomer: Cli, embedder_cache: Path) -> Cli:
    """The same where it ran before: the embedder's tables lie in its home."""
    lend_tables(embedder_cache, newcomer.home)
    return newcomer


@pytest.fixture
def alone(home: Path) -> Cli:
    """`assistant` on a machine with no server, no key and no weights."""
    home.mkdir(mode=0o700)
    (home / "config.toml").write_text("[model]\nprobe_local_servers = false\n")
    return Cli(home)
