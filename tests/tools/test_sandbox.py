"""What a command can do inside each sandbox that there is: the real bubblewrap, the real kernel."""

from __future__ import annotations

import contextlib
import os
import signal
import socket
import subprocess
import sys
import threading
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from assistant.config import ShellConfig, ToolsConfig
from assistant.tools.base import Context, ToolFailure
from assistant.tools.builtin import shell
from assistant.tools.sandbox import bubblewrap, choice, kernel, landlock, rules, seccomp
from assistant.tools.sandbox.bounds import limits
from assistant.tools.sandbox.choice import Sandbox, available
from assistant.tools.sandbox.words import about
from tests.bounds import PATIENCE
from tests.tools.support import Bench, code

linux = pytest.mark.skipif(sys.platform != "linux", reason="a sandbox of Linux")


def real(kind: str) -> Sandbox:
    """The sandbox of that kind, or a skip that says why there is none."""
    if kind == "landlock":
        if not seccomp.supported() or kernel.version() < landlock.LEAST_VERSION:
            pytest.skip("this kernel's Landlock is missing or too old")
        return Sandbox("landlock")
    found = available()
    if found.kind != "bubblewrap":
        pytest.skip(f"no bubblewrap: {found.why_none or 'it does not run here'}")
    return found


@pytest.fixture(params=["bubblewrap", "landlock"])
def sandbox(request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch) -> Sandbox:
    found = real(request.param)
    monkeypatch.setattr(choice, "available", lambda: found)
    return found


@pytest.fixture
def place(tmp_path: Path) -> Path:
    """``read`` and ``write`` are allowed, ``other`` is not; ``memory`` is the assistant's, and it
    lies inside what may be written."""
    for name in (
        "read",
        "write",
        "other",
        "write/memory",
        "write/.ssh",
        "write/deep",
        "write/plain",
    ):
        (tmp_path / name).mkdir()
        (tmp_path / name / "file.txt").write_text(f"in {name}")
    (tmp_path / "write" / "memory" / "assistant.db").write_text("what was told")
    (tmp_path / "write" / "deep" / ".env").write_text("DB_PASSWORD=pw-of-the-person")
    return tmp_path


def bench(place: Path, timeout: float = 20.0, says: Any = "once", **settings: Any) -> Bench:
    settings.setdefault("write", (str(place / "write"),))
    config = ToolsConfig(
        on=("shell.run",), roots=(str(place / "read"),), timeout=timeout,
        shell=ShellConfig(**settings),
    )  # fmt: skip
    made = Bench(place, shell.TOOLS, config, says=says)
    made.pipeline.here = made.pipeline.here._replace(private=(place / "write" / "memory",))
    return made


def ran(place: Path, command: str, **settings: Any) -> dict[str, Any]:
    result = bench(place, **settings).run("shell.run", command=command)
    assert result.success, result.error
    assert isinstance(result.data, dict)
    return result.data


def test_a_command_reads_and_changes_what_is_allowed(place: Path, sandbox: Sandbox) -> None:
    told = ran(place, f"pwd; cat file.txt; ls /usr/bin | head -1; echo new > {place}/write/plain/n")
    assert told["exit_status"] == 0, told
    assert told["output"].startswith(f"{place}/read\nin read")
    assert (place / "write" / "plain" / "n").read_text() == "new\n"
    assert "sandbox" not in told


