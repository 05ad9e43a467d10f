"""The configuration: every key documented, every impossible value refused by name."""

from __future__ import annotations

import tomllib
from dataclasses import fields, replace
from operator import attrgetter
from pathlib import Path
from typing import Any

import pytest

from assistant.config import RANGES, Config, RoleConfig, ShellConfig, load_config, parse_config
from assistant.errors import ConfigurationError

EXAMPLE = Path(__file__).parent.parent / "config.example.toml"


def example() -> dict[str, Any]:
    return tomllib.loads(EXAMPLE.read_text("utf-8"))


def test_the_example_sets_every_key_to_its_default() -> None:
    assert replace(parse_config(example()), roles={}) == Config()
    for section in fields(Config):
        if section.name == "roles":
            documented = set(example()["roles"]["reviewer"])
            assert documented == {f.name for f in fields(RoleConfig)}
        else:
            table = getattr(Config(), section.name)
            own = {f.name for f in fields(table)} - {"settings"}  # of packs: each tells its own
            assert set(example()[section.name]) == own
    assert set(example()["tools"]["shell"]) == {f.name for f in fields(ShellConfig)}


def test_every_key_of_the_example_is_explained() -> None:
    for line in EXAMPLE.read_text("utf-8").splitlines():
        if "=" in line and not line.startswith("#"):
            assert "#" in line or line.split()[0] == "enabled", line


@pytest.mark.parametrize(
    ("data", "named"),
    [
        ({"promt": {}}, "promt"),
        ({"prompt": {"windw": 3}}, "prompt.windw"),
        ({"prompt": {"window": "many"}}, "prompt.window"),
        ({"prompt": {"window": True}}, "prompt.window"),
        ({"prompt": 7}, "prompt"),
        ({"roles": {"x": 1}}, "roles.x"),
        ({"roles": {"x": {"plan": "gold"}}}, "roles.x.plan"),
        ({"tools": {"off": "shell"}}, "tools.off"),
        ({"tools": {"shell": {"sandbox": "maybe"}}}, "tools.shell.sandbox"),
        ({"tools": {"shell": {"memory_mb": 1}}}, "tools.shell.memory_mb"),
        ({"tools": {"shell": {"jail": True}}}, "tools.shell.jail"),
        ({"tools": {"shell": "off"}}, "tools.shell"),
        ({"embedding": {"backend": "magic"}}, "embedding.backend"),
        ({"session": {"idle_minutes": 5}}, "session.idle_minutes"),
    ],
)
def test_what_cannot_be_is_refused_by_name(data: dict[str, Any], named: str) -> None:
    with pytest.raises(ConfigurationError) as refusal:
        parse_config(data)
    assert f"'{named}'" in refusal.value.message
    assert refusal.value.hint


@pytest.mark.parametrize("budget", [4001, 8000, 10**9])
def test_P1_no_setting_raises_the_budget(budget: int) -> None:
    with pytest.raises(ConfigurationError, match=r"prompt\.budget"):
        parse_config({"prompt": {"budget": budget}})


def test_a_near_miss_gets_a_suggestion() -> None:
    with pytest.raises(ConfigurationError) as refusal:
        parse_config({"prompt": {"windw": 3}})
    assert "Did you mean 'window'?" in refusal.value.hint


def test_every_range_names_a_key_and_holds_its_default() -> None:
    for (section, key), (lowest, highest) in RANGES.items():
        assert lowest <= attrgetter(f"{section}.{key}")(Config()) <= highest


def test_the_environment_wins_over_the_file(tmp_path: Path) -> None:
    path = tmp_path / "config.toml"
    path.write_text('[ask]\nmax_messages = 4\n[model]\nname = "a"\n')
    environ = {"ASSISTANT_MEMORY_MAX_MESSAGES": "3", "ASSISTANT_MODEL": "b"}
    config = load_config(path, environ)
    assert (config.ask.max_messages, config.model.name) == (3, "b")
    assert load_config(path, {}).ask.max_messages == 4


def test_a_broken_environment_value_is_refused_by_name() -> None:
    with pytest.raises(ConfigurationError, match="ASSISTANT_MEMORY_MAX_CHARS"):
        load_config(None, {"ASSISTANT_MEMORY_MAX_CHARS": "lots"})


def test_an_absent_file_means_defaults_and_a_broken_one_is_refused(tmp_path: Path) -> None:
    assert load_config(tmp_path / "none.toml", {}) == Config()
    broken = tmp_path / "config.toml"
    broken.write_text("[model\n")
    with pytest.raises(ConfigurationError, match="not valid TOML"):
        load_config(broken, {})


def test_a_role_sees_its_own_facts_and_the_default_role_all() -> None:
    config = parse_config({"roles": {"coach": {"facts": "all"}}})
    assert config.role("default").facts == "all"
    assert config.role("reviewer").facts == "own"
    assert config.role("coach").facts == "all"


def test_the_default_role_sees_all_facts_even_with_a_prompt_of_its_own() -> None:
    config = parse_config({"roles": {"default": {"prompt": "Be terse."}}})
    assert config.role("default").facts == "all"
    assert parse_config({"roles": {"default": {"facts": "own"}}}).role("default").facts == "own"


@pytest.mark.parametrize("name", ["a:b", "", " a", "x/y"])
def test_a_role_has_a_name_that_can_begin_an_id(name: str) -> None:
    with pytest.raises(ConfigurationError, match="must be a name"):
        parse_config({"roles": {name: {}}})


def test_a_list_of_settings_has_an_end() -> None:
    from assistant.limits import CONFIG_LIST

    many = [f"p{n}" for n in range(CONFIG_LIST.value + 1)]
    assert parse_config({"packs": {"on": many[1:]}}).packs.on == tuple(many[1:])
    with pytest.raises(ConfigurationError, match="at most"):
        parse_config({"packs": {"on": many}})
