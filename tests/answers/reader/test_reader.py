"""Answers from memory (A6–A8), through the real embedder and a real home."""

from __future__ import annotations

from collections.abc import Iterator
from datetime import UTC, datetime
from pathlib import Path

import pytest

from assistant import Assistant
from assistant.answers.reader import rendering
from assistant.answers.reader.persons import of_another, says_it_of_another
from assistant.answers.reader.question import asks_whether
from assistant.app import App, open_app
from assistant.errors import ModelUnavailable
from assistant.memory.signals.language import detect_language
from assistant.records import Fact
from assistant.session.base import TurnInput, TurnResult
from assistant.text.wording import Wording, wording
from tests.clock import Clock

FACTS = (
    "my bleep number is 4071",
    "la reunión de padres es el martes a las 10",
    "my sister Nora lives in Oslo",
    "the staging database runs on port 5433",
    "the production database runs on port 5432",
    "soy alérgica a la penicilina",
    "I never learnt to swim",
    "my dentist is Dr Okafor",
)


@pytest.fixture(scope="module")
def app(tmp_path_factory: pytest.TempPathFactory) -> Iterator[App]:
    clock = Clock()
    with open_app(home=tmp_path_factory.mktemp("home"), clock=clock, model="none") as opened:
        for text in FACTS:
            opened.facts.add(text)
            clock.pass_(minutes=1)
        clock.pass_(days=2)
        yield opened


def ask(app: App, question: str) -> TurnResult:
    return app.session(ephemeral=True).respond(TurnInput(question))


def fact_of(text: str) -> Fact:
    day = datetime(2026, 1, 5, tzinfo=UTC)
    language = detect_language(text)
    return Fact(text, "personal", text, "high", "explicit", day, day, language=language)


@pytest.mark.parametrize(
    ("question", "value"),
    [
        ("what's my bleep number?", "4071"),
        ("¿cuándo es la reunión de padres?", "martes"),
        ("which port does the staging database run on?", "5433"),
        ("who is my dentist?", "Okafor"),
        ("where does my sister live?", "Oslo"),
        ("¿dónde vive mi hermana?", "Oslo"),
    ],
)
def test_A6_memory_answers_what_it_holds_with_the_value(
    app: App, question: str, value: str
) -> None:
    result = ask(app, question)
    assert result.source == "memory"
    assert value in result.text
    assert len(result.facts_used) == 1


def test_A6_an_answer_rests_on_its_fact_alone_and_says_since_when(app: App) -> None:
    result = ask(app, "what's my bleep number?")
    assert result.text == "Your bleep number is 4071."
    [used] = result.facts_used
    fact = app.stores.facts.get(used)
    assert fact is not None
    assert fact.fact == FACTS[0]
    assert any(f"{fact.last_confirmed_at.astimezone():%Y-%m-%d}" in n for n in result.notices)


def test_A6_an_answer_streams_like_any_reply(app: App) -> None:
    pieces: list[str] = []
    session = app.session(ephemeral=True)
    result = session.respond(TurnInput("what's my bleep number?"), on_text=pieces.append)
    assert "".join(pieces) == result.text


def test_A6_the_verdict_stands_first(app: App) -> None:
    assert ask(app, "can I swim?").text.startswith("No")
    assert ask(app, "¿soy alérgica a la penicilina?").text.startswith("Sí")


def test_A7_of_two_alike_only_the_one_asked_about(app: App) -> None:
    text = ask(app, "which port does the production database run on?").text
    assert "5432" in text
    assert "5433" not in text


@pytest.mark.parametrize(
    ("question", "near"),
    [
        ("what's my sister's phone number?", "4071"),
        ("¿cómo se llama mi cardiólogo?", "Okafor"),
    ],
)
def test_A7_what_was_not_told_is_said_so_and_nothing_near_quoted(
    app: App, question: str, near: str
) -> None:
    result = ask(app, question)
    assert near not in result.text
    assert "\n" not in result.text
    assert result.facts_used == ()


@pytest.mark.parametrize(
    "question",
    [
        "tell me a joke",
        "write a haiku about rain",
        "hola",
        "who painted the Mona Lisa?",
        "how tall is the Eiffel tower?",
        "¿por qué el cielo es azul?",
    ],
)
def test_A7_a_question_of_the_world_is_not_answered_by_memory(app: App, question: str) -> None:
    with pytest.raises(ModelUnavailable):
        ask(app, question)


