"""What stands out in a log, whatever it is asked in."""

from __future__ import annotations

import random

import pytest

from assistant.prompt.anomalies import asks_for_trouble, remarkable
from assistant.prompt.base import Attachment
from assistant.prompt.budget import Meter
from assistant.prompt.chunking import chunk
from assistant.prompt.fragments import fit_fragments, prepare
from tests.prompt.log_samples import FORMATS, access, generated
from tests.prompt.support import COUNTER

LINES = 1500
REFUSED = "connect to payments.internal:8443: connection refused by gw-7"
QUESTIONS = (
    "what went wrong?",
    "¿por qué se cayó el gateway?",
    "why did payments stop working?",
    "any errors?",
    "¿qué pasó acá?",
    "is there anything unusual in it?",
)


def shown(text: str, question: str, room: int = 1600) -> str:
    """What of an attached log goes with the question."""
    meter = Meter(COUNTER)
    fragments = prepare([Attachment("stdin", text, "stdin")], question, meter)
    return "\n".join(fit_fragments(fragments, "en", room, "over", meter).items)


def standing_out(text: str, *asked: str) -> list[str]:
    chunks = chunk("stdin", text, Meter(COUNTER))
    return [text[chunks[i].start : chunks[i].end] for i in remarkable(text, chunks, asked)]


@pytest.mark.parametrize("form", FORMATS)
def test_P7_the_one_line_of_its_kind_is_found_in_any_format(form: str) -> None:
    text = generated(form, LINES, needles={600: ("ERROR", REFUSED)})
    for question in QUESTIONS:
        assert REFUSED in shown(text, question, room=300).replace("\\", ""), question


@pytest.mark.slow
def test_P7_the_one_line_is_found_in_five_megabytes() -> None:
    text = generated("log4j", 60_000, needles={41_003: ("ERROR", REFUSED)})
    assert len(text) > 4_900_000
    for question in QUESTIONS[:3]:
        assert REFUSED in shown(text, question), question


def test_P7_a_status_that_hardly_another_answer_has_stands_out() -> None:
    assert '" 502 ' in shown(access(LINES, needle=700), "¿qué anduvo mal?", room=300)


@pytest.mark.parametrize(
    ("noise", "needle"),
    [
        (("WARN", "slow query on table t{} took {} ms"), ("ERROR", "gateway-3 lost its upstream")),
        (("ERROR", "cannot parse header of mail {}: bad charset {}"), ("ERROR", "ledger deadlock")),
        (("ERROR", "cannot parse header of mail {}: bad charset {}"), ("FATAL", "heap exhausted")),
        (("INFO", "photo {} of album {} uploaded"), ("INFO", "leader changed: node b took over")),
        (("INFO", "photo {} of album {} uploaded"), ("ERROR", "no se pudo conectar con pagos")),
    ],
)
def test_P7_what_is_rare_stands_out_among_much_that_is_grave(
    noise: tuple[str, str], needle: tuple[str, str]
) -> None:
    r = random.Random(3)
    level, said = noise
    needles = {
        n: (level, said.format(r.randint(1, 999), r.randint(1, 999)))
        for n in r.sample(range(LINES), 150)
    }
    text = generated("log4j", LINES, needles={**needles, 700: needle})
    assert needle[1] in standing_out(text)[0]


def test_P7_of_two_errors_the_one_that_the_question_names_a_part_of_comes_first() -> None:
    needles = {300: ("ERROR", "mail relay smtp.internal refused"), 900: ("ERROR", REFUSED)}
    text = generated("logfmt", LINES, needles=needles)
    assert "payments.internal" in standing_out(text, "payment")[0]
    assert "smtp.internal" in standing_out(text, "mail")[0]


def test_P7_another_name_makes_no_other_kind_of_line() -> None:
    r = random.Random(5)
    names = {
        n: ("INFO", f"{''.join(r.choices('abcdefghij', k=7))} uploaded a photo")
        for n in r.sample(range(LINES), 150)
    }
    text = generated("log4j", LINES, needles={**names, 700: ("WARN", "disk /dev/sda is full")})
    assert "disk /dev/sda" in standing_out(text)[0]


def test_prose_and_programs_are_no_logs() -> None:
    r = random.Random(7)
    words = ["".join(r.choices("abcdefghijklmnop", k=r.randint(2, 9))) for _ in range(3000)]
    prose = "\n".join(" ".join(r.choices(words, k=9)) for _ in range(300))
    assert standing_out(prose + "\nERROR nothing\n") == []
    assert standing_out("short\n" * 5) == []


@pytest.mark.parametrize("question", QUESTIONS)
def test_a_question_of_what_went_wrong_is_one(question: str) -> None:
    assert asks_for_trouble(question)


@pytest.mark.parametrize(
    "question", ["how many users logged in?", "¿quién es ana?", "list the jobs of 10:05", ""]
)
def test_another_question_is_answered_by_its_words(question: str) -> None:
    assert not asks_for_trouble(question)
