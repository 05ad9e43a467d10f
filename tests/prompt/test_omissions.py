"""What a prompt leaves out because it would add nothing."""

from __future__ import annotations

import pytest

from assistant.prompt.base import OutputCheck
from assistant.prompt.omissions import leave_out_recent, needs_format, shorten_used_tools
from tests.prompt.support import COUNTER, offered, tool

LONG = tool(
    "files.read",
    "Reads a text file below the allowed roots. The path may be relative; binary files are "
    "refused, long ones come in parts.",
)


def test_P6_a_used_tool_is_described_in_short() -> None:
    (short,) = shorten_used_tools([LONG], {"files.read"})
    assert short["function"]["description"] == "Reads a text file below the allowed roots."
    assert "description" not in short["function"]["parameters"]["properties"]["text"]
    assert COUNTER.count(str(short)) < COUNTER.count(str(LONG))


def test_P6_calls_validate_as_before() -> None:
    (short,) = shorten_used_tools([LONG], {"files.read"})
    assert short["function"]["parameters"]["required"] == ["text"]
    assert short["function"]["parameters"]["properties"]["text"]["type"] == "string"


def test_P6_parameters_named_like_prose_survive() -> None:
    given = tool("notes.add")
    given["function"]["parameters"]["properties"] = {
        "title": {"type": "string", "description": "What it is called."},
        "description": {"type": "string", "default": "none"},
        "examples": {"enum": ["description", "title"]},
    }
    (short,) = shorten_used_tools([given], {"notes.add"})
    assert short["function"]["parameters"]["properties"] == {
        "title": {"type": "string"},
        "description": {"type": "string", "default": "none"},
        "examples": {"enum": ["description", "title"]},
    }


def test_P6_an_unused_tool_keeps_its_full_description() -> None:
    assert shorten_used_tools([LONG], {"clock.now"}) == (LONG,)


def test_P6_the_given_definitions_are_not_changed() -> None:
    before = str(LONG)
    shorten_used_tools([LONG], {"files.read"})
    assert str(LONG) == before


def test_P6_facts_said_in_the_last_3_turns_are_left_out_with_the_reason() -> None:
    facts = [offered("uses vim"), offered("has a cat")]
    vim, cat = leave_out_recent(facts, {"uses vim": 7}, [4, 5, 6, 7])
    assert (vim.considered.decision, vim.considered.reason) == ("out", "said in the last 3 turns")
    assert cat.considered.decision == "in"


def test_F8_facts_of_older_turns_stay() -> None:
    (vim,) = leave_out_recent([offered("uses vim")], {"uses vim": 4}, [4, 5, 6, 7])
    assert vim.considered.decision == "in"


def test_P6_a_fact_whose_turn_is_not_in_the_prompt_stays() -> None:
    (vim,) = leave_out_recent([offered("uses vim")], {"uses vim": 7}, [])
    assert vim.considered.decision == "in"


def test_F8_standing_rules_always_have_a_place() -> None:
    (rule,) = leave_out_recent(
        [offered("answer briefly", standing=True)], {"answer briefly": 7}, [7]
    )
    assert rule.considered.decision == "in"


@pytest.mark.parametrize(
    ("previous", "needed"),
    [
        (None, True),
        (OutputCheck(valid=True, structure_ok=True), False),
        (OutputCheck(valid=False, structure_ok=True), True),
        (OutputCheck(valid=True, structure_ok=False), True),
        (OutputCheck(valid=True, structure_ok=True, parse_error="line 1"), True),
    ],
)
def test_P6_format_instructions_only_go_when_all_three_hold(
    previous: OutputCheck | None, needed: bool
) -> None:
    assert needs_format(previous) is needed
