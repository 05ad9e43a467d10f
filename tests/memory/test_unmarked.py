"""Questions without their mark, which look like statements (F7, A6)."""

from __future__ import annotations

from pathlib import Path

import pytest

from assistant import Assistant
from assistant.memory.plan.unmarked import only_names
from assistant.memory.signals.language import detect_language
from tests.memory.facts import fact

HIP = "got a letter, hip's confirmed 18 October"
BAKERY = "Nico of the bakery, the one of the bread for the choripan, 555 0142"
ROPE = "70m rope is the Mammut Crag, bought 2023"
TOLD = (
    HIP,
    BAKERY,
    ROPE,
    "la centrifuga Eppendorf se calibra el 5 de mayo",
    "my boss is Tove",
    "I drink oat milk",
)


@pytest.mark.parametrize(
    ("asked", "value"),
    [
        ("date of the hip op", "18 October"),
        ("calibracion de la Eppendorf, fecha", "5 de mayo"),
    ],
)
def test_F7_what_names_a_thing_without_a_verb_asks_for_what_is_known_of_it(
    asked: str, value: str, tmp_path: Path
) -> None:
    with Assistant.open(home=tmp_path, model=None) as assistant:
        for told in TOLD:
            assistant.remember(told)
        assert value in assistant.respond(asked).text
        assert {known.fact for known in assistant.facts() if known.state == "active"} == set(TOLD)


@pytest.mark.parametrize(
    "asked",
    [
        "the phone of Nico from the bakery, not Nico the cousin",
        "the 70 metre rope, what year did I get it",
    ],
)
def test_F7_what_only_names_a_thing_retires_nothing(asked: str, tmp_path: Path) -> None:
    with Assistant.open(home=tmp_path) as assistant:
        for told in TOLD:
            assistant.remember(told)
        assistant.observe(asked, "ok")
        assert {known.fact for known in assistant.facts() if known.state == "active"} >= set(TOLD)


@pytest.mark.parametrize(
    "said",
    [
        *("hip op: 25 October now", "it was cancelled", "Nico sold the bakery", "soltero otra vez"),
        *("bakery closed on Mondays", "la centrifuga se calibra en junio", "the rope is 60m"),
    ],
)
def test_F7_what_has_a_verb_or_a_value_of_its_own_tells(said: str) -> None:
    assert not only_names(said, detect_language(said), fact(HIP, id="known"))


@pytest.mark.parametrize(
    ("told", "later", "now"),
    [
        (  # what becomes of one thing with a code changes no other
            ["mx1 cert expires 3 march", "mx2 cert expires 19 jan"],
            "mx2 cert done, now expires 19 jan next year",
            ["mx1 cert expires 3 march", "mx2 cert done, now expires 19 jan next year"],
        ),
        (
            ["acme.org.uk runs out 30 june"],
            "acme.co.uk renewed til 2027",
            ["acme.co.uk renewed til 2027", "acme.org.uk runs out 30 june"],
        ),
        (  # names typed small have parts of their own
            ["callum does network, amira does windows"],
            "callum left, imran does network now",
            ["amira does windows", "imran does network now"],
        ),
        (  # of whom it is told stays
            ["Malena juega al hockey en el club los martes"],
            "Malena dejo hockey, arranco voley los viernes",
            ["Malena dejo hockey, arranco voley los viernes"],
        ),
        (  # one name for another is no new value of the rest
            ["Martina vive con dos amigas en calle Mendoza y paga 210000 de alquiler"],
            "Martina se mudo, ahora vive sola en calle Pellegrini y paga 260000",
            ["Martina ahora vive sola en calle Pellegrini y paga 260000"],
        ),
    ],
)
def test_F7_only_what_is_spoken_of_changes(
    told: list[str], later: str, now: list[str], tmp_path: Path
) -> None:
    with Assistant.open(home=tmp_path) as assistant:
        for said in told:
            assistant.remember(said)
        assistant.observe(later, "ok")
        assert sorted(known.fact for known in assistant.facts() if known.state == "active") == now


def test_F2_who_is_described_is_not_asked_for(tmp_path: Path) -> None:
    told = "My sister Catriona lives in Inverness with her boys, Finlay, who is nine, and Struan"
    with Assistant.open(home=tmp_path, model=None) as assistant:
        for known in TOLD:
            assistant.remember(known)
        assistant.observe(told, "ok")
        assert told in {fact.fact for fact in assistant.facts()}
