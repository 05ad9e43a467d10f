"""Recall through the engine, with the real embedder, on our own examples."""

from __future__ import annotations

import pytest

from assistant.config import EmbeddingConfig
from assistant.embedding.open import open_embedder
from tests.benchmarks import segments

pytestmark = pytest.mark.slow


@pytest.fixture(scope="module")
def found() -> list[segments.Answer]:
    return segments.answers(open_embedder(EmbeddingConfig(), None))


def test_S4_yesterdays_deployment_comes_back(found: list[segments.Answer]) -> None:
    asked = "¿Cómo quedó lo que decidimos ayer sobre el deployment?"
    answer = next(answer for answer in found if answer.case.question == asked)
    assert answer.found[0] == "es-deploy"


def test_S4_the_right_segment_comes_back(found: list[segments.Answer]) -> None:
    measured = segments.report(found)
    assert measured["right at all"] >= 0.9
    assert measured["right first"] >= 0.85


def test_S4_nothing_comes_back_where_nothing_fits(found: list[segments.Answer]) -> None:
    assert segments.report(found)["silent"] >= 0.88
