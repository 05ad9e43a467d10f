"""What `shared.py` measures beside: a model that answers at once, and a proxy without a memory.

python -m tests.benchmarks.shared_peers model PORT_FILE
python -m tests.benchmarks.shared_peers proxy PORT_FILE MODEL_PORT
"""

from __future__ import annotations

import asyncio
import json
import sys
from collections.abc import Awaitable, Callable
from pathlib import Path

Handler = Callable[[asyncio.StreamReader, asyncio.StreamWriter], Awaitable[None]]
TEXT = "Yes, that was the linker: give it more memory."
_USAGE = {"prompt_tokens": 900, "completion_tokens": 12, "total_tokens": 912}


def _chunks() -> bytes:
    choice = {"index": 0, "delta": {"role": "assistant", "content": TEXT}, "finish_reason": None}
    last = {"index": 0, "delta": {}, "finish_reason": "stop"}
    documents: list[dict[str, object]] = [
        {"choices": [choice]},
        {"choices": [last]},
        {"choices": [], "usage": _USAGE},
    ]
    told = [json.dumps({"id": "c", "object": "chat.completion.chunk", **d}) for d in documents]
    return "".join(f"data: {line}\n\n" for line in (*told, "[DONE]")).encode()


BODY = _chunks()
HEAD = b"HTTP/1.1 200 OK\r\nContent-Type: text/event-stream\r\nContent-Length: %d\r\n\r\n"
ANSWER = HEAD % len(BODY) + BODY


async def read_request(reader: asyncio.StreamReader) -> bytes:
    """A request as it came; empty where the other side has hung up."""
    try:
        head = await reader.readuntil(b"\r\n\r\n")
    except asyncio.IncompleteReadError:
        return b""
    length = next(
        (
            int(line[15:])
            for line in head.split(b"\r\n")
            if line.lower().startswith(b"content-length:")
        ),
        0,
    )
    return head + await reader.readexactly(length)


async def model(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
    while await read_request(reader):
        writer.write(ANSWER)
        await writer.drain()
    writer.close()


def proxy(port: int) -> Handler:
    """Forwards what comes, the whole history with it, and hands the answer back."""

    async def forward(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        behind, towards = await asyncio.open_connection("127.0.0.1", port)
        while request := await read_request(reader):
            json.loads(request.partition(b"\r\n\r\n")[2])  # as whoever looks at it has to
            towards.write(request)
            writer.write(await read_request(behind))
            await writer.drain()
        towards.close()
        writer.close()

    return forward


async def listen(handler: Handler, told: Path) -> None:
    server = await asyncio.start_server(handler, "127.0.0.1", 0, limit=2**22)
    unfinished = told.with_suffix(".tmp")
    unfinished.write_text(str(server.sockets[0].getsockname()[1]))
    unfinished.replace(told)
    await server.serve_forever()


if __name__ == "__main__":
    kind, told, *rest = sys.argv[1:]
    asyncio.run(listen(model if kind == "model" else proxy(int(rest[0])), Path(told)))
