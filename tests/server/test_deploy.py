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


def test_every_service_says_whether_it_is_well_and_begins_again_by_itself() -> None:
    for name, service in compose()["services"].items():
        assert ("image" in service) != ("build" in service), name
        assert service["healthcheck"]["test"][0] in ("CMD", "CMD-SHELL"), name
        assert service["restart"] == "unless-stopped", name


def test_no_secret_stands_in_a_file_that_is_shared() -> None:
    text = (DEPLOY / "compose.yaml").read_text("utf-8")
    for name, value in re.findall(r"^\s*(\w*(?:PASSWORD|KEY)\w*): *(.*)$", text, re.MULTILINE):
        assert re.fullmatch(r"\$\{\w+:[?-]\}", value), name
    for password in re.findall(r"://\w*:(\S*?)@", text):
        assert re.fullmatch(r"\$\{\w+:\?\}", password)
    example = (DEPLOY / "env.example").read_text("utf-8")
    for value in re.findall(r"^\w*(?:PASSWORD|KEY)\w*=(.*)$", example, re.MULTILINE):
        assert value == "" or value.startswith("change-me")


def test_what_faces_the_outside_is_the_proxy_alone() -> None:
    opened = {name for name, service in compose()["services"].items() if "ports" in service}
    assert opened == {"proxy"}


def caddyfile(caddy: str) -> str:
    """As that release reads it: until 2.6.3 what keeps a request whole had another name."""
    text = (DEPLOY / "Caddyfile").read_text("utf-8")
    version = re.match(r"v?(\d+)\.(\d+)\.(\d+)", _told([caddy, "version"]))
    if version and tuple(map(int, version.groups())) < (2, 6, 4):
        text = text.replace("request_buffers 4MB", "buffer_requests")
    return text


def test_the_caddyfile_is_one(tmp_path: Path) -> None:
    caddy = shutil.which("caddy")
    if caddy is None:
        pytest.skip("caddy is not installed")
    (tmp_path / "Caddyfile").write_text(caddyfile(caddy))
    _told([caddy, "validate", "--adapter", "caddyfile", "--config", str(tmp_path / "Caddyfile")])


def _told(words: list[str]) -> str:
    done = subprocess.run(words, capture_output=True, text=True)
    assert done.returncode == 0, done.stderr
    return done.stdout


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
