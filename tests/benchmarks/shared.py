"""Many at once at `assistant serve`, with a model that answers at once: what the memory costs.

    python -m tests.benchmarks.shared [sqlite postgres postgres-redis] [--seconds 30] [--rate 20]
                                      [--people 50] [--processes 2]

For each store: latency at a steady rate, beside a bare proxy without a memory in front of the same
model; then turns a second with all clients asking at once, and the memory of the processes before
and after.
"""

from __future__ import annotations

import argparse
import contextlib
import http.client
import json
import os
import secrets
import signal
import subprocess
import sys
import tempfile
import threading
import time
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from unittest.mock import patch

from tests.benchmarks.base import Cell, Table
from tests.benchmarks.tables import plain
from tests.server.processes import Process, process

GOAL = 60.0
"""Milliseconds of overhead beside the model, at the 95th percentile."""
TOPICS = ("the linker", "the parser", "my bicycle", "the harbour", "our garden", "the old clock")
WORDS = ("why does {topic} fail on day {n}?", "tell me something about {topic}, part {n}",
         "I fixed {topic} on attempt {n}", "what would you do with {topic} in week {n}?")  # fmt: skip


@dataclass
class Person:
    """A client with a key and one conversation, which sends its whole history every time."""

    key: str
    number: int
    port: int
    messages: list[dict[str, str]] = field(default_factory=list)
    asked: int = 0

    def ask(self) -> tuple[float, int]:
        """Milliseconds and the status of one turn."""
        self.asked += 1
        topic = TOPICS[(self.number + self.asked // 7) % len(TOPICS)]
        text = WORDS[self.asked % len(WORDS)].format(topic=topic, n=self.asked)
        self.messages.append({"role": "user", "content": text})
        start = time.perf_counter()
        status, told = post(self.port, self.key, {"messages": self.messages[-200:]}, self.number)
        spent = (time.perf_counter() - start) * 1000
        self.messages.append({"role": "assistant", "content": told})
        return spent, status


def post(port: int, key: str, body: object, number: int) -> tuple[int, str]:
    """One request over a connection of its thread, kept open; another one where the server has
    closed that meanwhile, as every client does."""
    kept = _kept.__dict__.setdefault("connections", {})
    headers = {"Authorization": f"Bearer {key}", "X-Conversation": f"load-{number}"}
    reused = port in kept
    connection = kept.get(port) or http.client.HTTPConnection("127.0.0.1", port, timeout=60)
    kept[port] = connection
    try:
        connection.request("POST", "/v1/chat/completions", json.dumps(body), headers)
        answer = connection.getresponse()
        data = answer.read()
    except (OSError, http.client.HTTPException) as error:
        kept.pop(port).close()
        if reused and isinstance(error, ConnectionError):  # nothing was answered, nothing done
            return post(port, key, body, number)
        return 0, ""
    if answer.status != 200:
        return answer.status, ""
    if data.startswith(b"data:"):
        return 200, "Yes."
    return 200, str(json.loads(data)["choices"][0]["message"]["content"])


_kept = threading.local()


def steady(people: Sequence[Person], rate: float, seconds: float) -> tuple[list[float], int]:
    """Requests at a rate that does not wait for the answers; each person has one at a time. Returns
    the milliseconds from when each was due, and how many failed."""
    spent: list[float] = []
    failed = [0]
    begin = time.perf_counter() + 0.1

    def talk(index: int) -> None:
        due = begin + index / rate
        while due < begin + seconds:
            time.sleep(max(0.0, due - time.perf_counter()))
            late = max(0.0, time.perf_counter() - due) * 1000
            took, status = people[index].ask()
            spent.append(took + late)
            failed[0] += status != 200
            due += len(people) / rate

    _in_threads([lambda index=n: talk(index) for n in range(len(people))])  # type: ignore[misc]
    return spent, failed[0]


def at_once(people: Sequence[Person], seconds: float) -> tuple[float, int]:
    """Turns a second with everybody asking as soon as they were answered, and how many failed."""
    done, failed = [0], [0]
    until = time.perf_counter() + seconds

    def talk(person: Person) -> None:
        while time.perf_counter() < until:
            _, status = person.ask()
            done[0] += status == 200
            failed[0] += status not in (200, 503)

    start = time.perf_counter()
    _in_threads([lambda person=p: talk(person) for p in people])  # type: ignore[misc]
    return done[0] / (time.perf_counter() - start), failed[0]


def _in_threads(work: Sequence[Callable[[], None]]) -> None:
    threads = [threading.Thread(target=each) for each in work]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()


def percentile(values: Sequence[float], part: float) -> float:
    ordered = sorted(values)
    return ordered[min(len(ordered) - 1, int(len(ordered) * part))] if ordered else 0.0


def cpu(running: Sequence[Process]) -> float:
    """Seconds of the processor that they have used; 0 where it cannot be told."""
    used = 0.0
    for each in running:
        with contextlib.suppress(OSError):
            fields = Path(f"/proc/{each.process.pid}/stat").read_text().rpartition(")")[2].split()
            used += (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")
    return used


def megabytes(pid: int) -> float:
    """Resident memory of a process; 0 where it cannot be told."""
    with contextlib.suppress(OSError):
        for line in Path(f"/proc/{pid}/status").read_text().splitlines():
            if line.startswith("VmRSS:"):
                return int(line.split()[1]) / 1024
    return 0.0


@contextlib.contextmanager
def peer(*words: str) -> Iterator[int]:
    """A process of `shared_peers.py`; gives its port."""
    with tempfile.TemporaryDirectory() as folder:
        told = Path(folder) / "port"
        kind, *rest = words
        command = [sys.executable, "-m", "tests.benchmarks.shared_peers", kind, str(told), *rest]
        started = subprocess.Popen(command)
        try:
            while not told.exists():
                assert started.poll() is None
                time.sleep(0.02)
            yield int(told.read_text())
        finally:
            started.send_signal(signal.SIGTERM)
            started.wait()


@contextlib.contextmanager
def served(store: str, model: int, processes: int) -> Iterator[list[Process]]:
    """So many processes over a new store."""
    environ = {"ASSISTANT_HOME": "", "USER": f"o{secrets.token_hex(4)}"}
    if store != "sqlite":
        from tests.engines import postgres, redis_server

        environ["ASSISTANT_STORAGE_URL"] = postgres().url
        if store == "postgres-redis":
            environ["ASSISTANT_STORAGE_LIVE"] = redis_server().url
    with contextlib.ExitStack() as stack:
        folder = Path(stack.enter_context(tempfile.TemporaryDirectory()))
        environ["ASSISTANT_HOME"] = str(folder / "home")
        stack.enter_context(patch.dict(os.environ, environ))
        from tests.server.test_engines import own_key

        key = own_key(folder / "home")
        address = f"http://127.0.0.1:{model}/v1|instant"
        yield [
            stack.enter_context(process(folder / "home", address, folder, key))
            for _ in range(processes)
        ]


def measured(
    store: str, model: int, direct: float, options: argparse.Namespace
) -> tuple[Cell, ...]:
    """A row: what one store costs. ``direct`` is the model's own median."""
    with served(store, model, options.processes) as running:
        named = [f"p{n}-{secrets.token_hex(3)}" for n in range(options.people)]
        keys = [running[0].add_user(name) for name in named]
        people = [Person(key, n, running[n % len(running)].port) for n, key in enumerate(keys)]
        at_once(people, 15)  # each home is opened, the embedder loaded
        used, turns = cpu(running), sum(person.asked for person in people)
        before = max(megabytes(each.process.pid) for each in running)
        spent, failed = steady(people, options.rate, options.seconds)
        rate, more = at_once(people, options.seconds / 2)
        used, turns = cpu(running) - used, sum(person.asked for person in people) - turns
        after = max(megabytes(each.process.pid) for each in running)
    over = [max(0.0, each - direct) for each in spent]
    p50, p95 = percentile(over, 0.5), percentile(over, 0.95)
    each = round(used * 1000 / max(1, turns), 1)
    figures = (round(p50, 1), round(p95, 1), round(rate, 1), each, failed + more, turns)
    return (store, *figures, round(before), round(after))


def beside(port: int, options: argparse.Namespace) -> list[float]:
    """The same load without a memory."""
    people = [Person("none", n, port) for n in range(options.people)]
    steady(people, options.rate, 2)
    return steady(people, options.rate, options.seconds / 2)[0]


def main(arguments: Sequence[str] | None = None) -> int:
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0] if __doc__ else None)
    parser.add_argument("stores", nargs="*", default=["sqlite", "postgres", "postgres-redis"])
    parser.add_argument("--seconds", type=float, default=30)
    parser.add_argument("--rate", type=float, default=20)
    parser.add_argument("--people", type=int, default=50)
    parser.add_argument("--processes", type=int, default=2)
    options = parser.parse_args(arguments)
    with peer("model") as model, peer("proxy", str(model)) as proxy:
        direct = beside(model, options)
        passed = beside(proxy, options)
        median = percentile(direct, 0.5)
        over = [max(0.0, each - median) for each in passed]
        rows: list[tuple[Cell, ...]] = [
            ("bare proxy", round(percentile(over, 0.5), 1), round(percentile(over, 0.95), 1))
            + (None,) * 6
        ]
        rows += [measured(store, model, median, options) for store in options.stores]
    columns = (
        "store",
        "p50 ms",
        "p95 ms",
        "turns/s at once",
        "CPU ms a turn",
        "failed",
        "turns",
        "MB",
        "MB after",
    )
    title = f"Overhead beside the model at {options.rate:g} turns a second, {options.people} people"
    print(plain(Table(title, columns, tuple(rows))))
    print(f"goal: p95 at most {GOAL:g} ms; load of the machine {os.getloadavg()[0]:.1f}")
    return 0


if __name__ == "__main__":
    raise SystemExit(main())
