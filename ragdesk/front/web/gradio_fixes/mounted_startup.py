"""The start of a Gradio page that another app serves.

`gradio.routes.mount_gradio_app` (6.31) starts the page's queue in the lifespan of the app that it is mounted on, which no one
runs where that app is itself mounted, or made while the server runs: events would wait forever. Here it is started by hand.
"""

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    import gradio as gr


async def begin(blocks: "gr.Blocks") -> None:
    """Start the page's queue; to be called in the server's loop."""
    blocks.run_startup_events()  # type: ignore[no-untyped-call]
    await blocks.run_extra_startup_events()  # type: ignore[no-untyped-call]
