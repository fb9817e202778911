"""A Gradio page mounted without pydantic's first version.

FastAPI (0.139, `fastapi._compat.shared`) imports it, 25 modules, to see whether a route's model was made with it. Gradio's are
not, and FastAPI goes on without it where it is not installed.
"""

from contextlib import AbstractContextManager

from ragdesk.front.web.gradio_fixes.replaced import absent_for_a_while


def absent() -> AbstractContextManager[None]:
    """While this is open, an import of it fails as where it is not installed, unless it is there already."""
    return absent_for_a_while("pydantic.v1")
