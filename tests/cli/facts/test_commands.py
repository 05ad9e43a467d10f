"""``assistant facts``: the user's hands on the memory."""

from __future__ import annotations

import io
import json
import re
from dataclasses import replace
from pathlib import Path

import pytest

from assistant.app import open_app
from assistant.cli.main import run
from tests.e2e.conftest import Cli
from tests.e2e.test_chat import Terminal


def output(capsys: pytest.CaptureFixture[str]) -> tuple[str, str]:
    captured = capsys.readouterr()
    return captured.out, captured.err


def add(*words: str) -> None:
    assert run(["facts", "add", *words]) == 0


def listed(capsys: pytest.CaptureFixture[str], *options: str) -> list[dict[str, str]]:
    capsys.readouterr()
    assert run(["facts", "list", "--json", *options]) == 0
    rows: list[dict[str, str]] = json.loads(capsys.readouterr().out)
    return rows


def test_the_contract_of_list_json(capsys: pytest.CaptureFixture[str]) -> None:
    add("uso Neovim con LSP", "--domain", "preferences")
    (row,) = listed(capsys)
    assert set(row) == {
        "id", "domain", "fact", "confidence", "source", "state",
        "created_at", "last_confirmed_at", "next_change_at",
    }  # fmt: skip
    assert (row["domain"], row["state"], row["source"]) == ("preferences", "active", "explicit")


