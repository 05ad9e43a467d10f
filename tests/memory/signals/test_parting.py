"""F2, F3 and F5 where one message says several things."""

from __future__ import annotations

import pytest

from assistant.memory.signals import read
from tests.memory.signals.conftest import Embed


def texts(message: str, embed: Embed | None = None) -> list[str]:
    return [finding.text for finding in read(message, embed).findings]


@pytest.mark.parametrize(
    ("message", "facts"),
    [
        (
            "Hola, soy vegetariano y trabajo en fintech, equipo de 5",
            ["es vegetariano", "trabaja en fintech, equipo de 5"],
        ),
        ("buenas! vivo en Neuquén y tengo dos gatos", ["vive en Neuquén", "tiene dos gatos"]),
        ("prefiero Python y odio Perl", ["prefiere Python", "odia Perl"]),
        ("Soy hipertenso; no como sal", ["es hipertenso", "no como sal"]),
        ("I'm a nurse and I play the cello", ["is a nurse", "plays the cello"]),
        ("I'm vegan and work at a bank", ["is vegan", "works at a bank"]),
        ("soy zurda and i work at a startup", ["soy zurda", "works at a startup"]),
        ("recordá que mido 1,62 y calzo 36", ["mide 1,62", "calza 36"]),
        ("my name's Martin, I teach history", ["my name's Martin", "teaches history"]),
        ("my name's Ruth and I fix boilers", ["my name's Ruth", "fixes boilers"]),
        (
            "hola, soy Joel, fontanero, y tengo dos perros",
            ["es Joel, fontanero", "tiene dos perros"],
        ),
        ("soy Vera y tengo dos hijos", ["es Vera", "tiene dos hijos"]),
        ("I'm Tomas; I keep bees", ["is Tomas", "keeps bees"]),
        ("soy Tomás; crío abejas", ["es Tomás", "crío abejas"]),
        (
            "I'm Ana, I live in Leeds and I hate cilantro",
            ["is Ana", "lives in Leeds", "hates cilantro"],
        ),
        ("I prefer tea, my wife drinks coffee", ["prefers tea", "my wife drinks coffee"]),
        ("prefiero té, mi mujer toma café", ["prefiere té", "mi mujer toma café"]),
        ("I wear glasses and I'm 1.80 tall", ["wears glasses", "is 1.80 tall"]),
    ],
)
def test_F2_claims_with_a_verb_of_their_own_are_facts_of_their_own(
    message: str, facts: list[str], embed: Embed
) -> None:
    assert texts(message, embed) == facts


@pytest.mark.parametrize(
    "message",
    [
        "Trabajo en fintech, equipo de 5",
        "tengo un perro y una tortuga",
        "vivo en Lugo, cerca de la muralla",
        "trabajo en una agencia, somos 12",
        "I have a boat and I love it",
        "no tomo café, tomo mate",
        "I work in biotech, mostly on imaging software",
        "ya no trabajo en Acme, ahora trabajo en Globex",
        # of the other one
        "mi compañera de turno es Paola, la otra es Diana pero ella es de UCI",
        "my sister is Jo, the other one is Kim but she is a vegan",
    ],
)
def test_F5_what_elaborates_points_back_or_counters_stays_with_its_fact(
    message: str, embed: Embed
) -> None:
    assert len(texts(message, embed)) == 1


@pytest.mark.parametrize(
    ("message", "held", "left_out"),
    [
        ("Cambiando de tema: soy vegetariana, ¿cuántas verduras como?", "vegetariana", "tema"),
        ("otra cosa, vivo en Mérida, ¿hay buen wifi?", "Mérida", "cosa"),
        ("by the way, I have type 1 diabetes. what snacks are ok?", "diabetes", "way"),
        ("on another note: we deploy with ArgoCD, is there a rollback?", "ArgoCD", "note"),
        ("confirmado: nuestro puerto es 5433", "5433", "confirmado"),
        ("confirmed: our staging port is 8443", "8443", "confirmed"),
        ("hey there, i live in Leeds", "Leeds", "hey"),
        ("ok, new topic: I live in Leeds", "Leeds", "topic"),
        ("let's talk about something else: I'm a roofer", "roofer", "else"),
        ("changing gears, our office is in Ghent", "Ghent", "gears"),
        ("hablemos de otra cosa, soy luthier", "luthier", "cosa"),
        ("pasando a otro tema: vivo en Tafí", "Tafí", "tema"),
    ],
)
def test_F5_what_opens_a_message_is_no_part_of_the_fact(
    message: str, held: str, left_out: str, embed: Embed
) -> None:
    [text] = texts(message, embed)
    assert held in text
    assert left_out not in text.lower()


