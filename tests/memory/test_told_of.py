"""What is told of a known person by name or by role, and what bears on what (F5, F7)."""

from __future__ import annotations

from pathlib import Path

import pytest

from assistant import Assistant
from assistant.embedding.base import Embedder
from assistant.memory.base import Ask, Supersede
from assistant.memory.matching.told_of import fully_named, told_apart, told_of_both
from assistant.memory.signals.language import detect_language
from tests.memory.facts import fact as known_fact
from tests.memory.planned import planned


@pytest.mark.parametrize(
    ("known", "said", "kept"),
    [
        (
            "my sister Ruth lives in Galway",
            "Ruth moved to Cork last week",
            "my sister Ruth moved to Cork last week",
        ),
        (
            "my sister Ruth lives in Galway",
            "my sister moved to Cork last week",
            "my sister Ruth moved to Cork last week",
        ),
        (
            "mi hermana Clara vive en Vigo",
            "Clara se mudó a Lugo el mes pasado",
            "mi hermana Clara se mudó a Lugo el mes pasado",
        ),
        (
            "mi hermano Leo vive en Lugo",
            "mi hermano se fue a vivir a Soria",
            "mi hermano Leo se fue a vivir a Soria",
        ),
    ],
)
def test_F7_a_change_told_of_somebody_by_name_or_role_replaces_what_it_contradicts(
    known: str, said: str, kept: str, embedder: Embedder
) -> None:
    language = detect_language(known)
    facts = [
        known_fact(known, id="home", language=language),
        known_fact(f"{known.rsplit(' ', 3)[0]} likes walnuts", id="other", language=language),
    ]
    (action,) = planned(said, facts, embedder)
    assert isinstance(action, Supersede)
    assert action.old_ids == ("home",)
    assert action.fact.fact == kept
    assert not any(isinstance(a, Supersede) for a in planned(said, [action.fact], embedder))


@pytest.mark.parametrize(
    "said",
    [
        "Ruth might move to Cork next year",
        "did Ruth move to Cork?",
        "Ruth's friend moved to Cork last week",
        "Ruth had a rough day yesterday",
        "Ann moved to Cork last week",
    ],
)
def test_F3_what_is_asked_supposed_or_told_of_another_changes_nobodys_home(
    said: str, embedder: Embedder
) -> None:
    known = [known_fact("my sister Ruth lives in Galway")]
    assert not any(isinstance(a, Supersede) for a in planned(said, known, embedder))


def test_F7_one_of_two_sisters_is_not_guessed(embedder: Embedder) -> None:
    known = [
        known_fact("my sister Ruth lives in Galway", id="one"),
        known_fact("my sister Ann lives in Leeds", id="two"),
    ]
    found = planned("my sister moved to Cork last week", known, embedder)
    assert not any(isinstance(a, Supersede) for a in found)


@pytest.mark.parametrize(
    ("known", "said"),
    [
        ("My locker at work is number 212", "Ruth got a new job at Intel"),
        ("mi taquilla del trabajo es la 212", "Clara consiguió un trabajo nuevo en Intel"),
        ("my sister Ruth lives in Galway", "my sister Ann lives in Leeds"),
    ],
)
def test_F7_nothing_is_asked_of_what_has_neither_thing_nor_attribute_in_common(
    known: str, said: str, embedder: Embedder
) -> None:
    facts = [known_fact(known, language=detect_language(known))]
    assert not any(isinstance(a, Ask | Supersede) for a in planned(said, facts, embedder))


def test_F7_one_person_is_known_by_name_or_by_role_and_no_other() -> None:
    assert told_of_both("my sister Ruth lives here", "en", "Ruth left", "en")
    assert told_of_both("my sister Ruth lives here", "en", "my sister left", "en")
    assert not told_of_both("my sister Ruth lives here", "en", "my brother left", "en")
    assert not told_of_both("my sister Ruth lives here", "en", "Ruth's friend left", "en")
    assert told_apart("my sister Ruth lives here", "en", "my sister Ann left", "en")


def test_F5_what_names_less_is_kept_with_the_fuller_name() -> None:
    fact = "mi hermana Clara vive en Vigo"
    assert fully_named("Clara se mudó", "es", fact, "es") == "mi hermana Clara se mudó"
    assert fully_named("mi tía Clara se mudó", "es", fact, "es") == "mi tía Clara se mudó"


@pytest.mark.parametrize(
    ("told", "later", "gone"),
    [
        (("my sister is called Ruth", "my sister lives in Galway"), "Ruth moved to Cork", 1),
        (("mi ex se llama gonzalo", "mi ex vive en carrasco"), "gonzalo se mudó a malvín", 1),
        (("my boss is Ana", "my boss hates meetings"), "Ana works from Lisbon now", None),
        (("my dog is called Rex",), "Rex has a limp now", None),
    ],
)
def test_F7_who_is_told_of_by_name_is_who_was_told_of_by_role(
    tmp_path: Path, told: tuple[str, ...], later: str, gone: int | None
) -> None:
    with Assistant.open(home=tmp_path) as assistant:
        for fact in told:
            assistant.remember(fact)
        assistant.observe(later, "ok")
        live = {fact.fact for fact in assistant.facts() if fact.state == "active"}
    left = {fact for n, fact in enumerate(told) if n != gone}
    assert left <= live
    assert gone is None or told[gone] not in live
