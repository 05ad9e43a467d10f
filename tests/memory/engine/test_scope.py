"""What was told stays: forgetting, taking back, correcting and adding have a scope (F7)."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from assistant import Assistant
from assistant.api import Answer
from assistant.errors import AssistantError
from tests.benchmarks.replacing import Pair, is_right, pairs


@pytest.fixture
def told(tmp_path: Path) -> Iterator[Assistant]:
    with Assistant.open(home=tmp_path) as assistant:
        yield assistant


def live(assistant: Assistant) -> list[str]:
    return [fact.fact for fact in assistant.facts() if fact.state == "active"]


def kinds(answer: Answer) -> list[str]:
    return [change.kind for change in answer.memory_changes]


@pytest.mark.parametrize(
    ("message", "gone"),
    [
        ("forget the unit Blip5", "the unit Blip5 is in the attic"),
        ("forget ticket ABC-1234", "ticket ABC-1234 is about the login"),
        ("forget the branch release-2025", "branch release-2025 is frozen"),
        ("olvidate de lo del ticket ABC-1243", "ticket ABC-1243 is about the cart"),
    ],
)
def test_F7_an_identifier_is_forgotten_to_the_letter(
    told: Assistant, message: str, gone: str
) -> None:
    facts = [
        *("the unit Blip5 is in the attic", "the unit Blip1 is in the shed"),
        *("ticket ABC-1234 is about the login", "ticket ABC-1243 is about the cart"),
        *("branch release-2025 is frozen", "branch release-2024 is closed"),
    ]
    for fact in facts:
        told.remember(fact)
    assert kinds(told.observe(message, "ok")) == ["forgotten"]
    assert set(live(told)) == set(facts) - {gone}


def test_F7_what_is_not_known_takes_nothing_along_and_it_is_said(told: Assistant) -> None:
    facts = ["my sister lives in Leeds", "I play the oboe", "the rent is due on the 3rd"]
    for fact in facts:
        told.remember(fact)
    answer = told.observe("forget everything I said about my car", "ok")
    assert kinds(answer) == ["unmeant"]
    assert len(answer.notices) == 1
    assert live(told) == facts


@pytest.mark.parametrize(
    "message", ["forget everything you know about me", "forget everything about the cello"]
)
def test_F7_several_facts_wait_for_a_yes_and_the_command_is_told(
    told: Assistant, message: str
) -> None:
    ids = [told.remember(t).id for t in ("the cello is rented", "the cello lesson is on Mondays")]
    answer = told.observe(message, "ok")
    assert kinds(answer) == ["to_forget"]
    assert len(live(told)) == 2
    (notice,) = answer.notices
    assert all(identity in notice for identity in ids)
    assert "assistant facts forget" in notice
    assert notice.endswith("-y")


def test_F7_what_answers_the_question_that_names_it_is_meant_or_asked_about(
    told: Assistant,
) -> None:
    work = told.remember("teaches history at a school in Hull").id
    told.remember("I usually cycle to work but on Fridays I take the bus")
    (change,) = told.observe("forget where I work", "ok").memory_changes
    assert change.kind == "to_forget"
    assert work in change.fact_ids


@pytest.mark.parametrize(
    "message",
    [
        "Forget everything, we start over with the CSV",
        "Please do not let me forget the certificate for the choir",
        "Olvídelo, ya redacto yo misma el certificado del coro",
    ],
)
def test_F3_a_turn_of_phrase_neither_forgets_nor_states(told: Assistant, message: str) -> None:
    told.remember("I owe the choir a certificate")
    told.observe(message, "ok")
    assert live(told) == ["I owe the choir a certificate"]


@pytest.mark.parametrize(
    ("facts", "message", "expected"),
    [
        (
            ("the bins go out on tuesdays", "choir is on tuesdays at seven"),
            "sorry, choir's on wednesdays, dunno why i said tuesdays",
            ("the bins go out on tuesdays", "choir is on wednesdays at seven"),
        ),
        (
            ("cobro 60 euros", "cierro todo agosto"),
            "perdón, me equivoqué de mes, es septiembre",
            ("cobro 60 euros", "cierro todo septiembre"),
        ),
        (
            ("the ledger listens on 8433", "the mail server listens on 8343"),
            "wrong port for the ledger, it's 8434 not 8433",
            ("the ledger listens on 8434", "the mail server listens on 8343"),
        ),
    ],
)
def test_F7_a_correction_changes_its_value_and_nothing_else(
    told: Assistant, facts: tuple[str, ...], message: str, expected: tuple[str, ...]
) -> None:
    for fact in facts:
        told.remember(fact)
    assert kinds(told.observe(message, "ok")) == ["replaced"]
    assert set(live(told)) == set(expected)


@pytest.mark.parametrize(
    ("said", "slip", "right"),
    [
        ("the launch is on July 2nd", "sorry, I meant July 3rd", "the launch is on July 3rd"),
        ("we deploy on Tuesdays", "oops, I mean Thursdays", "we deploy on Thursdays"),
    ],
)
def test_F7_a_slip_is_put_right_and_is_no_fact_of_its_own(
    told: Assistant, said: str, slip: str, right: str
) -> None:
    told.remember("my dentist is called Wu")
    told.remember(said)
    told.observe(slip, "ok")
    assert live(told) == ["my dentist is called Wu", right]


def test_F7_what_is_taken_back_leaves_what_still_holds_and_notes_nothing(told: Assistant) -> None:
    stays = ["I live in Porto", "my dentist is called Wu"]
    for fact in (*stays, "I am moving to Lisbon in May"):
        told.remember(fact)
    known = {*live(told)}
    told.observe("scratch that, I still live in Porto", "ok")
    assert {*stays} <= {*live(told)} <= known


def test_F7_taking_back_what_was_said_last_leaves_the_rest(told: Assistant) -> None:
    told.remember("my dentist is called Wu")
    told.remember("my boss drinks")
    assert kinds(told.observe("strike that last one, please", "ok")) == ["forgotten"]
    assert live(told) == ["my dentist is called Wu"]


@pytest.mark.parametrize(
    ("before", "after"),
    [
        ("my phone is a Pixel7", "my tablet is a Pixel8"),
        ("cousin Juan is a baker", "cousin Juana is a pilot"),
        ("invoice A1002 is paid by Luis", "invoice A1003 is unpaid"),
        ("server alpha-17 runs Debian", "server alpha-71 runs Ubuntu"),
        ("payments api listens on 8443", "ledger api listens on 8433"),
        ("the house panel is 200 amps", "Dale's house panel is 200 amps"),
    ],
)
def test_F7_what_differs_in_a_name_or_figure_stands_beside(
    told: Assistant, before: str, after: str
) -> None:
    told.remember(before)
    told.remember(after)
    assert set(live(told)) == {before, after}


@pytest.mark.parametrize(
    ("before", "after"),
    [
        ("I live in Braga", "I moved to Lisbon"),
        ("the standup is at 9", "the standup is at 10"),
    ],
)
def test_F7_a_fact_added_by_hand_replaces_what_it_changes(
    told: Assistant, before: str, after: str
) -> None:
    told.remember(before)
    told.remember(after)
    assert live(told) == [after]


def test_F7_what_was_refused_is_the_last_thing_told(told: Assistant) -> None:
    told.remember("the on-call admin is Hernan")
    with pytest.raises(AssistantError):
        told.remember("the failover password is yerba!44")
    answer = told.observe("forget the last thing I said", "ok")
    assert kinds(answer) == ["unmeant"]
    assert live(told) == ["the on-call admin is Hernan"]


def test_F7_what_is_only_like_the_thing_named_is_never_forgotten_unasked(told: Assistant) -> None:
    told.remember("I am allergic to hazelnuts")
    told.observe("forget that I am allergic to walnuts", "ok")
    assert live(told) == ["I am allergic to hazelnuts"]


@pytest.mark.parametrize(
    ("fact", "message", "mended"),
    [
        ("mi dentista es la doctora Pérez", "era Gómez no Pérez", "Gómez"),
        ("el apellido de mi vecina es Baldez", "es con v, Valdez", "Valdez"),
        ("trabajo con Marcela Ruiz", "Ruiz no, Roig. Marcela Roig", "Marcela Roig"),
    ],
)
def test_F7_a_correction_of_a_name_puts_it_in_its_place(
    told: Assistant, fact: str, message: str, mended: str
) -> None:
    told.remember(fact)
    told.remember("mi cubículo es el 12")
    told.observe(message, "ok")
    (new,) = [text for text in live(told) if text != "mi cubículo es el 12"]
    assert mended in new
    assert new.split()[:2] == fact.split()[:2]


@pytest.mark.slow
@pytest.mark.parametrize("pair", pairs(), ids=lambda pair: pair.told)
def test_F7_what_is_added_by_hand_replaces_what_it_changes_and_nothing_beside_it(
    pair: Pair,
) -> None:
    assert is_right(pair)


@pytest.mark.parametrize(
    ("facts", "message", "stay"),
    [
        (
            ("my dentist in Tijuana is Dr Salas", "my gym is on Elm Street"),
            "forget my dentist appointment in Tijuana",
            2,
        ),
        (
            ("my password hint for the tax portal is thistle", "my browser is Firefox"),
            "Bank password hint: please forget.",
            2,
        ),
        (
            ("I have a residence number which I keep in the bureau",),
            "erase the number I gave you",
            1,
        ),
        (
            ("my user name on the school's website is g.thwaite", "I keep bees"),
            "Please forget the password for the school's website, though you may keep the user name.",
            2,
        ),
    ],
)
def test_F7_a_thing_of_which_a_word_is_missing_is_another_thing(
    told: Assistant, facts: tuple[str, ...], message: str, stay: int
) -> None:
    for fact in facts:
        told.remember(fact)
    told.observe(message, "ok")
    assert len(live(told)) == stay


def test_F7_what_a_request_spares_stays(told: Assistant) -> None:
    told.remember("mi cumpleaños es el 12 de octubre")
    told.remember("el cumpleaños de Beto es el 3 de marzo")
    told.observe("borra mi cumpleaños, no el de Beto", "ok")
    assert live(told) == ["el cumpleaños de Beto es el 3 de marzo"]


@pytest.mark.parametrize(
    "message",
    [
        "That stuff I said about my brother Carl. Get rid of it, he asked me to.",
        "Do forget what I told you about my brother Hamish's drinking.",
        "You will not let me forget that I am to collect Earl on Thursday, will you?",
        'Earl would say, "Forget all that you know of the channel," and I mean to use it.',
    ],
)
def test_F7_what_is_no_correction_changes_no_word_of_any_fact(
    told: Assistant, message: str
) -> None:
    facts = ["my brother Earl lives in Zanesville", "I drink one dram on Fridays"]
    facts += ["I collect Earl on Thursdays", "the Whitton channel shifts every few weeks"]
    for fact in facts:
        told.remember(fact)
    told.observe(message, "ok")
    assert live(told) == facts


@pytest.mark.parametrize(
    ("message", "kind"),
    [
        ("eso último era broma, haz como que no lo dije nunca", "forgotten"),
        ("I ought not to have mentioned that last bit at all", "forgotten"),
        ("I would rather you retained nothing about the oboe", "forgotten"),
    ],
)
def test_F7_a_request_in_other_words_is_heard(told: Assistant, message: str, kind: str) -> None:
    told.remember("my sister lives in Leeds")
    told.remember("I play the oboe")
    assert kinds(told.observe(message, "ok")) == [kind]
    assert "I play the oboe" not in live(told)
    assert "my sister lives in Leeds" in live(told)


def test_F7_what_is_said_beside_a_request_that_is_not_read_retires_nothing(told: Assistant) -> None:
    facts = ["my client in Houston is the company Baylor Devices", "I charge 1.40 a word"]
    for fact in facts:
        told.remember(fact)
    told.observe("Davis asked me not to keep anything of hers. Not the Houston company lol", "ok")
    assert set(facts) <= set(live(told))


@pytest.mark.parametrize(
    ("before", "message", "left"),
    [
        ("I live in Porto", "scratch that, I still live in Porto", "Porto"),
        ("I work at Initech", "scratch that, I work at Globex", "Globex"),
        ("vivo en Rosario", "olvidá lo último, vivo en Funes", "Funes"),
    ],
)
def test_F7_what_is_told_beside_taking_back_stays_or_takes_its_place(
    told: Assistant, before: str, message: str, left: str
) -> None:
    told.observe(before, "ok")
    told.observe(message, "ok")
    assert [text.split()[-1] for text in live(told)] == [left]


def test_F7_what_is_denied_for_another_value_is_put_right_and_not_taken_back(
    told: Assistant,
) -> None:
    for fact in ("mi primo Soszex es panadero", "mi primo Soszax es piloto"):
        told.observe(fact, "ok")
    told.observe("mi barco se llama Julleir", "ok")
    told.observe("uy, quise decir Joxtuk, no Julleir", "ok")
    assert [text for text in live(told) if "barco" in text] == ["mi barco se llama Joxtuk"]
