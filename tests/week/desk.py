"""A person's desk: a home, a shell, two terminals, a clock and a model, all of them real."""

from __future__ import annotations

import json
import os
import re
import shutil
import signal
import stat
import subprocess
import sys
import time
from collections.abc import Callable, Mapping
from contextlib import suppress
from datetime import datetime, timedelta
from pathlib import Path
from typing import Any
from zoneinfo import ZoneInfo

import pexpect

from tests.conftest import GUARD, SECRET_VARIABLES
from tests.e2e.conftest import Cli
from tests.e2e.test_chat import CTRL_D, ENTER, Terminal
from tests.servers.scripted import Reply, ScriptedServer
from tests.week.program import VARIABLE, instant

ROOT = Path(__file__).parent.parent.parent
READY, TAKEN = "\x1b[?2004h", "\x1b[?2004l"
"""What the editor of a prompt writes when it begins to read, and when it has read."""
ESCAPES = re.compile(r"\x1b\[[\d;?]*[a-zA-Z]|\x1b\][^\x07]*\x07|\x1b[=>]|\r")
CALL = re.compile(r"call (?P<name>[\w-]+) (?P<arguments>\{.*\})")
QUESTION = re.compile(r"\[N\][^\n]{0,40}: ?$")
"""What the program ends with when it asks for a yes or a no."""
PATIENCE = 180.0
"""Seconds after which something that does not come is taken to be stuck."""
DEAD = "http://127.0.0.1:9/v1"
"""Where nobody answers."""
CONFIG = """[model]
max_reply_tokens = {reply}
probe_local_servers = false
max_retries = 1

[tools]
notes = {notes}
roots = [{notes}]
"""


class Desk(Cli):
    """``scripted`` None: the embedded model answers, its weights in ``models``."""

    def __init__(
        self, folder: Path, *, scripted: ScriptedServer | None, models: Path | None, zone: str,
        reply: int,
    ) -> None:  # fmt: skip
        super().__init__(folder / "home")
        self.work = folder / "work"
        self.work.mkdir(parents=True, exist_ok=True)
        self.configure(CONFIG.format(reply=reply, notes=json.dumps(str(self.work))))
        (self.home / "config.toml").chmod(0o600)
        self._clock = folder / "clock"
        self._prompts = folder / "prompts.txt"
        self.zone = ZoneInfo(zone)
        self.server = scripted
        for name in (*self.environment,):
            if name.startswith(SECRET_VARIABLES) and name != "ASSISTANT_TEST_FORBIDDEN":
                del self.environment[name]
        self.environment |= {
            "HOME": str(folder),
            "PYTHONPATH": f"{ROOT}{os.pathsep}{GUARD}",
            "ASSISTANT_HOME": str(self.home),
            "OPENBLAS_NUM_THREADS": "1",
            "LANG": "C.UTF-8",
            "COLUMNS": "120",
            "NO_COLOR": "1",
            "TZ": zone,
            VARIABLE: str(self._clock),
            "PATH": f"{self._command(folder / 'bin')}{os.pathsep}{os.environ['PATH']}",
        }
        if models and not (self.home / "models").exists():
            (self.home / "models").symlink_to(models)
        self.bring_model_up()

    @property
    def program(self) -> list[str]:
        return [sys.executable, "-m", "tests.week.program"]

    def _command(self, folder: Path) -> Path:
        """A folder for PATH with `assistant` in it."""
        folder.mkdir(exist_ok=True)
        file = folder / "assistant"
        file.write_text(f'#!/bin/sh\nexec {" ".join(self.program)} "$@"\n')
        file.chmod(file.stat().st_mode | stat.S_IXUSR)
        return folder

    @property
    def now(self) -> datetime:
        return instant(self._clock)

    def set_clock(self, at: datetime) -> None:
        """Time never goes back: a slow answer may have taken longer than the script thinks."""
        if self._clock.exists():
            at = max(at, self.now)
        waiting = self._clock.with_suffix(".new")
        waiting.write_text(at.isoformat())
        waiting.replace(self._clock)

    def pass_(self, **time: float) -> None:
        self.set_clock(self.now + timedelta(**time))

    def bring_model_up(self) -> None:
        for name in ("OPENAI_BASE_URL", "OPENAI_API_KEY"):
            self.environment.pop(name, None)
        self.environment["ASSISTANT_MODEL"] = "embedded"
        if self.server is not None:
            self.use(self.server)

    def take_model_down(self) -> None:
        """From here on what is started finds nobody at the address of its model."""
        self.environment |= {
            "OPENAI_BASE_URL": DEAD,
            "OPENAI_API_KEY": "sk-test-0000",
            "ASSISTANT_MODEL": "scripted-model",
        }

    def shell(self, line: str) -> tuple[int, str]:
        """A command line, to its end: its status, and what it wrote on either stream."""
        ended = subprocess.run(
            ["/bin/sh", "-c", line],
            env=self.environment,
            cwd=self.work,
            stdin=subprocess.DEVNULL,
            stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT,
            timeout=PATIENCE,
            check=False,
        )
        return ended.returncode, ended.stdout.decode(errors="replace")

    def sit_down(self, line: str) -> Seat:
        """A terminal in which `assistant …` was started to talk with."""
        command, *words = line.removeprefix("assistant").split() or ["chat"]
        return Seat(self, command, *words)

    def script_reply(self, text: str, *, slowly: bool = False) -> None:
        """What a scripted model says next, after the tools that it calls first."""
        if self.server is None:
            return
        called = [CALL.fullmatch(line) for line in text.split("\n")]
        said = [line for line, call in zip(text.split("\n"), called, strict=True) if not call]
        self.server.replies = [
            *(Reply(tool_calls=[{"id": "a", **call.groupdict()}]) for call in called if call),
            Reply("\n".join(said), pause=0.05 if slowly else 0.0),
        ]

    def write_down(self, text: str) -> None:
        """For whoever wants to read afterwards what the model was told."""
        with self._prompts.open("a", encoding="utf-8") as file:
            file.write(f"{text}\n")

    def lay_out(self, files: Path) -> None:
        """What lies in the working folder from the beginning."""
        if files.is_dir():
            shutil.copytree(files, self.work, dirs_exist_ok=True)


