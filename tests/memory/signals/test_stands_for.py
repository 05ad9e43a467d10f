"""F5 and F7: a message that begins with "she" tells of whom the turn before told."""

from __future__ import annotations

import pytest

from assistant.memory.signals.language import detect_language
from assistant.memory.signals.stands_for import with_whom
from assistant.messages import say
from tests.benchmarks.suites import empty_memory
from tests.memory.facts import fact


def read_after(before: str, message: str) -> str:
    return with_whom(message, [fact(before, language=detect_language(before))])


@pytest.mark.parametrize(
    ("before", "message", "read"),
    [
        ("my dad Joe lives in Cork", "hes 51", "my dad Joe is 51"),
        ("my dad Joe lives in Cork", "Oh and he's got a van", "My dad Joe has got a van"),
        ("our cleaner Ewa comes on tuesdays", "her number is 77", "our cleaner Ewa's number is 77"),
        ("my boss is called Rita", "she hates long emails", "my boss Rita hates long emails"),
        ("has a dog called Rex", "is allergic to chicken", "my dog Rex is allergic to chicken"),
        ("mi papá José vive en Cuenca", "tiene 51 años", "mi papá José tiene 51 años"),
        ("mi mamá toma enalapril", "también toma aspirina", "mi mamá también toma aspirina"),
        ("tiene un hermano, Iván", "trabaja en el puerto", "mi hermano Iván trabaja en el puerto"),
        ("el contador Pereyra cobra 300", "le pago en mano", "al contador Pereyra le pago en mano"),
        ("tiene una hija, Ana", "su novio es Pablo", "novio de mi hija Ana es Pablo"),
        ("a mi hermana Lucía le debo 40", "ella odia el sol", "mi hermana Lucía odia el sol"),
        ("Yeison gana 2000", "entra a las 8", "Yeison entra a las 8"),
        ("el Nelson lleva 8 años aquí", "y le pago 950 al mes", "a Nelson le pago 950 al mes"),
        ("el Benja es alérgico", "y además usa lentes", "Benja usa lentes"),
        ("cian is allergic to nuts", "he carries an epipen", "cian carries an epipen"),
        ("we've a dog called bo, a spaniel", "she's 4 now", "my dog bo is 4 now"),
        ("we have a cat, Miso", "she's 12", "my cat Miso is 12"),
        ("comparto piso con mi novia, Nuria", "ella es de Vic", "mi novia Nuria es de Vic"),
        ("I live with my girlfriend Nuria", "she's a vet", "my girlfriend Nuria is a vet"),
    ],
)
def test_F5_who_was_told_of_is_named(before: str, message: str, read: str) -> None:
    assert read_after(before, message) == read


@pytest.mark.parametrize(
    ("before", "message"),
    [
        ("my dad Joe lives in Cork", "she is 49"),
        ("my dad Joe lives in Cork", "is it raining there"),
        ("my dad Joe lives in Cork", "does he like tea?"),
        ("my dad Joe lives in Cork", "live in Dublin myself"),
        ("my dad Joe lives with my brother Tom", "he's 51"),
        ("I live in Cork", "she's 30"),
        ("mi papá José vive en Cuenca", "es tarde ya"),
        ("mi papá José vive en Cuenca", "vivo en Quito"),
        ("mi papá José vive en Cuenca", "sale, gracias"),
    ],
)
def test_F5_nobody_is_put_in_where_another_may_be_meant(before: str, message: str) -> None:
    assert read_after(before, message) == message


def test_F5_of_two_who_were_told_of_the_one_of_that_sex_is_meant() -> None:
    before = [fact("my dad Joe is a welder"), fact("my sister Ann lives in York")]
    assert with_whom("she's 40", before) == "my sister Ann is 40"
    assert with_whom("works nights", before) == "works nights"


def test_F7_the_age_of_one_does_not_take_the_place_of_anothers() -> None:
    with empty_memory() as (assistant, _):
        for message in (
            "mi papá José vive en Cuenca",
            "tiene 51 años",
            "tengo un perro, Toby",
            "tiene 5 años",
        ):
            assistant.respond(message)
        facts = [one.fact for one in assistant.facts() if one.state == "active"]
        assert "mi papá José tiene 51 años" in facts
        assert "mi perro Toby tiene 5 años" in facts


def test_F7_what_goes_on_takes_no_place_and_asks_nothing() -> None:
    with empty_memory() as (assistant, _):
        assistant.respond("our cleaner Ewa comes on tuesdays")
        reply = assistant.respond("shes from Gdansk")
        facts = [one.fact for one in assistant.facts() if one.state == "active"]
        assert facts == ["our cleaner Ewa comes on tuesdays", "our cleaner Ewa is from Gdansk"]
        assert "/forget" not in " ".join([reply.text, *reply.notices])


def test_F7_what_goes_on_and_changes_something_takes_its_place() -> None:
    with empty_memory() as (assistant, _):
        assistant.respond("my brother Tom lives in Leeds")
        assistant.respond("he moved to York")
        facts = [one.fact for one in assistant.facts() if one.state == "active"]
        assert facts == ["my brother Tom moved to York"]


def test_F5_of_whom_nobody_told_is_asked() -> None:
    with empty_memory() as (assistant, _):
        assert assistant.respond("she's a nurse").text == say("memory.kept_of_nobody", "en")
        assert not assistant.facts()


@pytest.mark.parametrize(
    ("known", "said", "left"),
    [
        (
            "I take 100 of eltroxin every morning",
            "gp put the eltroxin up to 125",
            "I take 125 of eltroxin every morning",
        ),
        ("Tom gets £115 a day", "put Tom up to £130", "Tom gets £130 a day"),
    ],
)
def test_F7_what_is_put_up_keeps_the_rest(known: str, said: str, left: str) -> None:
    with empty_memory() as (assistant, _):
        assistant.remember(known)
        assert assistant.respond(said).text == say("memory.taken_in", "en")
        assert [one.fact for one in assistant.facts() if one.state == "active"] == [left]


@pytest.mark.parametrize(
    ("before", "message", "read"),
    [
        (
            "hermanos tengo dos: Mateo, el mayor, que vive en León, y Emilio",
            "el mayor acaba de ser padre",
            "Mateo acaba de ser padre",
        ),
        ("two kids: Tom, the eldest, and Ana", "the eldest is a vet", "Tom is a vet"),
        ("the eldest is Tom", "And the eldest plays chess", "And Tom plays chess"),
        ("en Envíalo mi jefa es Daniela", "ahí usan Notion", "en Envíalo usan Notion"),
        ("I work at Brightwell's", "there they use Notion", "at Brightwell they use Notion"),
        ("tengo dos hijos, Leo y Sara", "la mayor estudia", "la mayor estudia"),
        ("I work at Brightwell's", "there is a party on Friday", "there is a party on Friday"),
        ("two kids: Tom, the eldest, and Ana", "the eldest?", "the eldest?"),
    ],
)
def test_F5_a_description_is_read_with_the_name_beside_it(
    before: str, message: str, read: str
) -> None:
    assert read_after(before, message) == read