def test_M3_the_board_shows_state_age_and_what_comes_next(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("ASSISTANT_NOW", "2026-01-01T09:00:00+00:00")
    add("el deploy es los jueves")
    monkeypatch.setenv("ASSISTANT_NOW", "2026-01-11T09:00:00+00:00")
    capsys.readouterr()
    assert run(["facts", "list"]) == 0
    out, _ = output(capsys)
    assert "active (1)" in out
    assert "10 d" in out
    assert "stale in 170 d" in out


def test_filters_by_state_and_domain(capsys: pytest.CaptureFixture[str]) -> None:
    add("uso Neovim", "--domain", "preferences")
    add("el equipo son 5 personas", "--domain", "work")
    assert [r["fact"] for r in listed(capsys, "--domain", "work")] == ["el equipo son 5 personas"]
    assert listed(capsys, "--state", "stale") == []


@pytest.mark.parametrize(
    ("words", "told"),
    [
        (["add", "me gusta el jazz"], "No hay ningún dominio 'music' Se conocen: work, "),
        (["add", "I like the jazz"], "There is no domain 'music' Known are: work, "),
        (["list"], "There is no domain 'music' Known are: work, "),
    ],
)
def test_a_domain_that_nobody_knows_is_refused(
    capsys: pytest.CaptureFixture[str], words: list[str], told: str
) -> None:
    assert run(["facts", *words, "--domain", "music"]) == 2
    assert told in " ".join(output(capsys)[1].split())
    assert listed(capsys) == []


def test_K1_facts_of_a_pack_that_is_off_are_still_listed(
    home: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    add("the roses get no sun")
    with open_app(home=home) as app:
        (known,) = app.stores.facts.all()
        app.stores.facts.update(replace(known, domain="garden"))
    assert [row["fact"] for row in listed(capsys, "--domain", "garden")] == ["the roses get no sun"]


def test_a_domain_that_was_written_behind_the_programs_back_forges_no_line(
    home: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    add("the roses get no sun")
    with open_app(home=home) as app:
        (known,) = app.stores.facts.all()
        app.stores.facts.update(replace(known, domain="gar\nforged"))
    capsys.readouterr()
    for words in (["list"], ["show", known.id], ["confirm", known.id]):
        assert run(["facts", *words]) == 0
        told = "".join(output(capsys))
        assert "gar" in told
        assert not any(line.startswith("forged") for line in told.splitlines())


def test_edit_keeps_the_history(capsys: pytest.CaptureFixture[str]) -> None:
    add("el equipo son 5 personas")
    (row,) = listed(capsys)
    assert run(["facts", "edit", row["id"][:6], "el equipo son 6 personas"]) == 0
    states = {r["fact"]: r["state"] for r in listed(capsys)}
    assert states == {
        "el equipo son 5 personas": "superseded",
        "el equipo son 6 personas": "active",
    }
    new = next(r for r in listed(capsys) if r["state"] == "active")
    capsys.readouterr()
    assert run(["facts", "show", new["id"]]) == 0
    assert "replaced" in output(capsys)[0]


def test_forget_by_id_and_by_words_needs_a_yes(
    capsys: pytest.CaptureFixture[str], home: Path
) -> None:
    add("mi perro se llama Zyxofante")
    assert run(["facts", "forget", "--words", "el perro Zyxofante"]) == 2
    assert "Add -y" in output(capsys)[1]
    assert len(listed(capsys)) == 1
    assert run(["facts", "forget", "--words", "el perro Zyxofante", "-y"]) == 0
    assert listed(capsys) == []
    for path in home.rglob("*"):
        assert not path.is_file() or b"zyxofante" not in path.read_bytes().lower(), path


def test_forget_takes_the_yes_of_the_language_that_it_asked_in(home: Path) -> None:
    add("mi perro se llama Zyxofante")
    terminal = Terminal(Cli(home), "forget", "--all", command="facts", env={"LANG": "es_AR.UTF-8"})
    terminal.wait("[s/N]")
    terminal.enter("s")
    assert terminal.status() == 0
    with open_app() as app:
        assert app.facts.all() == []


def test_forget_all(capsys: pytest.CaptureFixture[str]) -> None:
    add("uso Neovim")
    add("el equipo son 5 personas")
    assert run(["facts", "forget", "--all", "-y"]) == 0
    assert listed(capsys) == []


@pytest.mark.parametrize("words", [["forget"], ["forget", "abc", "--all"], ["show", "nope"]])
def test_what_is_unclear_is_refused(words: list[str]) -> None:
    assert run(["facts", *words]) == 2


def test_F4_a_secret_is_refused(capsys: pytest.CaptureFixture[str]) -> None:
    assert run(["facts", "add", "my key is sk-proj-aB3dE5fG7hJ9kL1mN3pQ5rS7tU9vW1xY"]) == 65
    assert "secret" in output(capsys)[1]


def test_export_then_import_changes_nothing(
    capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    add("uso Neovim")
    add("el equipo son 5 personas")
    before = listed(capsys)
    file = tmp_path / "facts.jsonl"
    assert run(["facts", "export", "-o", str(file)]) == 0
    assert file.stat().st_mode & 0o777 == 0o600
    assert run(["facts", "import", str(file)]) == 0
    assert "0 facts came in" in output(capsys)[1]
    assert listed(capsys) == before


def test_import_into_an_empty_home_brings_everything(
    capsys: pytest.CaptureFixture[str],
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    add("uso Neovim")
    before = listed(capsys)
    assert run(["facts", "export", "-o", str(tmp_path / "facts.jsonl")]) == 0
    monkeypatch.setenv("ASSISTANT_HOME", str(tmp_path / "other"))
    assert run(["facts", "import", str(tmp_path / "facts.jsonl")]) == 0
    assert listed(capsys) == before


def test_a_broken_line_is_named_and_nothing_comes_in(
    capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    add("uso Neovim")
    file = tmp_path / "facts.jsonl"
    assert run(["facts", "export", "-o", str(file)]) == 0
    file.write_text(file.read_text().replace("uso Neovim", "uso Helix").replace('"id": "', '"id": "x')
                    + '{"id": 3}\n')  # fmt: skip
    assert run(["facts", "import", str(file)]) == 65
    assert "line 2" in output(capsys)[1].lower()
    assert len(listed(capsys)) == 1


def test_confirm_renews(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("ASSISTANT_NOW", "2026-01-01T09:00:00+00:00")
    add("uso Neovim")
    (row,) = listed(capsys)
    monkeypatch.setenv("ASSISTANT_NOW", "2026-08-01T09:00:00+00:00")
    assert listed(capsys)[0]["state"] == "stale"
    assert run(["facts", "confirm", row["id"]]) == 0
    assert listed(capsys)[0]["state"] == "active"


def test_M3_about_to_expire_comes_first_in_review(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("ASSISTANT_NOW", "2026-01-01T09:00:00+00:00")
    add("uso Neovim")
    monkeypatch.setenv("ASSISTANT_NOW", "2026-06-25T09:00:00+00:00")
    add("el equipo son 5 personas")
    with open_app() as app:
        assert [f.fact for f in app.facts.to_review(30)] == ["uso Neovim"]
        assert [f.fact for f in app.facts.about_to_change(7)] == ["uso Neovim"]


def test_F4_a_secret_in_an_import_is_set_aside_and_named(
    capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    add("uso Neovim")
    file = tmp_path / "facts.jsonl"
    assert run(["facts", "export", "-o", str(file)]) == 0
    key = "sk-proj-aB3dE5fG7hJ9kL1mN3pQ5rS7tU9vW1xY"
    row = file.read_text().replace('"id": "', '"id": "x')
    rows = [row.replace("uso Neovim", text) for text in (f"my key is {key}", "uso Helix")]
    file.write_text("".join(rows).replace('"id": "x', '"id": "y', 1))
    capsys.readouterr()
    assert run(["facts", "import", str(file)]) == 0
    said = output(capsys)[1]
    assert "fact 1 was set aside: it looks like an access" in said
    assert key not in said
    assert sorted(r["fact"] for r in listed(capsys)) == ["uso Helix", "uso Neovim"]


def test_M3_alone_it_shows_the_board_and_the_review_at_its_side(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    assert run(["facts"]) == 0
    assert "nothing is remembered yet" in output(capsys)[0]
    monkeypatch.setenv("ASSISTANT_NOW", "2026-01-01T09:00:00+00:00")
    add("uso Neovim")
    monkeypatch.setenv("ASSISTANT_NOW", "2026-06-20T09:00:00+00:00")
    add("el equipo son 5 personas")
    capsys.readouterr()
    assert run(["facts"]) == 0
    out, _ = output(capsys)
    assert out.startswith("active 2")
    assert out.index("uso Neovim") < out.index("el equipo")
    assert "stale in 10 d" in out
    assert "1 fact changes its state within 30 days: `assistant facts review`" in out
    assert "\x1b" not in out


@pytest.mark.parametrize(
    ("language", "keys", "left"),
    [
        ("en", "k\nf\nq\n", ["uso Neovim", "vivo en Rosario"]),
        ("es", "m\nf\nq\n", ["uso Neovim", "vivo en Rosario"]),
        ("en", "", ["el equipo son 5 personas", "uso Neovim", "vivo en Rosario"]),
    ],
)
def test_M3_review_keeps_and_forgets_with_one_key_each(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch, home: Path,
    language: str, keys: str, left: list[str],
) -> None:  # fmt: skip
    texts = ("uso Neovim", "el equipo son 5 personas", "vivo en Rosario")
    for day, text in enumerate(texts, 1):
        monkeypatch.setenv("ASSISTANT_NOW", f"2026-01-{day:02}T09:00:00+00:00")
        add(text)
    (home / "config.toml").write_text(f'[ui]\nlanguage = "{language}"\n')
    monkeypatch.setenv("ASSISTANT_NOW", "2026-06-20T09:00:00+00:00")
    monkeypatch.setattr("sys.stdin", io.StringIO(keys))
    assert run(["facts", "review"]) == 0
    rows = listed(capsys)
    assert sorted(row["fact"] for row in rows) == left
    renewed = {r["fact"] for r in rows if r["last_confirmed_at"].startswith("2026-06-20")}
    assert renewed == ({"uso Neovim"} if keys else set())


def test_M3_review_with_nothing_to_review_says_so(capsys: pytest.CaptureFixture[str]) -> None:
    assert run(["facts", "review", "--days", "7"]) == 0
    assert "nothing changes its state within 7 days" in output(capsys)[1]


LONG = "the staging server runs Postgres 16 on two small machines in Frankfurt, behind a proxy"


def test_a_list_for_another_program_cuts_nothing(capsys: pytest.CaptureFixture[str]) -> None:
    add(LONG)
    capsys.readouterr()
    assert run(["facts", "list"]) == 0
    assert LONG in output(capsys)[0]


@pytest.mark.parametrize("columns", [40, 60, 80, 120])
def test_a_list_fits_the_terminal(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch, columns: int
) -> None:
    add(LONG)
    add("uso Neovim")
    capsys.readouterr()
    monkeypatch.setenv("COLUMNS", str(columns))
    monkeypatch.setattr("sys.stdout.isatty", lambda: True)
    assert run(["facts", "list"]) == 0
    shown = output(capsys)[0]
    assert max(map(len, shown.splitlines())) < columns
    words = re.findall(r"[\w,]+", shown)
    assert [word for word in LONG.split() if word not in words] == [], "nothing is cut"


def test_a_list_on_a_terminal_shows_as_much_of_an_id_as_names_the_fact(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    add("uso Neovim")
    (row,) = listed(capsys)
    monkeypatch.setattr("sys.stdout.isatty", lambda: True)
    assert run(["facts", "list"]) == 0
    shown = output(capsys)[0].splitlines()[1].split()[0]
    assert 4 <= len(shown) < len(row["id"])
    assert run(["facts", "show", shown]) == 0


def test_the_contract_of_json_where_facts_come_go_and_are_reviewed(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    add("uso Neovim con LSP")
    add("la clave del wifi vence en mayo")
    output(capsys)
    assert run(["facts", "export", "--json"]) == 0
    told = json.loads(output(capsys)[0])
    assert [row["fact"] for row in told] == [
        "uso Neovim con LSP",
        "la clave del wifi vence en mayo",
    ]
    lines = tmp_path / "facts.jsonl"
    secret = dict(told[0], id="0123456789ab", fact="my password is hunter2-tortoise")
    lines.write_text("\n".join(map(json.dumps, [*told, secret])), "utf-8")
    assert run(["facts", "import", str(lines), "--json"]) == 0
    came = json.loads(output(capsys)[0])
    assert came["came"] == 0
    assert [row["line"] for row in came["refused"]] == [3]
    assert run(["facts", "review", "--days", "400", "--json"]) == 0
    rows = json.loads(output(capsys)[0])
    assert {row["fact"] for row in rows} == {row["fact"] for row in told}
