"""The small model in this process, as a ChatModel: no account, no server, no network."""

from __future__ import annotations

import contextlib
import json
import queue
import threading
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any

from assistant.config import EmbeddedConfig
from assistant.errors import AssistantError, BudgetExceeded, ModelUnavailable
from assistant.folders import make_private_folder
from assistant.llm import prompt_state
from assistant.llm.base import ChatEvent, ChatRequest
from assistant.llm.llama import LlamaServer
from assistant.llm.protocol import Collector, request_json

# Without the first a small model repeats itself; without the second it wanders into other scripts.
_SAMPLING = {
    "repeat_penalty": 1.1,
    "top_p": 0.9,
    "dry_multiplier": 0.8,
    "dry_allowed_length": 2,
}
LONGEST_REPLY = 400
"""Tokens after which it has said what it can; from there on it rambles."""


class Embedded:
    """Loads in a thread: ``warm_up`` returns at once, the first use waits for the rest.

    ``static_prompt`` is what every system message begins with; with a folder in ``states`` its
    evaluated form is kept there between runs.
    """

    embedded = True

    def __init__(
        self,
        name: str,
        weights: Path,
        config: EmbeddedConfig | None = None,
        static_prompt: str = "",
        states: Path | None = None,
    ) -> None:
        self._name = name
        self._weights = weights
        self._config = config or EmbeddedConfig()
        self._static_prompt = static_prompt
        self._states = states if self._config.save_prompt_state else None
        self._server: LlamaServer | None = None
        self._failure: BaseException | None = None
        self._loaded, self._ready = threading.Event(), threading.Event()
        self._loader: threading.Thread | None = None
        self._lock = threading.Lock()
        self._answers: set[_Answer] = set()
        self.restored = False
        """Whether the static prompt came from disk; meaningful once the first answer has begun."""
        self.sent = b""

    @property
    def name(self) -> str:
        return self._name

    @property
    def weights(self) -> Path:
        """The file that is loaded."""
        return self._weights

    def warm_up(self) -> None:
        """Start loading, unless it has begun. Failures are raised by the first use."""
        with self._lock:
            if self._loader is None:
                # Not a daemon: leaving while llama.cpp holds a thread ends in an abort.
                self._loader = threading.Thread(target=self._load, name="load-model")
                self._loader.start()

    def stream(self, request: ChatRequest) -> Iterator[ChatEvent]:
        """See ``ChatModel``. Closing the iterator stops the generation at its next token."""
        server = self._wait(self._ready)
        body = request_json(request, self.name) | {"return_progress": True}
        body["max_tokens"] = min(request.max_tokens or LONGEST_REPLY, LONGEST_REPLY)
        if request.response_schema is None:  # JSON has to repeat itself
            body |= _SAMPLING if request.sampling is None else request.sampling
        self.sent = json.dumps(body, ensure_ascii=False).encode()
        collector, answer = Collector(), _Answer(server, body)
        self._answers.add(answer)
        try:
            for chunk in answer.chunks():
                if "error" in chunk:
                    raise self._refusal(chunk["error"])
                yield from collector.events(chunk)
        finally:
            answer.cancel()
            self._answers.discard(answer)
        if collector.reason is None:
            raise ModelUnavailable(f"{self.name} stopped before its answer was complete")
        yield collector.finished()

    def count(self, text: str) -> int:
        """Tokens of a text by this model's own tokenizer; waits until it is loaded."""
        return self._wait(self._loaded).count(text)

    def template(self, messages: list[dict[str, Any]]) -> str:
        """The messages as this model reads them (its chat template applied)."""
        return self._wait(self._loaded).template(messages)

    def close(self) -> None:
        """Stop generating and free the memory."""
        if self._loader is not None:
            self._loader.join()
        for answer in tuple(self._answers):
            answer.cancel()
            answer.join()
        if self._server is not None:
            self._server.close()
            self._server = None

    def _load(self) -> None:
        try:
            states = _folder(self._states) if self._static_prompt else None
            self._server = LlamaServer(self._weights, self._config, states)
            self._loaded.set()
            if states is not None:
                with contextlib.suppress(OSError):  # then the first request reads the prompt
                    self.restored = self._recall(self._server, states)
        except BaseException as error:
            self._failure = error
        finally:
            self._loaded.set()
            self._ready.set()

    def _recall(self, server: LlamaServer, states: Path) -> bool:
        """Evaluate the beginning that all requests share, or take it from disk."""
        marked = [
            {"role": "system", "content": self._static_prompt},
            {"role": "user", "content": "-"},
        ]
        before, found, _ = server.template(marked).partition(self._static_prompt)
        if not found:
            return False  # a template that does not show the prompt as it is
        return prompt_state.recall(server, self._weights, before + found, states)

    def _wait(self, event: threading.Event) -> LlamaServer:
        self.warm_up()
        event.wait()
        if isinstance(self._failure, AssistantError):
            raise self._failure
        if self._failure is not None:
            raise ModelUnavailable(
                f"{self.name} cannot be loaded: {self._failure}", "See `assistant doctor`."
            ) from self._failure
        if self._server is None:
            raise ModelUnavailable(f"{self.name} has been closed")
        return self._server

    def _refusal(self, error: Mapping[str, Any]) -> AssistantError:
        words = str(error.get("message", error))
        if error.get("type") == "exceed_context_size_error":
            return BudgetExceeded(
                f"{self.name} cannot read so much at once: {words}",
                "Shorten the request, or raise embedded.context in the configuration.",
            )
        return ModelUnavailable(f"{self.name} refused the request: {words}")


def _folder(path: Path | None) -> Path | None:
    """The folder, created; None where it cannot be: its use is speed, nothing else."""
    try:
        if path is not None:
            make_private_folder(path)
    except OSError:
        return None
    return path


class _Answer:
    """One generation in a thread of its own, which ends soon after ``cancel``."""

    def __init__(self, server: LlamaServer, body: Mapping[str, Any]) -> None:
        self._server, self._body = server, body
        self._chunks: queue.SimpleQueue[Mapping[str, Any] | None] = queue.SimpleQueue()
        self._cancelled = threading.Event()
        self._thread = threading.Thread(target=self._run, name="answer")
        self._thread.start()

    def chunks(self) -> Iterator[Mapping[str, Any]]:
        """As they come; Ctrl-C is felt between them."""
        while (chunk := self._chunks.get()) is not None:
            yield chunk

    def cancel(self) -> None:
        self._cancelled.set()

    def join(self) -> None:
        self._thread.join()

    def _run(self) -> None:
        try:
            self._server.chat(self._body, self._take)
        except Exception as error:  # whatever the library raises is a refusal of this request
            self._chunks.put({"error": {"message": str(error)}})
        finally:
            self._chunks.put(None)

    def _take(self, chunk: Mapping[str, Any]) -> bool:
        self._chunks.put(chunk)
        return self._cancelled.is_set()
