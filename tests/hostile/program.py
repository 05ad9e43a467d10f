"""`assistant` in processes of its own, measured while they run, and its home read from outside."""

from __future__ import annotations

import contextlib
import json
import os
import subprocess
import tempfile
import threading
from collections.abc import Mapping
from dataclasses import dataclass
from datetime import datetime
from pathlib import Path
from typing import Any

from assistant import Assistant
from assistant.app import open_app
from assistant.records import Fact
from tests.conftest import GUARD, PROXIES, SECRET_VARIABLES
from tests.e2e.conftest import Cli

ROOT = Path(__file__).parents[2]
HOME = "home"
DEADLINE = 60.0
"""Seconds that no command of a campaign needs where nobody else wants the processor."""
MEMORY = 900
"""MB that no command of a campaign may hold; most hold under 400."""
KEY = "sk-test-0000"
CONFIG = """[model]
probe_local_servers = false
connect_timeout = 2.0
read_timeout = 1.0
max_retries = 1
max_retry_wait = 1.0
"""


@dataclass(frozen=True, slots=True)
class Run:
    """A command that ended. ``peak``: MB of memory; ``late``: it was killed for taking too long;
    ``bug``: the traceback that it logged."""

    words: tuple[str, ...]
    status: int
    out: str
    err: str
    peak: int
    late: bool
    bug: str = ""

    @property
    def json(self) -> Any:
        return json.loads(self.out)

    def __str__(self) -> str:
        told = f"{' '.join(self.words)!r:.160} -> {self.status}, {self.peak} MB"
        return f"{told}, out {self.out[-300:]!r}, err {self.err[-600:]!r}{self.bug}"


@dataclass(frozen=True, slots=True)
class Told:
    """A live fact, as the home holds it."""

    id: str
    fact: str
    confirmed: datetime


def crowding() -> float:
    """How many times slower this machine is for all that runs on it at this moment; 1 at least."""
    return max(1.0, os.getloadavg()[0] / (os.cpu_count() or 1))


class Program(Cli):
    """`assistant` with one home."""

    def __init__(self, home: Path, tables: Path, config: str = "") -> None:
        super().__init__(home)
        self.work = home.parent / "work"
        self.work.mkdir(parents=True, exist_ok=True)
        home.mkdir(mode=0o700)
        cache = home / "cache"
        cache.mkdir(mode=0o700)
        for table in tables.iterdir():
            (cache / table.name).symlink_to(table)
        (home / "config.toml").write_text(CONFIG + config)
        (home / "config.toml").chmod(0o600)
        self.environment |= {"ASSISTANT_HOME": str(home), "HOME": str(home.parent)}

    def meet(self, base_url: str) -> None:
        """From here on that address is the model's."""
        self.environment |= {
            "OPENAI_BASE_URL": base_url,
            "OPENAI_API_KEY": KEY,
            "ASSISTANT_MODEL": "scripted-model",
        }

    def run(
        self,
        *words: str,
        stdin: bytes | None = None,
        env: Mapping[str, str] | None = None,
        deadline: float = DEADLINE,
    ) -> Run:
        """To its end, which comes at the deadline at the latest."""
        with tempfile.TemporaryFile() as out, tempfile.TemporaryFile() as err:
            given = {} if stdin is None else {"stdin": subprocess.PIPE}
            process = self.start(*words, env=env, stdout=out, stderr=err, cwd=self.work, **given)
            late = threading.Event()
            timer = threading.Timer(deadline * crowding(), _end, (process, late))
            timer.start()
            if process.stdin is not None:
                threading.Thread(target=_feed, args=(process, stdin), daemon=True).start()
            _, status, usage = os.wait4(process.pid, 0)
            timer.cancel()
            process.returncode = os.waitstatus_to_exitcode(status)
            texts = [_text(stream) for stream in (out, err)]
        peak = usage.ru_maxrss // 1024
        bug = self._traceback() if process.returncode == 1 else ""
        return Run(words, process.returncode, texts[0], texts[1], peak, late.is_set(), bug)

    def _traceback(self) -> str:
        """The end of the latest one in the log of this home."""
        lines = [line for log in sorted(self.home.glob("logs/*")) for line in log.open()]
        return next((line[-900:] for line in reversed(lines) if "Traceback" in line), "")

    def quietly(self, *words: str) -> subprocess.Popen[bytes]:
        """A process of which nothing but its status matters."""
        none = subprocess.DEVNULL
        return self.start(*words, cwd=self.work, stdout=none, stderr=none)

    def facts(self) -> list[Told]:
        """Live facts, oldest first, read by the library in this process."""
        with open_app(home=self.home, answers=False) as app:
            return [_told(fact) for fact in app.stores.facts.all()]

    def remember(self, *texts: str) -> None:
        """Tell the home those facts, by the library in this process."""
        with Assistant.open(home=self.home, model=None) as assistant:
            for text in texts:
                assistant.remember(text)

    def texts(self) -> list[str]:
        return [told.fact for told in self.facts()]

    def bytes(self) -> dict[str, bytes]:
        """Every file of the home but the encoder's tables: its name there, and what is in it."""
        found = {}
        for file in sorted(self.home.rglob("*")):
            name = file.relative_to(self.home)
            if name.parts[0] not in ("cache", "models") and file.is_file():
                with contextlib.suppress(FileNotFoundError):
                    found[str(name)] = file.read_bytes()
        return found


def _end(process: subprocess.Popen[bytes], late: threading.Event) -> None:
    late.set()
    process.kill()


def _told(fact: Fact) -> Told:
    return Told(fact.id, fact.fact, fact.last_confirmed_at)


def _text(stream: Any) -> str:
    stream.seek(0)
    return str(stream.read().decode("utf-8", "backslashreplace"))


def _feed(process: subprocess.Popen[bytes], data: bytes | None) -> None:
    assert process.stdin is not None
    with contextlib.suppress(OSError):
        process.stdin.write(data or b"")
    with contextlib.suppress(OSError):
        process.stdin.close()


def settle(folder: Path) -> None:
    """Make this process and those that it starts nobody's in particular: no keys, no real home."""
    for name in list(os.environ):
        if name.startswith(SECRET_VARIABLES) and name != "ASSISTANT_TEST_FORBIDDEN":
            del os.environ[name]
    for name in (*PROXIES, "LC_ALL", "LC_MESSAGES", *(n for n in os.environ if n[:4] == "XDG_")):
        os.environ.pop(name, None)
    os.environ |= {
        "HOME": str(folder),
        "ASSISTANT_HOME": str(folder / "nobody"),
        "LANG": "C.UTF-8",
        "NO_COLOR": "1",
        "OPENBLAS_NUM_THREADS": "1",
        "PYTHONPATH": f"{ROOT}{os.pathsep}{GUARD}",
    }
