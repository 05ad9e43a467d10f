"""Whether news are good for who holds what they are about, in English and Spanish.

A linear model over the default embedder's vector of the text and over the evidence of a lexicon
(``features.py``). ``training/sentiment.py`` made its weights, ``sentiment.npz``, and
says how well it does on writers that it never read.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache
from pathlib import Path
from typing import TYPE_CHECKING, Literal, NamedTuple

from assistant.arrays import softmax
from assistant.packs.trading.news.features import features

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

    from assistant.embedding.base import Embedder

    Matrix = NDArray[np.float32]

Label = Literal["negative", "neutral", "positive"]
LABELS: tuple[Label, ...] = ("negative", "neutral", "positive")
WEIGHTS = Path(__file__).parent / "sentiment.npz"
LONGEST = 600
"""Characters of a title and of a summary that are read."""
MEANING = 6.0
"""By how much the vector of a text is stretched, so that it weighs as the evidence does."""


class Sentiment(NamedTuple):
    """``score``: from -1, surely bad, to 1, surely good."""

    label: Label
    score: float


class Model(NamedTuple):
    """``names`` are the features that it knows, ``scales`` what each is divided by; ``weights`` a
    row for each of them and of the vector, a column for each of ``LABELS``."""

    names: tuple[str, ...]
    scales: Matrix
    weights: Matrix
    bias: Matrix


def sentiment(title: str, summary: str = "") -> Sentiment:
    """How a trader who holds what the news are about reads them."""
    return judged([(title, summary)], default_embedder(), shipped())[0]


def sentiments(news: Sequence[tuple[str, str]]) -> list[Sentiment]:
    """The same of several titles with their summaries, in less time."""
    return judged(news, default_embedder(), shipped()) if news else []


def judged(news: Sequence[tuple[str, str]], embedder: Embedder, model: Model) -> list[Sentiment]:
    """What the model makes of titles with their summaries; blank ones are neutral."""
    news = [(title[:LONGEST], summary[:LONGEST]) for title, summary in news]
    shares = softmax(
        rows_of(news, embedder, model.names, model.scales) @ model.weights + model.bias
    )
    return [
        Sentiment(LABELS[int(share.argmax())], round(float(share[2] - share[0]), 3))
        if "".join(text).strip()
        else Sentiment("neutral", 0.0)
        for text, share in zip(news, shares, strict=True)
    ]


def rows_of(
    news: Sequence[tuple[str, str]], embedder: Embedder, names: Sequence[str], scales: Matrix
) -> Matrix:
    """What the model is given: the evidence by name, then the vector."""
    import numpy as np

    found = [features(title, summary) for title, summary in news]
    counted = np.array([[one[name] for name in names] for one in found], np.float32) / scales
    vectors = embedder.embed(
        [f"{title}. {summary}" if summary else title for title, summary in news]
    )
    rows: Matrix = np.hstack([counted, vectors * MEANING]).astype(np.float32)
    return rows


@cache
def shipped() -> Model:
    """The model of the pack."""
    import numpy as np

    from assistant.arrays import names

    with np.load(WEIGHTS, allow_pickle=False) as arrays:
        return Model(
            tuple(names(arrays["names"])),
            arrays["scales"],
            arrays["weights"].astype(np.float32),
            arrays["bias"],
        )


def default_embedder() -> Embedder:
    """The program's own, whichever a home is configured to use: the weights go with its vectors."""
    from assistant.config import EmbeddingConfig
    from assistant.embedding.open import shared_embedder
    from assistant.paths import resolve_paths

    cache_dir = resolve_paths(None).cache
    return shared_embedder(EmbeddingConfig(), cache_dir if cache_dir.is_dir() else None)
