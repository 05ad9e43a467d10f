"""Cutting texts along their structure."""

from __future__ import annotations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from assistant.prompt.budget import Meter
from assistant.prompt.chunking import MAX_TOKENS, Chunk, chunk
from assistant.prompt.structure import detect
from tests.prompt.support import COUNTER, words


def cut(name: str, text: str) -> tuple[Chunk, ...]:
    return chunk(name, text, Meter(COUNTER))


def bodies(name: str, text: str) -> list[str]:
    return [text[c.start : c.end] for c in cut(name, text)]


PYTHON = "\n".join(
    f'''@cached
def function_{i}(path: str) -> int:
    """Say what number {i} is good for, in a sentence of some length."""
    total = sum(len(part) for part in path.split("/"))

    for step in range({i}):
        total += step * total % 97
    return total

'''
    for i in range(8)
)

MARKDOWN = "\n".join(
    f"""## Part {i}

{words(40, f"prose{i}x")}

```sh
# not a heading
run --number {i}

run --again
```
"""
    for i in range(6)
)

LOG = "\n".join(
    f"2026-01-30 09:{i:02d}:00 INFO worker {i} took a job from the queue"
    + (
        "\n2026-01-30 09:30:01 ERROR job failed\nTraceback (most recent call last):\n"
        '  File "worker.py", line 3, in run\n    work()\nValueError: no such job'
        if i == 30
        else ""
    )
    for i in range(60)
)


@pytest.mark.parametrize(
    ("name", "text", "kind"),
    [
        ("a.py", "", "code"),
        ("README.md", "plain", "markdown"),
        ("data.tsv", "", "table"),
        ("stdin", PYTHON, "code"),
        ("stdin", MARKDOWN, "markdown"),
        ("stdin", LOG, "log"),
        ("stdin", "Jan 30 09:12:01 host sshd[1]: accepted\n" * 3, "log"),
        ("stdin", '10.0.0.7 - - [30/Jan/2026:09:12:01] "GET /" 200\n' * 3, "log"),
        ("stdin", '{"a": 1,\n "b": [2]}', "json"),
        ("stdin", '[{"id": 1}, {"id": 2}]', "json"),
        ("stdin", "id,name\n1,a\n2,b\n3,c\n", "table"),
        ("stdin", "Dear all,\n\nthe meeting, as you know, is on Monday.\nBest", "text"),
        ("stdin", "[ticket] the printer is broken", "text"),
        ("stdin", "", "text"),
    ],
)
def test_the_kind_is_seen_by_name_or_by_content(name: str, text: str, kind: str) -> None:
    assert detect(name, text) == kind


def test_code_is_cut_before_definitions_with_their_decorators() -> None:
    parts = bodies("a.py", PYTHON)
    assert len(parts) == 8
    assert all(part.startswith("@cached\ndef function_") for part in parts)


def test_code_in_the_middle_of_a_definition_carries_its_name() -> None:
    long = "def enormous(x):\n" + "\n".join(f"    step_{i} = work(x, {i})" for i in range(60))
    assert [c.title for c in cut("a.py", long)][1:] == ["def enormous(x)"] * (
        len(cut("a.py", long)) - 1
    )


def test_markdown_is_cut_at_headings_and_never_inside_a_fence() -> None:
    parts = bodies("a.md", MARKDOWN)
    assert sum(part.startswith("## Part") for part in parts) == 6
    assert all(part.count("```") % 2 == 0 for part in parts)


def test_a_log_keeps_an_error_with_its_trace() -> None:
    (failed,) = [part for part in bodies("app.log", LOG) if "ERROR" in part]
    assert "ValueError: no such job" in failed
    assert [c.alarm for c in cut("app.log", LOG)].count(True) == 1


def test_a_table_carries_its_header_into_every_fragment() -> None:
    table = "id,city,amount\n" + "\n".join(f"{i},Rosario,{i * 7}" for i in range(200))
    first, *others = cut("a.csv", table)
    assert first.title == ""
    assert {c.title for c in others} == {"id,city,amount"}


def test_minified_json_is_cut_between_elements() -> None:
    text = "[" + ",".join(f'{{"id":{i},"name":"thing number {i}"}}' for i in range(100)) + "]"
    parts = bodies("a.json", text)
    assert len(parts) > 5
    assert all(part.startswith('{"id"') for part in parts[1:])


def test_prose_is_cut_at_paragraphs() -> None:
    paragraphs = [words(25, f"p{i}x") for i in range(5)]
    assert [part.strip() for part in bodies("a.txt", "\n\n".join(paragraphs))] == paragraphs


def test_a_paragraph_of_one_line_is_cut_at_sentences() -> None:
    text = " ".join(f"This is sentence number {i} of the report." for i in range(60))
    assert all(part.strip().endswith(".") for part in bodies("a.txt", text))


def test_line_numbers_are_those_of_an_editor() -> None:
    text = "one\x0cstill one\n" + "\n".join(f"line {i} {words(20)}" for i in range(2, 30))
    for c in cut("a.txt", text):
        assert text.count("\n", 0, c.start) + 1 == c.first_line


def test_blank_texts_have_no_fragments() -> None:
    assert cut("a.txt", " \n\n \t ") == ()
    assert cut("a.txt", "") == ()


@settings(max_examples=80, deadline=None)
@given(
    st.sampled_from(["a.py", "a.md", "a.log", "a.json", "a.csv", "a.txt", "stdin"]),
    st.text(alphabet=st.sampled_from('ab {}#-\n\n.,:"0é漢🧠\t'), max_size=4000),
)
def test_nothing_is_lost_nor_doubled_whatever_the_text(name: str, text: str) -> None:
    chunks = cut(name, text)
    edges = [edge for c in chunks for edge in (c.start, c.end)]
    assert edges == sorted(edges)
    covered = "".join(text[c.start : c.end] for c in chunks)
    assert "".join(covered.split()) == "".join(text.split())
    assert all(text[c.start : c.end].strip() for c in chunks)


@pytest.mark.parametrize(
    "text",
    ["x" * 5000, words(3000), "漢字" * 2000, "🧠" * 900, PYTHON, MARKDOWN, LOG, "a, " * 4000],
)
def test_fragments_are_of_about_120_tokens_at_most(text: str) -> None:
    assert max(COUNTER.count(part) for part in bodies("stdin", text)) <= MAX_TOKENS * 1.25
