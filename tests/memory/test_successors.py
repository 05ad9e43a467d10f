"""What takes the place of what a fact names, and what has but a word with it in common (F7)."""

from __future__ import annotations

import pytest

from assistant.embedding.base import Embedder
from assistant.memory.base import Supersede
from assistant.memory.matching import Meaning, Relation, relate
from assistant.memory.plan.judging import CHANGED
from assistant.memory.signals.language import detect_language
from assistant.text.wording import wording
from tests.memory.facts import fact as known_fact
from tests.memory.planned import planned


def related(fact: str, said: str, embedder: Embedder) -> Relation:
    languages = detect_language(fact), detect_language(said)
    return relate(fact, languages[0], said, languages[1], Meaning.of(embedder))


@pytest.mark.parametrize(
    ("fact", "said"),
    [
        ("the roof is being done by Alfie", "alfie bailed, Ranjit is doing the roof"),
        ("my osteopath is Maud", "Maud retired, I'm seeing Clive"),
        ("el bajo lo toca Beto", "echamos a Beto, el bajo lo toca Nahuel"),
    ],
)
def test_F7_who_is_named_in_somebodys_place_takes_it(
    fact: str, said: str, embedder: Embedder
) -> None:
    assert related(fact, said, embedder).changed >= CHANGED


def test_F7_two_names_in_one_sentence_are_no_succession(embedder: Embedder) -> None:
    assert related("my boss is Petra", "Petra rang, Sam and I are off", embedder).changed < 0.4


@pytest.mark.parametrize(
    ("fact", "said"),
    [
        ("mi abuela amasa unos ravioles bárbaros", "mi abuela viajó a Mercedes"),
        ("los martes tengo cerámica", "el martes rompí un florero"),
    ],
)
def test_F7_a_person_or_a_day_in_common_changes_nothing(
    fact: str, said: str, embedder: Embedder
) -> None:
    assert related(fact, said, embedder).changed < 0.4


def test_F7_the_old_value_beside_a_rival_is_no_repetition(embedder: Embedder) -> None:
    relation = related("el equipo está en slack", "el equipo saltó de slack a zulip", embedder)
    assert relation.same < 0.5 < relation.changed


def test_F7_a_thing_bought_for_somebody_is_not_given_for_another(embedder: Embedder) -> None:
    relation = related("my laptop is a ThinkPad", "bought a laptop for my mum", embedder)
    assert relation.changed < CHANGED


def test_F7_a_common_word_with_a_capital_inside_a_sentence_is_a_name() -> None:
    kinds = {word.text: word.kind for word in wording("me atiende Rosa o Germán", "es").words}
    assert kinds["rosa"] == kinds["german"] == ""
    assert wording("la pared es rosa", "es").words[-1].kind == "colour"
    assert wording("I speak German", "en").words[-1].kind == "spoken language"


def test_F7_the_order_of_a_date_is_one_value(embedder: Embedder) -> None:
    relation = related("give me dates as mm/dd", "switch to dd/mm for dates", embedder)
    assert relation.changed > 0.5


def test_F7_a_thing_that_is_out_in_short_is_gone() -> None:
    assert wording("gulp's out", "en").cues["gone"]
    assert not wording("gulp's fine", "en").cues["gone"]


def test_F7_another_value_of_its_kind_is_none_beside_it(embedder: Embedder) -> None:
    relation = related("tengo el pelo largo", "me corté el pelo, lo tengo corto", embedder)
    assert relation.changed > 0.5


def test_F7_what_holds_the_value_and_tells_of_no_change_changes_nothing(
    embedder: Embedder,
) -> None:
    relation = related("a choir from Wales is coming", "the choir from Wales sings", embedder)
    assert relation.changed < 0.4


@pytest.mark.parametrize(
    ("fact", "said"),
    [
        ("el álbum tiene 9 canciones", "agregamos temas, el álbum tiene 11"),
    ],
)
def test_F7_another_count_of_the_same_things_is_changed(
    fact: str, said: str, embedder: Embedder
) -> None:
    assert related(fact, said, embedder).changed > 0.5


def test_F7_another_one_without_a_count_stands_beside(embedder: Embedder) -> None:
    assert related("my kayak is red", "a second kayak hangs in the barn", embedder).other > 0.9


def test_F7_two_facts_of_a_message_replace_no_third_together(embedder: Embedder) -> None:
    known = known_fact("el club abre a las 8", language="es")
    message = "mi viejo se mudó a un geriátrico. la biblioteca abre a las 9"
    actions = planned(message, [known], embedder)
    assert not any(isinstance(action, Supersede) for action in actions)
