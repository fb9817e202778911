"""Windows whose states Gradio keeps: the last few that were used.

Gradio (6.31) forgets no window's state by itself until there are 10,000 (`gradio.state_holder.StateHolder`); each reload is one
more, about 2 MB. `launch` takes another number, `mount_gradio_app` does not, so it is set on the page.
"""

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    import gradio as gr

WINDOWS = 32


def keep_few_windows(blocks: "gr.Blocks") -> None:
    """Have the page keep the states of `WINDOWS` windows; to be called before it is mounted."""
    blocks.state_session_capacity = WINDOWS
