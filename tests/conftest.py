"""What holds for every test: a home of its own, no network but loopback, no keys."""

from __future__ import annotations

import contextlib
import gc
import os
import signal
from collections.abc import Iterator
from pathlib import Path

import platformdirs
import pytest

from assistant.start import one_thread_for_products

one_thread_for_products()  # as the program itself begins

# A shell's background job starts with Ctrl-C ignored, and so would every process of a test.
with contextlib.suppress(ValueError):  # not the main thread
    signal.signal(signal.SIGINT, signal.default_int_handler)

GUARD = Path(__file__).parent / "guard"
SECRET_VARIABLES = ("OPENAI_", "ASSISTANT_", "ANTHROPIC_", "HF_", "AWS_", "AZURE_")
PROXIES = ("http_proxy", "https_proxy", "all_proxy", "HTTP_PROXY", "HTTPS_PROXY", "ALL_PROXY")


def real_home() -> list[Path]:
    """The folders where the person who runs the tests keeps their own assistant."""
    given = os.environ.get("ASSISTANT_HOME")
    return [
        platformdirs.user_config_path("assistant", appauthor=False),
        platformdirs.user_data_path("assistant", appauthor=False),
        *([Path(given).absolute()] if given else []),
    ]


REAL_HOME = real_home()
# The weights that `assistant models pull` fetched are large: tests read them where they are.
REAL_MODELS = next((home / "models" for home in REAL_HOME if (home / "models").is_dir()), None)
FORBIDDEN = [
    str(home / part) + ("" if part else os.sep)
    for home in REAL_HOME
    for part in ("config.toml", "assistant.db", "logs", "cache", "history")
]

os.environ["ASSISTANT_TEST_FORBIDDEN"] = os.pathsep.join(FORBIDDEN)
from tests.guard import sitecustomize  # noqa: E402 (it reads the line above)

assert sitecustomize.FORBIDDEN, "the guard must be on before any test runs"


@pytest.fixture(autouse=True)
def home(tmp_path_factory: pytest.TempPathFactory, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A new home for the test and for every process that it starts."""
    folder = tmp_path_factory.mktemp("home")
    for name in list(os.environ):
        if name.startswith(SECRET_VARIABLES) and name != "ASSISTANT_TEST_FORBIDDEN":
            monkeypatch.delenv(name)
    for name in PROXIES:
        monkeypatch.delenv(name, raising=False)
    for name in ("LC_ALL", "LC_MESSAGES"):
        monkeypatch.delenv(name, raising=False)
    monkeypatch.setenv("LANG", "C.UTF-8")  # neither language is the person's own
    monkeypatch.setenv("HOME", str(folder))
    monkeypatch.setenv("ASSISTANT_HOME", str(folder / "assistant"))
    for name in ("XDG_CONFIG_HOME", "XDG_DATA_HOME", "XDG_CACHE_HOME", "XDG_STATE_HOME"):
        monkeypatch.delenv(name, raising=False)
    monkeypatch.setenv("PYTHONPATH", str(GUARD))
    monkeypatch.setenv("NO_COLOR", "1")
    return folder / "assistant"


@pytest.fixture(scope="session", autouse=True)
def new_databases() -> Iterator[None]:
    """Copied, but in the tests of what makes them."""
    from tests.newborn import copied

    with copied():
        yield


@pytest.fixture(scope="session", autouse=True)
def embedder_tables(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Where the one embedder of this process, which serves every home, keeps its tables."""
    from assistant.config import EmbeddingConfig
    from assistant.embedding.open import shared_embedder

    folder = tmp_path_factory.mktemp("embedder-cache")
    shared_embedder(EmbeddingConfig(), folder)
    return folder


@pytest.fixture(scope="session")
def embedder_cache(embedder_tables: Path) -> Path:
    """The default embedder's tables, prepared once: that takes two seconds."""
    from assistant.config import EmbeddingConfig
    from assistant.embedding.open import shared_embedder

    shared_embedder(EmbeddingConfig(), embedder_tables).embed(["x"])
    return embedder_tables


@pytest.fixture(scope="session")
def real_models() -> Path:
    """The folder of the embedded model's weights; skips where they were not fetched."""
    if REAL_MODELS is None or not any(REAL_MODELS.glob("*.gguf")):
        pytest.skip("the embedded weights are not here: `assistant models pull`")
    return REAL_MODELS


WHOLE_PROGRAM = ("e2e", "faults")
"""Folders whose tests start the program again and again, and kill it: `make test-slow`."""
PATIENCE = {"heavy": 1800, "slow": 600}
"""Seconds after which such a test hangs; `timeout` in pyproject.toml has those of a quick one."""


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    folders = tuple(f"{Path(__file__).parent / name}{os.sep}" for name in WHOLE_PROGRAM)
    for item in items:
        if str(item.path).startswith(folders):
            item.add_marker(pytest.mark.slow)
        kind = next((kind for kind in PATIENCE if item.get_closest_marker(kind)), None)
        if kind and not item.get_closest_marker("timeout"):
            item.add_marker(pytest.mark.timeout(PATIENCE[kind]))


def pytest_collection_finish() -> None:
    """All that was imported and collected stays to the end: no collection of garbage looks there."""
    gc.collect()
    gc.freeze()
    gc.set_threshold(200_000)  # as the program does
