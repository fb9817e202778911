"""A Gradio page whose app, and whose description, are made once.

Gradio (6.31) makes its whole FastAPI app, eighty routes with their models, when `Blocks` is begun, and again when it ends
(`gradio.blocks.Blocks.queue`, `__exit__`); `mount_gradio_app` makes a third one, and only that is served. The first two are a
third of the time in which the page is made. What is served must then stand in `Blocks.app` too, where the queue looks for it.
The description of all components, which the page is drawn from, is made when `Blocks` ends, and twice more by the mount.
"""

from collections.abc import Iterator
from contextlib import contextmanager
from typing import TYPE_CHECKING, Any

from ragdesk.front.web.gradio_fixes.replaced import replaced_for_a_while

if TYPE_CHECKING:
    import gradio as gr


@contextmanager
def left_to_the_mount() -> Iterator[None]:
    """While this is open, Gradio makes no app and no description for the page that is laid out."""
    import gradio as gr
    from gradio.routes import App

    with (
        replaced_for_a_while(App, "create_app", staticmethod(_none)),
        replaced_for_a_while(gr.Blocks, "get_config_file", _no_description),
    ):
        yield


def enter_app(blocks: "gr.Blocks", outer: Any) -> None:
    """Enter the app that `mount_gradio_app` made for this page, the last one mounted on `outer`."""
    blocks.app = outer.routes[-1].app


def _none(*_: object, **__: object) -> None:
    """Stands in for Gradio's function."""


def _no_description(_: "gr.Blocks") -> dict[str, object]:
    """Stands in for Gradio's method."""
    return {}
