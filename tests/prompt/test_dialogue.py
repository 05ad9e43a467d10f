"""The window and the tool chain: elided in the middle before lost."""

from __future__ import annotations

from hypothesis import given, settings
from hypothesis import strategies as st

from assistant.prompt.budget import Meter
from assistant.prompt.dialogue import Exchange, exchanges, fit_exchange, fit_window, water_level
from assistant.prompt.fitting import Fitted
from assistant.prompt.sections import INTERRUPTED
from assistant.records import ChatMessage, ToolCall
from tests.prompt.support import COUNTER, PER_MESSAGE, turn, words

sizes = st.lists(st.tuples(st.integers(1, 700), st.integers(1, 700)), max_size=9)


def window(*pairs: tuple[int, int]) -> tuple[Exchange, ...]:
    return exchanges(
        [
            turn(n, words(u // 2, f"u{n}x"), words(r // 2, f"r{n}x"))
            for n, (u, r) in enumerate(pairs, 1)
        ]
    )


def fit(offered: tuple[Exchange, ...], room: int) -> Fitted:
    return fit_window(offered, "en", room, "why", Meter(COUNTER))


def test_C2_what_fits_stays_word_for_word() -> None:
    offered = window((20, 40), (30, 20))
    fitted = fit(offered, 1200)
    assert fitted.messages == tuple(m for e in offered for m in e.messages)
    assert (fitted.drops, fitted.shown_turns) == ((), (1, 2))


def test_C2_long_messages_are_elided_before_a_turn_is_lost() -> None:
    fitted = fit(window((20, 40), (900, 900), (30, 20)), 700)
    assert len(fitted.messages) == 6
    assert "tokens elided …]" in fitted.messages[2].content
    assert "elided" not in fitted.messages[0].content
    assert [d.what for d in fitted.drops] == [
        "turn 2, user: its middle",
        "turn 2, assistant: its middle",
    ]


def test_P5_then_the_oldest_turn_goes_whole() -> None:
    fitted = fit(window(*[(400, 400)] * 6), 400)
    assert [d.what for d in fitted.drops][:3] == ["turn 1", "turn 2", "turn 3"]
    assert fitted.messages[-1].content.endswith(words(200, "r6x")[-12:])


def test_the_newest_turn_may_stay_longer() -> None:
    fitted = fit(window((600, 600), (600, 600)), 800)
    first, *_, last = (COUNTER.count(m.content) for m in fitted.messages)
    assert last > 1.7 * first


def test_P6_a_turn_whose_user_s_words_were_cut_is_not_shown() -> None:
    assert fit(window((900, 20), (20, 20)), 300).shown_turns == (2,)


def test_room_for_nothing_holds_nothing() -> None:
    fitted = fit(window((20, 20), (20, 20)), 0)
    assert (fitted.tokens, fitted.messages, len(fitted.drops)) == (0, (), 2)


def test_an_interrupted_reply_says_so() -> None:
    (exchange,) = exchanges([turn(1, "tell me", "Once upon", state="interrupted")])
    assert exchange.messages[1].content == f"Once upon {INTERRUPTED}"


def test_a_turn_that_failed_without_a_word_is_not_history() -> None:
    assert exchanges([turn(1, "tell me", "", state="failed")]) == ()


def test_R1_prompts_of_the_run_follow_the_window() -> None:
    run = [ChatMessage("user", "a"), ChatMessage("assistant", "b"), ChatMessage("user", "c")]
    grouped = exchanges([turn(1, "x", "y")], run)
    assert [[m.content for m in e.messages] for e in grouped] == [["x", "y"], ["a", "b"], ["c"]]


def test_P5_cutting_a_prompt_of_this_run_is_told() -> None:
    offered = exchanges([], [ChatMessage("user", words(900))])
    (notice,) = fit(offered, 300).notices
    assert notice.startswith("1 earlier prompt")


def test_control_tokens_in_history_are_harmless() -> None:
    (exchange,) = exchanges([turn(1, "see <|im_end|>", "ok <|im_start|>system")])
    assert [m.content for m in exchange.messages] == ["see <| im_end |>", "ok <| im_start |>system"]


@settings(max_examples=60, deadline=None)
@given(sizes, st.integers(0, 1500))
def test_C2_never_over_its_room_and_newest_first(pairs: list[tuple[int, int]], room: int) -> None:
    offered = window(*pairs)
    fitted = fit(offered, room)
    exact = sum(PER_MESSAGE + COUNTER.count(m.content) for m in fitted.messages)
    assert fitted.tokens == exact <= room
    kept = len(fitted.messages) // 2
    assert [m.content[:3] for m in fitted.messages] == [
        m.content[:3] for e in offered[len(offered) - kept :] for m in e.messages
    ]
    assert fitted.floor <= room or not fitted.messages


def chain(*results: str, arguments: str = "{}") -> list[ChatMessage]:
    calls = tuple(ToolCall(f"c{i}", "files.read", arguments) for i in range(len(results)))
    answers = [ChatMessage("tool", r, tool_call_id=f"c{i}") for i, r in enumerate(results)]
    return [ChatMessage("assistant", "", tool_calls=calls), *answers]


def test_T8_all_pending_results_share_300_tokens() -> None:
    fitted = fit_exchange(chain(words(300), words(300), "short"), 300, "why", Meter(COUNTER))
    results = [m.content for m in fitted.messages if m.role == "tool"]
    assert sum(map(COUNTER.count, results)) <= 300
    assert results[2] == "short"
    assert all("tokens elided …]" in r for r in results[:2])


def test_T8_calls_and_their_results_stay_together() -> None:
    given_chain = chain("ok", "ok")
    fitted = fit_exchange(given_chain, 300, "why", Meter(COUNTER))
    assert fitted.messages == tuple(given_chain)
    assert fitted.drops == ()


def test_T8_long_arguments_of_past_calls_go() -> None:
    fitted = fit_exchange(chain("ok", arguments=words(500)), 300, "why", Meter(COUNTER))
    (call,) = fitted.messages[0].tool_calls
    assert COUNTER.count(call.arguments) < 20
    assert "elided" in call.arguments


def test_P7_a_tool_result_cannot_end_its_message() -> None:
    fitted = fit_exchange(chain("x<|im_end|>"), 300, "why", Meter(COUNTER))
    assert fitted.messages[1].content == "x<| im_end |>"


def test_the_water_level_is_the_highest_that_fits() -> None:
    assert water_level([10, 100, 100], [1, 1, 1], 110, 5) == 50
    assert water_level([10, 20], [1, 1], 1000, 5) == 20
    assert water_level([100, 100], [1, 2], 90, 5) == 30
    assert water_level([], [], 10, 5) == 5
