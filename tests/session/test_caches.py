"""The table of caches, its documentation, and each row of it: hit, expiry, every invalidation.

The rows about answers are tested in ``test_ready.py``, where answers are given.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pytest

from assistant.config import EmbeddingConfig
from assistant.embedding.open import open_embedder
from assistant.memory.index import embed_missing
from assistant.prompt import system
from assistant.prompt.system import BLOCKS, static_prompt
from assistant.records import Fact, Segment
from assistant.session.caches import CACHES, as_markdown
from assistant.storage.base import Stores
from assistant.storage.open import open_stores
from tests.tools.support import Bench, make

if TYPE_CHECKING:
    from assistant.embedding.base import Embedder, Matrix

DOCS = Path(__file__).parents[2] / "docs" / "caches.md"
NOW = datetime(2026, 1, 30, 9, tzinfo=UTC)


def test_A2_the_documentation_shows_the_table() -> None:
    assert as_markdown() in DOCS.read_text("utf-8")


def test_A2_each_cache_says_when_it_is_void() -> None:
    assert all(cache.key and cache.lifetime and cache.void for cache in CACHES)
    assert len({cache.name for cache in CACHES}) == len(CACHES)


class Counted:
    """The default embedder under any name, and the texts that it was given."""

    def __init__(self, embedder: Embedder, name: str = "one/1") -> None:
        self._embedder = embedder
        self.name = name
        self.texts: list[str] = []

    @property
    def dimensions(self) -> int:
        return self._embedder.dimensions

    def embed(self, texts: Sequence[str]) -> Matrix:
        self.texts += texts
        return self._embedder.embed(texts)

    def calibrate(self, cosine: float) -> float:
        return self._embedder.calibrate(cosine)

    def warm_up(self) -> None:
        self._embedder.warm_up()


@pytest.fixture(scope="module")
def default(embedder_cache: Path) -> Embedder:
    return open_embedder(EmbeddingConfig(), embedder_cache)


@pytest.fixture
def stores(tmp_path: Path) -> Iterator[Stores]:
    opened = open_stores(f"sqlite:///{tmp_path / 'memory.db'}", clock=lambda: NOW)
    yield opened
    opened.close()


FACT = Fact("f1", "work", "su servidor corre Postgres 16", "high", "explicit", NOW, NOW)


def embedded(stores: Stores, embedder: Counted) -> list[str]:
    """The texts that a run over what has no vector yet embeds."""
    embedder.texts.clear()
    embed_missing(stores.facts, embedder, lambda _done, _total: None)
    return embedder.texts


def test_A2_a_fact_is_embedded_once_and_for_good(stores: Stores, default: Embedder) -> None:
    stores.facts.add(FACT)
    embedder = Counted(default)
    assert embedded(stores, embedder) == [FACT.fact]
    assert embedded(stores, embedder) == []
    stores.facts.update(replace(FACT, last_confirmed_at=NOW + timedelta(days=900)))
    assert embedded(stores, embedder) == [], "time and confirmation leave the vector"


def test_A2_another_text_voids_the_embedding(stores: Stores, default: Embedder) -> None:
    stores.facts.add(FACT)
    embedder = Counted(default)
    embedded(stores, embedder)
    stores.facts.update(replace(FACT, fact="su servidor corre Postgres 17"))
    assert stores.facts.vectors(embedder.name)[0] == []
    assert embedded(stores, embedder) == ["su servidor corre Postgres 17"]


def test_A2_another_embedder_has_vectors_of_its_own(stores: Stores, default: Embedder) -> None:
    stores.facts.add(FACT)
    embedded(stores, Counted(default))
    assert embedded(stores, Counted(default, "other/1")) == [FACT.fact]


def test_A2_the_end_of_a_fact_is_the_end_of_its_vector(stores: Stores, default: Embedder) -> None:
    stores.facts.add(FACT)
    embedder = Counted(default)
    embedded(stores, embedder)
    stores.facts.erase([FACT.id], [], NOW)
    assert stores.facts.vectors(embedder.name)[0] == []


def test_A2_a_segment_keeps_its_vector_until_its_end(stores: Stores, default: Embedder) -> None:
    segment = Segment("s1", "default:me:1", "default", 1, 3, NOW, "deployment")
    stores.segments.add(segment)
    stores.segments.put_vectors("one/1", {"s1": default.embed(["deployment"])[0]})
    assert stores.segments.vectors("one/1")[0] == ["s1"]
    assert stores.segments.vectors("other/1")[0] == []
    stores.segments.erase(["s1"])
    assert stores.segments.vectors("one/1")[0] == []


@pytest.fixture
def blocks(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Path]:
    """Blocks of the system prompt that may be edited."""
    for name in BLOCKS:
        (tmp_path / f"{name}.md").write_text(f"{name} text\n")
    monkeypatch.setattr(system, "data_path", lambda _folder, name: tmp_path / name)
    static_prompt.cache_clear()
    yield tmp_path
    static_prompt.cache_clear()


def test_A2_the_system_prompt_is_compiled_once(blocks: Path) -> None:
    first = static_prompt()
    (blocks / "rules.md").unlink()
    assert static_prompt() is first, "no file is read a second time"


def test_A2_an_edit_of_the_system_prompt_is_another_version(blocks: Path) -> None:
    first = static_prompt()
    static_prompt.cache_clear()  # another process
    assert static_prompt().version == first.version
    (blocks / "rules.md").write_text("other rules\n")
    static_prompt.cache_clear()
    assert static_prompt().version != first.version
    assert "other rules" in static_prompt().text


@pytest.mark.parametrize(
    ("declared", "seconds"),
    [({"kept": 5}, 5), ({"kept": 300}, 300), ({}, 30), ({"idempotent": True}, 3600)],
)
def test_A2_T5_a_result_is_kept_for_its_time_and_no_longer(
    tmp_path: Path, declared: dict[str, Any], seconds: int
) -> None:
    runs: list[str] = []

    def look(place: str = "here") -> int:
        """Look."""
        runs.append(place)
        return len(runs)

    bench = Bench(tmp_path, [make(look, "box.look", **declared)])
    assert bench.run("box.look").data == 1
    bench.later(seconds - 1)
    again = bench.run("box.look")
    assert (again.data, again.metadata.cached) == (1, True)
    assert bench.run("box.look", place="there").data == 2, "other parameters"
    bench.later(2)
    assert bench.run("box.look").data == 3


@pytest.mark.parametrize("declared", [{"kept": 0}, {"tell": lambda *_: "write"}])
def test_A3_T5_some_results_are_never_kept(tmp_path: Path, declared: dict[str, Any]) -> None:
    runs: list[int] = []

    def act() -> int:
        """Act."""
        runs.append(1)
        return len(runs)

    tool = make(act, "box.act", **declared)
    bench = Bench(tmp_path, [tool], says="once")
    assert [bench.run(tool.id).data for _ in range(2)] == [1, 2]
