"""What is fed with rubbish: each target takes any bytes, and raises only when there is a bug.

Expected failures are the typed ones; everything else, and every broken promise, comes out.
"""

from __future__ import annotations

import json
import tempfile
import unicodedata
from collections.abc import Callable, Mapping
from contextlib import suppress
from datetime import UTC, datetime
from functools import cache
from pathlib import Path

from assistant.answers.known import known, likely
from assistant.cli import blocks, layout, plain
from assistant.config import load_config
from assistant.errors import BadData, ConfigurationError
from assistant.llm.base import ChatEvent, TextDelta
from assistant.llm.protocol import Collector, NotTheProtocol
from assistant.memory.dedup.proof import prove
from assistant.memory.exchange import from_line, to_line
from assistant.memory.segments.written import Rejected, read_summary
from assistant.memory.signals import read
from assistant.memory.topics.phrases import announcement
from assistant.records import Fact, Segment
from assistant.tools.base import Tool, ToolFailure
from assistant.tools.pipeline import _parsed
from assistant.tools.registry import open_registry
from assistant.tools.schema import validated
from tests.answers.support import Held
from tests.contract.samples import segment, turn

NOW = datetime(2026, 2, 3, 10, tzinfo=UTC)
TURNING = {"LRE", "RLE", "PDF", "LRO", "RLO", "LRI", "RLI", "FSI", "PDI"}
Target = Callable[[bytes], None]


def signals(data: bytes) -> None:
    """F2–F5: a reading's spans lie in the text, and no finding holds a secret (F4)."""
    text = _text(data)
    reading = read(text)
    for secret in reading.secrets:
        assert 0 <= secret.span[0] < secret.span[1] <= len(text)
    for finding in reading.findings:
        assert finding.text.strip()
        assert not read(finding.text).secrets
    announcement(text)


def configuration(data: bytes) -> None:
    """A file is taken or refused by name."""
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "config.toml"
        path.write_bytes(data)
        with suppress(ConfigurationError):
            load_config(path, {})


def replies(data: bytes) -> None:
    """The lines of a server's stream: events, or a typed failure."""
    collector = Collector()
    events: list[ChatEvent] = []
    for line in data.splitlines():
        try:
            chunk = json.loads(line)
        except (ValueError, RecursionError):
            continue
        try:
            events += collector.events(chunk)
        except NotTheProtocol:
            return
    assert all(isinstance(event, TextDelta) and event.text.encode() for event in events)
    assert collector.reason is None or isinstance(collector.reason, str)
    finished = collector.finished()
    for counted in (finished.usage.prompt_tokens, finished.usage.completion_tokens):
        assert counted is None or isinstance(counted, int)
    assert all(isinstance(call.name, str) and call.name for call in finished.tool_calls)


def imports(data: bytes) -> None:
    """A line of an import is a fact that survives its export, or is refused by its number."""
    try:
        fact: Fact = from_line(_text(data), 1)
    except BadData:
        return
    assert from_line(to_line(fact), 1) == fact


def summaries(data: bytes) -> None:
    """A model's summary is refused, or keeps its promises (S1, S2)."""
    turns = [turn(1), turn(2)]
    local = segment("tema", first_turn=1, last_turn=2)
    found = read_summary(_text(data), turns, local, _size)
    assert isinstance(found, Rejected) or _size(found) <= 50


def terminal(data: bytes) -> None:
    """What is printed cannot drive a terminal, and streams the same however it is cut."""
    text = data.decode("utf-8", errors="surrogateescape")
    shown = plain.clean(text)
    assert all(unicodedata.category(char) != "Cc" or char in "\n\t" for char in shown)
    assert not {unicodedata.bidirectional(char) for char in shown} & TURNING
    assert "\n" not in plain.line(text).encode().decode()
    assert layout.cells(layout.cut(plain.line(text), 40)) <= 40
    done, rest = blocks.split(text)
    assert "".join(done) + rest == text


def arguments(data: bytes) -> None:
    """A model's arguments are taken or refused, for every tool."""
    try:
        values = _parsed(_text(data))
    except ToolFailure:
        return
    for tool in _tools():
        with suppress(ToolFailure):
            validated(tool, values)


def answers(data: bytes) -> None:
    """A question gets an answer of the program's own or none, and never an exception."""
    text = _text(data)
    for language in ("es", "en"):
        if likely(text):
            known(text, language, NOW, Held())


def sameness(data: bytes) -> None:
    """A4: a question is the same as itself, and a proof never fails."""
    one, _, other = _text(data).partition("\n")
    prove(one, other, similarity=0.95)
    assert prove(one, one, similarity=1.0).same


TARGETS: Mapping[str, Target] = {
    target.__name__: target
    for target in (
        signals,
        configuration,
        replies,
        imports,
        summaries,
        terminal,
        arguments,
        answers,
        sameness,
    )
}


def _text(data: bytes) -> str:
    return data.decode("utf-8", errors="replace")


def _size(summary: Segment) -> int:
    return len(json.dumps([summary.topic, *summary.discussed, summary.outcome])) // 4


@cache
def _tools() -> tuple[Tool, ...]:
    return tuple(open_registry())
