"""An OpenAI-compatible server on loopback that answers what a script tells it.

In a test::

    with ScriptedServer(Reply("hello"), Reply(status=500)) as server:
        ...  # server.base_url, server.requests

As a process (benchmarks, end-to-end tests)::

    python -m tests.servers.scripted --port-file PATH [--script FILE] [--record FILE]

where FILE holds a JSON list of replies, objects with the fields of ``Reply``. Each chat request
takes the next reply; the last one repeats. ``--record`` appends every request as a JSON line.
"""

from __future__ import annotations

import argparse
import json
import threading
import time
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from socketserver import TCPServer
from typing import Any, Literal, cast

STALL_LIMIT = 30.0
"""A stalled reply ends after this many seconds even if nobody closes the server."""


@dataclass(frozen=True)
class Reply:
    """How one chat request is answered. The default: a whole, instant, well-formed stream."""

    text: str = "ok"
    pieces: Sequence[str] | None = None  # text deltas; by default ``text`` split at its spaces
    tool_calls: Sequence[
        Mapping[str, str]
    ] = ()  # {"id", "name", "arguments"}, sent in small deltas
    finish_reason: str | None = None  # by default stop, or tool_calls
    usage: bool = True
    prompt_tokens: int | None = None  # by default what the server's ``count`` says
    status: int = 200
    headers: Mapping[str, str] = field(default_factory=dict)
    body: str | None = None  # sent as it is instead of a stream (an error, or rubbish)
    delay: float = 0.0  # seconds before the first byte
    stall: Literal["", "start", "middle"] = ""  # before the first byte, or after the first delta
    cut: bool = False  # the connection breaks after the first delta
    rubbish: str | None = None  # this line in place of the rest, after the first delta
    pause: float = 0.0  # seconds between deltas
    refuse: Sequence[str] = ()  # answer 400 when the request carries any of these parameters


@dataclass(frozen=True)
class Recorded:
    """A request as it came; header names are in lower case."""

    method: str
    path: str
    headers: Mapping[str, str]
    body: dict[str, Any]


def characters_over_four(body: Mapping[str, Any]) -> int:
    """A rough prompt count, for tests that do not care."""
    return sum(len(str(message.get("content") or "")) for message in body["messages"]) // 4 + 8


class ScriptedServer:
    """Listens on a free port of 127.0.0.1 from construction to ``close``."""

    def __init__(
        self,
        *replies: Reply,
        models: Sequence[str] = ("scripted-model",),
        count: Callable[[Mapping[str, Any]], int] = characters_over_four,
        port: int = 0,
        record: Path | None = None,
    ) -> None:
        self.replies: list[Reply] = list(replies) or [Reply()]
        self.models = tuple(models)
        self.count = count
        self.requests: list[Recorded] = []
        self.closing = threading.Event()
        self._record = record
        self._lock = threading.Lock()
        self._http = _Listener(("127.0.0.1", port), _Handler)
        self._http.script = self
        self._thread = threading.Thread(
            target=self._http.serve_forever, kwargs={"poll_interval": 0.05}, daemon=True
        )
        self._thread.start()

    @property
    def port(self) -> int:
        return int(self._http.server_address[1])

    @property
    def base_url(self) -> str:
        return f"http://127.0.0.1:{self.port}/v1"

    @property
    def chats(self) -> list[dict[str, Any]]:
        """The bodies of the chat requests, in order."""
        return [r.body for r in self.requests if r.path.endswith("/chat/completions")]

    def note(self, request: Recorded) -> None:
        with self._lock:
            self.requests.append(request)
            if self._record:
                with self._record.open("a") as file:
                    file.write(json.dumps({"path": request.path, "body": request.body}) + "\n")

    def next_reply(self) -> Reply:
        with self._lock:
            return self.replies.pop(0) if len(self.replies) > 1 else self.replies[0]

    def wait(self, seconds: float) -> None:
        """Sleep, but wake up when the server closes."""
        self.closing.wait(min(seconds, STALL_LIMIT))

    def close(self) -> None:
        self.closing.set()
        self._http.shutdown()
        self._http.server_close()

    def __enter__(self) -> ScriptedServer:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()


class _Listener(ThreadingHTTPServer):
    daemon_threads = True
    request_queue_size = 64
    script: ScriptedServer

    def server_bind(self) -> None:
        TCPServer.server_bind(self)  # not HTTPServer's, which asks the DNS for its own name

    def handle_error(self, request: Any, client_address: Any) -> None:
        """A client that hangs up is part of many scripts: no traceback."""


