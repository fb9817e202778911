"""A window's session that does not grow with each change of a component.

Gradio (6.31) makes a component anew for each change of its properties. The new one has an id of its own and is filed in the
window's session under the id of the one that it replaces; when its value is next read or filled in, it is filed under its own
id as well (`gradio.blocks.Blocks.preprocess_data`, `postprocess_data`). So each change left a component behind, about 20 kB,
for as long as the window was open and an hour longer. Here one that replaces another takes over its id.
"""

from functools import wraps
from typing import Any


def keep_ids() -> None:
    """Change Gradio's session, for all of this process; again has no effect."""
    from gradio.blocks import Block
    from gradio.state_holder import SessionState

    set_item = SessionState.__setitem__
    if hasattr(set_item, "__wrapped__"):
        return

    @wraps(set_item)
    def set_with_id(session: SessionState, key: int, value: Any) -> None:
        if isinstance(value, Block):
            value._id = key
        set_item(session, key, value)

    SessionState.__setitem__ = set_with_id  # type: ignore[method-assign]
