"""Gradio's import without the documentation of its events.

Each component class, when it is made, renders the docstring of each of its events with a Jinja template of its own
(`gradio.events.EventListener.set_doc`, 6.31): 216 templates are compiled at each start, for people who read them in an editor.
Here the docstrings stay as they are written.
"""


class UnrenderedDoc:
    """Stands in for Jinja's template."""

    def __init__(self, written: str) -> None:
        self._written = written

    def render(self, **_: object) -> str:
        return self._written


REPLACED = {"gradio.events": ("Template", UnrenderedDoc)}