@pytest.mark.parametrize(
    ("text", "told"),
    [
        ("my bleep number is 4071", "Your bleep number is 4071."),
        ("I can't do Tuesday evenings", "You can't do Tuesday evenings."),
        ("I'm on the red route", "You're on the red route."),
        ("is allergic to penicillin", "You're allergic to penicillin."),
        ("teaches chemistry at a school in Leeds", "You teach chemistry at a school in Leeds."),
        ("never eats pork", "You never eat pork."),
        ("studies law at night", "You study law at night."),
        ("mi jefe es Tomás", "Tu jefe es Tomás."),
        ("mis hijos son Ana y Luis", "Tus hijos son Ana y Luis."),
    ],
)
def test_A6_a_fact_is_told_back_as_its_owner_would_be(text: str, told: str) -> None:
    assert rendering.told([fact_of(text)], None, detect_language(text)) == told


@pytest.mark.parametrize(
    "text",
    ["vivo en Malvín", "mi mujer me espera en casa", "the dog is called Rex", "always tell me"],
)
def test_A6_what_cannot_be_turned_safely_is_quoted_as_told(text: str) -> None:
    assert text in rendering.told([fact_of(text)], None, detect_language(text))


@pytest.mark.parametrize(
    ("noted", "said"),
    [
        ("labura de enfermera en el Italiano", "laburo de enfermera en el Italiano"),
        ("es alérgica a la penicilina", "soy alérgica a la penicilina"),
        ("también toca el bajo", "también toco el bajo"),
    ],
)
def test_A6_what_was_noted_without_its_subject_is_quoted_as_its_owner_said_it(
    noted: str, said: str
) -> None:
    for language in ("es", "en"):
        assert said in rendering.told([fact_of(noted)], None, language)
    assert f"- {said}" in rendering.told([fact_of(noted), fact_of("mi gata es Lola")], None, "es")


def test_A6_the_reader_is_given_a_spanish_verb_as_it_was_noted() -> None:
    assert rendering.as_told(fact_of("vive en Malvín"), "es") == "vive en Malvín"
    assert rendering.as_told(fact_of("teaches chemistry in Leeds"), "en").startswith("I teach")


@pytest.mark.parametrize(
    "text",
    ["drinks are on the house", "es importante cerrar el gas", "toca cambiar el filtro", "vive"],
)
def test_A6_what_has_another_subject_is_not_said_of_its_owner(text: str) -> None:
    assert rendering.as_said(fact_of(text)) == text


def test_A6_a_fact_in_the_other_language_is_quoted_in_a_frame_of_the_questions() -> None:
    assert rendering.told([fact_of("my dog is Rex")], None, "es") == "Me contaste: «my dog is Rex»"


def test_the_kind_of_a_question_is_read_from_its_words() -> None:
    assert asks_whether("am I free on tuesday?", "en")
    assert asks_whether("¿tengo perro?", "es")
    assert not asks_whether("who is my boss?", "en")
    assert not asks_whether("firewall version?", "en")
    assert not asks_whether("url del entorno de pruebas", "es")
    assert not asks_whether("recordame quién es mi jefe", "es")
    assert not asks_whether("si bajás al bar, ¿cómo me pedís el café?", "es")
    assert asks_whether("si voy el martes, ¿llego?", "es")
    assert not asks_whether("cuándo entreno, los martes?", "es")
    assert not asks_whether("when is my dentist, in the morning?", "en")


@pytest.mark.parametrize(
    ("question", "fact"),
    [
        ("¿dónde vivo yo?", "mi hermana vive en Oslo"),
        ("¿dónde vive mi hermana?", "vivo en Hull"),
        ("where do I work?", "my sister Nora works in Oslo"),
        ("where does my sister live", "I live in Hull"),
        ("when's my birthday?", "my sister's birthday is on 3 May"),
        ("when is my sister's birthday?", "my birthday is on 3 May"),
        ("¿cuándo es mi cumpleaños?", "el cumpleaños de mi hermana es el 3 de mayo"),
        ("¿dónde vive mi hermano?", "mi hermana vive en Oslo"),
    ],
)
def test_A7_what_is_told_of_another_person_is_no_answer(question: str, fact: str) -> None:
    assert of_another(worded(question), worded(fact))


@pytest.mark.parametrize(
    ("question", "fact"),
    [
        ("¿dónde vive mi hermana?", "mi hermana vive en Oslo"),
        ("¿dónde vivo?", "vivo en Hull"),
        ("where does Nora live?", "my sister Nora lives in Oslo"),
        ("who looks after my child?", "mam minds the baby"),
        ("what's my rent?", "landlord put the rent up to 980"),
        ("which car do I drive?", "my wife and I share the Corsa"),
        ("what are my kids called?", "y la chiquita es Lola"),
        ("where is my dad?", "they moved him to bed 315"),
        ("¿dónde vive nando?", "el hermano pequeño es nando y vive en gandia"),
        ("¿aceptaba yo alumnos menores de seis?", "I never accepted any pupil under six"),
        ("el inquilino cuánto paga", "mi sobrina le cobra 400 al inquilino"),
    ],
)
def test_A6_what_may_be_told_of_the_person_asked_about_is_read(question: str, fact: str) -> None:
    assert not of_another(worded(question), worded(fact))


