"""What the configuration says of a pack reaches that pack's own functions, and no other's."""

from __future__ import annotations

from pathlib import Path

import pytest

from assistant.app import open_app
from assistant.config.reading import parse_config
from assistant.errors import ConfigurationError
from assistant.tools.calls import Call
from tests.clock import Clock
from tests.packs.support import declare, use, write_pack

CODE = '''
from assistant.tools.base import Context

@tool("keeper.set")
def settings_of(context: Context) -> str:
    """Tell the settings."""
    return dict(context.settings)

def tools():
    return [settings_of]

def shown(moment):
    return [str(dict(moment.settings))]
'''
SLASH = '(SlashCommand("settings", shown, help={"en": "settings", "es": "ajustes"}),)'


def test_K1_a_pack_reads_its_own_table(home: Path, tmp_path: Path) -> None:
    use(
        home,
        ["keeper"],
        [write_pack(tmp_path, "keeper", declare("keeper", tools="tools", slash=SLASH), CODE)],
    )
    with (home / "config.toml").open("a") as file:
        file.write("\n[packs.keeper]\nwater = 3\n\n[packs.other]\nwater = 4\n")
    with open_app(clock=Clock(), answers=False) as app:
        result = app.toolbox().pipeline.execute(Call("keeper.set", {}))
        assert result.data == {"water": 3}
        packs = app.session_packs
        assert packs is not None
        moment = packs.moment(packs.usable[0], "", app.session().conversation, "en")
        assert list(packs.usable[0].slash[0].run(moment)) == ["{'water': 3}"]
        assert app.toolbox().pipeline.execute(Call("time.now", {})).success


def test_a_key_that_is_no_table_is_refused_by_name() -> None:
    with pytest.raises(ConfigurationError, match=r"packs\.onn"):
        parse_config({"packs": {"onn": ["keeper"]}})
    with pytest.raises(ConfigurationError, match=r"packs\.settings"):
        parse_config({"packs": {"settings": 1}})
