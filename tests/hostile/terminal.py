"""A person at the keyboard of `assistant chat`, who waits for the prompt and answers questions."""

from __future__ import annotations

from contextlib import suppress
from typing import Any, cast

from tests.e2e.test_chat import Terminal
from tests.hostile.program import Program
from tests.week.desk import Desk, Seat

PASTED = "\x1b[200~{}\x1b[201~"


class Keyboard(Seat):
    """A seat at a terminal of that home; ``raw`` is all that the terminal was sent."""

    def __init__(self, program: Program, command: str = "chat", *words: str) -> None:
        super().__init__(cast(Desk, program), command, *words)  # it needs a home and a work folder

    def paste(self, text: str) -> str:
        """A bracketed paste, then Enter."""
        return self.say(PASTED.format(text))

    def __enter__(self) -> Keyboard:
        return self

    def __exit__(self, *_: object) -> None:
        with suppress(Exception):
            self.leave()
        self.process.close(force=True)


def shown_by(program: Program, *words: str) -> tuple[str, int]:
    """All that a command at a terminal sends it, and the command's status."""
    terminal = Terminal(program, *words[1:], command=words[0], columns=100, cwd=program.work)
    process: Any = terminal.process
    process.expect(_end())
    process.close()
    status = process.exitstatus if process.exitstatus is not None else -process.signalstatus
    return str(process.before), int(status)


def _end() -> Any:
    import pexpect

    return pexpect.EOF
