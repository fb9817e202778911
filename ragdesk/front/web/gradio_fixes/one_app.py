"""A Gradio page whose app is made once.

Gradio (6.31) makes its whole FastAPI app, eighty routes with their models, when `Blocks` is begun, and again when it ends
(`gradio.blocks.Blocks.queue`, `__exit__`); `mount_gradio_app` makes a third one, and only that is served. The first two are a
third of the time in which the page is made. What is served must then stand in `Blocks.app` too, where the queue looks for it.
"""

from collections.abc import Iterator
from contextlib import contextmanager
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    import gradio as gr


@contextmanager
def left_to_the_mount() -> Iterator[None]:
    """While this is open, Gradio makes no app for the page that is laid out."""
    from gradio.routes import App

    make = App.__dict__["create_app"]
    App.create_app = staticmethod(_none)  # type: ignore[method-assign, assignment]
    try:
        yield
    finally:
        App.create_app = make  # type: ignore[method-assign]


def enter_app(blocks: "gr.Blocks", outer: Any) -> None:
    """Enter the app that `mount_gradio_app` made for this page, the last one mounted on `outer`."""
    blocks.app = outer.routes[-1].app


def _none(*_: object, **__: object) -> None:
    """Stands in for Gradio's function."""
