"""One of the memories of ``beside.py`` in a process of its own, asked for a few things at a time.

Machines change their pace from one second to the next: memories that take turns meet the same.
"""

from __future__ import annotations

import argparse
import json
import os
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any, Literal

from tests.benchmarks.beside_doors import Door, open_assistant, open_mem0
from tests.benchmarks.environments import ROOT

SubjectName = Literal["assistant", "mem0 qdrant", "mem0 faiss"]
TIMES = 100
DOORS = ("search", "recall", "store", "add")
"""In the order of their use, each ``TIMES`` times."""


class Subject:
    """A filled memory in a process of its own."""

    def __init__(self, process: subprocess.Popen[str]) -> None:
        self._process = process
        self._read()  # it is filled

    def times(self, door: str) -> list[float]:
        """Seconds for each of the door's texts, one after the other."""
        return list(self._ask(door))

    def disk(self) -> float:
        """Bytes of its files once it is closed. Nothing can be asked after that."""
        return float(self._ask(_CLOSE))

    def _ask(self, question: str) -> Any:
        assert self._process.stdin
        self._process.stdin.write(question + "\n")
        self._process.stdin.flush()
        return self._read()

    def _read(self) -> Any:
        """Its next answer; what the packages print is passed over."""
        assert self._process.stdout
        for line in self._process.stdout:
            if line.startswith(_ANSWER):
                return json.loads(line.removeprefix(_ANSWER))
        raise subprocess.CalledProcessError(self._process.wait(), self._process.args)


@contextmanager
def subject(python: Path, name: SubjectName, size: int, folder: Path) -> Iterator[Subject]:
    """With ``size`` facts in a folder below ``folder``, which holds the embedder's tables."""
    place = folder / name.replace(" ", "-")
    place.mkdir()
    words = [python, "-m", __name__, name, place, size]
    process = subprocess.Popen(
        [*map(str, words)],
        cwd=ROOT,
        env={**os.environ, "MEM0_TELEMETRY": "False", "MEM0_DIR": str(place / "mem0")}
        | {"OPENAI_API_KEY": "none", "OPENBLAS_NUM_THREADS": "1"},
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        text=True,
    )
    with process:
        try:
            yield Subject(process)
        finally:
            process.kill()


def embedder(folder: Path) -> Any:
    """The same for all, its tables in that folder."""
    from assistant.config import EmbeddingConfig
    from assistant.embedding.open import open_embedder

    return open_embedder(EmbeddingConfig(), folder / "tables")


_ANSWER, _CLOSE = "answer: ", "close"


def _serve(name: str, folder: Path, size: int) -> None:
    """In this process: fill, then use the doors that are named on stdin."""
    from tests.benchmarks.facts import made_facts
    from training.recall.people import people

    vectors = embedder(folder.parent)
    made = [fact.fact for fact in made_facts(size + 2 * TIMES)]
    asked = [q.text for person in people() for q in person.questions][: 2 * TIMES + 1]
    texts = {
        "search": asked[1 : TIMES + 1],
        "recall": asked[TIMES + 1 :],
        "add": made[size : size + TIMES],
        "store": made[size + TIMES :],
    }
    given = [*texts["store"], *texts["recall"]]
    known = dict(zip(given, vectors.embed(given), strict=True))
    opened = (open_assistant if name == "assistant" else open_mem0)(
        name, folder, vectors, made[:size], known
    )
    opened.search(asked[0])  # what is loaded once is loaded
    _answer(None)
    for line in sys.stdin:
        if (door := line.strip()) == _CLOSE:
            opened.close()
            _answer(sum(file.stat().st_size for file in _files(name, folder)))
            return
        _answer([_timed(getattr(opened, door), text) for text in texts[door]])


def _timed(door: Door, text: str) -> float:
    start = time.perf_counter()
    door(text)
    return time.perf_counter() - start


def _files(name: str, folder: Path) -> list[Path]:
    """The memory's own; not the embedder's tables, which another folder holds for mem0."""
    found = folder.glob("assistant.db*") if name == "assistant" else folder.rglob("*")
    return [file for file in found if file.is_file()]


def _answer(value: object) -> None:
    print(_ANSWER + json.dumps(value), flush=True)


if __name__ == "__main__":
    parser = argparse.ArgumentParser()
    parser.add_argument("name")
    parser.add_argument("folder", type=Path)
    parser.add_argument("size", type=int)
    options = parser.parse_args()
    _serve(options.name, options.folder, options.size)
