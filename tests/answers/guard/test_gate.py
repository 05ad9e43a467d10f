"""A reply as it streams: whole sentences pass, nothing of what is no reply does."""

from __future__ import annotations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from assistant.answers.guard import Asked, Gate, NoReply

QUESTION = Asked("what do owls eat?", "en")
GOOD = "Owls eat mice. They also take voles, frogs and beetles.\n\n- mice\n- voles\n"


def through(reply: str, asked: Asked = QUESTION, size: int = 3) -> tuple[str, list[str]]:
    """What passed, and the pieces that were shown. Raises NoReply."""
    shown: list[str] = []
    gate = Gate(asked, shown.append)
    for at in range(0, len(reply), size):
        gate.feed(reply[at : at + size])
    gate.finish()
    return gate.text, shown


@settings(deadline=None)
@given(st.integers(1, 40))
def test_A10_a_good_reply_passes_as_it_is_however_it_is_cut(size: int) -> None:
    text, shown = through(GOOD, size=size)
    assert text == "".join(shown) == GOOD
    assert shown[0] == "Owls eat mice. "


def test_A10_the_question_restated_is_left_out() -> None:
    assert through("What do owls eat? Mice, mostly.")[0] == "Mice, mostly."


@pytest.mark.parametrize(
    "reply", ["What do owls eat?", "", "…", "Los búhos comen ratones y ranas."]
)
def test_A10_nothing_of_what_is_no_reply_is_shown(reply: str) -> None:
    shown: list[str] = []
    gate = Gate(QUESTION, shown.append)
    gate.feed(reply)
    with pytest.raises(NoReply):
        gate.finish()
    assert shown == []
    assert gate.text == ""


def test_A10_a_loop_ends_before_its_second_round() -> None:
    gate = Gate(QUESTION)
    with pytest.raises(NoReply, match="loop"):
        gate.feed("Owls eat mice at night. They sleep all day long. " * 50)
    assert gate.text == "Owls eat mice at night. They sleep all day long. "


def test_A10_the_number_of_an_item_does_not_pass_without_it() -> None:
    gate = Gate(Asked("give me ideas", "en"))
    with pytest.raises(NoReply, match="loop"):
        gate.feed("1. A card for the house. 2. A card for the garden. 3. A card for the house. ")
    assert gate.text == "1. A card for the house. 2. A card for the garden. "


def test_A10_lines_of_code_may_repeat() -> None:
    code = "Like this:\n```\nprint('the same line')\nprint('the same line')\n```\nDone."
    assert through(code)[0] == code


def test_A10_what_a_limit_cut_off_goes_unless_it_is_all() -> None:
    for reply, kept in (("Owls eat mice. They also", "Owls eat mice. "), ("Mice and", "Mice and")):
        gate = Gate(QUESTION)
        gate.feed(reply)
        gate.finish(whole=False)
        assert gate.text == kept
