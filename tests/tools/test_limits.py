"""Fixed windows, counted across processes (T4)."""

from __future__ import annotations

import subprocess
import sys
from datetime import timedelta
from pathlib import Path

from assistant.tools.base import RateLimit
from assistant.tools.limits import quota
from tests.tools.support import NOW, Bench, code, make


def echo(text: str) -> str:
    """Give it back."""
    return text


def test_T4_the_tightest_window_counts_and_a_refusal_counts_in_none(tmp_path: Path) -> None:
    tool = make(echo, rate_limit=RateLimit(per_minute=5, per_hour=3, per_day=100))
    bench = Bench(tmp_path, [tool])
    codes = [code(bench.run("test.tool", text=str(n))) for n in range(5)]
    assert codes == ["", "", "", "RATE_LIMIT", "RATE_LIMIT"]
    minute = NOW.replace(second=0)
    assert bench.stores.counters.value("tool:test.tool:me:minute", minute) == 3
    assert bench.stores.counters.value("tool:test.tool:me:day", NOW.replace(hour=0)) == 3


def test_T4_the_quota_left_can_be_asked(tmp_path: Path) -> None:
    tool = make(echo, rate_limit=RateLimit(per_minute=5, per_hour=3))
    bench = Bench(tmp_path, [tool])
    bench.run("test.tool", text="a")
    left = quota(bench.stores, tool, "me", bench.now)
    assert (left.remaining, left.reset_at) == (2, NOW + timedelta(hours=1))
    assert quota(bench.stores, tool, "somebody else", bench.now).remaining == 3
    assert quota(bench.stores, tool, "me", bench.now) == left, "asking counts nothing"


def test_T4_kept_results_count_too(tmp_path: Path) -> None:
    bench = Bench(tmp_path, [make(echo, rate_limit=RateLimit(per_minute=2))])
    assert [code(bench.run("test.tool", text="a")) for _ in range(3)] == ["", "", "RATE_LIMIT"]


WORKER = """
import sys
from pathlib import Path
from tests.tools.support import Bench, code, make
from tests.tools.test_limits import echo
from assistant.tools.base import RateLimit
limit = RateLimit(per_minute=37, per_hour=53)
bench = Bench(Path(sys.argv[1]), [make(echo, rate_limit=limit, kept=0)], on_disk=True)
print(sum(not code(bench.run("test.tool", text="a")) for _ in range(8)))
bench.stores.close()
"""


def test_T4_a_limit_is_exact_across_ten_processes(tmp_path: Path) -> None:
    Bench(tmp_path, on_disk=True).stores.close()  # one of them would create it otherwise
    workers = [
        subprocess.Popen(
            [sys.executable, "-c", WORKER, str(tmp_path)],
            stdout=subprocess.PIPE,
            text=True,
            cwd=Path(__file__).parent.parent.parent,
        )
        for _ in range(10)
    ]
    counts = [int(worker.communicate(timeout=120)[0]) for worker in workers]
    assert sum(counts) == 37
    bench = Bench(tmp_path, on_disk=True)
    hour = NOW.replace(minute=0, second=0)
    assert bench.stores.counters.value("tool:test.tool:me:hour", hour) == 37
    bench.stores.close()