@pytest.mark.parametrize(
    "message",
    [
        "¿qué hora es en Tokio ahora? anotalo",
        "¿cuántos habitantes tiene Salta? apuntalo por favor",
        "decime la capital de Chad y anotala",
        "cuéntame quién inventó la radio y guárdalo",
        "what's the weather in Oslo? write it down",
        "how many ounces in a pound, note that",
        "tell me the time in Lima and remember it",
    ],
)
def test_F3_the_answer_to_a_question_is_no_fact_though_it_is_to_be_noted(
    message: str, embed: Embed
) -> None:
    assert texts(message, embed) == []


@pytest.mark.parametrize(
    ("message", "fact"),
    [
        (
            "recordá que el deploy es los jueves, y probá otra herramienta",
            "el deploy es los jueves",
        ),
        ("recuerda que el cliente es Acme, y busca otra opción", "el cliente es Acme"),
        ("anotá que la rama es main y arreglá el script", "la rama es main"),
        ("tené en cuenta que el plazo es el 9 y mandame el borrador", "el plazo es el 9"),
        ("remember that the demo is on Monday, and try another one", "the demo is on Monday"),
        ("note that our linter is ruff, then run the tests again", "our linter is ruff"),
        # the same subject goes on
        ("recordá que Leo vive en Lima y busca trabajo", "Leo vive en Lima y busca trabajo"),
        ("remember that i bake and run a stall", "i bake and run a stall"),
    ],
)
def test_F5_a_request_after_the_fact_is_no_part_of_it(
    message: str, fact: str, embed: Embed
) -> None:
    assert texts(message, embed) == [fact]


@pytest.mark.parametrize(
    "message",
    [
        "imaginá que soy piloto y vivo en Roma",
        "si tengo un perro y vivo en un departamento, ¿qué raza?",
        "traducí: soy médico y vivo en Lima",
        "what if I'm diabetic and I live alone?",
        "write a bio: I'm a chef and I live in Rome",
        "no lo guardes, pero soy ateo y vivo solo",
        "she said my name is Ruth, I drive a van",
        "Let me think. I have 3 apples and I sell 2.",
        "I'm late, I have a meeting in five minutes",
        "tengo una reunión en cinco minutos, llego tarde",
    ],
)
def test_F3_parting_lets_nothing_through(message: str, embed: Embed) -> None:
    assert texts(message, embed) == []


@pytest.mark.parametrize(
    "message", ["> I moved to Berlin last month", "> soy vegano\n¿qué le contesto?"]
)
def test_F3_a_line_under_the_mark_of_mails_is_quoted(message: str, embed: Embed) -> None:
    assert texts(message, embed) == []


@pytest.mark.parametrize(
    ("message", "held"),
    [
        ("me harías más feliz si dejaras los halagos", "halagos"),
        ("me gustaría más si contestaras sin rodeos", "rodeos"),
        ("it'd make my day if you dropped the flattery", "flattery"),
        ("i'd be happier if you named your sources", "sources"),
    ],
)
def test_F2_a_wish_about_the_answers_is_a_preference_though_it_supposes(
    message: str, held: str, embed: Embed
) -> None:
    [text] = texts(message, embed)
    assert held in text


@pytest.mark.parametrize(
    "message", ["me haría feliz si lloviera", "sería más fácil si el compilador ayudara"]
)
def test_F3_a_wish_about_the_world_is_nothing_to_keep(message: str, embed: Embed) -> None:
    assert texts(message, embed) == []


