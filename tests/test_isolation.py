"""Tests cannot touch the real home, the network or the keys."""

from __future__ import annotations

import os
import socket
import subprocess
import sys
from pathlib import Path

import pytest

from tests.conftest import PATIENCE, REAL_HOME

PROBE = "import socket; socket.create_connection(('192.0.2.1', 80), 1)"


def test_the_network_is_out_of_reach() -> None:
    with pytest.raises(PermissionError, match="no network in tests"):
        socket.create_connection(("192.0.2.1", 80), timeout=1)
    with pytest.raises(PermissionError, match="no network in tests"):
        socket.getaddrinfo("example.org", 443)


def test_processes_started_by_a_test_have_no_network_either() -> None:
    ended = subprocess.run([sys.executable, "-c", PROBE], capture_output=True, text=True)
    assert "no network in tests" in ended.stderr


def test_loopback_works() -> None:
    with socket.create_server(("127.0.0.1", 0)) as server:
        socket.create_connection(server.getsockname()[:2], timeout=1).close()


@pytest.mark.parametrize("home", REAL_HOME)
@pytest.mark.parametrize("name", ["config.toml", "assistant.db", "history"])
def test_the_real_home_is_out_of_reach(home: Path, name: str) -> None:
    with pytest.raises(PermissionError, match="real home"):
        (home / name).open("w")


def test_the_home_is_the_tests_own(home: Path) -> None:
    from assistant.paths import resolve_paths

    assert resolve_paths(None).data == home
    assert Path.home() == home.parent
    assert not home.exists(), "nothing creates it before it is needed"


def test_there_are_no_keys() -> None:
    assert not [name for name in os.environ if name.startswith("OPENAI_")]


HANGS = """
import time

import pytest


@pytest.mark.timeout(0.2)
def test_that_waits():
    wait_without_end()


def wait_without_end():
    time.sleep(60)
"""


def test_a_test_that_hangs_fails_and_tells_where(tmp_path: Path) -> None:
    (tmp_path / "test_hangs.py").write_text(HANGS)
    options = ("-n0", "-p", "no:cacheprovider", "-c", os.devnull, "--rootdir", str(tmp_path))
    ended = subprocess.run(
        [sys.executable, "-m", "pytest", *options, "test_hangs.py"],
        cwd=tmp_path,
        capture_output=True,
        text=True,
    )
    assert ended.returncode == 1
    assert "def wait_without_end():" in ended.stdout
    assert "Timeout" in ended.stdout


def test_no_test_is_without_a_limit(pytestconfig: pytest.Config) -> None:
    """The last one, for what Python cannot interrupt, comes after every other."""
    quick, last = (float(pytestconfig.getini(n)) for n in ("timeout", "faulthandler_timeout"))
    assert 0 < quick < PATIENCE["slow"] < PATIENCE["heavy"] < last
    assert pytestconfig.getini("faulthandler_exit_on_timeout")
