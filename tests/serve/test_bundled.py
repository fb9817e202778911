"""What the doors need is in the bundle. PyInstaller takes in what code imports, in functions, too, and what the orders name; it
sees no import by a name in a text, and takes the data of no installed package unless it is told to."""

import ast
import json
import subprocess
import sys
from modulefinder import ModuleFinder
from pathlib import Path
from types import ModuleType
from typing import Any

ROOT = Path(__file__).parents[2]
# Opens what stands behind both doors, and says which modules are loaded and which installed packages were asked for their data.
OPENS = """
import importlib.metadata, json, sys
from pathlib import Path
asked = []
from_name = importlib.metadata.Distribution.from_name.__func__
def noting(cls, name):
    asked.append(name)
    return from_name(cls, name)
importlib.metadata.Distribution.from_name = classmethod(noting)
import ragdesk
from ragdesk.app.app import App
from ragdesk.host.paths import open_home
from ragdesk.serve.callers import Callers
from ragdesk.serve.run import door_of
from ragdesk.serve.stdio import speak
app = App.open(open_home(Path(sys.argv[1])))
door_of(app, 1, Callers(app.home))
app.close()
print(json.dumps({"loaded": sorted(sys.modules), "asked": sorted(set(asked))}))
"""
FOLLOWED = ("ragdesk", "mcp", "mcp_types", "httpx2", "sse_starlette", "uvicorn", "start")


class Follower(ModuleFinder):
    """As PyInstaller does it: what the code of these packages imports, wherever it does."""

    def find_module(self, name: str, path: Any, parent: ModuleType | None = None) -> Any:
        top = (parent.__name__ if parent is not None else name).partition(".")[0]
        if name != "__init__" and top not in FOLLOWED:  # the __init__ of a package that was found
            raise ImportError(name)
        return super().find_module(name, path, parent)  # type: ignore[misc]


def ordered(name: str) -> list[str]:
    """The texts of a list in the orders, given by name or as a keyword."""
    for node in ast.walk(ast.parse((ROOT / "ragdesk.spec").read_text("utf-8"))):
        if isinstance(node, ast.Assign) and ast.unparse(node.targets[0]) == name:
            return list(ast.literal_eval(node.value))
        if isinstance(node, ast.keyword) and node.arg == name:
            return list(ast.literal_eval(node.value))
    raise AssertionError(f"there is no {name} in the orders")


def test_what_the_doors_load_is_taken_into_the_bundle(tmp_path: Path) -> None:
    done = subprocess.run(
        [sys.executable, "-c", OPENS, str(tmp_path / "home")],
        capture_output=True,
        text=True,
        check=True,
        cwd=ROOT,
    )
    told = json.loads(done.stdout.splitlines()[-1])
    sys.path.insert(0, str(ROOT / "build"))
    try:
        from leave_out import EXCLUDED_MODULES
    finally:
        sys.path.remove(str(ROOT / "build"))
    left_out = tuple(f"{name}." for name in EXCLUDED_MODULES)
    assert "mcp.server.mcpserver" in told["loaded"]
    assert [name for name in told["loaded"] if f"{name}.".startswith(left_out)] == []

    follower = Follower(path=[str(ROOT), *sys.path])
    follower.run_script(str(ROOT / "build" / "start.py"))
    for name in ordered("hiddenimports"):
        if name.partition(".")[0] in FOLLOWED:
            follower.import_hook(name)
    needed = [name for name in told["loaded"] if name.partition(".")[0] in FOLLOWED]
    assert [name for name in needed if name not in follower.modules] == []
    assert {name for name in told["asked"] if name in FOLLOWED} <= set(ordered("WITH_METADATA"))
