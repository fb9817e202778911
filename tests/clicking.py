"""A window without a browser: events go through Gradio's own way of handing them over, with states that are the window's own."""

import asyncio
from typing import Any

from gradio.components import Textbox
from gradio.state_holder import SessionState


class Window:
    """One window on a page (`front.web.app.page`). What stands in a field is what was put there last, or what it began with."""

    def __init__(self, page: Any) -> None:
        self._page = page
        self._session = SessionState(page)
        self.press_event(next(event for event in page.fns.values() if event.targets[0][1] == "load"))

    def press(self, element: str, kind: str = "", **fields: Any) -> list[list[Any]]:
        """All that the page is told of an event of this element, step by step, with what follows on it; `fields` are values by
        element, with _ for -."""
        [component] = [
            block for block in self._page.blocks.values() if getattr(block, "elem_id", None) == element
        ]
        event = next(
            event
            for event in self._page.fns.values()
            if any(target[0] == component._id and target[1].startswith(kind) for target in event.targets)
        )
        return self.press_event(event, {name.replace("_", "-"): value for name, value in fields.items()})

    def press_event(self, event: Any, fields: dict[str, Any] | None = None) -> list[list[Any]]:
        told = asyncio.run(self._steps(event, fields or {}))
        for step in told:
            assert len(step) == len(event.outputs), event.targets
        for following in self._page.fns.values():
            if following.trigger_after == event._id:
                told += self.press_event(following, fields)
        return told

    async def _steps(self, event: Any, fields: dict[str, Any]) -> list[list[Any]]:
        iterator, told = None, []
        names = [(part.elem_id or "").replace("_", "-") for part in event.inputs]
        sent = [fields.get(name, _begins_with(part)) for name, part in zip(names, event.inputs, strict=True)]
        while True:
            done = await self._page.process_api(event, sent, state=self._session, iterator=iterator)
            iterator = done.get("iterator")
            if not done["is_generating"]:
                return told or [done["data"]]
            told.append(done["data"])


def _begins_with(part: Any) -> Any:
    """What a browser sends of a field that nobody has touched."""
    value = getattr(part, "value", None)
    return "" if value is None and isinstance(part, Textbox) else value
