"""A failure is told in the language of the person: what, why and what next."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator
from pathlib import Path

import pytest

from assistant import errors, retold
from assistant.config.reading import parse_config
from assistant.languages import table
from assistant.llm import failures
from assistant.llm.address import Place
from assistant.resources import data_path
from assistant.storage.sqlite.failures import damaged, foreign, locked, newer, unusable

CODE = data_path().parent / "assistant"
PACKS = CODE / "packs"
_FILLED = re.compile(r"\{\w+}")
_KINDS = {name for name in vars(errors) if isinstance(vars(errors)[name], type)}
_HOLES = "{}"


def files() -> Iterator[Path]:
    """The core's; a pack brings its own words."""
    return (path for path in sorted(CODE.rglob("*.py")) if not path.is_relative_to(PACKS))


def raised(path: Path) -> Iterator[tuple[int, str]]:
    """Each sentence that a file hands to an AssistantError as it is written, with ``{}`` for what
    is filled in, and its line. What was composed before, or said in a language, is not seen."""
    for node in ast.walk(ast.parse(path.read_text("utf-8"))):
        if isinstance(node, ast.Call) and getattr(node.func, "id", "") in _KINDS:
            for argument in node.args:
                yield from ((argument.lineno, text) for text in written(argument) if text)


def written(node: ast.expr) -> list[str]:
    if isinstance(node, ast.IfExp):
        return [*written(node.body), *written(node.orelse)]
    if isinstance(node, ast.Constant) and isinstance(node.value, str):
        return [node.value]
    if isinstance(node, ast.JoinedStr):
        if any(isinstance(v, ast.FormattedValue) and has_words(v) for v in node.values):
            return []  # which of several sentences it is, the tests below look at
        parts = [v.value if isinstance(v, ast.Constant) else filled(v) for v in node.values]
        text = "".join(map(str, parts))
        return [text] if len(re.findall(r"[a-z]{2,}", text.replace(_HOLES, ""))) > 1 else []
    return []


def filled(value: ast.FormattedValue | ast.expr) -> str:
    return "is larger than 5 MB" if "too_large" in ast.unparse(value) else _HOLES


def has_words(value: ast.FormattedValue) -> bool:
    """Whether what is filled in may be a part of the sentence itself."""
    return isinstance(value.value, ast.IfExp)


def test_every_failure_that_is_written_down_has_its_words_in_spanish() -> None:
    lacking = []
    for path in files():
        for line, text in raised(path):
            said = text.replace(_HOLES, "X7")
            if retold.retold(said, "es") == said:
                lacking.append(f"{path}:{line}: {text}")
    assert not lacking


def test_every_sentence_is_filled_with_the_same_in_both_languages() -> None:
    for english, spanish in table("es", "errors")["sentences"].items():
        filled = _FILLED.findall(english)
        assert len(filled) == len(set(filled)), english
        assert set(filled) == set(_FILLED.findall(spanish)), english


PLACE = Place("https://api.example.org/v1", "big-model", "a-key")
BARE = Place("http://127.0.0.1:8080/v1", "big-model", "")
FILE = Path("/home/ana/assistant.db")
MET: dict[str, errors.AssistantError] = {
    "no key": failures.refusal(PLACE._replace(key=""), 401, None),
    "wrong key": failures.refusal(PLACE, 401, None),
    "not allowed": failures.refusal(PLACE, 403, None),
    "unknown model": failures.refusal(PLACE, 404, None, known=["one", "two"]),
    "neither model nor list": failures.refusal(PLACE, 404, None),
    "no quota": failures.refusal(
        PLACE, 429, {"error": {"code": "insufficient_quota", "message": "no quota"}}
    ),
    "too often": failures.refusal(PLACE, 429, None, wait=90.0),
    "limited": failures.refusal(PLACE, 429, {"error": {"message": "slow down"}}),
    "too long": failures.refusal(PLACE, 400, {"error": {"message": "maximum context length"}}),
    "server failed": failures.refusal(PLACE, 502, {"error": {"message": "bad gateway"}}),
    "refused": failures.refusal(PLACE, 418, None),
    "no network": failures.broken(PLACE, type("ConnectError", (OSError,), {})(), started=False),
    "no server": failures.broken(BARE, type("ConnectError", (OSError,), {})(), started=False),
    "slow to connect": failures.broken(
        PLACE, type("ConnectTimeout", (OSError,), {})(), started=False
    ),
    "stalls": failures.broken(PLACE, TimeoutError(), started=True),
    "says nothing": failures.broken(PLACE, TimeoutError(), started=False),
    "cut": failures.broken(PLACE, ConnectionResetError(), started=True),
    "not begun": failures.broken(PLACE, ConnectionResetError(), started=False),
    "no protocol": failures.not_the_protocol(PLACE),
    "incomplete": failures.cut_short(PLACE),
    "elsewhere": failures.redirected(PLACE, "https://other.example.org/v1"),
    "nowhere": failures.redirected(PLACE, ""),
    "locked": locked(FILE),
    "newer": newer(FILE, 9, 6),
    "damaged": damaged(FILE, "malformed"),
    "foreign": foreign(FILE),
}


