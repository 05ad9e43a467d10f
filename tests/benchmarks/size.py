"""How much the memory is: python -m tests.benchmarks.size [FOLDER …]

Files, lines, constants and regular expressions of ``assistant/memory`` and of the text it reads
with, or of the folders that are named. A constant is a number (or several) that a module gives a
name in capitals; a regular expression one that is compiled or asked of ``re`` with its text there.
"""

from __future__ import annotations

import ast
import sys
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import NamedTuple

ROOT = Path(__file__).parents[2]
MEMORY = ("assistant/memory", "assistant/text")
_OF_RE = {"compile", "search", "match", "fullmatch", "findall", "finditer", "sub", "subn", "split"}


class Size(NamedTuple):
    """Of some modules together."""

    files: int
    lines: int
    constants: int
    expressions: int


def size_of(folders: Sequence[str]) -> Size:
    """Of all modules below them, as far as they are there."""
    texts = [path.read_text("utf-8") for name in folders for path in (ROOT / name).rglob("*.py")]
    trees = [ast.parse(text) for text in texts]
    return Size(
        len(texts),
        sum(len(text.splitlines()) for text in texts),
        sum(1 for tree in trees for _ in _constants(tree)),
        sum(1 for tree in trees for _ in _expressions(tree)),
    )


def _constants(tree: ast.Module) -> Iterator[str]:
    for node in tree.body:
        match node:
            case (
                ast.Assign(targets=[target], value=value)
                | ast.AnnAssign(target=target, value=value)
            ) if value is not None and _is_number(value):
                names = target.elts if isinstance(target, ast.Tuple) else [target]
                yield from (n.id for n in names if isinstance(n, ast.Name) and n.id.isupper())


def _is_number(value: ast.expr) -> bool:
    match value:
        case ast.Tuple(elts=parts) if parts:
            return all(map(_is_number, parts))
        case ast.UnaryOp(operand=inner):
            return _is_number(inner)
        case ast.BinOp(left=left, right=right):
            return _is_number(left) and _is_number(right)
        case ast.Call(func=ast.Name(id="timedelta")):
            return True
        case ast.Constant(value=int() | float()):
            return not isinstance(value.value, bool)
    return False


def _expressions(tree: ast.Module) -> Iterator[ast.Call]:
    for node in ast.walk(tree):
        match node:
            case ast.Call(func=ast.Attribute(value=ast.Name(id="re"), attr=name), args=[first, *_]):
                if name in _OF_RE and isinstance(first, ast.Constant | ast.JoinedStr | ast.BinOp):
                    yield node


def main(folders: Sequence[str]) -> None:
    found = size_of(folders or MEMORY)
    print("  ".join(f"{name} {count:,}" for name, count in found._asdict().items()))


if __name__ == "__main__":
    main(sys.argv[1:])
