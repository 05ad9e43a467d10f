"""What the server counts: figures by route, status and source, never a text or a name."""

from __future__ import annotations

from prometheus_client import CollectorRegistry, Counter, Gauge, Histogram, generate_latest

from assistant.server.talking import Told

CONTENT_TYPE = "text/plain; version=0.0.4; charset=utf-8"
_OURS = "assistant"
_SECONDS = (0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30, 60, 300)


class Measures:
    """One registry a server, so that two in a process count apart."""

    def __init__(self) -> None:
        self._registry = CollectorRegistry()
        self._requests = Counter(
            "requests",
            "Requests, by what was asked and how it ended.",
            ("route", "status"),
            namespace=_OURS,
            registry=self._registry,
        )
        self._turns = Counter(
            "turns", "Turns that were kept.", ("source",), namespace=_OURS, registry=self._registry
        )
        self._tokens = Counter(
            "tokens",
            "Tokens: received of clients, sent to a model, answered.",
            ("kind",),
            namespace=_OURS,
            registry=self._registry,
        )
        self._seconds = Histogram(
            "turn_seconds",
            "A turn from its request to its end.",
            buckets=_SECONDS,
            namespace=_OURS,
            registry=self._registry,
        )
        self.taken = Gauge(
            "turns_taken",
            "Turns that are under way or wait.",
            namespace=_OURS,
            registry=self._registry,
        )

    def answered(self, route: str, status: int) -> None:
        self._requests.labels(route, str(status)).inc()

    def turn(self, told: Told, seconds: float) -> None:
        """A turn that was kept; one that was told again was counted before."""
        if told.repeated:
            return
        self._turns.labels(told.source).inc()
        self._tokens.labels("received").inc(told.received)
        self._tokens.labels("sent").inc(told.prompt_tokens)
        self._tokens.labels("answered").inc(told.completion_tokens)
        self._seconds.observe(seconds)

    def page(self) -> bytes:
        return generate_latest(self._registry)