@pytest.mark.parametrize("error", MET.values(), ids=MET.keys())
def test_what_people_meet_is_told_whole_in_spanish(error: errors.AssistantError) -> None:
    english = re.compile(
        r"\b(?:the|is|its|and|with|was|asks|not|try|check|see|it)\b", re.IGNORECASE
    )
    own = re.compile(r"`[^`]*`|'[^']*'|no quota|slow down|maximum context length|bad gateway")
    for said in (error.message, error.hint):
        told = retold.retold(said, "es")
        assert told != said
        assert not english.search(own.sub("", told)), told
        assert retold.retold(said, "en") == said


@pytest.mark.parametrize(
    ("given", "told"),
    [
        ({"prompts": {}}, "no se conoce la sección 'prompts'"),
        ({"prompt": {"budgets": 3}}, "no se conoce la clave 'prompt.budgets'"),
        ({"prompt": 3}, "'prompt' tiene que ser una tabla"),
        ({"prompt": {"budget": "many"}}, "tiene que ser un número entero, no 'many'"),
        ({"prompt": {"budget": 1}}, "tiene que estar entre "),
        ({"model": {"small": "often"}}, "tiene que ser uno de "),
        ({"roles": {"a:b": {}}}, "tiene que ser un nombre de letras, cifras, espacios"),
        ({"tools": {"allow": "all"}}, "tiene que ser una lista de textos"),
        ({"tools": {"allow": ["x"] * 2000}}, "entradas como mucho"),
    ],
)
def test_a_bad_value_of_the_configuration_is_told_in_spanish(
    given: dict[str, object], told: str
) -> None:
    with pytest.raises(errors.ConfigurationError) as caught:
        parse_config(given)
    assert told in retold.retold(caught.value.message, "es")
    assert "config.example.toml tiene todas" in retold.retold(caught.value.hint, "es")


def test_what_the_system_says_is_told_in_spanish_too() -> None:
    said = unusable(FILE, PermissionError(13, "Permission denied")).message
    assert retold.retold(said, "es") == f"No se puede usar {FILE}: no hay permiso"


def test_what_is_filled_in_stays_as_it_is() -> None:
    assert retold.retold("There is no file a{b}c", "es") == "No hay ningún archivo a{b}c"


def test_what_no_language_has_is_said_in_english() -> None:
    assert retold.retold("Nobody wrote this sentence", "es") == "Nobody wrote this sentence"
    assert retold.retold("There is nothing to ask", "pt") == "There is nothing to ask"
    assert retold.retold("x" * (retold.LONGEST + 1), "es") == "x" * (retold.LONGEST + 1)


def test_a_pack_brings_its_own_words(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "errors.es.toml").write_text('[sentences]\n"{x} withers" = "{x} se seca"\n')
    monkeypatch.setattr(retold, "_added", [])
    retold.add(tmp_path)
    assert retold.retold("Basil withers", "es") == "Basil se seca"
    monkeypatch.undo()
    retold._table.cache_clear()
