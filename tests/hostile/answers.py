"""What a hostile server's answers are made of."""

from __future__ import annotations

from typing import Any

from tests.servers.raw import delta, events

JSON = b"HTTP/1.1 200 OK\r\nContent-Type: application/json\r\nConnection: close\r\n\r\n"
ESCAPES = "\x1b]0;owned\x07\x1b[2J\x9b31m\u202e\x08\x00"
TOOLS = ("time_now", "files_read", "shell_run", "memory_forget", "web_fetch", "no_such", "", "../x", "a" * 9000,
         "time.now\x1b]0;x\x07", "\ud800")  # fmt: skip


def answer(status: int, body: bytes, *headers: str, reason: str = "Said") -> bytes:
    head = [
        f"HTTP/1.1 {status} {reason}",
        f"Content-Length: {len(body)}",
        "Connection: close",
        *headers,
    ]
    return "\r\n".join(head).encode("latin-1", "replace") + b"\r\n\r\n" + body


def said(text: str, *more: Any, reason: Any = "stop") -> bytes:
    return events(delta({"role": "assistant", "content": text}), delta({}, reason), *more)


def usage(tokens: Any) -> dict[str, Any]:
    counted = {"prompt_tokens": tokens, "completion_tokens": tokens, "total_tokens": tokens}
    return {"choices": [], "usage": counted}


def call(index: Any, id: Any, name: Any, arguments: Any) -> dict[str, Any]:
    function = {"name": name, "arguments": arguments}
    return {"index": index, "id": id, "type": "function", "function": function}


def calls(*made: dict[str, Any]) -> bytes:
    return events(delta({"tool_calls": list(made)}), delta({}, "tool_calls"))
