"""Who may import whom, and which part may touch which library. The design, kept true by walking the imports."""

import ast
import subprocess
import sys
from pathlib import Path

import pytest

PACKAGE = Path(__file__).resolve().parent.parent / "ragdesk"

NOUNS = {"types", "errors"}
# What each part may import of the package. `desk` alone builds the parts.
ALLOWED = {
    "offline": set(),
    "types": set(),
    "errors": set(),
    "courtesy": set(),
    "log": set(),
    "connections": set(),
    "text": set(),
    "paths": {"errors"},
    "settings": {"errors"},
    "contract": NOUNS,
    "console": NOUNS,
    "ingest": NOUNS | {"text", "courtesy"},
    "answer": NOUNS | {"text"},
    "memory": NOUNS | {"text"},
    "export": NOUNS,
    "store": NOUNS | {"paths"},
    "engines": NOUNS | {"paths", "offline", "settings", "courtesy"},
    "desk": NOUNS
    | {"ingest", "answer", "memory", "export", "store", "engines", "text"}
    | {"paths", "settings", "log", "offline", "connections"},
    "evaluation": NOUNS | {"desk", "answer"},
    "ui": NOUNS | {"desk", "settings", "text", "connections", "notices"},
    "cli": NOUNS | {"desk", "paths", "contract", "console", "evaluation", "intact", "window"},
    "intact": NOUNS | {"paths"},
    "notices": {"intact"},
    "window": NOUNS | {"desk", "paths", "ui"},
    "bundle": {"cli", "engines", "errors", "window"},
}
FENCES = {
    "gradio": {"ui"},
    "lancedb": {"store"},
    "tantivy": {"store"},
    "llama_cpp": {"engines"},
    "sentence_transformers": {"engines"},
    "onnxruntime": {"engines"},
    "tokenizers": {"engines"},
    "torch": {"engines"},
    "pymupdf": {"ingest", "export"},
    "rapidocr": {"ingest"},
    "PIL": {"ingest"},
    "openpyxl": {"ingest"},
    "docx": {"ingest", "export"},
    "pptx": {"ingest"},
    "watchfiles": {"ingest"},
    "ir_measures": {"evaluation"},
}
HEAVY = {*FENCES, "pyarrow", "transformers", "onnx", "fastapi", "starlette", "uvicorn"}


def modules() -> list[Path]:
    return sorted(PACKAGE.rglob("*.py"))


def part_of(path: Path) -> str:
    relative = path.relative_to(PACKAGE)
    return relative.parts[0] if len(relative.parts) > 1 else relative.stem


def imports(tree: ast.AST) -> set[str]:
    found: set[str] = set()
    for node in ast.walk(tree):
        if isinstance(node, ast.Import):
            found |= {alias.name for alias in node.names}
        elif isinstance(node, ast.ImportFrom) and node.module:
            found |= {f"{node.module}.{alias.name}" for alias in node.names}
    return found


@pytest.mark.parametrize("path", modules(), ids=lambda p: str(p.relative_to(PACKAGE)))
def test_each_part_imports_only_what_the_design_allows(path: Path) -> None:
    part = part_of(path)
    if part in ("__init__", "__main__"):
        return
    found = imports(ast.parse(path.read_text(encoding="utf-8")))
    inside = {
        name.split(".")[1] for name in found if name.startswith("ragdesk.") and "__version__" not in name
    }
    assert inside <= ALLOWED[part] | {part}
    for library, parts in FENCES.items():
        if any(name.split(".")[0] == library for name in found):
            assert part in parts, f"{library} belongs in {parts}"


@pytest.mark.parametrize("path", modules(), ids=lambda p: str(p.relative_to(PACKAGE)))
def test_no_module_imports_a_heavy_library_when_it_is_imported(path: Path) -> None:
    tree = ast.parse(path.read_text(encoding="utf-8"))
    top = [node for node in tree.body if isinstance(node, ast.Import | ast.ImportFrom)]
    names = {name.split(".")[0] for node in top for name in imports(node)}
    # `ui` parts are imported by `ui.app` only once a window is wanted.
    assert not (names & HEAVY) or part_of(path) == "ui"


def test_help_loads_nothing_heavy() -> None:
    code = (
        "import sys\n"
        "from ragdesk.cli import main\n"
        "try:\n    main(['--help'])\nexcept SystemExit:\n    pass\n"
        f"print(sorted({sorted(HEAVY)!r} and [m for m in {sorted(HEAVY)!r} if m in sys.modules]), file=sys.stderr)"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert done.stderr.strip() == "[]"
    assert "add" in done.stdout
