"""An exchange on loopback that speaks Kraken's public protocol, and every way to get it wrong."""

from __future__ import annotations

import json
import threading
import time
from collections.abc import Callable, Mapping
from datetime import datetime, timedelta
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import Any
from urllib.parse import parse_qs, urlsplit

from tests.packs.trading.market.support import NOW

Answer = Mapping[str, Any]
PAIRS = {"XXBTZUSD": ("XXBT", "ZUSD"), "XETHZUSD": ("XETH", "ZUSD"), "SOLUSDT": ("SOL", "USDT")}


def pairs() -> Answer:
    return {
        id: {
            "altname": id,
            "wsname": f"{base}/{quote}",
            "base": base,
            "quote": quote,
            "pair_decimals": 2,
            "lot_decimals": 8,
            "fees": [[0, 0.26]],
            "fees_maker": [[0, 0.16]],
            "leverage_buy": [],
            "ordermin": "0.0001",
            "status": "online",
        }
        for id, (base, quote) in PAIRS.items()
    }


def assets() -> Answer:
    names = {"XXBT": "XBT", "XETH": "ETH", "ZUSD": "USD", "SOL": "SOL", "USDT": "USDT"}
    return {
        id: {"aclass": "currency", "altname": name, "decimals": 10, "display_decimals": 5,
             "status": "enabled"}
        for id, name in names.items()
    }  # fmt: skip


def row(at: datetime, price: float, **other: str) -> list[Any]:
    text = f"{price:.2f}"
    told = {"open": text, "high": f"{price + 1:.2f}", "low": f"{price - 1:.2f}", "close": text}
    told |= other
    return [int(at.timestamp()), *told.values(), text, "1.5", 7]


def candles(id: str, interval: int, since: int) -> Answer:
    """Up to the one that is being made, at most 720, as Kraken has it."""
    span = timedelta(minutes=interval)
    last = datetime.fromtimestamp(
        NOW.timestamp() // span.total_seconds() * span.total_seconds(), NOW.tzinfo
    )
    rows = [row(last - n * span, 1000 - n) for n in range(720)][::-1]
    return {id: [one for one in rows if one[0] > since], "last": rows[-2][0]}


class Kraken:
    """``lies`` maps the last part of a path to what is answered there instead."""

    def __init__(self, **lies: Callable[[BaseHTTPRequestHandler], object]) -> None:
        self.lies = lies
        self.asked: list[str] = []
        kraken = self

        class Handler(BaseHTTPRequestHandler):
            def do_GET(self) -> None:
                url = urlsplit(self.path)
                kraken.asked.append(self.path)
                name = url.path.rpartition("/")[2]
                given = {key: values[0] for key, values in parse_qs(url.query).items()}
                if name in kraken.lies:
                    told = kraken.lies[name](self)
                else:
                    told = {"error": [], "result": kraken.tell(name, given)}
                if told is not None:
                    send(self, told)

            def log_message(self, format: str, *args: Any) -> None:
                pass

        self._http = ThreadingHTTPServer(("127.0.0.1", 0), Handler)
        self._http.daemon_threads = True
        threading.Thread(
            target=self._http.serve_forever, kwargs={"poll_interval": 0.02}, daemon=True
        ).start()

    @property
    def url(self) -> str:
        return f"http://127.0.0.1:{self._http.server_port}"

    def tell(self, name: str, given: Mapping[str, str]) -> Answer:
        id = given.get("pair", "XXBTZUSD")
        if name == "Ticker":
            return {id: {"a": ["1000.6", "1", "1"], "b": ["1000.4", "1", "1"], "c": ["1000.5", "0.1"],
                         "v": ["10", "20"], "p": ["1000", "1000"], "t": [1, 2], "l": ["990", "980"],
                         "h": ["1010", "1020"], "o": "990.0"}}  # fmt: skip
        if name == "OHLC":
            return candles(id, int(given["interval"]), int(given.get("since", 0)))
        if name == "Depth":
            side = [[str(1000 - n), "1.5", 1] for n in range(3)]
            return {id: {"bids": side, "asks": [[str(1001 + n), "2", 1] for n in range(3)]}}
        return {"AssetPairs": pairs, "Assets": assets}[name]()

    def __enter__(self) -> Kraken:
        return self

    def __exit__(self, *_: object) -> None:
        self._http.shutdown()
        self._http.server_close()


def send(handler: BaseHTTPRequestHandler, told: object, status: int = 200) -> None:
    body = told if isinstance(told, bytes) else json.dumps(told).encode()
    handler.send_response(status)
    handler.send_header("Content-Type", "application/json")
    handler.send_header("Content-Length", str(len(body)))
    handler.end_headers()
    handler.wfile.write(body)


def stalls(handler: BaseHTTPRequestHandler) -> None:
    """Says nothing until whoever asked hangs up."""
    handler.rfile.read(1)


def drips(handler: BaseHTTPRequestHandler) -> None:
    """Never silent, never done."""
    handler.send_response(200)
    handler.send_header("Content-Length", "100000")
    handler.end_headers()
    for _ in range(100_000):
        handler.wfile.write(b" ")
        time.sleep(0.02)


def status(code: int, body: bytes = b"{}") -> Callable[[BaseHTTPRequestHandler], None]:
    def answer(handler: BaseHTTPRequestHandler) -> None:
        send(handler, body, code)

    return answer


def result(of: object) -> Callable[[BaseHTTPRequestHandler], object]:
    return lambda _: {"error": [], "result": of}


def error(*words: str) -> Callable[[BaseHTTPRequestHandler], object]:
    return lambda _: {"error": list(words)}
