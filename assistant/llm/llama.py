"""llama.cpp in this process: its server, for this user alone, silent, behind a key of one run.

Chats go through the library itself (no HTTP, no client to import: a first word 0.25 s earlier);
HTTP serves for the few things that only the server offers, such as its tokenizer and its slots.
"""

from __future__ import annotations

import http.client
import json
import os
import secrets
from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Any

from assistant.config import EmbeddedConfig
from assistant.errors import ModelUnavailable
from assistant.limits import REPLY
from assistant.llm.door import Door

BATCH = 256
"""Prompt tokens evaluated between two chances to cancel: about a second on a slow machine."""


class LlamaServer:
    """One loaded model with one slot. Thread-safe: the server queues what comes at once."""

    def __init__(self, weights: Path, config: EmbeddedConfig, states: Path | None = None) -> None:
        """Load the weights: 0.25 s for the small model, during which the library lets no other
        Python thread run. Raises ModelUnavailable.
        """
        self._asked = False
        self._key = secrets.token_urlsafe(32)
        self._door = Door()
        parameters = _parameters(weights, config, states, self._key, self._door.hostname)
        try:
            self._server = _start(parameters, weights)
        except ModelUnavailable:
            self._door.close()
            raise

    def chat(self, body: Mapping[str, Any], on_chunk: Callable[[Any], bool]) -> None:
        """Answer a streaming request; ``on_chunk`` returns True to cancel it.

        A refusal arrives as a chunk with an ``error``, or as a ValueError.
        """
        self._asked = True
        self._server.handle_chat_completions(dict(body), on_chunk)

    def evaluate(self, prompt: str) -> None:
        """Read a prompt and leave it in the slot, so that what starts with it starts there."""
        self._asked = True
        self._server.handle_completions({"prompt": prompt, "n_predict": 0, "cache_prompt": True})

    def post(self, path: str, body: Mapping[str, Any]) -> dict[str, Any]:
        """An answer of the server; an empty dict when it refuses."""
        connection = self._door.connection(self._server.listening_address)
        try:
            headers = {
                "Authorization": f"Bearer {self._key}",
                "Content-Type": "application/json",
            }
            connection.request("POST", path, json.dumps(body), headers)
            response = connection.getresponse()
            data = json.loads(response.read(REPLY.value))
            return data if response.status == 200 and isinstance(data, dict) else {}
        except (OSError, http.client.HTTPException, ValueError, RecursionError):
            return {}
        finally:
            connection.close()

    def count(self, text: str) -> int:
        """Tokens of a text by the model's own tokenizer. Raises ModelUnavailable."""
        tokens = self.post("/tokenize", {"content": text}).get("tokens")
        if tokens is None:
            raise ModelUnavailable("The embedded model does not count tokens", "Start again.")
        return len(tokens)

    def template(self, messages: list[dict[str, Any]]) -> str:
        """The messages as the model reads them, ready for its reply; empty if it cannot."""
        return str(self.post("/apply-template", {"messages": messages}).get("prompt", ""))

    def close(self) -> None:
        """Stop and free the memory; waits for what is being evaluated."""
        if not self._asked:
            # A server that is stopped before its loop has begun waits for it for ever. What is
            # answered has been through the loop.
            self.evaluate(".")
        self._server = None
        self._door.close()


def _parameters(
    weights: Path, config: EmbeddedConfig, states: Path | None, key: str, hostname: str
) -> Any:
    import xllamacpp

    parameters = xllamacpp.CommonParams()
    parameters.model.path = str(weights)
    parameters.n_ctx = config.context
    parameters.n_parallel = 1
    parameters.n_batch = parameters.n_ubatch = BATCH
    parameters.warmup = False  # the first prompt is warm-up enough
    parameters.fit_params = False  # a trial load to fit a GPU: 0.3 s for nothing here
    parameters.cache_ram_mib = 0  # no copies of earlier prompts: one slot, one conversation
    for threads in (parameters.cpuparams, parameters.cpuparams_batch):
        threads.n_threads = config.threads or spare_cores()
        threads.poll = 0
    parameters.hostnames = [hostname]
    parameters.port = 0
    parameters.n_threads_http = 2
    parameters.api_keys = [key]
    parameters.cors_origins = parameters.cors_methods = parameters.cors_headers = ""
    parameters.cors_credentials = False
    parameters.ui = parameters.endpoint_slots = parameters.endpoint_props = False
    parameters.verbosity = -1  # nothing of it reaches the terminal
    if states is not None:
        parameters.slot_save_path = f"{states}/"
    return parameters


def _start(parameters: Any, weights: Path) -> Any:
    import xllamacpp

    try:
        return xllamacpp.Server(parameters)
    except RuntimeError as error:
        raise ModelUnavailable(
            f"{weights} cannot be loaded as a model",
            "Fetch it again with `assistant models pull`, or choose another with -m.",
        ) from error


def spare_cores() -> int:
    """Every core but one.

    llama.cpp's threads wait for each other in a loop: with one for each core, any other program
    slows it by ten times and more (measured), and the last core brings a third at best.
    """
    cores = len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count()
    return max(1, (cores or 1) - 1)
