"""The whole prompt: never over its budget, in order, with everything reported."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from itertools import pairwise
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from assistant.config import PromptConfig
from assistant.errors import BudgetExceeded
from assistant.prompt.assemble import assemble
from assistant.prompt.base import Attachment, OutputCheck, Prompt, PromptSource, Section
from assistant.prompt.sections import ONLY_DATA
from assistant.prompt.table import NAMES
from assistant.records import ChatMessage, ToolCall
from tests.prompt.support import COUNTER, Counter, offered, source, summary, tool, turn, words

LIMITS = PromptConfig()


def build(given_source: PromptSource, **limits: int) -> Prompt:
    return assemble(given_source, COUNTER, replace(LIMITS, **limits))


def section(prompt: Prompt, name: str) -> Section:
    return next(s for s in prompt.sections if s.name == name)


def full(message: str = "what did we decide?", scale: int = 1, **values: Any) -> PromptSource:
    """A source with every section filled; ``scale`` 1 is an ordinary turn of about 1,500 tokens."""
    return source(
        message,
        **{
            "state": ("today: 2026-02-03",),
            "facts": tuple(offered(f"fact {i}: {words(2, f'f{i}x')}") for i in range(6)),
            "summaries": tuple(
                summary(f"topic {i}", day=i, discussed=(words(6, f"s{i}x"),)) for i in range(4)
            ),
            "window": tuple(
                turn(i, words(20 * scale, f"u{i}x"), words(25 * scale, f"r{i}x"))
                for i in range(1, 7)
            ),
            "tools": tuple(tool(f"c.{i}") for i in range(3)),
            **values,
        },
    )


LOG = "\n".join(f"2026-01-30 09:{i % 60:02d}:00 INFO job {i} is done" for i in range(900))


def huge(message: str = "what did we decide?") -> PromptSource:
    """Every section wants more than it may have."""
    return full(message, scale=9, attachments=(Attachment("app.log", LOG),))


# ------------------------------------------------------------------ shape and order


def test_P4_system_then_facts_then_summaries_then_window_then_message() -> None:
    prompt = build(full("the question", role_prompt="Be a pirate."))
    system, *rest = prompt.messages
    order = [
        "# Who you are",
        "# Role\nBe a pirate.",
        "today: 2026-02-03",
        "fact 0",
        "topic 0",
    ]
    places = [system.content.index(part) for part in order]
    assert places == sorted(places)
    assert [m.role for m in rest] == ["user", "assistant"] * 6 + ["user"]
    assert rest[-1].content == "the question"


def test_P4_strict_templates_accept_it() -> None:
    """One system message, at the beginning; user and assistant alternate after it."""
    run = (ChatMessage("user", "first"), ChatMessage("user", "second"))
    prompt = build(full(run=run, attachments=(Attachment("a.txt", "data"),)))
    roles = [m.role for m in prompt.messages]
    assert roles.count("system") == 1
    assert roles[0] == "system"
    assert all(a != b for a, b in pairwise(roles))
    assert prompt.messages[-1].content.startswith("first\n\nsecond\n\n<data")


def test_P4_the_tool_chain_follows_the_message_it_answers() -> None:
    chain = (
        ChatMessage("assistant", "", tool_calls=(ToolCall("1", "clock.now", "{}"),)),
        ChatMessage("tool", "09:00", tool_call_id="1"),
    )
    prompt = build(full("what time is it?", exchange=chain))
    assert prompt.messages[-3].content == "what time is it?"
    assert prompt.messages[-2:] == chain
    assert "tool: 09:00" in section(prompt, "tools").items


def test_sections_have_all_names_in_order_and_add_up() -> None:
    for given_source in (source("x"), full(), huge()):
        prompt = build(given_source)
        assert tuple(s.name for s in prompt.sections) == NAMES
        assert sum(s.tokens for s in prompt.sections) == prompt.tokens
        assert all(s.tokens >= 0 for s in prompt.sections)


def test_M1_the_size_is_the_counter_s_own_of_the_whole_request() -> None:
    prompt = build(full())
    assert prompt.tokens == COUNTER.count_messages(prompt.messages, prompt.tools)


def test_P3_an_ordinary_delta_is_small() -> None:
    prompt = build(full())
    assert 650 <= prompt.tokens - section(prompt, "system").tokens <= 1850
    assert not prompt.drops
    assert not prompt.pressed


def test_empty_sections_leave_no_trace() -> None:
    given_source = source("hello")
    prompt = build(given_source)
    assert [m.content for m in prompt.messages] == [given_source.system, "hello"]
    assert prompt.tools == ()


def test_fragments_stand_before_the_words() -> None:
    content = build(source("why?", attachments=(Attachment("a.txt", "text"),))).messages[-1].content
    assert content == '<data name="a.txt" kind="file" part="all of it">\ntext\n</data>\n\nwhy?'


def test_piped_text_alone_gets_a_word_on_what_to_do() -> None:
    content = (
        build(source("", attachments=(Attachment("stdin", "text", "stdin"),))).messages[-1].content
    )
    assert content.endswith(f"</data>\n\n{ONLY_DATA}")


def test_P7_memory_cannot_be_closed_by_a_fact() -> None:
    system = build(source("x", facts=(offered("likes </memory> tags"),))).messages[0].content
    assert "<memory-2>" in system
    assert system.endswith("</memory-2>")


# ------------------------------------------------------------------ the ladder


def test_P1_no_setting_raises_the_budget() -> None:
    prompt = assemble(huge(), COUNTER, replace(LIMITS, budget=9000, window=9000, fragments=9000))
    assert prompt.budget == 4000
    assert prompt.tokens <= 4000


@pytest.mark.parametrize("budget", [1000, 1500, 2500, 4000])
def test_P1_a_lower_budget_is_honoured(budget: int) -> None:
    assert build(huge(), budget=budget).tokens <= budget


def test_P5_over_3000_the_window_is_pressed_and_no_turn_is_lost() -> None:
    prompt = build(full(scale=9, attachments=(Attachment("app.log", LOG),)))
    assert prompt.pressed
    assert section(prompt, "window").tokens <= 850
    assert sum(m.role == "assistant" for m in prompt.messages) == 6
    assert "the prompt passed 3,000 tokens" in {d.reason for d in prompt.drops}


def test_P5_under_3000_nothing_is_pressed() -> None:
    prompt = build(full(attachments=(Attachment("a.txt", "short"),)))
    assert not prompt.pressed


def lost_within(less: int) -> list[str]:
    """The sections that are smaller where the budget is that much less than everything needs."""
    whole = build(huge(), summarise_over=4000)
    prompt = build(huge(), summarise_over=4000, budget=whole.tokens - less)
    pairs = zip(whole.sections, prompt.sections, strict=True)
    return [was.name for was, now in pairs if now.tokens < was.tokens and was.name != "system"]


def test_P5_summaries_give_way_first() -> None:
    assert lost_within(30) == ["summaries"]


def test_P5_then_the_window() -> None:
    assert lost_within(700) == ["summaries", "window"]


def test_P5_then_fragments() -> None:
    assert lost_within(1900) == ["summaries", "window", "fragments"]


def test_P5_each_gives_all_it_has_before_the_next() -> None:
    order = ("summaries", "window", "fragments", "facts", "tools")
    whole = build(huge(), summarise_over=4000)
    for budget in range(1000, 4000, 150):
        prompt = build(huge(), budget=budget, summarise_over=4000)
        touched = [n for n in order if section(prompt, n).tokens < section(whole, n).tokens]
        for name in touched[:-1]:
            assert section(prompt, name).tokens < 130  # what is left is too little to cut


def test_F8_standing_rules_outlast_everything_but_the_words() -> None:
    rule = offered("answer in verse", standing=True)
    message = words(1000)
    tokens = COUNTER.count(message)
    prompt = build(full(message, facts=(offered("has a cat"), rule)), budget=tokens + 560)
    assert [c.id for c in prompt.considered if c.decision == "in"] == ["answer in verse"]
    assert prompt.messages[-1].content == message


def test_P5_the_user_s_own_message_is_whole_while_it_can_be() -> None:
    message = words(1100)
    prompt = build(full(message, scale=9))
    assert prompt.messages[-1].content == message
    assert not prompt.notices


def test_P5_typed_text_too_large_becomes_fragments_and_it_is_told() -> None:
    typed = f"Look at this log.\n\n{LOG}\n\nWhy was job 613 slow?"
    prompt = build(full(typed))
    assert prompt.tokens <= 4000
    (notice,) = prompt.notices
    assert "too long" in notice
    content = prompt.messages[-1].content
    assert content.endswith("Why was job 613 slow?")
    assert "job 613 is done" in content
    assert section(prompt, "window").tokens > 0


def test_P5_files_have_room_beside_a_long_message() -> None:
    prompt = build(source(words(1600), attachments=(Attachment("app.log", LOG),)))
    assert section(prompt, "fragments").tokens > 300


def test_a_request_that_cannot_fit_is_refused_with_a_way_out() -> None:
    with pytest.raises(BudgetExceeded) as caught:
        build(source("x", role_prompt=words(2500)))
    assert "4,000" in caught.value.message
    assert "role's prompt" in caught.value.hint


class Suspicious(Counter):
    """Counts a whole request larger than its parts, as for a tokenizer it does not know."""

    def count_messages(
        self, messages: Sequence[ChatMessage], tools: Sequence[Mapping[str, Any]] = ()
    ) -> int:
        total = super().count_messages(messages, tools)
        return total * 3 // 2 if total > 2700 else total


def test_P1_a_whole_that_counts_more_than_its_parts_is_still_within() -> None:
    for given_source in (huge(), huge(words(1200)), source(words(1400))):
        prompt = assemble(given_source, Suspicious(), LIMITS)
        assert prompt.tokens == Suspicious().count_messages(prompt.messages, prompt.tools) <= 4000


# ------------------------------------------------------------------ omissions and retries


def test_P6_recent_facts_are_out_and_say_why() -> None:
    prompt = build(full(recent_facts={full().facts[2].fact.id: 6}))
    (out,) = [c for c in prompt.considered if c.decision == "out"]
    assert out.reason == "said in the last 3 turns"
    assert "fact 2" not in prompt.messages[0].content


def test_P6_a_fact_comes_back_when_its_turn_had_to_go() -> None:
    said = full().facts[0].fact.id
    message = COUNTER.cut(words(2000), 3300)
    prompt = build(full(message, recent_facts={said: 6}, tools=()))
    assert section(prompt, "window").items == []
    assert section(prompt, "message").items == [message]
    assert prompt.considered[0].decision == "in"


def test_P6_used_tools_are_short_and_it_is_reported() -> None:
    long = tool("files.read", "Reads a file. " + words(60))
    whole = build(full(tools=(long,)))
    short = build(full(tools=(long,), used_tools=frozenset({"files.read"})))
    assert section(short, "tools").tokens < section(whole, "tools").tokens - 50
    assert [d.what for d in short.drops] == ["files.read: full description"]


def test_P6_format_instructions_come_and_go() -> None:
    first = full(format_instructions="Answer with JSON like {...}.")
    assert "Answer with JSON" in build(first).messages[-1].content
    again = replace(first, previous_output=OutputCheck(True, True))
    assert "Answer with JSON" not in build(again).messages[-1].content
    assert [d.what for d in build(again).drops] == ["format instructions"]


def test_P6_D3_a_retry_has_the_instructions_and_only_the_last_error() -> None:
    retry = full(
        format_instructions="Answer with JSON like {...}.",
        previous_output=OutputCheck(False, False, "no closing brace"),
        last_error="no closing brace\nin line 3",
    )
    content = build(retry).messages[-1].content
    assert "Answer with JSON" in content
    assert content.count("no closing brace in line 3") == 1


def test_D3_a_long_error_is_shortened() -> None:
    prompt = build(source("x", last_error=words(900)))
    assert section(prompt, "message").tokens < 130


# ------------------------------------------------------------------ properties

texts = st.text(alphabet=st.sampled_from("ab é漢🧠<>/|\n.{}"), max_size=300)
many = st.sampled_from([0, 1, 7, 60, 700])


@st.composite
def sources(draw: st.DrawFn) -> PromptSource:
    def long() -> str:
        return draw(texts) * draw(many) + draw(texts)

    def some(most: int) -> range:
        return range(draw(st.integers(0, most)))

    return PromptSource(
        system=source("").system,
        message=long(),
        language=draw(st.sampled_from(["es", "en"])),
        role_prompt=draw(texts),
        state=tuple(draw(texts) for _ in some(6)),
        facts=tuple(offered(draw(texts), id=str(i), standing=draw(st.booleans())) for i in some(8)),
        summaries=tuple(summary(draw(texts), day=i, decisions=(draw(texts),)) for i in some(6)),
        window=tuple(turn(i, long(), long()) for i in some(6)),
        run=tuple(ChatMessage("user", draw(texts)) for _ in some(2)),
        exchange=tuple(ChatMessage("tool", long(), tool_call_id="1") for _ in some(3)),
        tools=tuple(tool(f"t{i}", draw(texts)) for i in some(5)),
        attachments=tuple(Attachment(f"{i}.txt", long()) for i in some(2)),
        recent_facts={str(i): i for i in some(6)},
        format_instructions=draw(texts),
        last_error=draw(texts),
    )


@settings(max_examples=60, deadline=None)
@given(sources(), st.sampled_from([1200, 2000, 3000, 4000]))
def test_P1_any_source_fits_or_is_refused(given_source: PromptSource, budget: int) -> None:
    try:
        prompt = build(given_source, budget=budget)
    except BudgetExceeded:
        assert budget < 4000  # with the whole budget everything here can be made to fit
        return
    assert prompt.tokens == COUNTER.count_messages(prompt.messages, prompt.tools) <= budget
    assert sum(s.tokens for s in prompt.sections) == prompt.tokens
    assert prompt.messages[0].content.startswith(given_source.system)
    assert section(prompt, "facts").tokens <= 150
    assert section(prompt, "summaries").tokens <= 200
    assert section(prompt, "window").tokens <= 1200
    assert section(prompt, "fragments").tokens <= 1600
    assert len(prompt.considered) == len(given_source.facts)
    assert all(d.tokens >= 0 for d in prompt.drops)


@settings(max_examples=15, deadline=None)
@given(sources())
def test_the_same_source_gives_the_same_prompt(given_source: PromptSource) -> None:
    assert build(given_source) == build(given_source)


def test_P1_the_prompt_does_not_grow_with_the_window_offered() -> None:
    def turns(count: int) -> tuple[Any, ...]:
        return tuple(turn(i, words(20, f"u{i}x"), words(30, f"r{i}x")) for i in range(count))

    sizes = [build(full(window=turns(count))).tokens for count in (20, 200, 2000)]
    assert max(sizes) - min(sizes) < 100
