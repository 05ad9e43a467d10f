"""The README's commands do what it says, typed as they stand."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
from pathlib import Path

import pytest
from visit import call

from tests.conftest import GUARD
from tests.docs import examples
from tests.servers.scripted import Reply, ScriptedServer

FOLDER = Path(__file__).parent.parent
ROOT = FOLDER.parent.parent
pytestmark = pytest.mark.slow  # it types what a person would
TYPED = "two blue pens for the cart\n/shop\n"


@pytest.mark.skipif(not shutil.which("bash"), reason="there is no bash")
def test_three_commands_are_enough(home: Path, server: ScriptedServer) -> None:
    (script,) = [e.text for e in examples(FOLDER / "README.md") if e.language == "sh"]
    assert len(script.splitlines()) == 3
    server.replies = [call("add", product="PN1", count=2), Reply("They are in your cart.")]
    environment = {
        **os.environ,
        "PATH": f"{Path(sys.executable).parent}{os.pathsep}{os.environ['PATH']}",
        "PYTHONPATH": os.pathsep.join((str(GUARD), str(ROOT))),
        "OPENAI_BASE_URL": server.base_url,
        "OPENAI_API_KEY": "sk-test-0000",
    }
    done = subprocess.run(
        ["bash", "-euo", "pipefail", "-c", script],
        cwd=ROOT,
        env=environment,
        input=TYPED,
        capture_output=True,
        encoding="utf-8",
    )
    assert done.returncode == 0, done.stderr
    assert "2 × Ballpoint pen, blue (PN1) at 1.20" in done.stdout + done.stderr
    assert (home / "packs" / "shop" / "catalogue.db").is_file()
