"""Another embedder: what is kept is embedded anew, in the background."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING

from assistant.app import App, open_app
from assistant.embedding.base import Embedder
from assistant.session.base import TurnInput
from tests.clock import Clock

if TYPE_CHECKING:
    from assistant.embedding.base import Matrix


class Renamed:
    """The same embedder under another name: to the stores it is another one."""

    def __init__(self, embedder: Embedder) -> None:
        self._embedder = embedder
        self.name = "another/1"
        self.dimensions = embedder.dimensions

    def embed(self, texts: Sequence[str]) -> Matrix:
        return self._embedder.embed(texts)

    def calibrate(self, cosine: float) -> float:
        return self._embedder.calibrate(cosine)

    def warm_up(self) -> None:
        self._embedder.warm_up()


def reopened(home: Path, clock: Clock) -> App:
    app = open_app(home=home, clock=clock, answers=False)
    app.__dict__["embedder"] = Renamed(app.embedder)
    return app


def test_S4_yesterday_comes_back_after_the_embedder_was_changed(home: Path, clock: Clock) -> None:
    with open_app(home=home, clock=clock, answers=False) as app:
        session = app.session()
        session.observe("decidimos alojar la API en fly.io, región gru", "De acuerdo.")
        session.end()
        app.facts.add("el deploy del servicio de pagos es los jueves", "work")
    clock.pass_(days=1)
    with reopened(home, clock) as app:
        app.indexing.run()
        assert app.stores.facts.without_vector("another/1") == []
        prompt = app.session().preview(TurnInput("¿cómo quedó lo que decidimos ayer de la API?"))
        held = next(s for s in prompt.sections if s.name == "summaries")
        assert "fly.io" in " ".join(held.items)
        assert app.indexing._segments_are_of_another() is False


def test_nothing_is_indexed_where_nothing_is_kept(home: Path, clock: Clock) -> None:
    with open_app(home=home, clock=clock, answers=False) as app:
        app.session()
        assert app.indexing.progress is None
        assert app.indexing._segments_are_of_another() is False
