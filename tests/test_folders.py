"""Folders for their owner alone."""

from __future__ import annotations

import ast
from pathlib import Path

from assistant.folders import make_private_folder
from tests.test_architecture import modules, nodes


def test_every_folder_that_is_made_is_its_owners_alone(tmp_path: Path) -> None:
    made = tmp_path / "data" / "assistant" / "models"
    make_private_folder(made)
    make_private_folder(made)
    for folder in (made, made.parent, made.parent.parent):
        assert folder.stat().st_mode & 0o777 == 0o700


def test_a_folder_that_is_there_keeps_its_mode(tmp_path: Path) -> None:
    shared = tmp_path / "shared"
    shared.mkdir(mode=0o755)
    shared.chmod(0o755)
    make_private_folder(shared / "mine")
    assert shared.stat().st_mode & 0o777 == 0o755


def test_nothing_makes_a_folder_and_its_parents_in_another_way() -> None:
    """``mkdir(parents=True)`` gives its mode to the last one only."""
    for path, tree in modules():
        for node in nodes(tree):
            if isinstance(node, ast.Call) and getattr(node.func, "attr", "") == "mkdir":
                assert "parents" not in {keyword.arg for keyword in node.keywords}, path
