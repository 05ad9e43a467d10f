"""Which model is small, and what each try is sampled with."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from assistant.config import Config, ModelConfig
from assistant.config.reading import parse_config
from assistant.errors import ConfigurationError
from assistant.llm.discover import Choice, connect
from assistant.llm.embedded import Embedded
from assistant.llm.small import LARGE, SAMPLINGS, is_small


def of_size(folder: Path, size: int) -> Path:
    path = folder / f"m{size}.gguf"
    with path.open("wb") as file:
        file.truncate(size)  # a hole: nothing is written
    return path


@pytest.mark.parametrize(
    ("small", "little", "large"),
    [("auto", True, False), (True, True, True), (False, False, False)],
)
def test_A9_the_one_in_process_is_small_while_its_weights_are(
    tmp_path: Path, small: Any, little: bool, large: bool
) -> None:
    config = ModelConfig(small=small)
    found = [
        is_small(Embedded("m", of_size(tmp_path, size)), config) for size in (100_000_000, LARGE)
    ]
    assert found == [little, large]


def test_A9_an_endpoint_is_small_only_where_that_is_said() -> None:
    endpoint = connect(Choice("endpoint", "m", "http://127.0.0.1:9/v1"), Config(), {})
    assert not is_small(endpoint, ModelConfig())
    assert is_small(endpoint, ModelConfig(small=True))
    assert not is_small(None, ModelConfig(small=True))


def test_A9_weights_that_are_gone_were_small(tmp_path: Path) -> None:
    assert is_small(Embedded("m", tmp_path / "gone.gguf"), ModelConfig())


def test_A10_the_second_try_is_sampled_otherwise() -> None:
    first, second = SAMPLINGS
    assert first.temperature == 0.0
    assert second.temperature > 0.0


@pytest.mark.parametrize("value", ["yes", 1, 0, "true", 1.5])
def test_A9_the_setting_takes_auto_true_and_false(value: Any) -> None:
    for fine in ("auto", True, False):
        assert parse_config({"model": {"small": fine}}).model.small == fine
    with pytest.raises(ConfigurationError, match="'auto', true, false"):
        parse_config({"model": {"small": value}})


def test_the_pages_table_is_the_catalogues() -> None:
    from assistant.llm.catalogue import MB, NAMED

    page = (Path(__file__).parents[2] / "docs" / "models.md").read_text("utf-8")
    for m in NAMED:
        memory = f"{m.memory / 1000 / MB:.1f} GB"
        assert f"| `{m.name}` | {m.size / MB:,.0f} MB | {memory} | {m.licence} |" in page
