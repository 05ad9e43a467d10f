"""A language of nobody's, from a folder alone: the program speaks it, counts in it, answers in it."""

from __future__ import annotations

import ast
import json
import re
import shutil
from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.e2e.conftest import Cli, lend_tables
from tests.test_architecture import modules

TOY = Path(__file__).parent / "toy"
PACKAGE = Path(__file__).parent.parent.parent / "assistant"
NOW = {"ASSISTANT_NOW": "2026-11-23T12:00:00+00:00"}

FACT = {
    "domain": "personal", "confidence": "high", "source": "explicit", "language": "xx",
    "created_at": "2026-11-20T12:00:00+00:00", "last_confirmed_at": "2026-11-20T12:00:00+00:00",
}  # fmt: skip


@pytest.fixture
def ixian(home: Path, embedder_cache: Path) -> Cli:
    """The program in a home with the folder of the language, which is chosen for the notices."""
    cli = Cli(home)
    cli.configure('[ui]\nlanguage = "xx"\n[model]\nprobe_local_servers = false\n')
    shutil.copytree(TOY, home / "languages")
    lend_tables(embedder_cache, home)
    return cli


def test_the_configuration_accepts_it_and_the_program_speaks_it(ixian: Cli) -> None:
    checked = ixian("config", "check")
    assert checked.status == 0, checked.err
    assert f"{ixian.home / 'config.toml'} bonas\n" in checked.err
    listed = ixian("facts", "list")
    assert listed.err == "Neniuj faktoj.\n"


def test_a_language_without_a_folder_is_refused_with_those_that_have_one(ixian: Cli) -> None:
    ixian.configure('[ui]\nlanguage = "zz"\n')
    refused = ixian("config", "check")
    assert refused.status == 78
    assert "must be one of 'auto', 'en', 'es', 'xx', not 'zz'" in refused.err


def test_what_it_lacks_is_said_in_english_and_listed(ixian: Cli) -> None:
    checked = ixian("config", "check")
    lacking = checked.out.splitlines()
    assert f"xx lacks {len(lacking)} sentences, said in English instead:" in checked.err
    assert "ui.yes_no" in lacking
    assert "config.right" not in lacking
    assert "facts.came" in lacking, "it asks for a value that there is not"


def test_the_doctor_tells_of_it(ixian: Cli) -> None:
    told = ixian("doctor").out
    assert re.search(r"warn\s+languages\s+xx lacks \d+ sentences, said in English: ", told), told
    assert "languages/xx/messages.toml" in told


def test_dates_numbers_and_lists_come_out_in_it(ixian: Cli) -> None:
    asked = ixian("ask", "kiom da tagoj restas gxis kristnasko?", env=NOW)
    assert asked.out == ("Restas 32 tagaro (4 semajnoj ++ 4 tagoj) gxis 2026'Dudeka'25 (Kin).\n"), (
        asked.err
    )


@pytest.mark.parametrize(("count", "said"), [(1, "1 fakto"), (3, "3 faktoj"), (5, "5 faktojn")])
def test_a_noun_has_as_many_forms_as_the_language(ixian: Cli, count: int, said: str) -> None:
    """And what its folder says wrongly, with a value that there is not, is said in English."""
    lines = (
        json.dumps({**FACT, "id": f"f{n}", "fact": f"Friend {n} lives in Cork"})
        for n in range(count)
    )
    (ixian.home / "facts.jsonl").write_text("\n".join(lines))
    assert f"{said} came in\n" in ixian("facts", "import", str(ixian.home / "facts.jsonl")).err


def test_its_folder_is_all_there_is_of_it() -> None:
    modules = {path: path.read_text("utf-8") for path in PACKAGE.rglob("*.py")}
    assert not [
        path for path, code in modules.items() if re.search(r"ixian|[\"']xx[\"']", code, re.I)
    ]


ALLOWED = {
    "packs/names.py": "the languages that every pack has to speak",
    "start.py": "two words from before anything can be read",
    "memory/forgetting.py": "a hash is kept, and must not depend on the language",
    "memory/dedup/alignment.py": "rules of comparing questions, measured in these two together",
    "memory/signals/language.py": "the letters were trained on these two",
}
ENDINGS = ("endswith", "startswith", "removesuffix", "removeprefix", "sub")


def codes_in(tree: ast.AST) -> Iterator[int]:
    """The lines on which a language is told by its code: compared with, looked up, passed on. An
    ending, or a word that looks like one among others, is no code."""
    for node in ast.walk(tree):
        match node:
            case ast.Compare(comparators=[ast.Constant(value="en" | "es")]):
                yield node.lineno
            case ast.Subscript(slice=ast.Constant(value="en" | "es")):
                yield node.lineno
            case ast.Dict(keys=[*keys]) if {getattr(key, "value", "") for key in keys} == {
                "en",
                "es",
            }:
                yield node.lineno
            case ast.Tuple(elts=[*parts]) if {getattr(p, "value", "") for p in parts} == {
                "en",
                "es",
            }:
                yield node.lineno
            case ast.Call(func=called, args=[*given]) if (
                ast.unparse(called).split(".")[-1] not in ENDINGS
            ):
                if any(getattr(value, "value", "") in ("en", "es") for value in given):
                    yield node.lineno


def test_no_module_names_a_language() -> None:
    """What belongs to one is its folder's."""
    for name, tree in modules():
        if name not in ALLOWED:
            assert not list(codes_in(tree)), name