def worded(text: str) -> Wording:
    return wording(text, detect_language(text))


@pytest.mark.parametrize(
    ("told", "question", "name"),
    [
        ("I'm Dana, nice to meet you", "what's my name?", "Dana"),
        ("I'm Dana, nice to meet you", "¿cómo me llamo?", "Dana"),
        ("me llamo Julián y doy clases de física", "¿cómo me llamo?", "Julián"),
        ("my name's Sam", "what's my name?", "Sam"),
        ("soy Rocío", "what's my name?", "Rocío"),
        ("soy Rodrigo Sepúlveda", "¿cómo me llamo?", "Rodrigo Sepúlveda"),
    ],
)
def test_A6_ones_own_name_is_known_however_it_was_told(
    tmp_path: Path, told: str, question: str, name: str
) -> None:
    with open_app(home=tmp_path, clock=Clock(), model="none") as app:
        session = app.session()
        for said in (told, "my boss is called Tomás", "mi hermana vive en Oslo"):
            session.observe(said, "ok")
        assert name in ask(app, question).text


@pytest.mark.parametrize(
    ("told", "question"),
    [
        ("Nuria trabaja de veterinaria", "¿es vegetariana Nuria?"),
        ("estoy casado con la Carolina, ella es matrona", "la Carolina toma algún remedio?"),
    ],
)
def test_A6_who_is_named_alone_is_no_yes(tmp_path: Path, told: str, question: str) -> None:
    with open_app(home=tmp_path, clock=Clock(), model="none") as app:
        app.facts.add(told)
        assert not ask(app, question).text.startswith("Sí")


def test_A7_what_is_told_of_another_day_is_no_answer(tmp_path: Path) -> None:
    with open_app(home=tmp_path, clock=Clock(), model="none") as app:
        app.facts.add("the exam for year 11 is on 14 January")
        assert ask(app, "what do I have on 3 February?").text == "You have not told me that."
        assert "14 January" in ask(app, "what do I have on 14 January?").text
        assert "14 January" in ask(app, "when is the exam?").text


@pytest.mark.parametrize(
    ("question", "verdict"),
    [
        ("are we open on Mondays?", "No"),
        ("are we open on Tuesdays?", ""),
        ("do we open every day?", "Yes"),
    ],
)
def test_A6_what_is_taken_out_is_denied(tmp_path: Path, question: str, verdict: str) -> None:
    with open_app(home=tmp_path, clock=Clock(), model="none") as app:
        app.facts.add("we open at 7 every day except Mondays")
        said = ask(app, question).text
        assert "except Mondays" in said
        assert said.startswith(verdict or "You told me")


@pytest.mark.parametrize(
    ("question", "verdict"),
    [
        ("¿mi perro se llama Pancha?", "No"),
        ("¿mi gata se llama Pancha?", "Sí"),
        ("¿mi perro se llama Tuco?", "Sí"),
    ],
)
def test_A6_of_two_names_in_a_fact_each_is_of_its_own(
    tmp_path: Path, question: str, verdict: str
) -> None:
    with open_app(home=tmp_path, clock=Clock(), model="none") as app:
        app.facts.add("tengo una gata, Pancha, y un perro que se llama Tuco")
        assert ask(app, question).text.startswith(f"{verdict}:")


def test_A6_a_yes_needs_both_names(tmp_path: Path) -> None:
    with open_app(home=tmp_path, clock=Clock(), model="none") as app:
        app.facts.add("my cousin Lola lives in Sevilla")
        assert ask(app, "does Lola live in Sevilla?").text.startswith("Yes")
        assert not ask(app, "does Lola live in Madrid?").text.startswith("Yes")


def test_A6_now_is_no_other_day(tmp_path: Path) -> None:
    with open_app(home=tmp_path, clock=Clock(), model="none") as app:
        app.facts.add("the exam for year 11 is on 14 January")
        assert "14 January" in ask(app, "when is the exam now?").text


def test_A7_where_one_lives_is_nobody_elses_to_know(tmp_path: Path) -> None:
    with open_app(home=tmp_path, clock=Clock(), model="none") as app:
        app.facts.add("mi novio se llama Fede")
        assert ask(app, "¿vivo en Caballito?").text == "Eso no me lo contaste."


