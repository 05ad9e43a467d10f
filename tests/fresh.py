"""Code in a process of its own, which has imported nothing yet."""

from __future__ import annotations

import subprocess
import sys


def run(code: str) -> str:
    """What it prints; fails when it fails."""
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    return done.stdout.strip()
