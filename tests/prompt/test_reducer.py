"""The in-run memory of one-shot calls."""

from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from assistant.prompt.reducer import Report, reduce
from assistant.records import ChatMessage

messages = st.lists(
    st.builds(ChatMessage, st.sampled_from(["user", "assistant"]), st.text(max_size=60)),
    max_size=14,
)


def user(*texts: str) -> list[ChatMessage]:
    return [ChatMessage("user", text) for text in texts]


def test_R1_appends_in_order() -> None:
    kept, report = reduce(user("one"), user("two", "three"))
    assert [m.content for m in kept] == ["one", "two", "three"]
    assert report == Report(3, 3, 0, 0)


def test_R1_keeps_at_most_8_messages_the_newest() -> None:
    kept, report = reduce(user(*map(str, range(9))), user("9", "10"))
    assert [m.content for m in kept] == [str(n) for n in range(3, 11)]
    assert report == Report(before_count=11, after_count=8, trimmed_by_chars=0, trimmed_by_count=3)


def test_R1_keeps_at_most_8000_characters_oldest_first() -> None:
    kept, report = reduce(user("a" * 4000, "b" * 3000), user("c" * 3000))
    assert [m.content[0] for m in kept] == ["b", "c"]
    assert report == Report(3, 2, trimmed_by_chars=1, trimmed_by_count=0)


def test_R1_exactly_at_both_limits_nothing_is_lost() -> None:
    kept, report = reduce((), user(*["x" * 1000] * 8))
    assert len(kept) == 8
    assert report == Report(8, 8, 0, 0)


def test_R1_the_newest_message_is_never_lost_nor_cut() -> None:
    kept, report = reduce(user("old"), user("n" * 9000))
    assert [m.content for m in kept] == ["n" * 9000]
    assert report.trimmed_by_chars == 1


def test_R4_both_limits_are_told_apart() -> None:
    _, report = reduce(user(*["x" * 3000] * 5), user(), max_messages=4, max_chars=8000)
    assert report == Report(before_count=5, after_count=2, trimmed_by_chars=2, trimmed_by_count=1)


def test_R1_nothing_stays_nothing() -> None:
    assert reduce((), ()) == ((), Report(0, 0, 0, 0))


@given(messages, messages, st.integers(1, 9), st.integers(1, 200))
def test_R1_limits_hold_and_reducing_again_changes_nothing(
    old: list[ChatMessage], new: list[ChatMessage], most: int, chars: int
) -> None:
    kept, report = reduce(old, new, most, chars)
    everything = tuple(old + new)
    assert kept == everything[len(everything) - len(kept) :]
    assert len(kept) <= most
    assert sum(len(m.content) for m in kept) <= chars or len(kept) == 1
    assert report.before_count - report.after_count == (
        report.trimmed_by_chars + report.trimmed_by_count
    )
    assert reduce(kept, (), most, chars)[0] == kept
