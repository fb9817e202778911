"""Gradio's import without the hub of Hugging Face, and without command lines.

Of the hub it uses names alone, for what RAGDesk never does: loading other people's apps, sharing themes, keeping runs there
(`gradio.external`, `gradio.themes.base`, `gradio.history`, `gradio_client.client`, 6.31). Its own command line, that of the hub
and that of httpx bring two libraries for terminals. All that is a third of Gradio's import. Modules whose names stand for
nothing are there meanwhile.
"""

import sys
from collections.abc import Iterator, MutableSequence, Sequence
from contextlib import contextmanager
from importlib.abc import Loader, MetaPathFinder
from importlib.machinery import ModuleSpec
from types import ModuleType

from ragdesk.front.web.gradio_fixes.replaced import absent_for_a_while

LEFT_OUT = ("huggingface_hub", "hf_gradio", "gradio.cli")
# The one function of them that a page asks: how each of its events is called from a command line. Ours offers none.
_ASKED = ("hf_gradio.cli", "generate_cli_snippet")
# httpx goes on without its command line where it is not there.
COMMAND_LINE = "httpx._main"


@contextmanager
def absent() -> Iterator[None]:
    """While this is open, an import of these finds a stand-in, unless the real one is there already."""
    finder = _HubFinder()
    sys.meta_path.insert(0, finder)
    try:
        with absent_for_a_while(COMMAND_LINE):
            yield
    finally:
        sys.meta_path.remove(finder)
        for name in [name for name, module in sys.modules.items() if isinstance(module, _StandIn)]:
            del sys.modules[name]


class _Nothing(type):
    """The kind of class that each name of a stand-in is: what is asked of it is a class like it. It can be raised and caught, and
    begin a path."""

    def __getattr__(cls, name: str) -> "_Nothing":
        if name.startswith("__"):
            raise AttributeError(name)
        return nothing(name)

    def __fspath__(cls) -> str:
        return cls.__name__


def nothing(name: str) -> _Nothing:
    """A class of that name that does nothing."""
    return _Nothing(name, (Exception,), {})


class _StandIn(ModuleType):
    """A module in which every name stands for nothing."""

    __path__: MutableSequence[str] = []  # noqa: RUF012 - as Python has it

    def __getattr__(self, name: str) -> _Nothing:
        if name.startswith("__"):
            raise AttributeError(name)
        return nothing(name)


class _HubFinder(MetaPathFinder, Loader):
    """Finds the stand-ins."""

    def find_spec(
        self, fullname: str, path: Sequence[str] | None, target: ModuleType | None = None
    ) -> ModuleSpec | None:
        left_out = any(f"{fullname}.".startswith(f"{name}.") for name in LEFT_OUT)
        return ModuleSpec(fullname, self, is_package=True) if left_out else None

    def create_module(self, spec: ModuleSpec) -> ModuleType:
        return _StandIn(spec.name)

    def exec_module(self, module: ModuleType) -> None:
        """There is nothing in it but what is asked."""
        if module.__name__ == _ASKED[0]:
            setattr(module, _ASKED[1], no_snippets)


def no_snippets(_: object) -> dict[str, str]:
    """Stands in for the function of the command line."""
    return {}