@pytest.mark.parametrize(
    ("message", "fact"),
    [
        ("mi tía Elsa es celíaca y viene a cenar el viernes", "mi tía Elsa es celíaca"),
        ("my boss Ana is vegan and she is coming for lunch on Friday", "my boss Ana is vegan"),
        ("I work at the zoo and tomorrow I'm flying to Rome", "works at the zoo"),
    ],
)
def test_F2_a_standing_fact_beside_a_plan_is_kept_without_it(
    message: str, fact: str, embed: Embed
) -> None:
    assert texts(message, embed) == [fact]


@pytest.mark.parametrize(
    "message",
    [
        "dale, lo compro el viernes",
        "el martes paso a buscar los anteojos",
        "el manual recomienda nunca mojar el motor",
        "my horoscope says I should always trust strangers",
        "Cambiemos de tema",
        "Let's move on, new topic: curtains",
    ],
)
def test_F3_plans_reports_and_other_subjects_are_nothing_to_keep(
    message: str, embed: Embed
) -> None:
    assert texts(message, embed) == []


def test_F2_a_rule_keeps_the_order_after_its_condition(embed: Embed) -> None:
    [text] = texts("whenever you quote a price, give me the source", embed)
    assert text == "whenever you quote a price, give me the source"


def test_F5_what_leads_to_a_question_is_no_part_of_the_fact(embed: Embed) -> None:
    assert texts("vivo en Neuquén pero ¿qué hago el finde?", embed) == ["vive en Neuquén"]


@pytest.mark.parametrize(
    ("message", "facts"),
    [
        (
            "my sister Ruth lives in Galway and she's allergic to walnuts",
            ["my sister Ruth lives in Galway", "my sister Ruth is allergic to walnuts"],
        ),
        (
            "my dog is called Bruno and he's nine",
            ["my dog is called Bruno", "my dog Bruno is nine"],
        ),
        (
            "mi hija se llama Abril y cumple el 4 de mayo",
            ["mi hija se llama Abril", "mi hija Abril cumple el 4 de mayo"],
        ),
        (
            "my daughter's name is June and she plays chess",
            ["my daughter's name is June", "my daughter June plays chess"],
        ),
        (
            "my boss is Rita Okafor, she can't stand long mails",
            ["my boss is Rita Okafor", "my boss Rita Okafor can't stand long mails"],
        ),
        (
            "mi jefa es Rita, no soporta los correos largos",
            ["mi jefa es Rita", "mi jefa Rita no soporta los correos largos"],
        ),
        (
            "my wife is German, she speaks four languages",
            ["my wife is German", "my wife speaks four languages"],
        ),
        (
            "my daughter Vera turned 7 in March, my son Leo is 4",
            ["my daughter Vera turned 7 in March", "my son Leo is 4"],
        ),
        (
            "mi hija Inés cumplió 7 en marzo, mi hijo Leo tiene 4",
            ["mi hija Inés cumplió 7 en marzo", "mi hijo Leo tiene 4"],
        ),
        (
            "my brother lives in Leeds, he works for the council",
            ["my brother lives in Leeds", "my brother works for the council"],
        ),
        (
            "The standup is at 9:45 and it takes fifteen minutes",
            ["The standup is at 9:45", "The standup takes fifteen minutes"],
        ),
        (
            "my daughter's name is Ines and she starts school in September",
            ["my daughter's name is Ines", "my daughter Ines starts school in September"],
        ),
        (
            "remember that my sister lives in York and she's got a dog",
            ["my sister lives in York", "my sister has got a dog"],
        ),
        (
            "mi prima Lucía estudia medicina y tiene un gato negro",
            ["mi prima Lucía estudia medicina", "mi prima Lucía tiene un gato negro"],
        ),
        (
            "mi perro se llama Bruno y tiene nueve años",
            ["mi perro se llama Bruno", "mi perro Bruno tiene nueve años"],
        ),
        (
            "la reunión es los lunes a las 9 y dura una hora",
            ["la reunión es los lunes a las 9", "la reunión dura una hora"],
        ),
        (
            "mi hermano trabaja en el puerto, vive en Algeciras",
            ["mi hermano trabaja en el puerto", "mi hermano vive en Algeciras"],
        ),
        (
            "me llamo Julián y doy clases de física en un secundario",
            ["me llamo Julián", "da clases de física en un secundario"],
        ),
    ],
)
def test_F5_a_further_claim_of_somebody_else_stands_by_itself(
    message: str, facts: list[str], embed: Embed
) -> None:
    assert texts(message, embed) == facts


