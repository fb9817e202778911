"""LanceDB's import without its client for a server on a network.

`lancedb` imports the request and answer types of `lance_namespace_urllib3_client` for its annotations: 147 modules of pydantic
models with their validators, 0.6 s of the 1.5 s that `import lancedb` takes (version 0.40), for a library that is opened
from a folder. So empty classes take their places. What would use them (namespaces, the list of a database's tables) is not
called by RAGDesk, and would fail at once.
"""

import sys
from collections.abc import Sequence
from importlib.abc import Loader, MetaPathFinder
from importlib.machinery import ModuleSpec
from types import ModuleType

CLIENT = "lance_namespace_urllib3_client"


def without_client() -> None:
    """To be called before `import lancedb`; does nothing where the client is imported already."""
    if CLIENT not in sys.modules:
        sys.meta_path.insert(0, _ClientFinder())


class _ClientFinder(MetaPathFinder, Loader):
    """Finds the client and all modules in it; each is a `_Placeholder`."""

    def find_spec(
        self, fullname: str, path: Sequence[str] | None, target: ModuleType | None = None
    ) -> ModuleSpec | None:
        if fullname.partition(".")[0] != CLIENT:
            return None
        return ModuleSpec(fullname, self, is_package=True)

    def create_module(self, spec: ModuleSpec) -> ModuleType:
        return _Placeholder(spec.name)

    def exec_module(self, module: ModuleType) -> None:
        """There is nothing in it."""


class _Placeholder(ModuleType):
    """A module that has every class that it is asked for; all are empty."""

    def __getattr__(self, name: str) -> type:
        if name.startswith("_"):
            raise AttributeError(name)
        placeholder = type(name, (), {})
        setattr(self, name, placeholder)
        return placeholder