def test_A7_what_is_no_question_is_never_said_to_be_untold(tmp_path: Path) -> None:
    with open_app(home=tmp_path, clock=Clock(), model="none") as app:
        app.facts.add("my sister Ruth lives in Galway")
        with pytest.raises(ModelUnavailable):
            ask(app, "we might go to the seaside later on")


def test_A7_what_is_told_of_another_never_makes_a_third_fact_the_answer(tmp_path: Path) -> None:
    with open_app(home=tmp_path, clock=Clock(), model="none") as app:
        app.facts.add("I'm Dana, nice to meet you")
        app.facts.add("my sister Ruth is allergic to walnuts")
        assert ask(app, "am I allergic to walnuts?").facts_used == ()


def test_A6_of_a_fact_that_tells_two_things_each_is_found(tmp_path: Path) -> None:
    with open_app(home=tmp_path, clock=Clock(), model="none") as app:
        app.facts.add("my sister Ruth lives in Galway and she's allergic to walnuts")
        app.facts.add("my locker at work is number 212")
        assert "Galway" in ask(app, "where does Ruth live?").text
        assert ask(app, "is Ruth allergic to anything?").text.startswith("Yes")


@pytest.mark.parametrize("question", ["como se llama mi dentista", "mi bleep cuál era"])
def test_F3_a_question_without_its_mark_is_answered_and_not_noted(
    tmp_path: Path, question: str
) -> None:
    with open_app(home=tmp_path, clock=Clock(), model="none") as app:
        for text in ("mi dentista es la doctora Okafor", "mi bleep es el 4071"):
            app.facts.add(text)
        before = app.facts.all()
        result = ask(app, question)
        assert result.source == "memory"
        assert "Okafor" in result.text or "4071" in result.text
        assert app.facts.all() == before


def test_A6_several_facts_that_are_asked_for_make_a_list(tmp_path: Path) -> None:
    with open_app(home=tmp_path, clock=Clock(), model="none") as app:
        for text in (
            "my daughter Iris is nine",
            "my son Hugo is six",
            "the boiler is serviced in May",
            "I work as a welder",
        ):
            app.facts.add(text)
        result = ask(app, "what are my children called and how old are they?")
        assert len(result.facts_used) == 2
        assert "Iris" in result.text
        assert "Hugo" in result.text


@pytest.mark.parametrize(
    ("fact", "question", "value"),
    [
        ("the team meets on Tuesdays at 10", "when do we meet?", "Tuesdays"),
        ("el equipo se junta los martes a las 10", "¿cuándo nos juntamos?", "martes"),
        ("el equipo se junta los martes a las 10", "when do we meet?", "martes"),
    ],
)
def test_A6_a_question_of_us_finds_what_the_group_does(
    tmp_path: Path, fact: str, question: str, value: str
) -> None:
    with open_app(home=tmp_path, clock=Clock(), model="none") as app:
        for text in (fact, "my dentist is Dr Okafor", "the deploy is on Thursdays"):
            app.facts.add(text)
        assert value in ask(app, question).text


@pytest.mark.parametrize("question", ["¿soy alérgica a las nueces?", "am I allergic to nuts?"])
def test_A7_what_the_person_is_and_never_told_is_answered_by_nothing_else(
    tmp_path: Path, question: str
) -> None:
    with open_app(home=tmp_path, clock=Clock(), model="none") as app:
        session = app.session()
        for said in ("me llamo Rocío", "soy enfermera en Funes", "I work at Globex"):
            session.observe(said, "ok")
        found = ask(app, question)
    assert found.source == "memory"
    assert not found.facts_used


def test_A6_yes_or_no_may_rest_on_a_fact_in_other_words(tmp_path: Path) -> None:
    with Assistant.open(home=tmp_path) as assistant:
        for told in ("no meat for me, fish is fine", "my boss is Tove", "rent is due on the 5th"):
            assistant.remember(told)
        assert "no meat" in assistant.respond("could one serve me salmon?").text
        said = assistant.respond("can I come along to the party?")
        assert not said.facts_used


@pytest.mark.parametrize(
    ("told", "question", "another"),
    [
        ("amparo's sister is 29 and coeliac, i'm the one who eats it all", "am i coeliac?", True),
        ("her replacement is a lad who's vegetarian", "am i vegetarian?", True),
        ("mi hermana Leire es celíaca, yo no", "¿soy celíaca?", True),
        ("i'm coeliac and so is my sister", "am i coeliac?", False),
        ("is allergic to aspirin", "am i allergic to aspirin?", False),
        ("amparo's sister is coeliac", "is amparo's sister coeliac?", False),
    ],
)
def test_A6_what_is_said_of_another_is_no_answer_about_the_speaker(
    told: str, question: str, another: bool
) -> None:
    asked = wording(question, detect_language(question))
    assert says_it_of_another(asked, fact_of(told)) is another
