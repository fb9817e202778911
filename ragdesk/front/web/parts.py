"""The few Gradio pieces that every tab uses, so that they are alike. Gradio is imported when the page is built."""

from itertools import count
from typing import TYPE_CHECKING, Any

from ragdesk.front.web.gradio_fixes.progress_copies import NO_PROGRESS

if TYPE_CHECKING:
    import gradio as gr

# No spinner over what is already on the page, and no name under which an event could be called from outside.
QUIET: dict[str, Any] = {**NO_PROGRESS, "api_visibility": "private"}
# Events that last as long as an answer or a batch: each window runs its own.
LONG: dict[str, Any] = {**QUIET, "concurrency_limit": None}
# Events of links: a click counts while an earlier one is being answered.
EACH: dict[str, Any] = {**QUIET, "trigger_mode": "multiple"}

Updates = dict[Any, Any]
_ASKED_FOR = count(1)


def markdown(elem_id: str, value: str = "") -> "gr.Markdown":
    """A place for what `render` makes. LaTeX is off: a `$` in a document is a `$`."""
    import gradio as gr

    return gr.Markdown(value, elem_id=elem_id, latex_delimiters=[])


def update(**properties: Any) -> Any:
    """A change to a component's properties."""
    import gradio as gr

    return gr.update(**properties)


def shown_tab() -> "gr.Textbox":
    """The unseen field that says which tab is to be shown; `static/app.js` opens it. Gradio's own tabs now and then miss to be
    told so on a page that is busy."""
    import gradio as gr

    return gr.Textbox(visible="hidden", elem_id="rd-shown-tab", label="tab")


def tab_named(name: str) -> Any:
    """What `shown_tab` is given: the id of a tab, and a count, so that the same tab can be asked for again."""
    return update(value=f"{name}#{next(_ASKED_FOR)}")


def nothing() -> Updates:
    """What a handler answers that changes nothing."""
    unchanged: Updates = update()
    return unchanged


def bridge(tab: str) -> "gr.Textbox":
    """The unseen field in which `static/app.js` puts the address of a clicked `#rd:<tab>:…` link."""
    import gradio as gr

    return gr.Textbox(visible="hidden", elem_id=f"rd-act-{tab}", label=tab)
