"""What `deploy/` holds can be read, names what there is, and starts the program as it is started."""

from __future__ import annotations

import re
import shutil
import subprocess
from pathlib import Path
from typing import Any

import pytest

from assistant.cli.commands import COMMANDS
from tests.docs import help_of

DEPLOY = Path(__file__).parent.parent.parent / "deploy"
FILES = [path for path in sorted(DEPLOY.iterdir()) if path.is_file()]
CALL = re.compile(r"assistant\"?,? \"?(serve|users)\b([^\n#]*)")


def compose() -> dict[str, Any]:
    yaml = pytest.importorskip("yaml", reason="PyYAML comes with schemathesis")
    read: dict[str, Any] = yaml.safe_load((DEPLOY / "compose.yaml").read_text("utf-8"))
    return read


def test_the_compose_file_has_two_processes_their_stores_and_a_proxy() -> None:
    services = compose()["services"]
    assert set(services) == {"app-1", "app-2", "postgres", "redis", "proxy"}
    for name in ("app-1", "app-2"):
        environment = services[name]["environment"]
        assert environment["ASSISTANT_STORAGE_URL"].startswith("postgresql://")
        assert environment["ASSISTANT_STORAGE_LIVE"].startswith("redis://")
    assert services["app-1"]["environment"] == services["app-2"]["environment"]


def test_every_variable_of_the_compose_file_is_in_the_example() -> None:
    used = set(re.findall(r"(?<!\$)\$\{(\w+)", (DEPLOY / "compose.yaml").read_text("utf-8")))
    told = set(re.findall(r"^(\w+)=", (DEPLOY / "env.example").read_text("utf-8"), re.MULTILINE))
    assert used == told


def test_every_file_that_is_mounted_is_there() -> None:
    for service in compose()["services"].values():
        for volume in service.get("volumes", ()):
            source = volume.split(":")[0]
            assert not source.startswith("./") or (DEPLOY / source).is_file(), source


def test_every_volume_that_is_named_is_declared() -> None:
    document = compose()
    named = {
        volume.split(":")[0]
        for service in document["services"].values()
        for volume in service.get("volumes", ())
    }
    assert {name for name in named if name[0] not in "./"} == set(document["volumes"])


@pytest.mark.parametrize("file", FILES, ids=lambda path: path.name)
def test_the_commands_and_options_that_are_named_exist(file: Path) -> None:
    for command, rest in CALL.findall(file.read_text("utf-8")):
        words = re.findall(r"[\w.-]+", rest)
        group = COMMANDS[command].commands
        chosen = (command, words[0]) if group and words and words[0] in group else (command,)
        assert not group or len(chosen) == 2, (file.name, rest)
        for option in re.findall(r"--[a-z-]+", rest):
            assert option in help_of(chosen), option


def test_the_image_installs_extras_that_there_are() -> None:
    import tomllib

    project = tomllib.loads((DEPLOY.parent / "pyproject.toml").read_text())["project"]
    found = re.search(r"\[([\w,]+)\]", (DEPLOY / "Dockerfile").read_text())
    assert found is not None
    assert set(found[1].split(",")) <= set(project["optional-dependencies"])


def test_the_script_is_shell() -> None:
    shell = shutil.which("sh")
    if shell is None:
        pytest.skip("there is no sh")
    subprocess.run([shell, "-n", DEPLOY / "postgres-init.sh"], check=True)


def test_the_unit_is_one(tmp_path: Path) -> None:
    verify = shutil.which("systemd-analyze")
    if verify is None:
        pytest.skip("systemd is not installed")
    unit = tmp_path / "assistant.service"
    text = (DEPLOY / "assistant.service").read_text()
    unit.write_text(text.replace("%h/.local/bin/assistant", "/bin/true"))
    done = subprocess.run([verify, "verify", unit], capture_output=True, text=True)
    assert "assistant.service" not in done.stderr, done.stderr
