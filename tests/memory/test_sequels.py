"""F7 where two sentences tell a change: what is over, then what is instead."""

from __future__ import annotations

from dataclasses import replace
from datetime import timedelta

import pytest

from assistant.embedding.base import Embedder
from assistant.memory.base import Confirm, Supersede
from assistant.records import Language
from tests.memory.facts import NOW, fact
from tests.memory.planned import planned

LATER = timedelta(days=3)


SEQUELS: list[tuple[Language, str, str, str]] = [
    (
        "es",
        "el kilo de masa madre sale 900",
        "El kilo de masa madre ya no sale 900. Ahora sale 1100.",
        "kilo de masa madre sale 1100",
    ),
    (
        "es",
        "el taller de grabado es los lunes",
        "el de grabado ya no es los lunes. Pasó a los sábados.",
        "sábados",
    ),
    ("es", "trabaja en Telmex", "Dejé Telmex. Ahora estoy en Bimbo.", "Bimbo"),
    (
        "es",
        "usamos Mongo para los eventos",
        "sacamos mongo. Los eventos van a ClickHouse.",
        "los eventos van a ClickHouse",
    ),
    ("en", "our cache is Memcached", "we dropped Memcached. It's all in Valkey now.", "Valkey"),
    (
        "en",
        "the rehearsal is at 6",
        "The rehearsal isn't at 6 anymore. It's at 7.",
        "rehearsal is at 7",
    ),
    (
        "es",
        "la verdulería cierra a las 20",
        "La verdulería ya no cierra a las 20. Cierra 20:30.",
        "20:30",
    ),
    ("en", "has an old Volvo", "Sold the Volvo last week. I ride a moped now.", "moped"),
]


@pytest.mark.parametrize(("language", "known", "said", "kept"), SEQUELS)
def test_F7_what_is_instead_may_take_a_sentence_of_its_own(
    language: Language, known: str, said: str, kept: str, embedder: Embedder
) -> None:
    old = fact(known, language=language)
    (action,) = planned(said, [old], embedder, LATER)
    assert isinstance(action, Supersede)
    assert action.old_ids == (old.id,)
    assert kept in action.fact.fact
    again = planned(said, [action.fact, replace(old, retired_at=NOW)], embedder, LATER)
    assert again == [Confirm(action.fact.id, "said again")]


@pytest.mark.parametrize(
    ("known", "said", "left"),
    [
        ("goes to the Nordbad pool", "I quit the Nordbad pool. Now I'm so tired.", "tired"),
        ("goes to the Nordbad pool", "I quit the Nordbad pool. My son starts judo.", "judo"),
    ],
)
def test_F7_a_sentence_about_something_else_is_no_new_value(
    known: str, said: str, left: str, embedder: Embedder
) -> None:
    (action, *_) = planned(said, [fact(known)], embedder, LATER)
    assert isinstance(action, Supersede)
    assert left not in action.fact.fact


def test_F7_what_somebody_else_does_now_goes_on_about_nothing(embedder: Embedder) -> None:
    known = [fact("works at Kone"), fact("my sister lives in Turku")]
    said = "I left Kone. My sister lives in Turku now as before."
    actions = planned(said, known, embedder, LATER)
    assert [type(action) for action in actions] == [Confirm, Supersede]
