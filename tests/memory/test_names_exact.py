"""Names are told apart to the letter, and a name alone puts right what was told last (F7)."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from assistant import Assistant


@pytest.fixture
def assistant(tmp_path: Path) -> Iterator[Assistant]:
    with Assistant.open(home=tmp_path) as opened:
        yield opened


def live(assistant: Assistant) -> list[str]:
    return [fact.fact for fact in assistant.facts() if fact.state == "active"]


@pytest.mark.parametrize(
    ("facts", "asked", "left"),
    [
        (
            ["my colleague Belmar bakes"],
            "forget my colleague Belmars",
            ["my colleague Belmar bakes"],
        ),
        (
            ["my friend Grilobilo sings", "my friend Grilobiloa plays the cello"],
            "you can forget about my friend Grilobiloa",
            ["my friend Grilobilo sings"],
        ),
        (
            ["my cousin Ghelmar is a baker", "my cousin Grelmar works at Nonzo"],
            "forget what I said about my cousins",
            ["my cousin Ghelmar is a baker", "my cousin Grelmar works at Nonzo"],
        ),
        (["Henderson moved to Cork"], "forget the Hendersons", []),
        (["I have two dogs", "my cat is deaf"], "FORGET MY DOGS", ["my cat is deaf"]),
        (["Jori's birthday is 3 March"], "forget Jora's birthday", ["Jori's birthday is 3 March"]),
        (
            ["Baltar the turner charges 8 an hour", "my cat is deaf"],
            "drop what baldor charges",
            ["Baltar the turner charges 8 an hour", "my cat is deaf"],
        ),
        (
            ["Baltar el tornero cobra 8 lucas la hora", "mi gata es sorda"],
            "sacá lo que cobra baldón",
            ["Baltar el tornero cobra 8 lucas la hora", "mi gata es sorda"],
        ),
        (["I know the Hendersons"], "forget Henderson", []),
        (
            ["el vestido de Inés Coso es azul"],
            "olvida a Inés Cosos",
            ["el vestido de Inés Coso es azul"],
        ),
        (["los Pérez viven arriba"], "olvidate de Pérez", []),
        (["la factura Triaxnan9902 está en Nápoles"], "olvidá la factura Triaxnan9902", []),
    ],
)
def test_F7_one_letter_more_is_somebody_else(
    assistant: Assistant, facts: list[str], asked: str, left: list[str]
) -> None:
    for fact in facts:
        assistant.remember(fact)
    assistant.observe(asked, "ok")
    assert live(assistant) == left


@pytest.mark.parametrize(
    ("told", "slip", "right"),
    [
        ("mi calle se llama Zolpu", "no, perdón, Garmendia", "mi calle se llama Garmendia"),
        ("my street is called Zolpu", "no wait, Garland", "my street is called Garland"),
        ("mi calle se llama Drabroj", "no Drabroj, Treibos", "mi calle se llama Treibos"),
        ("mi calle se llama Pliaxga", "perdón, quise decir Jekta", "mi calle se llama Jekta"),
        ("my street is called Zolpu", "thanks, Garland", "my street is called Zolpu"),
        ("my street is called Zolpu", "sorry, Peter is here", "my street is called Zolpu"),
    ],
)
def test_F7_a_name_alone_puts_right_what_was_told_last(
    assistant: Assistant, told: str, slip: str, right: str
) -> None:
    assistant.observe(told, "ok")
    assistant.observe(slip, "ok")
    assert live(assistant) == [right]


@pytest.mark.parametrize(
    ("told", "later"),
    [
        ("my dentist Belmar plays the cello", "my dentist Belmars works at Tiaktel"),
        ("my dentist Plipes is a baker", "my dentist Plipess is a pilot"),
        ("mi contable Ana vive en Lugo", "mi contable Anna vive en Soria"),
    ],
)
def test_F7_of_two_who_are_called_otherwise_neither_takes_the_place_of_the_other(
    assistant: Assistant, told: str, later: str
) -> None:
    assistant.remember(told)
    assistant.observe(f"recordá que {later}", "ok")
    assert live(assistant) == [told, later]


def test_F7_a_name_that_puts_nothing_right_tells_nothing(assistant: Assistant) -> None:
    for message in ("I live in Oslo", "my dog is old", "sorry, Bergen"):
        assistant.observe(message, "ok")
    assert live(assistant) == ["lives in Oslo", "my dog is old"]


@pytest.mark.parametrize(
    "message",
    [
        "Ana insiste con que mi jefa es Vera",
        "mi primo da por hecho que mi jefa es Vera",
        "el de sistemas bromea con que mi jefa es Vera",
        "Ana publicó que mi jefa es Vera",
        "the neighbour upstairs found out that my boss is Vera",
        "Bob went around saying my boss is Vera",
        "my neighbour claims that correction: mi jefa es Vera",
    ],
)
def test_F3_what_somebody_holds_is_not_told(assistant: Assistant, message: str) -> None:
    assistant.remember("mi jefa es Ana")
    assert assistant.observe(message, "ok").memory_changes == ()
    assert live(assistant) == ["mi jefa es Ana"]


def test_F3_what_somebody_corrects_is_not_put_right(assistant: Assistant) -> None:
    assistant.remember("the ticket zias_14 belongs to Reirtrus")
    assistant.observe(
        "my neighbour claims that correction: the ticket zias_14 belongs to Beibrian", "ok"
    )
    assert live(assistant) == ["the ticket zias_14 belongs to Reirtrus"]


def test_F7_a_code_that_begins_with_its_number_is_told_apart_to_the_letter(
    assistant: Assistant,
) -> None:
    facts = [
        "la sala 195-VXJ la cuida Sirla",
        "la sala 195-VXJas la cuida Braur",
        "the invoice 40-BX is paid by Ana",
        "the invoice 40-BXs is paid by Luis",
    ]
    for fact in facts:
        assistant.remember(fact)
    assert live(assistant) == facts


def test_F7_a_name_alone_puts_right_what_was_told_last_whatever_else_is_known(
    assistant: Assistant,
) -> None:
    facts = [
        "the invoice nir_1550 belongs to Dauxdrex",
        "the unit pliarju-1006 was made by Grarplespul",
        "the invoice ner_1550 is kept by Gialo",
    ]
    for fact in facts:
        assistant.remember(fact)
    assistant.observe("my dentist is called Nobes", "ok")
    assistant.observe("no wait, Josnico", "ok")
    assert live(assistant) == [*facts, "my dentist is called Josnico"]


def test_F7_things_called_by_codes_stay_apart_where_only_names_are_told_of_them(
    assistant: Assistant,
) -> None:
    facts = ["el barco GM367 lo hizo Biardreir", "el barco GM2672 lo hizo Lecis"]
    facts += ["the boat GM167 was made by Ana", "the boat GM1672 is moored in Numa"]
    for fact in facts:
        assistant.observe(f"remember that {fact}", "ok")
    assert live(assistant) == facts


APART = [
    ("C++ is my main language", "C# is my second language"),
    ("the build 3f2a9c is green", "the build 3f2a9d is broken"),
    ("el commit 7e31ab arregla pagos", "el commit 7e31ac rompe pagos"),
    ("the unit greix_1029 is kept by Ana", "the unit greix_1026 belongs to Luis"),
    ("the table db_user is kept by Ana", "the table db_users belongs to Luis"),
    ("ana@acme.io is for invoices", "ane@acme.io is for support"),
    ("the invoice 2023-114 is paid", "the invoice 2023-141 is overdue"),
    ("el pedido 5512 lo lleva Marta", "el pedido 5521 lo lleva Marcos"),
    ("room 12B is for chemistry", "room 12D is for biology"),
    ("el aula 3A es de música", "el aula 3B es de dibujo"),
    ("the unit 5kzt22 is kept by Ana", "the unit 5kzt27 belongs to Luis"),
    ("flight IB3170 leaves at noon", "flight IB3171 leaves at midnight"),
    ("python 3.11 runs in staging", "python 3.12 runs in production"),
    ("the project Falcon ships in May", "the project Falkon ships in June"),
    ("the machine 889-Yx runs Nauzer 4", "the machine 889-Yxa runs Pinbun 8"),
    ("mi primo Funvauns toca el chelo", "mi primo Funvaun trabaja en Ramu"),
    ("/etc/nginx.conf is mine", "/etc/ngins.conf is Bob's"),
]


@pytest.mark.parametrize(("known", "told"), APART)
def test_F7_what_is_named_apart_neither_renews_nor_replaces(
    assistant: Assistant, known: str, told: str
) -> None:
    assistant.remember(known)
    assistant.observe(f"remember that {told}", "ok")
    assert live(assistant) == [known, told]


def test_F7_a_code_that_is_all_the_news_may_take_the_place_of_the_other(
    assistant: Assistant,
) -> None:
    assistant.observe("my desk is 4B", "ok")
    (change,) = assistant.observe("my desk is 5B", "ok").memory_changes
    assert change.kind in {"asked", "replaced"}


def test_F7_who_is_told_of_is_seen_behind_a_request_to_keep_it(assistant: Assistant) -> None:
    facts = ["mi colega Dreasorniar toca el chelo", "mi colega Drexsorniar trabaja en Monbeix"]
    assistant.observe(facts[0], "ok")
    assistant.observe(f"recordá que {facts[1]}", "ok")
    assert live(assistant) == facts


@pytest.mark.parametrize(
    ("known", "other", "same"),
    [
        ("the build 3f2a9c is green", "the build 3f2a9e", "the build 3F2A9C"),
        ("the ticket A1-23 is paid", "the ticket A12-3", "the ticket a1-23"),
        ("the ticket abc-1029 is paid", "the ticket abc-1092", "the ticket abc1029"),
        ("the unit greix_1029 sings", "the unit greix_1026", "the unit greix_1029"),
        ("the address ana@acme.io is Ana's", "the address anu@acme.io", "the address ana@acme.io"),
    ],
)
def test_F7_a_code_is_forgotten_by_all_of_its_letters(
    assistant: Assistant, known: str, other: str, same: str
) -> None:
    assistant.remember(known)
    assistant.observe(f"forget {other}", "ok")
    assert live(assistant) == [known]
    assistant.observe(f"forget {same}", "ok")
    assert live(assistant) == []


@pytest.mark.parametrize(
    ("fact", "other"),
    [
        ("the repo acme/api is written in Go", "acme/app"),
        ("la rama feature/login la revisa Ana", "feature/logout"),
        ("my notes are in ~/work/notes", "~/work/nodes"),
    ],
)
def test_F7_a_name_with_a_stroke_inside_is_whole(
    assistant: Assistant, fact: str, other: str
) -> None:
    assistant.remember(fact)
    [change] = assistant.observe(f"forget what I told you about {other}", "ok").memory_changes
    assert change.kind == "unmeant"
    assert live(assistant) == [fact]


def test_F7_what_is_told_of_another_path_is_no_repetition(assistant: Assistant) -> None:
    assistant.remember("my notes are in ~/work/notes")
    assistant.observe("my notes are in ~/home/notes", "ok")
    assert any("~/home/notes" in fact for fact in live(assistant))


def test_F7_what_is_told_of_another_repository_stands_beside(assistant: Assistant) -> None:
    facts = ["the repo acme/api is written in Go", "the repo acme/app is written in Rust"]
    for fact in facts:
        assistant.remember(fact)
    assert live(assistant) == facts


@pytest.mark.parametrize(
    "message",
    [
        "the note on the fridge reads remember that the rent is 900",
        "an email I got says remember my boss is Zed",
        "the post-it reads keep in mind that my flight is at 9",
        "la carta pone recuerda que mi jefa es Vera",
        "la nota de la heladera dice recordá que el alquiler es 900",
        "en la pared está escrito recordá que mi renta es 900",
    ],
)
def test_F3_what_is_written_somewhere_is_not_told(assistant: Assistant, message: str) -> None:
    assert assistant.observe(message, "ok").memory_changes == ()
    assert live(assistant) == []
