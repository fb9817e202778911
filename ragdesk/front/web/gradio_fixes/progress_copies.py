"""Events without Gradio's progress signs.

Gradio's page (6.31) tells every component that an event fills how the event stands, at each step of it, and copies all of the
component's properties for that; only an event with a list of its own of components to show it on (`show_progress_on`) spares
the others. `show_progress="hidden"` alone hides the signs and keeps the copying. Here the list is empty.
"""

from typing import Any

NO_PROGRESS: dict[str, Any] = {"show_progress": "hidden", "show_progress_on": []}
