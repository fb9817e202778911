"""Gradio's import without what it writes into its own folder, and without pandas.

Each component class, when it is made, parses its own source file, renders a `.pyi` text with Jinja and compares it with the one
beside it (`gradio.component_meta.create_or_modify_pyi`, 6.31). That is for people who write components in an editor; in
an app it is about a quarter of the import, fails without sources, and writes into the installed package.

The seed with which it names uploads is read from a file in that package, which it writes where it may; here each run has its own.

Of pandas it imports the name alone, for tables and plots, which RAGDesk does not show: an empty module stands there meanwhile,
so the bundle goes without (23 MB with the client of LanceDB, 300 modules).
"""

import importlib
import sys
from collections.abc import Callable, Sequence
from importlib.abc import Loader, MetaPathFinder
from importlib.machinery import ModuleSpec
from types import ModuleType
from typing import Any
from uuid import uuid4

PANDAS = "pandas"


def import_gradio() -> None:
    """Import Gradio, unless it is already; from then on `import gradio` is free."""
    if "gradio" in sys.modules:
        return
    finder = _Finder()
    sys.meta_path.insert(0, finder)
    stand_in = ModuleType(PANDAS)
    # Arrow, should it look meanwhile, takes this for one that is too old.
    stand_in.__dict__["__version__"] = "0"
    sys.modules.setdefault(PANDAS, stand_in)
    try:
        importlib.import_module("gradio")
    finally:
        sys.meta_path.remove(finder)
        if sys.modules.get(PANDAS) is stand_in:
            del sys.modules[PANDAS]


class _Finder(MetaPathFinder):
    """Finds the two modules, by the finders that come after this one."""

    def find_spec(
        self, fullname: str, path: Sequence[str] | None, target: ModuleType | None = None
    ) -> ModuleSpec | None:
        if fullname not in INSTEAD:
            return None
        others = (finder for finder in sys.meta_path if finder is not self)
        found = (finder.find_spec(fullname, path, target) for finder in others)
        spec = next((one for one in found if one is not None), None)
        if spec is not None and spec.loader is not None:
            spec.loader = _Quiet(spec.loader, *INSTEAD[fullname])
        return spec


class _Quiet(Loader):
    """Loads the module as it is, then puts another function in the place of one."""

    def __init__(self, loader: Loader, function: str, instead: Callable[..., Any]) -> None:
        self._loader, self._function, self._instead = loader, function, instead

    def create_module(self, spec: ModuleSpec) -> ModuleType | None:
        return self._loader.create_module(spec)

    def exec_module(self, module: ModuleType) -> None:
        self._loader.exec_module(module)
        setattr(module, self._function, self._instead)

    def __getattr__(self, name: str) -> Any:
        return getattr(self._loader, name)


def _nothing(*_: object) -> None:
    """Writes no stub."""


def _seed() -> str:
    """As Gradio makes it, and kept nowhere."""
    return uuid4().hex


# Which function of which module has which one in its place.
INSTEAD: dict[str, tuple[str, Callable[..., Any]]] = {
    "gradio.component_meta": ("create_or_modify_pyi", _nothing),
    "gradio.utils": ("get_hash_seed", _seed),
}
