"""The reader's weights as they are shipped: which facts a message means, and what it wants."""

from __future__ import annotations

import numpy as np
import pytest

from assistant.reader import MOST_FACTS, READ_AGAIN, UNREAD, Reading, Want, reader, second
from assistant.reader.together import ANSWERS, questions

FACTS = (
    "vivo en Rosario",
    "my sister Nora lives in Oslo",
    "the staging database runs on port 5433",
    "the production database runs on port 5432",
    "peso 71 kilos",
    "me mudé a Córdoba en marzo",
    "my dentist is Dr Okafor",
)


def read(message: str) -> Reading:
    return reader().read(message, FACTS)


def best(logits: tuple[float, ...]) -> str:
    return FACTS[int(np.argmax(logits))]


def wants(reading: Reading) -> Want:
    return max(reading.shares, key=lambda want: reading.shares[want])


@pytest.mark.parametrize(
    ("question", "fact"),
    [
        ("which port does the production database run on?", FACTS[3]),
        ("¿en qué puerto corre la base de staging?", FACTS[2]),
        ("¿dónde vive mi hermana?", FACTS[1]),
        ("who looks after my teeth?", FACTS[6]),
    ],
)
def test_A6_the_fact_that_answers_is_the_likeliest(question: str, fact: str) -> None:
    reading = read(question)
    assert best(reading.answers) == fact
    assert wants(reading) == "told"


@pytest.mark.parametrize(
    ("message", "want"),
    [
        ("¿cómo se llama mi cardiólogo?", "untold"),
        ("who painted the Mona Lisa?", "elsewhere"),
        ("write a haiku about databases", "elsewhere"),
        ("forget what I told you about my weight", "forget"),
        ("olvidate de todo lo que sabés de mí", "forget all"),
    ],
)
def test_A7_what_a_message_wants_of_the_facts_is_told_apart(message: str, want: Want) -> None:
    assert wants(read(message)) == want


def test_F7_what_is_to_be_forgotten_is_known_in_other_words() -> None:
    assert best(read("delete what I weigh").means) == FACTS[4]
    assert best(read("borrá lo de mi hermana").means) == FACTS[1]


def test_a_reading_does_not_depend_on_what_was_read_before() -> None:
    before = read("where does Nora live?")
    read("and something quite different")
    after = read("where does Nora live?")
    assert np.allclose(before.answers, after.answers, atol=1e-4)


@pytest.mark.parametrize("message", ["", "?", "\u0000", "ñ" * 300, "日本語 😀", "a " * 2000])
def test_any_text_is_read(message: str) -> None:
    reading = reader().read(message, ["x", "😀", ""])
    assert len(reading.answers) == len(reading.means) == 3
    assert all(np.isfinite(reading.answers))
    assert sum(reading.shares.values()) == pytest.approx(1, abs=1e-4)


def test_one_fact_and_the_most_are_read() -> None:
    for count in (1, MOST_FACTS):
        facts = [f"my box {n} is blue" for n in range(count)]
        assert len(reader().read("what colour is box 0?", facts).answers) == count


def test_F7_of_more_facts_the_likeliest_are_read() -> None:
    others = [f"my box {n} is blue" for n in range(2 * MOST_FACTS)]
    facts = [*others[:MOST_FACTS], "my knee was operated on", *others[MOST_FACTS:]]
    reading = reader().read("forget what I told you about my knee surgery", facts)
    assert len(reading.means) == len(reading.together) == len(facts)
    assert int(np.argmax(reading.together)) == MOST_FACTS
    assert sum(logit > UNREAD for logit in reading.means) == MOST_FACTS


def test_what_was_read_wholly_is_known_from_below_as_well(monkeypatch: pytest.MonkeyPatch) -> None:
    read("it's 74 kilos now, not 71")
    encoder = reader()._encoder
    monkeypatch.setattr(encoder, "states", lambda *_: pytest.fail("read again"))
    lower = reader().lower_states(["it's 74 kilos now, not 71", *FACTS])
    assert len(lower) == 1 + len(FACTS)


def test_A6_the_facts_that_may_answer_a_question_are_read_twice() -> None:
    question = "who looks after my teeth?"
    once = (np.array(read(question).answers) + second().read(question, FACTS).answers) / 2
    both = reader().read(question, FACTS, asked=True).answers
    likeliest = np.argsort(-once)[:READ_AGAIN].tolist()
    said, *known = reader().lower_states((question, *(FACTS[n] for n in likeliest)))
    again = questions().logits(said, known)[:, ANSWERS]
    assert [both[n] for n in likeliest] == pytest.approx((once[likeliest] + again) / 2, abs=1e-3)
    others = [logit for n, logit in enumerate(both) if n not in likeliest]
    assert max(others) <= min(both[n] for n in likeliest)


@pytest.mark.parametrize("message", ["write a haiku about databases", "who painted the Mona Lisa?"])
def test_A7_what_asks_nothing_of_the_memory_is_read_once(message: str) -> None:
    once = (np.array(read(message).answers) + second().read(message, FACTS).answers) / 2
    assert reader().read(message, FACTS, asked=True).answers == pytest.approx(once)
