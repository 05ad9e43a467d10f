"""The counts without tiktoken are tiktoken's own, or none."""

from __future__ import annotations

from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from assistant.llm import byte_pairs
from assistant.llm.tokenizer import _encoding, _ranks, read_ranks
from tests.fresh import run

ROOT = Path(__file__).parents[2]
PATHS = [*ROOT.glob("*.md"), *ROOT.glob("docs/*.md"), *ROOT.glob("data/languages/*/messages.toml")]
TYPED = "".join(map(chr, range(32, 127))) + "\t\n\r áéíóúñÑüÜ¿¡«»ªºµßþÿž—–…“”‘’"


def same(text: str) -> bool:
    return byte_pairs.count(text, _ranks()) == len(_encoding().encode_ordinary(text))


@pytest.mark.parametrize("path", PATHS, ids=lambda path: path.name)
def test_the_counts_are_those_of_tiktoken(path: Path) -> None:
    text = path.read_text("utf-8")
    pieces = [text[n : n + 900] for n in range(0, len(text), 900)]
    counted = [piece for piece in pieces if byte_pairs.count(piece, _ranks()) is not None]
    assert len(counted) > len(pieces) / 2
    assert all(map(same, counted))


@given(st.text(TYPED, max_size=60))
def test_whatever_is_typed_in_spanish_or_english_is_counted_alike(text: str) -> None:
    assert same(text)


@given(st.text(" \n\r\t.'sSlLvVeEtTm1_a-", max_size=40))
def test_white_space_contractions_and_runs_are_counted_alike(text: str) -> None:
    assert same(text)


@given(st.text(max_size=60))
def test_any_text_is_counted_alike_or_not_at_all(text: str) -> None:
    assert byte_pairs.count(text, _ranks()) is None or same(text)


@pytest.mark.parametrize(
    "text", ["x²", "½ kg", "日本", "привет", "soft\xadhyphen", "\x1c", "🙂", "ſ"]
)
def test_what_could_be_read_otherwise_is_left_to_tiktoken(text: str) -> None:
    assert byte_pairs.count(text, _ranks()) is None


def test_a_piece_without_end_is_left_to_tiktoken() -> None:
    assert byte_pairs.count("ab" * 5000, _ranks()) is None


def test_a_vocabulary_of_others_is_refused(tmp_path: Path) -> None:
    other = tmp_path / "other.tiktoken"
    other.write_text("YQ== 0\n")
    with pytest.raises(ValueError, match="install it again"):
        read_ranks(other)


@pytest.mark.parametrize(
    ("counting", "loaded"),
    [
        ("count('hola, ' * 500)", False),
        ("count('日本')", True),
        ("[count(f'{n} palabras dichas') for n in range(5000)]", True),
    ],
)
def test_little_common_text_does_without_tiktoken(counting: str, loaded: bool) -> None:
    code = (
        "import sys; from assistant.llm.tokenizer import Cl100k; count = Cl100k().count;"
        f"{counting}; print('tiktoken' in sys.modules)"
    )
    assert run(code) == str(loaded)
