"""Gradio's import without the MCP SDK.

Gradio (6.31, `gradio/mcp.py`) imports it where it is installed, for a server of its own that RAGDesk keeps off: a second of
every start. Our door for other programs needs it, and imports it when a person opens it.
"""

import sys
from collections.abc import Iterator
from contextlib import contextmanager

_SDK = "mcp"


@contextmanager
def absent() -> Iterator[None]:
    """While this is open, an import of the SDK fails as where it is not installed, unless it is there already."""
    if _SDK in sys.modules:
        yield
        return
    sys.modules[_SDK] = None  # type: ignore[assignment]
    try:
        yield
    finally:
        del sys.modules[_SDK]
