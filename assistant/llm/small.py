"""Small models: which one is, and how it is sampled (A9).

The figures behind the sampling are those of ``python -m tests.benchmarks.small``.
"""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from typing import NamedTuple

from assistant.config import ModelConfig
from assistant.llm.base import ChatModel

LONGEST_REPLY = 160
"""Tokens after which it has said what it can; from there on it rambles."""


LARGE = 1_000_000_000
"""Bytes of weights from which a model can follow the whole prompt: some 1.5 billion parameters."""


class Sampling(NamedTuple):
    """The temperature, and llama.cpp's own parameters beside it."""

    temperature: float
    more: Mapping[str, float]


SAMPLINGS: tuple[Sampling, ...] = (
    Sampling(0.0, {"repeat_penalty": 1.0}),
    Sampling(0.6, {"min_p": 0.1, "repeat_penalty": 1.1, "seed": 7}),
)
"""Of the first try, and of the second one after a reply that was none (A10)."""


def is_small(model: ChatModel | None, config: ModelConfig) -> bool:
    """Whether a model gets the prompt of a small one: as configured, else the one in process,
    unless its weights are of another order."""
    if model is None:
        return False
    if config.small != "auto":
        return config.small
    weights = getattr(model, "weights", None)
    return model.embedded and (weights is None or are_small(weights))


def are_small(weights: Path) -> bool:
    """Whether weights are of the order of those that ship; those that are gone count as such."""
    try:
        return weights.stat().st_size < LARGE
    except OSError:
        return True
