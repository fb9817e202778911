"""One function of a module in the place of another, from the moment at which the module is first imported."""

import importlib
import sys
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from importlib.abc import Loader, MetaPathFinder
from importlib.machinery import ModuleSpec
from types import ModuleType
from typing import Any


@contextmanager
def replaced_on_import(functions: Mapping[str, tuple[str, Callable[..., Any]]]) -> Iterator[None]:
    """While this is open, a module named in `functions` gets, once it is loaded, the given function under the given name."""
    finder = _Finder(functions)
    sys.meta_path.insert(0, finder)
    try:
        yield
    finally:
        sys.meta_path.remove(finder)


class _Finder(MetaPathFinder):
    """Finds the modules by the finders that come after this one."""

    def __init__(self, functions: Mapping[str, tuple[str, Callable[..., Any]]]) -> None:
        self._functions = functions

    def find_spec(
        self, fullname: str, path: Sequence[str] | None, target: ModuleType | None = None
    ) -> ModuleSpec | None:
        if fullname not in self._functions:
            return None
        others = (finder for finder in sys.meta_path if finder is not self)
        specs = (finder.find_spec(fullname, path, target) for finder in others)
        spec = next((spec for spec in specs if spec is not None), None)
        if spec is not None and spec.loader is not None:
            spec.loader = _ReplacingLoader(spec.loader, *self._functions[fullname])
        return spec


class _ReplacingLoader(Loader):
    """Loads the module as it is, then puts another function in the place of one."""

    def __init__(self, loader: Loader, name: str, function: Callable[..., Any]) -> None:
        self._loader, self._name, self._function = loader, name, function

    def create_module(self, spec: ModuleSpec) -> ModuleType | None:
        return self._loader.create_module(spec)

    def exec_module(self, module: ModuleType) -> None:
        self._loader.exec_module(module)
        setattr(module, self._name, self._function)

    def __getattr__(self, name: str) -> Any:
        return getattr(self._loader, name)


@contextmanager
def absent_for_a_while(name: str) -> Iterator[None]:
    """While this is open, an import of the module fails as where it is not installed, unless it is there already."""
    if name in sys.modules:
        yield
        return
    sys.modules[name] = None  # type: ignore[assignment]
    try:
        yield
    finally:
        del sys.modules[name]


@contextmanager
def replaced_for_a_while(owner: object, name: str, function: Callable[..., Any]) -> Iterator[None]:
    """While this is open, `function` stands in the place of that function of a module or class."""
    original = vars(owner)[name]
    setattr(owner, name, function)
    try:
        yield
    finally:
        setattr(owner, name, original)


def replace_functions(module: str, names: Sequence[str], function: Callable[..., Any]) -> None:
    """Put `function` in the place of each of these, for all of this process; who imported one by name before keeps it."""
    for name in names:
        setattr(importlib.import_module(module), name, function)