@pytest.mark.parametrize(
    "message",
    [
        "my brother has a boat and he adores it",
        "my sister lives in Leeds and loves it",
        "my wife and my mother live in Bristol",
        "my mother has a dog and she is called Luna",
        "my house has a garden and it faces south",
        "my mother doesn't drive, she takes the bus",
        "mi hermana tiene una moto y la adora",
        "mi hermano y mi padre viven en Rosario",
        "mi hijo juega al fútbol y al básquet",
        "mi hermano tiene un perro y se llama Toby",
        "Funke, the kid sister, is a chemistry teacher over in Abuja",
        "our dog, Rex, has a bad hip",
    ],
)
def test_F5_what_may_be_of_another_or_belongs_together_stays_one_fact(
    message: str, embed: Embed
) -> None:
    assert len(texts(message, embed)) == 1


@pytest.mark.parametrize(
    "message",
    [
        "mi vieja está enferma y tiene fiebre",
        "the film is great and it has a good ending",
        "if my brother lived in Paris and he worked at Renault I'd visit more",
        "¿mi hermana vive en Vigo y trabaja en un banco?",
    ],
)
def test_F3_parting_notes_nothing_that_the_whole_does_not_say(message: str, embed: Embed) -> None:
    assert texts(message, embed) == []


@pytest.mark.parametrize(
    ("message", "noted"),
    [
        ("my sister moved to Cork last week", True),
        ("mi hermana se mudó a Lugo la semana pasada", True),
        ("my sister moved the sofa yesterday", False),
        ("did my sister move to Cork last week?", False),
    ],
)
def test_F2_a_lasting_change_of_ones_own_people_is_a_statement(
    message: str, noted: bool, embed: Embed
) -> None:
    assert bool(texts(message, embed)) is noted


def test_F7_what_puts_right_what_was_just_said_states_it(embed: Embed) -> None:
    """ "No wait" takes back what stands before it, and nothing that follows."""
    assert texts("no wait, I teach geography now", embed)
    assert not texts("I prefer tea, no wait", embed)


def test_F2_the_father_of_somebody_is_no_pope(embed: Embed) -> None:
    assert texts("el papá de Diego se llama Raúl", embed) == ["el papá de Diego se llama Raúl"]
    assert texts("el papa viaja a México en abril", embed) == []


@pytest.mark.parametrize(
    "message",
    [
        "got a dog, a blue heeler called bundy",
        "Devon joined last month as a junior, he sits next to me",
        "we subimos el budget a 11000 porque mi suegra puso dinero",
    ],
)
def test_F2_what_is_told_like_a_question_or_of_what_somebody_did_is_noted(
    message: str, embed: Embed
) -> None:
    assert texts(message, embed) == [message]


@pytest.mark.parametrize("message", ["got a minute?", "got any tips for sourdough", "know a vet?"])
def test_F3_who_asks_for_something_tells_nothing(message: str, embed: Embed) -> None:
    assert texts(message, embed) == []


@pytest.mark.parametrize(
    "message",
    [
        "Mrs Abernethy, who is selling 22 Clarence Drive, has her settlement on 12 December",
        "mi hermana, que vive en Leeds, trabaja en un banco",
        "My partner in the firm retires at Easter, and I have been asked whether I would buy it",
        "Mr Gilmour has sold one of his flats, so he has only the one",
        "The joiner is Tam, and the kitchen, which comes from Howdens, cost 8,400 and is due soon",
    ],
)
def test_F5_what_describes_somebody_between_commas_parts_nothing(
    message: str, embed: Embed
) -> None:
    assert texts(message, embed) == [message]


def test_F5_each_claim_of_a_thing_keeps_its_verb(embed: Embed) -> None:
    message = "The kitchen is from Howdens, cost £8,400, and is due on 3 December."
    assert texts(message, embed)[-1] == "The kitchen is due on 3 December"
    message = "The flat is at 41 Onslow Drive in Dennistoun and is being renovated."
    assert texts(message, embed)[-1] == "The flat is being renovated"
