"""`assistant` itself, with a clock that somebody else moves: all that a replayed life needs.

WEEK_CLOCK names a file with an instant; time runs on from there since the file was written.
``ASSISTANT_NOW`` would stand still, and a conversation that stays open could not grow idle.
"""

from __future__ import annotations

import os
import time
from collections.abc import Mapping
from datetime import datetime, timedelta
from pathlib import Path

from assistant import app
from assistant.cli.main import main
from assistant.clock import Clock

VARIABLE = "WEEK_CLOCK"


def instant(file: Path) -> datetime:
    """What the clock shows now."""
    passed = max(0.0, time.time() - file.stat().st_mtime)
    return datetime.fromisoformat(file.read_text()) + timedelta(seconds=passed)


def clock_of(environ: Mapping[str, str]) -> Clock:
    file = Path(environ[VARIABLE])
    return lambda: instant(file)


if __name__ == "__main__":
    vars(app)["clock_of"] = clock_of
    os.environ["ASSISTANT_NOW"] = ""
    main()
