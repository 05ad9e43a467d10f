from __future__ import annotations

from itertools import pairwise

import pytest

from assistant.memory.signals.regions import RegionKind, find_regions


def kinds(text: str) -> list[tuple[RegionKind, str]]:
    return [(region.kind, text[slice(*region.span)]) for region in find_regions(text)]


@pytest.mark.parametrize(
    "line",
    [
        "def f(x): return x",
        "SELECT * FROM users;",
        "export EDITOR=vim;",
        "// remember: never call this twice",
        "sshd[2211]: session opened",
        "<p>siempre</p>",
        "console.log('hi');",
    ],
)
def test_F3_code_is_known_by_its_shape(line: str) -> None:
    assert kinds(line) == [("code", line)]


@pytest.mark.parametrize(
    "line", ["import duties are high.", "- vivo en Lima", "if you ask me, tabs", "from Lima: hola"]
)
def test_F3_prose_is_not_code(line: str) -> None:
    assert find_regions(line) == ()


def test_F3_a_quotation_is_apart_from_a_name_in_quotes() -> None:
    assert kinds('he said "i never sleep at night"') == [("quoted", '"i never sleep at night"')]
    assert kinds('my app "Foo" is in go') == [("mention", '"Foo"')]


def test_F3_an_apostrophe_opens_no_quotation() -> None:
    assert find_regions("i don't like it and she doesn't either") == ()


def test_F3_quotation_marks_around_the_whole_message_quote_nobody() -> None:
    assert find_regions('"I avoid workshops without practice."') == ()


def test_F3_a_fence_that_is_never_closed_reaches_to_the_end() -> None:
    assert kinds("mirá:\n```\nsiempre = 1") == [("code", "```\nsiempre = 1")]


def test_F3_regions_never_overlap() -> None:
    text = '```\n"a quoted line of code"\n```\n> "a quoted reply that is long"\nend'
    spans = [region.span for region in find_regions(text)]
    assert all(a[1] <= b[0] for a, b in pairwise(spans))
