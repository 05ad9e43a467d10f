"""The head of a turn: answered without the model, or asked (A1-A4)."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from datetime import UTC, datetime
from pathlib import Path

import pytest

from assistant import Assistant
from tests.clock import Clock

START = datetime(2026, 1, 30, 9, tzinfo=UTC)
GENERAL = "how do I rename a git branch"
REWORDED = "git: change the name of a branch"
PERSONAL = "what is the name of my dog?"
ANSWER = "A complete and correct answer."


@pytest.fixture
def clock() -> Clock:
    return Clock(START)


@pytest.fixture
def open_(tmp_path: Path, clock: Clock) -> Iterator[Callable[[], Assistant]]:
    opened: list[Assistant] = []

    def open_one() -> Assistant:
        opened.append(Assistant.open(home=tmp_path / "home", clock=clock))
        return opened[-1]

    yield open_one
    for one in opened:
        one.close()


@pytest.fixture
def a(open_: Callable[[], Assistant]) -> Assistant:
    return open_()


def source(a: Assistant, question: str) -> str | None:
    """From where the question would be answered, in a conversation of its own."""
    reuse = a.preview(question, conversation=None).reuse
    return reuse.source if reuse else None


def test_A4_the_same_question_in_other_words_is_answered_again(a: Assistant) -> None:
    a.observe(GENERAL, ANSWER)
    reuse = a.preview(REWORDED).reuse
    assert reuse is not None
    assert (reuse.source, reuse.text) == ("dedup", ANSWER)
    assert 0 < reuse.similarity <= 1


@pytest.mark.parametrize(
    ("question", "line"),
    [
        (REWORDED, "[Answer retrieved from an earlier conversation]"),
        (
            "cómo cambio el nombre de una rama en git",
            "[Respuesta recuperada de conversación anterior]",
        ),
    ],
)
def test_A4_the_system_says_so_in_the_language_of_the_message(
    a: Assistant, question: str, line: str
) -> None:
    a.observe(GENERAL, ANSWER)
    a.end_conversation()
    answer = a.respond(question)
    assert (answer.source, answer.text, answer.prompt_tokens) == ("dedup", ANSWER, 0)
    assert answer.notices[0] == line
    assert "2026-01-30" in answer.notices[1]


def test_A2_the_same_question_about_the_user_comes_from_the_cache(a: Assistant) -> None:
    a.remember("su perro se llama Toby")
    a.observe(PERSONAL, "Toby.")
    a.end_conversation()
    assert source(a, PERSONAL) == "cache"


@pytest.mark.parametrize("question", [GENERAL, PERSONAL])
def test_A2_an_answer_ends_with_its_lifetime(a: Assistant, clock: Clock, question: str) -> None:
    a.observe(question, ANSWER)
    a.end_conversation()
    clock.pass_(hours=23)
    assert source(a, question)
    clock.pass_(hours=1.1)
    assert source(a, question) is None


def test_A2_any_change_of_facts_voids_an_answer_about_the_user(a: Assistant) -> None:
    a.observe(PERSONAL, "I do not know.")
    a.end_conversation()
    a.remember("vive en Rosario")
    assert source(a, PERSONAL) is None


def test_A2_a_fact_that_touches_the_question_voids_its_answer(a: Assistant) -> None:
    a.observe(GENERAL, ANSWER)
    a.end_conversation()
    a.remember("las ramas de git empiezan con feature")
    assert source(a, REWORDED) is None


def test_A2_a_fact_about_something_else_leaves_a_general_answer(a: Assistant) -> None:
    a.observe(GENERAL, ANSWER)
    a.end_conversation()
    a.remember("vive en Rosario")
    assert source(a, REWORDED) == "dedup"


def test_A2_a_new_rule_voids_every_answer(a: Assistant) -> None:
    a.observe(GENERAL, ANSWER)
    a.observe("from now on always answer in one line", "Noted.")
    a.end_conversation()
    assert source(a, REWORDED) is None


SAUCE = "¿Qué ingredientes lleva el chimichurri?"


@pytest.mark.parametrize(
    "between",
    [
        ("¿Y cuánto dura en la heladera?", "¿Qué ceno con tomates?"),
        ("¿No lleva ajo?", "¿Cómo hago pan?"),
        ("me mudé a Córdoba", "¿Cómo hago pan?"),
        ("Me gusta mucho el chimichurri casero", "¿Cómo hago pan?"),
    ],
)
def test_A4_a_question_that_stands_alone_is_reused_in_mid_conversation(
    a: Assistant, between: tuple[str, ...]
) -> None:
    a.remember("vive en Rosario")
    a.remember("le gusta mucho el chimichurri casero")
    a.observe("¿Cómo prendo un asado?", "Con leña.")
    a.observe(SAUCE, ANSWER)
    for question in between:
        a.observe(question, "Otra respuesta.")
    reuse = a.preview(SAUCE).reuse
    assert reuse is not None
    assert reuse.text == ANSWER


@pytest.mark.parametrize("question", ["¿Y cuánto dura?", "¿Cuánto dura eso?", "¿Por qué falla?"])
def test_A4_what_leans_on_the_conversation_is_asked_each_time(a: Assistant, question: str) -> None:
    a.observe(SAUCE, ANSWER)
    a.observe(question, "Dos semanas.")
    a.observe("¿Cómo hago pan?", "Con harina.")
    assert a.preview(question).reuse is None


@pytest.mark.parametrize("question", [GENERAL, PERSONAL])
def test_A4_asking_again_at_once_asks_the_model(a: Assistant, question: str) -> None:
    a.observe(question, ANSWER)
    assert source(a, question.upper()) is None


def test_A4_a_corrected_answer_is_never_given_again(a: Assistant) -> None:
    a.observe(GENERAL, ANSWER)
    a.observe("no, that is wrong", "Sorry.")
    a.end_conversation()
    assert source(a, REWORDED) is None


def test_A4_wrong_takes_the_last_answer_away(a: Assistant) -> None:
    a.observe(GENERAL, ANSWER)
    session = a._session("default", None)
    assert session.wrong()
    assert not session.wrong()
    assert source(a, REWORDED) is None


def test_A4_wrong_takes_the_original_of_a_reused_answer_away(a: Assistant) -> None:
    a.observe(GENERAL, ANSWER)
    a.end_conversation()
    assert a.respond(REWORDED).source == "dedup"
    assert a._session("default", None).wrong()
    a.end_conversation()
    assert source(a, GENERAL) is None


def test_A4_roles_do_not_share_answers(tmp_path: Path, clock: Clock) -> None:
    home = tmp_path / "roles"
    home.mkdir()
    (home / "config.toml").write_text("[roles.cook]\nprompt = 'You cook.'\n")
    with Assistant.open(home=home, clock=clock) as a:
        a.observe(GENERAL, ANSWER)
        assert a.preview(REWORDED, role="cook").reuse is None


def test_A4_a_changed_prompt_of_the_role_voids_answers(tmp_path: Path, clock: Clock) -> None:
    home = tmp_path / "roles"
    home.mkdir()
    for prompt, kept in (("You cook.", True), ("You sew.", False)):
        (home / "config.toml").write_text(f"[roles.cook]\nprompt = '{prompt}'\n")
        with Assistant.open(home=home, clock=clock) as a:
            if kept:
                a.observe(GENERAL, ANSWER, role="cook")
                a.end_conversation(role="cook")
            assert (a.preview(REWORDED, role="cook").reuse is not None) is kept


def test_A4_a_lifetime_of_zero_keeps_nothing(tmp_path: Path, clock: Clock) -> None:
    home = tmp_path / "none"
    home.mkdir()
    (home / "config.toml").write_text("[memory]\nanswer_ttl_hours = 0\n")
    with Assistant.open(home=home, clock=clock) as a:
        a.observe(GENERAL, ANSWER)
        assert a.preview(REWORDED).reuse is None
        assert a._app.stores.keyvalue.items("answers", now=clock()) == []


def test_C7_a_deleted_conversation_takes_its_answers_along(a: Assistant) -> None:
    a.observe(GENERAL, ANSWER)
    a._session("default", None).delete()
    assert source(a, REWORDED) is None


def test_F7_forgetting_leaves_no_kept_answer(a: Assistant, clock: Clock) -> None:
    fact = a.remember("su perro se llama Toby")
    a.observe(PERSONAL, "Toby.")
    a._app.facts.forget([fact.id])
    assert a._app.stores.keyvalue.items("answers", now=clock()) == []


def test_C4_the_text_goes_when_its_time_is_over(
    open_: Callable[[], Assistant], clock: Clock, tmp_path: Path
) -> None:
    a = open_()
    a.observe(GENERAL, "the word zanzibarquux")
    a.end_conversation()
    a.close()
    clock.pass_(hours=25)
    b = open_()
    b.preview("hello there")
    b.close()
    found = [p for p in (tmp_path / "home").rglob("*.db*") if b"zanzibarquux" in p.read_bytes()]
    assert "zanzibarquux" not in str(found)
    rows = open_()._app.stores.keyvalue.items("answers", now=START)
    assert rows == []


def test_A4_a_preview_changes_nothing(a: Assistant, clock: Clock) -> None:
    a.observe(GENERAL, ANSWER)
    before = a._app.stores.keyvalue.items("answers", now=clock())
    a.preview(REWORDED)
    assert a._app.stores.keyvalue.items("answers", now=clock()) == before


@pytest.mark.parametrize(
    ("question", "answer"),
    [("¿cuánto es 15% de 240?", "36"), ("5 km to miles", "3.106856"), ("what day is it?", "2026")],
)
def test_A1_what_the_program_knows_needs_no_model(a: Assistant, question: str, answer: str) -> None:
    given = a.respond(question)
    assert given.source == "memory"
    assert answer in given.text


def test_A1_what_is_stored_about_a_thing_is_listed_with_dates(a: Assistant) -> None:
    a.remember("su equipo son cinco personas")
    given = a.respond("¿qué sabés de mi equipo?")
    assert given.source == "memory"
    assert "su equipo son cinco personas (2026-01-30)" in given.text
