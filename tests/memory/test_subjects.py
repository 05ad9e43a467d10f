"""F5 for what replaces a fact: its text says by itself what it is about."""

from __future__ import annotations

import pytest

from assistant.memory.matching import Meaning
from assistant.memory.plan.statements import repeats, restated
from assistant.memory.plan.subjects import standing
from assistant.records import Language
from tests.memory.facts import fact

NAMED: list[tuple[Language, str, str, str]] = [
    (
        "en",
        "The ferry leaves at 7:40",
        "The ferry doesn't leave at 7:40 anymore, it leaves at 8:10 now",
        "The ferry leaves at 8:10 now",
    ),
    (
        "en",
        "The choir meets on Mondays",
        "The choir no longer meets on Mondays, it meets on Wednesdays",
        "The choir meets on Wednesdays",
    ),
    (
        "en",
        "My nephew Otto plays the oboe",
        "My nephew Otto doesn't play the oboe anymore, he plays the horn",
        "My nephew Otto plays the horn",
    ),
    (
        "en",
        "My aunt lives in Cork",
        "My aunt moved, she lives in Sligo now",
        "My aunt lives in Sligo now",
    ),
    (
        "en",
        "Wren is our treasurer",
        "Wren isn't our treasurer anymore, it's Idris now",
        "our treasurer is Idris now",
    ),
    (
        "en",
        "Our treasurer is Wren",
        "Our treasurer isn't Wren anymore, it's Idris",
        "Our treasurer is Idris",
    ),
    (
        "en",
        "Wren is our treasurer",
        "Wren isn't our treasurer anymore, she's our secretary now",
        "Wren is our secretary now",
    ),
    (
        "es",
        "La docena sale 3400",
        "La docena ya no sale 3400, ahora sale 3600",
        "La docena ahora sale 3600",
    ),
    (
        "es",
        "El vivero abre a las 7",
        "El vivero no abre más a las 7, abre a las 8",
        "El vivero abre a las 8",
    ),
    (
        "es",
        "Ofelia es nuestra tesorera",
        "Ofelia ya no es nuestra tesorera, ahora es Berta",
        "nuestra tesorera ahora es Berta",
    ),
    (
        "es",
        "La fonoaudióloga atiende los martes",
        "La fonoaudióloga ya no atiende los martes, ella atiende los jueves",
        "La fonoaudióloga atiende los jueves",
    ),
    (
        "es",
        "La guillotina está en el taller",
        "La guillotina ya no está en el taller, está en el depósito",
        "La guillotina está en el depósito",
    ),
    (
        "es",
        "Mi suegro vive en Azul",
        "Mi suegro ya no vive en Azul, él vive en Tandil",
        "Mi suegro vive en Tandil",
    ),
]


@pytest.mark.parametrize(("language", "known", "said", "kept"), NAMED)
def test_F5_what_replaces_a_fact_names_its_subject(
    language: Language, known: str, said: str, kept: str
) -> None:
    assert restated(said, fact(known, language=language), language, Meaning()) == kept


@pytest.mark.parametrize(("language", "known", "said", "kept"), NAMED)
def test_F7_saying_again_what_was_restated_repeats_it(
    language: Language, known: str, said: str, kept: str
) -> None:
    assert repeats(said, kept, language)
    assert not repeats(said, known, language)


@pytest.mark.parametrize(
    ("language", "known", "said", "kept"),
    [
        ("en", "The ferry leaves at 7:40", "It leaves at 8:10 now", "The ferry leaves at 8:10 now"),
        ("es", "El vivero abre a las 7", "Ahora abre a las 8", "El vivero ahora abre a las 8"),
        ("en", "The ferry leaves at 7:40", "no, it leaves at 8:10", "The ferry leaves at 8:10"),
    ],
)
def test_F5_a_clause_alone_is_of_the_subject_of_the_fact_it_replaces(
    language: Language, known: str, said: str, kept: str
) -> None:
    assert restated(said, fact(known, language=language), language, Meaning()) == kept
    assert repeats(said, kept, language)


@pytest.mark.parametrize(
    ("language", "known", "said"),
    [
        # either may be meant
        ("en", "My cousin is our vet", "My cousin isn't our vet anymore, it's Mr. Blume now"),
        ("es", "Mi primo es el tesorero", "Mi primo ya no es el tesorero, ahora es mi tía"),
        # a name or not, in lower case
        ("en", "Wren is our treasurer", "wren isn't our treasurer anymore, it's idris now"),
        # what it counts, or whose it is, is told by what is over
        ("en", "We hired Lou", "We didn't hire Lou for the stall, we hired her sister"),
        # a subject among other words
        (
            "es",
            "Los lunes el vivero cierra a las 6",
            "Los lunes el vivero ya no cierra a las 6, cierra a las 5",
        ),
        # no clause shares its verb
        ("es", "La cuota sale 12000", "La cuota aumentó, ahora está en 15000"),
        ("en", "The parcel desk is on floor 2", "The parcel desk moved, they put it on floor 4"),
        # the message is of another subject than the fact
        ("en", "The ferry leaves at 7:40", "The tram changed, it leaves at 8:10 now"),
    ],
)
def test_F5_where_the_subject_is_unsure_the_whole_statement_is_kept(
    language: Language, known: str, said: str
) -> None:
    assert restated(said, fact(known, language=language), language, Meaning()) == said


@pytest.mark.parametrize(
    ("language", "known", "said"),
    [
        ("es", "Trabajo en Acme", "Ya no trabajo en Acme, ahora trabajo en Duna"),
        ("es", "Vivo en Almagro", "Me mudé, ahora vivo en Flores"),
        ("es", "Lauro reparte en moto", "Lauro ya no reparte más, ahora reparte Brisa"),
        ("en", "jenkins runs the builds", "jenkins is gone, woodpecker runs the builds"),
    ],
)
def test_F5_a_clause_with_a_subject_of_its_own_stays_as_said(
    language: Language, known: str, said: str
) -> None:
    last = said.split(", ")[-1]
    assert restated(said, fact(known, language=language), language, Meaning()) == last


@pytest.mark.parametrize(
    ("language", "clause", "source"),
    [
        ("en", "she works on Tuesdays now", "My sister never works on Mondays"),
        ("en", "it closes at 7 now", "Ana says the shop closes at 6"),
        ("en", "he works at Duna now", "My sister thinks that Leo works at Acme"),
        ("en", "it closes at 7 now", "If the shop closes at 6 we leave early"),
        ("en", "they use Emacs now", "Nobody here use Vim"),
    ],
)
def test_F5_words_beside_a_subject_are_not_taken_for_it(
    language: Language, clause: str, source: str
) -> None:
    assert standing(clause, (), (source,), language) is None


@pytest.mark.parametrize(
    ("clause", "source"),
    [
        ("ahora sale 3600", "Siempre sale 3400"),
        ("ahora martes y jueves entreno", "Rosa entrena los martes"),
        ("ahora cierra a las 8", "Mi tía dice que el vivero cierra a las 7"),
    ],
)
def test_F5_a_spanish_clause_is_left_alone_where_no_subject_is_sure(
    clause: str, source: str
) -> None:
    assert standing(clause, (), (source,), "es") == clause
