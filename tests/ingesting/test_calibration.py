"""Numbers by which a page is judged stand in `calibration`, with unit and origin, nowhere else in those readers."""

import ast
import re
from collections.abc import Iterator
from itertools import pairwise
from pathlib import Path

import pytest

import ragdesk

READERS = Path(ragdesk.__file__).parent / "ingesting" / "readers"
FOLDERS = ("pdf", "ocr", "picture")
FILES = sorted(path for folder in FOLDERS for path in (READERS / folder).glob("*.py"))
# Halves, wholes and doubles are arithmetic; sizes up to two are grammar ("more than one").
ARITHMETIC = {0.0, 0.5, 1.0, 2.0}
GRAMMAR = 2


def unnamed(tree: ast.AST) -> Iterator[str]:
    for function in ast.walk(tree):
        if not isinstance(function, ast.FunctionDef):
            continue
        for node in ast.walk(function):
            if isinstance(node, ast.Constant) and isinstance(node.value, float):
                if node.value not in ARITHMETIC:
                    yield f"{function.name}, line {node.lineno}: {node.value}"
            elif isinstance(node, ast.Compare) and isinstance(
                node.ops[0], ast.Lt | ast.LtE | ast.Gt | ast.GtE
            ):
                for side in (node.left, *node.comparators):
                    if isinstance(side, ast.Constant) and type(side.value) is int and side.value > GRAMMAR:
                        yield f"{function.name}, line {node.lineno}: compared with {side.value}"


@pytest.mark.parametrize("path", FILES, ids=lambda path: f"{path.parent.name}/{path.name}")
def test_no_number_is_judged_by_without_a_name(path: Path) -> None:
    found = list(unnamed(ast.parse(path.read_text(encoding="utf-8"))))
    assert not found, f"name these in {path.parent.name}/calibration.py"


@pytest.mark.parametrize("source", ["def f(x):\n    return x > 0.3", "def f(x):\n    return len(x) >= 40"])
def test_the_walk_finds_such_numbers(source: str) -> None:
    assert list(unnamed(ast.parse(source)))


@pytest.mark.parametrize("folder", FOLDERS)
def test_each_number_says_what_it_is(folder: str) -> None:
    lines = (READERS / folder / "calibration.py").read_text(encoding="utf-8").splitlines()
    for above, line in pairwise(lines):
        if re.match(r"[A-Z_, ]+ = ", line):
            assert "  # " in line or above.startswith("# "), line