class Seat(Terminal):
    """A terminal at which somebody types and looks up when the prompt is back."""

    def __init__(self, desk: Desk, command: str, *words: str) -> None:
        super().__init__(desk, *words, command=command, columns=120, cwd=desk.work)
        self._heard = 0
        self._home = desk.home
        self.until(lambda new: READY in new)
        self.greeting = plain(self.raw.partition(READY)[0])

    @property
    def open(self) -> bool:
        return bool(self.process.isalive())

    def say(self, text: str, answer: str = "") -> str:
        """Type a line; what was shown until the next prompt, without what drives the terminal.

        ``answer`` is typed as soon as the program asks something back. ``\\n`` in the text goes on
        in the next line.
        """
        self._type(text)
        if answer:
            self.until(lambda new: QUESTION.search(plain(new)) is not None or READY in after(new))
            if QUESTION.search(plain(self.raw[self._heard :])):
                time.sleep(0.3)  # keys pressed before a question are not its answer
                self.enter(answer)
        try:
            self.until(lambda new: READY in after(new))
        except EOFError:
            self.process.close()
        return self._taken()

    def sent(self) -> dict[str, Any] | None:
        """The last request of the last turn, word for word, as the program itself shows it."""
        bodies = [line for line in self.say("/why bytes").splitlines() if line.startswith("{")]
        return json.loads(bodies[-1]) if bodies else None

    def say_and_kill(self, text: str, when: str) -> str:
        """Type a line and end the process with SIGKILL while it answers, or as it writes."""
        log = self._home / "assistant.db-wal"
        before = _state(log)
        self._type(text)
        if when == "mid-write":
            self._look(lambda: _state(log) != before)
        else:
            self.until(lambda new: len(plain(after(new)).strip(" …\n")) > 3)
        self.process.kill(signal.SIGKILL)
        with suppress(EOFError, pexpect.EOF):
            self.until(lambda _: False)
        self.process.close(force=True)
        return self._taken()

    def leave(self) -> None:
        if self.open:
            self.press(CTRL_D)
            with suppress(EOFError):
                self.until(lambda _: False)
        self.process.close(force=True)

    def until(self, seen: Callable[[str], bool]) -> None:
        """Read until what came since the last line was typed is as wanted. Raises EOFError."""
        self._look(lambda: seen(self.raw[self._heard :]))

    def _look(self, done: Callable[[], bool]) -> None:
        deadline = time.monotonic() + PATIENCE
        while not done():
            if time.monotonic() > deadline:
                raise TimeoutError(self.screen.text()[-2000:])
            try:
                data = self.process.read_nonblocking(65536, 0.02)
            except pexpect.TIMEOUT:
                continue
            except pexpect.EOF:
                raise EOFError from None
            self.raw += data
            self.stream.feed(data)

    def _type(self, text: str) -> None:
        self._heard = len(self.raw)
        self.process.send(text.replace("\\n", f"\x1b{ENTER}") + ENTER)

    def _taken(self) -> str:
        return plain(after(self.raw[self._heard :]).partition(READY)[0])


def after(text: str) -> str:
    """What came once the line that was typed had been taken."""
    return text.partition(TAKEN)[2]


def plain(text: str) -> str:
    """What a terminal was sent, as text alone."""
    return ESCAPES.sub("", text)


def _state(file: Path) -> Mapping[str, int] | None:
    try:
        found = file.stat()
    except FileNotFoundError:
        return None
    return {"size": found.st_size, "changed": found.st_mtime_ns}
