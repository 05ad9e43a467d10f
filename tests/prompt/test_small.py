"""The prompt of a small model: its sizes whatever is offered, and what of it is chosen (A9)."""

from __future__ import annotations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from assistant.config import PromptConfig
from assistant.errors import BudgetExceeded
from assistant.memory.base import OfferedFact
from assistant.prompt.assemble import assemble
from assistant.prompt.base import Attachment, Prompt, PromptSource
from assistant.prompt.small import BUDGET, WHY_OUT, chosen, for_small, texts
from assistant.records import Language
from tests.prompt.support import COUNTER, offered, source, summary, tool, turn, words

LANGUAGES: tuple[Language, ...] = ("en", "es")


def assembled(given_source: PromptSource, limits: PromptConfig | None = None) -> Prompt:
    return assemble(*_ordered(given_source, limits or PromptConfig()))


def _ordered(given_source: PromptSource, limits: PromptConfig):  # type: ignore[no-untyped-def]
    small, within = for_small(given_source, limits, COUNTER)
    return small, COUNTER, within


def fact(text: str, score: float, **values: object) -> OfferedFact:
    o = offered(text, **values)  # type: ignore[arg-type]
    return o._replace(considered=type(o.considered)(text, text, "in", "near", score))


@pytest.mark.parametrize("language", LANGUAGES)
def test_A9_the_static_part_is_short(language: Language) -> None:
    assert 0 < COUNTER.count(texts(language).static) <= 60


@pytest.mark.parametrize("language", LANGUAGES)
def test_A9_two_examples_that_look_like_what_is_asked(language: Language) -> None:
    asked = {"en": 'What is the plural of "foot"?', "es": '¿Cuál es el plural de "pan"?'}
    shown = chosen(asked[language], texts(language).examples)
    assert len(shown) == 2
    assert "plural" in shown[-1].ask


def test_A9_no_example_of_a_translation_where_nothing_is_quoted() -> None:
    for ask in ("how do I plant tomatoes?", "how do vaccines work?"):
        assert all('"' not in e.ask for e in chosen(ask, texts("en").examples))
    assert any(
        "Translate" in e.ask for e in chosen("translate house into French", texts("en").examples)
    )


def test_A9_three_facts_at_most_and_only_those_that_bear() -> None:
    near = [fact(f"the {n} works", 6.0 - n / 10) for n in range(5)]
    far = fact("likes pineapple on pizza", 3.1)
    prompt = assembled(source("what works?", facts=(*near, far)))
    inside = [c.fact for c in prompt.considered if c.decision == "in"]
    assert inside == ["the 0 works", "the 1 works", "the 2 works"]
    assert "pineapple" not in prompt.messages[-1].content
    alone = assembled(source("what works?", facts=(near[0], far)))
    assert [c.fact for c in alone.considered if c.decision == "in"] == ["the 0 works"]


def test_A9_a_fact_that_is_only_the_nearest_of_far_ones_stays_out() -> None:
    prompt = assembled(source("tell me a joke", facts=(fact("works as a gardener", 1.7),)))
    assert "gardener" not in str(prompt.messages)
    (considered,) = prompt.considered
    assert (considered.decision, considered.reason) == ("out", WHY_OUT)


def test_A9_a_rule_for_every_answer_has_a_place() -> None:
    near = [fact(f"the {n} works", 6.0 - n / 10) for n in range(5)]
    rule = offered("answer in one line", standing=True)
    prompt = assembled(source("what works?", facts=(rule, *near)))
    inside = {c.fact for c in prompt.considered if c.decision == "in"}
    assert inside == {"answer in one line", "the 0 works", "the 1 works"}


def test_A9_the_newest_two_turns_alone() -> None:
    window = tuple(turn(n, f"question {n}", f"answer {n}") for n in range(1, 6))
    shown = str(assembled(source("and now?", window=window)).messages)
    assert [n for n in range(1, 6) if f"answer {n}" in shown] == [4, 5]


def test_A9_no_state_no_summaries() -> None:
    prompt = assembled(
        source("hi", state=("today: Monday",), summaries=(summary("deployment", day=3),))
    )
    sizes = {s.name: s.tokens for s in prompt.sections}
    assert sizes["state"] == sizes["summaries"] == sizes["tools"] == 0


def test_A9_a_tool_that_was_demanded_goes_along() -> None:
    prompt = assembled(source("what time is it?", tools=(tool("clock.now"),)))
    assert len(prompt.tools) == 1


def test_A9_a_lower_limit_of_the_person_stays() -> None:
    window = (turn(1, words(50), words(50)),)
    prompt = assembled(source("hi", window=window), PromptConfig(window=0))
    assert {s.name: s.tokens for s in prompt.sections}["window"] == 0


@settings(max_examples=40, deadline=None)
@given(
    message=st.integers(1, 900),
    turns=st.integers(0, 8),
    facts=st.integers(0, 12),
    file=st.integers(0, 3000),
    role=st.integers(0, 300),
    language=st.sampled_from(LANGUAGES),
)
def test_A9_never_more_than_600_tokens(
    message: int, turns: int, facts: int, file: int, role: int, language: Language
) -> None:
    prompt = assembled(
        source(
            words(message),
            language=language,
            role_prompt=words(role, "role"),
            window=tuple(turn(n, words(80, "u"), words(300, "r")) for n in range(1, turns + 1)),
            facts=tuple(offered(f"{words(12, f'f{n}w')}", id=str(n)) for n in range(facts)),
            attachments=(Attachment("notes.txt", words(file, "line\n")),) if file else (),
        )
    )
    assert prompt.tokens <= BUDGET == prompt.budget
    assert sum(c.decision == "in" for c in prompt.considered) <= 3
    assert sum(s.tokens for s in prompt.sections) == prompt.tokens


def test_P5_what_cannot_fit_is_refused() -> None:
    with pytest.raises(BudgetExceeded):
        assembled(source("hi", format_instructions=words(700)))


def test_A9_none_of_its_words_is_a_question_of_the_benchmark() -> None:
    from tests.benchmarks.small import cases

    asked = {case.ask for language in LANGUAGES for case in cases(language)}
    own = {e.ask for language in LANGUAGES for e in texts(language).examples}
    assert asked.isdisjoint(own)