class _Handler(BaseHTTPRequestHandler):
    protocol_version = "HTTP/1.1"
    disable_nagle_algorithm = True  # else each delta waits 40 ms for the client's ACK

    @property
    def script(self) -> ScriptedServer:
        return cast(_Listener, self.server).script

    def log_message(self, format: str, *args: Any) -> None:
        pass

    def do_GET(self) -> None:
        self._note({})
        if self.path.endswith("/models"):
            data = [{"id": name, "object": "model"} for name in self.script.models]
            self._whole(200, json.dumps({"object": "list", "data": data}))
        else:
            self._whole(404, json.dumps({"error": {"message": "no such path"}}))

    def do_POST(self) -> None:
        length = int(self.headers.get("Content-Length") or 0)
        body = json.loads(self.rfile.read(length) or b"{}")
        self._note(body)
        if not self.path.endswith("/chat/completions"):
            self._whole(404, json.dumps({"error": {"message": "no such path"}}))
            return
        self._answer(self.script.next_reply(), body)

    def _note(self, body: dict[str, Any]) -> None:
        headers = {name.lower(): value for name, value in self.headers.items()}
        self.script.note(Recorded(self.command, self.path, headers, body))

    def _answer(self, reply: Reply, body: dict[str, Any]) -> None:
        if reply.delay:
            self.script.wait(reply.delay)
        if reply.stall == "start":
            self.script.wait(STALL_LIMIT)
            self.close_connection = True
            return
        refused = [name for name in reply.refuse if name in body]
        if refused:
            message = f"Unsupported parameter: '{refused[0]}'"
            self._whole(400, json.dumps({"error": {"message": message, "param": refused[0]}}))
        elif reply.body is not None or reply.status != 200:
            error = json.dumps({"error": {"message": f"scripted {reply.status}"}})
            self._whole(reply.status, error if reply.body is None else reply.body, reply.headers)
        elif body.get("stream"):
            self._stream(reply, body)
        else:
            self._whole(200, json.dumps(self._completion(reply, body)), reply.headers)

    def _whole(self, status: int, text: str, headers: Mapping[str, str] | None = None) -> None:
        data = text.encode()
        self.send_response(status)
        for name, value in (headers or {}).items():
            self.send_header(name, value)
        self.send_header("Content-Type", "application/json")
        self.send_header("Content-Length", str(len(data)))
        self.end_headers()
        self.wfile.write(data)

    def _stream(self, reply: Reply, body: dict[str, Any]) -> None:
        self.send_response(200)
        for name, value in reply.headers.items():
            self.send_header(name, value)
        self.send_header("Content-Type", "text/event-stream")
        self.send_header("Transfer-Encoding", "chunked")
        self.end_headers()
        for number, event in enumerate(self._events(reply, body)):
            if number == 2 and (reply.cut or reply.rubbish is not None or reply.stall == "middle"):
                if reply.rubbish is not None:
                    self._chunk(reply.rubbish + "\n\n")
                if reply.stall == "middle":
                    self.script.wait(STALL_LIMIT)
                self.close_connection = True
                return
            if reply.pause:
                self.script.wait(reply.pause)
            self._chunk(f"data: {event}\n\n")
        self.wfile.write(b"0\r\n\r\n")

    def _chunk(self, text: str) -> None:
        data = text.encode()
        self.wfile.write(b"%x\r\n%s\r\n" % (len(data), data))
        self.wfile.flush()

    def _events(self, reply: Reply, body: dict[str, Any]) -> Iterator[str]:
        """JSON texts: the role, the text's deltas, the calls' deltas, the end, the usage, DONE."""
        yield _delta({"role": "assistant", "content": ""})
        pieces = _split(reply.text) if reply.pieces is None else reply.pieces
        for piece in pieces if not reply.tool_calls else ():
            yield _delta({"content": piece})
        for index, call in enumerate(reply.tool_calls):
            function = {"name": call["name"], "arguments": ""}
            start = {"index": index, "id": call["id"], "type": "function", "function": function}
            yield _delta({"tool_calls": [start]})
            for part in _halves(call["arguments"]):
                yield _delta({"tool_calls": [{"index": index, "function": {"arguments": part}}]})
        yield _delta({}, reply.finish_reason or ("tool_calls" if reply.tool_calls else "stop"))
        if reply.usage and (body.get("stream_options") or {}).get("include_usage"):
            yield json.dumps({"object": _CHUNK, "choices": [], "usage": self._usage(reply, body)})
        yield "[DONE]"

    def _completion(self, reply: Reply, body: dict[str, Any]) -> dict[str, Any]:
        message = {"role": "assistant", "content": reply.text}
        return {
            "object": "chat.completion",
            "model": self.script.models[0],
            "choices": [{"index": 0, "message": message, "finish_reason": "stop"}],
            "usage": self._usage(reply, body),
        }

    def _usage(self, reply: Reply, body: dict[str, Any]) -> dict[str, int]:
        asked = reply.prompt_tokens
        prompt = self.script.count(body) if asked is None else asked
        completion = len(reply.text) // 4 + 1
        return {
            "prompt_tokens": prompt,
            "completion_tokens": completion,
            "total_tokens": prompt + completion,
        }


_CHUNK = "chat.completion.chunk"


def _delta(delta: Mapping[str, Any], finish_reason: str | None = None) -> str:
    choice = {"index": 0, "delta": delta, "finish_reason": finish_reason}
    return json.dumps({"id": "chatcmpl-1", "object": _CHUNK, "choices": [choice]})


def _split(text: str) -> list[str]:
    words = text.split(" ")
    return [word + " " for word in words[:-1]] + words[-1:]


def _halves(text: str) -> tuple[str, str]:
    middle = len(text) // 2
    return text[:middle], text[middle:]


def main(arguments: Sequence[str] | None = None) -> None:
    parser = argparse.ArgumentParser(description="Serve scripted chat replies on loopback.")
    parser.add_argument("--port-file", type=Path, required=True)
    parser.add_argument("--port", type=int, default=0)
    parser.add_argument("--script", type=Path)
    parser.add_argument("--record", type=Path)
    options = parser.parse_args(arguments)
    replies = json.loads(options.script.read_text()) if options.script else []
    server = ScriptedServer(
        *(Reply(**reply) for reply in replies), port=options.port, record=options.record
    )
    unfinished = options.port_file.with_name(options.port_file.name + ".tmp")
    unfinished.write_text(str(server.port))
    unfinished.replace(options.port_file)  # whoever waits for the file never sees it empty
    try:
        while True:
            time.sleep(3600)
    except KeyboardInterrupt:
        server.close()


if __name__ == "__main__":
    main()
