"""Logs of several formats, made up: what a service repeats all day, and somewhere one thing else."""

from __future__ import annotations

import json
import random
from collections.abc import Callable
from datetime import UTC, datetime, timedelta

USERS = ("ana", "luis", "marta", "pedro", "ines", "bruno", "carla", "diego", "elena", "fede")
ROUTES = ("/orders", "/payments", "/users", "/health", "/cart", "/gateway/route", "/invoices")
START = datetime(2026, 1, 30, 9, tzinfo=UTC)

Say = Callable[[random.Random], str]

_CHATTER: tuple[Say, ...] = (
    lambda r: f"request {r.choice(ROUTES)} served in {r.randint(1, 400)} ms",
    lambda r: f"user {r.choice(USERS)} logged in from 10.0.{r.randint(0, 255)}.{r.randint(0, 255)}",
    lambda r: f"payments batch {r.randint(1, 99999)} settled, {r.randint(1, 50)} entries",
    lambda r: f"gateway heartbeat seq={r.randint(1, 10**6)} ok",
    lambda r: f"cache hit for session {r.getrandbits(64):016x}",
    lambda r: f"job {r.randint(1, 10**5)} finished without errors",
)


def log4j(at: datetime, level: str, said: str) -> str:
    return f"{at:%Y-%m-%d %H:%M:%S},{at.microsecond // 1000:03d} {level:<5} [worker-3] app - {said}"


def logfmt(at: datetime, level: str, said: str) -> str:
    return f'time={at.isoformat()} level={level.lower()} msg="{said}"'


def json_lines(at: datetime, level: str, said: str) -> str:
    return json.dumps({"ts": at.timestamp(), "level": level.lower(), "msg": said})


def syslog(at: datetime, level: str, said: str) -> str:
    return f"{at:%b %d %H:%M:%S} host-2 app[{1000 + at.second}]: {said}"


def klog(at: datetime, level: str, said: str) -> str:
    return f"{level[0]}{at:%m%d %H:%M:%S}.000123       1 server.go:{100 + at.second}] {said}"


FORMATS = {f.__name__: f for f in (log4j, logfmt, json_lines, syslog, klog)}


def generated(form: str, lines: int, *, needles: dict[int, tuple[str, str]], seed: int = 0) -> str:
    """So many lines; ``needles`` gives some of them, by number, another level and message."""
    r, at, made = random.Random(seed), START, []
    for number in range(lines):
        at += timedelta(milliseconds=r.randint(1, 1500))
        level, said = needles.get(number) or ("INFO", r.choice(_CHATTER)(r))
        made.append(FORMATS[form](at, level, said))
    return "\n".join(made) + "\n"


def access(lines: int, *, needle: int, seed: int = 0) -> str:
    """A web server's log: one answer of 502 among those of 200 and 304."""
    r, made = random.Random(seed), []
    for number in range(lines):
        status = 502 if number == needle else r.choice((200, 200, 200, 304))
        when = START + timedelta(seconds=number)
        made.append(
            f"10.0.{r.randint(0, 9)}.{r.randint(0, 255)} - - [{when:%d/%b/%Y:%H:%M:%S} +0000] "
            f'"GET {r.choice(ROUTES)} HTTP/1.1" {status} {r.randint(100, 9999)}'
        )
    return "\n".join(made) + "\n"
