"""The recorded session of the guides: typed at a terminal of 80 columns, at times that stand still.

``python -m tests.packs.trading.session`` writes it into both guides anew; a test compares it. A
question of the program is answered with "once", or with "yes" where that is not offered.
"""

from __future__ import annotations

import json
import os
import re
import shlex
import sys
from collections.abc import Iterator, Mapping
from pathlib import Path
from tempfile import TemporaryDirectory

import pexpect

from assistant.languages import setting
from assistant.packs.trading.market.base import Candle
from tests.packs.trading.samples import candles
from tests.servers.scripted import Reply, ScriptedServer

GUIDES = Path(__file__).parents[3] / "assistant" / "packs" / "trading"
BLOCK = re.compile(r"(?<=```text\n)\$ assistant.*?(?=```\n)", re.DOTALL)
QUESTION = r"\[N\]o: "
COLUMNS, PATIENCE = 80, 60
FILE = "AAPL.1d.csv"
SETTINGS = '[ui]\nlanguage = "{language}"\n[packs.trading]\ndata = "files"\n'


DAYS = ("2025-02-28T22:00:00+00:00", "2025-03-04T22:00:00+00:00")
"""A Friday and the Tuesday after it, when New York has closed."""
CLOSED = ("2025-01-09", "2025-01-20", "2025-02-17")
"""Other days on which it does not trade."""
NEXT = {
    "en": "# two sessions later, with a newer file",
    "es": "# dos sesiones después, con un archivo nuevo",
}
ASKED = {"en": "what is AAPL at?", "es": "¿a cuánto está AAPL?"}
ANSWER = {
    "en": "AAPL closed at 97.36 USD on 28 February 2025, as your files have it.",
    "es": "AAPL cerró a 97,36 USD el 28 de febrero de 2025, según tus archivos.",
}


def commands(language: str) -> Iterator[str]:
    """What is typed, in order; a line with "#" is where the next day begins."""
    yield "assistant packs enable trading"
    yield f"assistant trading import {FILE}"
    yield "assistant trading watch AAPL"
    yield f'assistant ask "{ASKED[language]}"'
    yield "assistant trading order buy AAPL 10"
    yield "assistant trading alerts add AAPL above 99"
    yield NEXT[language]
    yield f"assistant trading import {FILE}"
    yield "assistant trading orders"
    yield "assistant trading alerts check"
    yield "assistant trading portfolio"
    yield "assistant trading report --html report.html"


def record(language: str, folder: Path) -> str:
    """The session as a terminal shows it: each command after a "$", and what it said."""
    lines = []
    call = {"id": "1", "name": "market-get_price", "arguments": json.dumps({"symbol": "AAPL"})}
    with ScriptedServer(Reply("ok")) as server:
        environment = _environment(folder, server)
        days = iter(DAYS)
        (folder / "assistant").mkdir(mode=0o700)
        (folder / "assistant" / "config.toml").write_text(SETTINGS.format(language=language))
        _begin(next(days), folder, environment)
        for command in commands(language):
            if command.startswith("#"):
                _begin(next(days), folder, environment)
                lines.append(f"\n{command}\n")
                continue
            server.replies = [Reply("", tool_calls=[call]), Reply(ANSWER[language])]
            lines.append(f"$ {command}\n{_run(command, language, folder, environment)}")
    return "".join(lines)


def _begin(now: str, folder: Path, environment: dict[str, str]) -> None:
    """The instant, and the file that holds the days until then on which New York traded."""
    environment["ASSISTANT_NOW"] = now
    rows = [",".join(Candle._fields)]
    for candle in candles(60):
        day = f"{candle.at:%Y-%m-%d}"
        if candle.at.weekday() > 4 or day in CLOSED or day > now[:10]:
            continue
        rows.append(",".join((day, *(f"{value:f}" for value in candle[1:]))))
    (folder / FILE).write_text("\n".join(rows) + "\n")


def _environment(folder: Path, server: ScriptedServer) -> dict[str, str]:
    return {
        "PYTHONPATH": os.environ.get("PYTHONPATH", ""),
        "PATH": os.environ["PATH"],
        "HOME": str(folder),
        "ASSISTANT_HOME": str(folder / "assistant"),
        "LC_ALL": "C.UTF-8",
        "TERM": "dumb",
        "OPENAI_BASE_URL": server.base_url,
        "OPENAI_API_KEY": "sk-test-0000",
    }


def _run(command: str, language: str, folder: Path, environment: Mapping[str, str]) -> str:
    words = ["-m", "assistant.cli.main", *shlex.split(command)[1:]]
    terminal = pexpect.spawn(
        sys.executable,
        words,
        cwd=str(folder),
        env=dict(environment),
        encoding="utf-8",
        dimensions=(40, COLUMNS),
        timeout=PATIENCE,
    )
    shown = ""
    while terminal.expect([QUESTION, pexpect.EOF]) == 0:
        shown += terminal.before + terminal.after
        kind = "once" if re.search(r"\[[ou]\]", terminal.before) else "yes"
        terminal.sendline(setting(language, "answers", kind)[0])
    shown += terminal.before
    terminal.close()
    text = re.sub(r"\d+ ms", "4 ms", shown.replace("\r\n", "\n")).replace(str(folder), "~")
    return "".join(f"{line.rstrip()}\n" for line in text.splitlines())


def main() -> None:
    for language in ("en", "es"):
        guide = GUIDES / f"guide.{language}.md"
        with TemporaryDirectory() as folder:
            session = record(language, Path(folder)).replace("\\", r"\\")
        guide.write_text(BLOCK.sub(session, guide.read_text("utf-8")), "utf-8")


if __name__ == "__main__":
    main()
