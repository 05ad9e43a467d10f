"""A pack's folder for files is the pack's own, and the home's owner's alone."""

from __future__ import annotations

import stat
import subprocess
import sys
from pathlib import Path

import pytest

from assistant.app import open_app
from assistant.tools.calls import Call
from tests.clock import Clock
from tests.packs.support import declare, use, write_pack

CODE = '''
from assistant.tools.base import Context

@tool("keeper.write")
def write(context: Context, line: str) -> str:
    """Write a line.

    Args:
        line: What is written.
    """
    file = context.folder() / "lines"
    file.write_text(line)
    return str(file)

def tools():
    return [write]

def command():
    import typer

    keeper = typer.Typer()

    @keeper.command()
    def show(context: typer.Context):
        """Show the line."""
        with context.obj.open() as moment:
            typer.echo((moment.folder() / "lines").read_text())

    return keeper

def shown(moment):
    return [(moment.folder() / "lines").read_text()]
'''
SLASH = '(SlashCommand("lines", shown, help={"en": "lines", "es": "renglones"}),)'


@pytest.fixture(autouse=True)
def _keeper(home: Path, tmp_path: Path) -> None:
    code = declare("keeper", tools="tools", command="command", slash=SLASH)
    use(home, ["keeper"], [write_pack(tmp_path, "keeper", code, CODE)])


def test_tools_and_what_people_type_have_the_same_one(home: Path) -> None:
    with open_app(clock=Clock(), answers=False) as app:
        result = app.toolbox().pipeline.execute(Call("keeper.write", {"line": "hello"}))
        assert Path(result.data) == home / "packs" / "keeper" / "lines"
        packs = app.session_packs
        assert packs is not None
        (pack,) = packs.usable
        moment = packs.moment(pack, "", app.session().conversation, "en")
        assert list(pack.slash[0].run(moment)) == ["hello"]
        assert stat.S_IMODE((home / "packs" / "keeper").stat().st_mode) == 0o700
        with pytest.raises(ValueError, match="belongs to no pack"):
            packs.folder_of_tool("time.now")


def test_so_has_its_command(home: Path) -> None:
    (home / "packs" / "keeper").mkdir(parents=True, mode=0o700)
    (home / "packs" / "keeper" / "lines").write_text("hello")
    words = [sys.executable, "-m", "assistant.cli.main", "keeper", "show"]
    done = subprocess.run(words, capture_output=True, encoding="utf-8")
    assert (done.stdout, done.stderr) == ("hello\n", "")


def test_incognito_it_is_gone_at_the_end(home: Path) -> None:
    with open_app(clock=Clock(), answers=False, incognito=True) as app:
        result = app.toolbox().pipeline.execute(Call("keeper.write", {"line": "hello"}))
        file = Path(result.data)
        assert file.read_text() == "hello"
    assert not file.exists()
    assert not (home / "packs").exists()


def test_what_was_open_to_others_is_closed(home: Path) -> None:
    folder = home / "packs"
    folder.mkdir(mode=0o755)
    with open_app(clock=Clock(), answers=False) as app:
        assert app.stores
    assert stat.S_IMODE(folder.stat().st_mode) == 0o700