@pytest.mark.parametrize(
    "command",
    [
        "cat {place}/other/file.txt",
        "cat {place}/read/../other/file.txt",
        "cat {place}/write/memory/assistant.db",
        "cat {place}/write/deep/../memory/*",
        "cat {place}/write/.ssh/file.txt",
        "cat {place}/write/deep/.env",
        "ln -s {place}/other $TMPDIR/l && cat $TMPDIR/l/file.txt",
        "cat /proc/{pid}/root{place}/other/file.txt",
        "cat /proc/{pid}/cwd/../other/file.txt",
        "cat /etc/shadow",
        "ls $HOME/* ~root/*",
        "echo x > {place}/read/new",
        "rm -f {place}/read/file.txt && test ! -e {place}/read/file.txt",
        "truncate -s 0 {place}/read/file.txt",
        "echo x > {place}/write/memory/assistant.db",
        "rm -rf {place}/write/memory/assistant.db; test ! -e {place}/write/memory/assistant.db "
        "&& cat {place}/write/memory/assistant.db",
        "mv {place}/write/memory {place}/write/deep/mine && cat {place}/write/deep/mine/*",
        "ln {place}/write/memory/assistant.db {place}/write/deep/l && cat {place}/write/deep/l",
        "echo x > /usr/bin/new-program",
        "echo x > /etc/new",
        "mkdir /srv/new",
        "kill -9 {pid}",
        "mount -t tmpfs none {place}/read",
        "cat /dev/mem",
        "cat /proc/{pid}/environ",
    ],
)
def test_what_is_not_allowed_fails_and_is_explained(
    place: Path, sandbox: Sandbox, command: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("SOME_URL", "postgres://ana:pw-of-the-person@db")
    outer = subprocess.Popen(["/bin/sleep", "60"], cwd=place / "read", start_new_session=True)
    try:
        told = ran(place, command.format(place=place, pid=outer.pid))
        assert outer.poll() is None, "what it did not start, it cannot end"
    finally:
        outer.kill()
        outer.wait()
    assert told["exit_status"] != 0, told
    assert f"sandbox ({sandbox.kind})" in told["sandbox"], told
    for words in ("in other", "what was told", "in write/.ssh", "pw-of-the-person", "root:"):
        assert words not in told["output"]
    assert (place / "write" / "memory" / "assistant.db").read_text() == "what was told"
    assert (place / "read" / "file.txt").read_text() == "in read"
    assert not (place / "read" / "new").exists()


def test_nothing_may_be_changed_unless_the_configuration_names_it(
    place: Path, sandbox: Sandbox
) -> None:
    told = ran(place, f"echo x > {place}/write/new", write=())
    assert told["exit_status"] != 0
    assert "change nothing" in told["sandbox"]


def test_it_has_a_place_of_its_own_that_nothing_else_sees(place: Path, sandbox: Sandbox) -> None:
    told = ran(place, "echo > $TMPDIR/y; echo mine > $HOME/x; cat $HOME/x; ls $HOME; echo $HOME")
    *_, home = told["output"].split()
    assert told["output"].split()[:2] == ["mine", "x"]
    assert not Path(home, "x").exists(), "and it is gone afterwards"
    assert ran(place, "ls -A $HOME")["output"] == ""


def test_it_sees_no_variable_that_no_program_needs(
    place: Path, sandbox: Sandbox, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("DATABASE_URL", "postgres://ana:pw@db/x")
    monkeypatch.setenv("SSH_AUTH_SOCK", "/run/agent")
    output = ran(place, "env; tr '\\0' '\\n' < /proc/$PPID/environ")["output"]
    assert "ana:pw" not in output
    assert "SSH_AUTH_SOCK" not in output
    assert "PATH=" in output


@pytest.fixture
def listener() -> Iterator[int]:
    """A server on loopback that says what must not be read."""
    with socket.create_server(("127.0.0.1", 0)) as server:
        server.settimeout(0.1)
        done = threading.Event()

        def serve() -> None:
            while not done.is_set():
                try:
                    connection, _ = server.accept()
                except TimeoutError:
                    continue
                with connection:
                    connection.sendall(b"from the network")

        thread = threading.Thread(target=serve)
        thread.start()
        yield server.getsockname()[1]
        done.set()
        thread.join()


PYTHON = "/usr/bin/python3"
needs_python = pytest.mark.skipif(not Path(PYTHON).exists(), reason="no Python of the system's")


@needs_python
@pytest.mark.parametrize("network", [False, True])
def test_the_network_is_there_only_if_the_configuration_says_so(
    place: Path, sandbox: Sandbox, listener: int, network: bool
) -> None:
    script = f"import socket as s; print(s.create_connection(('127.0.0.1', {listener})).recv(99))"
    told = ran(place, f'{PYTHON} -c "{script}"', network=network)
    assert ("from the network" in told["output"]) is network, told
    assert (told["exit_status"] == 0) is network
    assert network or "no network" in told["sandbox"]


@needs_python
@pytest.mark.parametrize("family", ["AF_INET", "AF_INET6"])
def test_nor_does_a_datagram_leave(place: Path, sandbox: Sandbox, family: str) -> None:
    """Landlock alone knows of TCP only; a name looked up would carry words out."""
    with socket.socket(getattr(socket, family), socket.SOCK_DGRAM) as outside:
        address = "::1" if family == "AF_INET6" else "127.0.0.1"
        try:
            outside.bind((address, 0))
        except OSError:
            pytest.skip(f"no {family} here")
        outside.settimeout(0.2)
        port = outside.getsockname()[1]
        send = f"s.socket(s.{family}, s.SOCK_DGRAM).sendto(b'out', ('{address}', {port}))"
        ran(place, f'{PYTHON} -c "import socket as s; {send}"')
        with pytest.raises(TimeoutError):
            outside.recv(9)


@needs_python
@pytest.mark.parametrize("network", [False, True])
def test_a_socket_file_is_no_way_out(place: Path, sandbox: Sandbox, network: bool) -> None:
    """As docker's is, or a key agent's: even in a folder that may be changed."""
    with listening(place / "write" / "s", socket.SOCK_STREAM):
        connect = f"os.chdir('{place}/write'); s.socket(s.AF_UNIX).connect('s')"
        told = ran(place, f'{PYTHON} -c "import os, socket as s; {connect}"', network=network)
    assert told["exit_status"] != 0, told


@needs_python
@pytest.mark.parametrize("network", [False, True])
@pytest.mark.parametrize("kind", ["SOCK_DGRAM", "SOCK_RAW"])
def test_nor_is_half_of_a_pair(place: Path, sandbox: Sandbox, network: bool, kind: str) -> None:
    """What a pair of datagram sockets sends may go to any path."""
    with listening(place / "write" / "s", socket.SOCK_DGRAM) as server:
        send = f"os.chdir('{place}/write'); s.socketpair(type=s.{kind})[0].sendto(b'out', 's')"
        told = ran(place, f'{PYTHON} -c "import os, socket as s; {send}"', network=network)
        with pytest.raises(TimeoutError):
            server.recv(9)
    assert told["exit_status"] != 0, told


@needs_python
@pytest.mark.parametrize("network", [False, True])
@pytest.mark.parametrize("family", ["AF_VSOCK", "AF_ALG", "AF_QIPCRTR"])
def test_nor_is_a_family_that_no_network_bounds(
    place: Path, sandbox: Sandbox, network: bool, family: str
) -> None:
    made = f"s.socket(getattr(s, '{family}', 42), s.SOCK_DGRAM)"
    told = ran(place, f'{PYTHON} -c "import socket as s; {made}"', network=network)
    assert "PermissionError" in told["output"], told


@needs_python
@pytest.mark.parametrize("network", [False, True])
def test_a_pair_of_its_own_works(place: Path, sandbox: Sandbox, network: bool) -> None:
    """As programs talk to what they start."""
    talk = "a, b = s.socketpair(); a.sendall(b'in'); print(b.recv(9))"
    told = ran(place, f'{PYTHON} -c "import socket as s; {talk}"', network=network)
    assert told["exit_status"] == 0, told


@contextlib.contextmanager
def listening(where: Path, kind: socket.SocketKind) -> Iterator[socket.socket]:
    """A socket file of a program outside."""
    with socket.socket(socket.AF_UNIX, kind) as server:
        with contextlib.chdir(where.parent):  # such names are short, however deep the folder is
            server.bind(where.name)
        server.settimeout(0.2)
        if kind == socket.SOCK_STREAM:
            server.listen()
        yield server


@needs_python
@pytest.mark.parametrize(
    ("settings", "command"),
    [
        ({"memory_mb": 64}, f'{PYTHON} -c "x = bytearray(200_000_000)"'),
        ({}, "dd if=/dev/zero of=$TMPDIR/big bs=1M count=1100"),
        ({}, "ulimit -n 100000"),
    ],
)
def test_memory_and_files_are_bounded(
    place: Path, sandbox: Sandbox, settings: dict[str, Any], command: str
) -> None:
    told = ran(place, command, **settings)
    assert told["exit_status"] != 0
    assert "sandbox" in told


@pytest.mark.skipif(os.getuid() == 0, reason="the kernel bounds no process of root's")
def test_processes_are_bounded(place: Path, sandbox: Sandbox) -> None:
    many = " ".join(f"sleep {1 + number / 100} &" for number in range(60))
    told = ran(place, f"{many} wait", processes=20)
    assert told["exit_status"] != 0
    assert "fork" in told["output"]


def test_the_bound_of_processes_allows_for_those_that_run(place: Path) -> None:
    """The kernel counts them for the whole account."""
    context = Context(bench(place, processes=8).pipeline.here, 1.0)
    assert 8 < limits(context)["RLIMIT_NPROC"] < 100_000


@pytest.mark.parametrize("kind", ["bubblewrap", "landlock", "none"])
@linux
def test_what_it_leaves_behind_ends_with_it(
    place: Path, kind: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Also what left its group: ``setsid`` is how a command would outlive its time."""
    found = Sandbox("none", "test") if kind == "none" else real(kind)
    monkeypatch.setattr(choice, "available", lambda: found)
    mark = place / "write" / "plain" / "alive"
    loop = f"while true; do date +%s%N > {mark}; sleep 0.05; done"
    for command in (
        f"setsid sh -c '{loop}' >/dev/null 2>&1 & sleep 0.3",
        f"setsid sh -c '{loop}' & sleep 60",
    ):
        bench(place, timeout=1.0).run("shell.run", command=command)
        last = mark.read_text()
        time.sleep(0.3)
        assert mark.read_text() == last, command
        mark.unlink()


@linux
def test_it_ends_with_the_assistant(place: Path) -> None:
    """Killed, the assistant cannot clear up: the launcher does."""
    mark = place / "write" / "plain" / "alive"
    script = (
        "import sys; from pathlib import Path; sys.path.insert(0, '.');"
        "from tests.tools.test_sandbox import bench;"
        f"bench(Path({str(place)!r})).run('shell.run', command="
        f"'setsid sh -c \"while true; do date +%s%N > {mark}; sleep 0.05; done\"')"
    )
    process = subprocess.Popen([sys.executable, "-c", script], cwd=Path(__file__).parents[2])
    end = time.monotonic() + PATIENCE
    while not mark.exists() or not mark.read_text():
        assert time.monotonic() < end
        time.sleep(0.05)
    process.send_signal(signal.SIGKILL)
    process.wait()
    while True:
        last = mark.read_text()
        time.sleep(0.5)
        if mark.read_text() == last:
            break
        assert time.monotonic() < end


def test_T6_the_question_says_which_sandbox_there_is(place: Path, sandbox: Sandbox) -> None:
    made = bench(place)
    made.run("shell.run", command="true")
    (asked,) = made.asked
    assert asked.words == "run in a shell: true"
    assert f"sandbox ({sandbox.kind})" in asked.about
    assert str(place / "read") in asked.about
    assert "No network" in asked.about
    assert "Sin red" in about(made.pipeline.here, "es")


def test_T6_the_question_says_plainly_that_there_is_none(
    place: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(choice, "available", lambda: Sandbox("none", "bubblewrap is not installed"))
    made = bench(place)
    told = made.run("shell.run", command="cat /nowhere").data
    assert "NO sandbox (bubblewrap is not installed)" in made.asked[0].about
    assert "sandbox" not in told
    off = bench(place, sandbox="off")
    off.run("shell.run", command="true")
    assert "switched off" in off.asked[0].about


def test_required_and_not_there_is_refused_with_the_reason(
    place: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(choice, "available", lambda: Sandbox("none", "the kernel has none"))
    made = bench(place, sandbox="required")
    result = made.run("shell.run", command=f"touch {place}/write/plain/ran")
    assert code(result) == "TOOL_NOT_FOUND"
    assert result.error is not None
    assert "the kernel has none" in result.error.message
    assert not made.asked
    assert not (place / "write" / "ran").exists()


@linux
def test_a_bubblewrap_that_does_not_run_is_passed_over(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    broken = tmp_path / "bwrap"
    broken.write_text("#!/bin/sh\necho 'bwrap: no permissions to create a namespace' >&2; exit 1\n")
    broken.chmod(0o700)
    monkeypatch.setenv("PATH", f"{tmp_path}:{os.environ['PATH']}")
    for version, kind in ((7, "landlock"), (2, "none"), (0, "none")):
        monkeypatch.setattr(kernel, "version", lambda version=version: version)
        choice.available.cache_clear()
        found = choice.available()
        assert found.kind == kind
        assert kind != "none" or "no permissions" in found.why_none
    choice.available.cache_clear()


def test_a_sandbox_that_cannot_be_made_runs_nothing(
    place: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    real("landlock")
    monkeypatch.setattr(choice, "available", lambda: Sandbox("landlock"))
    monkeypatch.setattr(seccomp, "program", lambda _: b"\xff" * 8)
    told = ran(place, f"touch {place}/write/plain/ran")
    assert told["exit_status"] == 125
    assert not (place / "write" / "plain" / "ran").exists()


def test_too_much_to_hide_is_refused(place: Path, sandbox: Sandbox) -> None:
    for number in range(rules.MOST_HIDDEN + 1):
        (place / "read" / f"{number}.pem").touch()
    result = bench(place).run("shell.run", command="true")
    assert result.error is not None
    assert "smaller folders" in result.error.message


def test_a_root_that_is_all_there_is_still_hides_the_memory(place: Path, sandbox: Sandbox) -> None:
    made = bench(place)
    config = made.pipeline.here.config
    home = ToolsConfig(on=config.on, roots=(str(place),), shell=ShellConfig())
    made.pipeline.here = made.pipeline.here._replace(config=home)
    told = made.run("shell.run", command=f"cat {place}/other/file.txt {place}/write/memory/*").data
    assert "in other" in told["output"]
    assert "what was told" not in told["output"]


def test_rules_are_real_folders(place: Path) -> None:
    (place / "alias").symlink_to(place / "read")
    config = ToolsConfig(roots=(str(place / "alias"), str(place / "gone")))
    found = rules.rules_for(Bench(place, config=config).pipeline.here)
    assert found.read == (str(place / "read"),)
    assert found.write == ()
    assert "/etc/shadow" in found.hidden or os.getuid() != 0


@pytest.mark.parametrize("command", ["echo a\0b", "", "x" * 4001])
def test_a_hostile_command_line_is_refused(place: Path, command: str) -> None:
    assert code(bench(place).run("shell.run", command=command)) == "VALIDATION_ERROR"


@pytest.mark.parametrize("command", ["-c id", "--help", "echo 'a\nb'", "echo \udcff", "echo é"])
def test_an_odd_command_line_runs_or_fails_as_any_other(
    place: Path, sandbox: Sandbox, command: str
) -> None:
    result = bench(place).run("shell.run", command=command)
    assert result.error is None or code(result) == "VALIDATION_ERROR"


def test_mounts_come_before_those_inside_them(tmp_path: Path) -> None:
    found = bubblewrap.arguments(
        "bwrap", rules.Rules(("/usr",), ("/tmp/a", "/"), ("/tmp/a",), ("/tmp/a/b",), False), 9
    )
    order = [found.index(word) for word in ("/", "/tmp", "/tmp/a", "/tmp/a/b")]
    assert order == sorted(order)
    assert "--bind" in found
    assert "--share-net" not in found


def test_a_refusal_is_no_crash(place: Path) -> None:
    with pytest.raises(ToolFailure):
        rules.rules_for(_crowded(place))


def _crowded(place: Path) -> Any:
    for number in range(rules.MOST_HIDDEN + 1):
        (place / "read" / f"{number}.key").touch()
    return bench(place).pipeline.here
