"""Gradio's import without the MCP SDK.

Gradio (6.31, `gradio/mcp.py`) imports it where it is installed, for a server of its own that RAGDesk keeps off: a second of
every start. Our door for other programs needs it, and imports it when a person opens it.
"""

from contextlib import AbstractContextManager

from ragdesk.front.web.gradio_fixes.replaced import absent_for_a_while

_SDK = "mcp"


def absent() -> AbstractContextManager[None]:
    """While this is open, an import of the SDK fails as where it is not installed, unless it is there already."""
    return absent_for_a_while(_SDK)
