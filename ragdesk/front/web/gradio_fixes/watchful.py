"""Events of the page whose failure nobody foresaw: kept for the list of errors and logged, before Gradio says "Error" alone."""

import functools
import inspect
from collections.abc import Callable, Iterator
from typing import TYPE_CHECKING, Any

from ragdesk.front.web.parts import explain

if TYPE_CHECKING:
    import gradio as gr


def watch_over(blocks: "gr.Blocks") -> None:
    """Put every event of the page under watch; what they do and raise stays the same."""
    for event in blocks.fns.values():
        if event.fn is not None:
            event.fn = watched(event.fn)


def watched(event: Callable[..., Any]) -> Callable[..., Any]:
    """The event; an exception that leaves it is explained first. Generators stay generators, as Gradio tells them by that."""
    if inspect.isgeneratorfunction(event):

        @functools.wraps(event)
        def stream(*arguments: Any) -> Iterator[Any]:
            try:
                yield from event(*arguments)
            except Exception as problem:
                explain(problem)
                raise

        return stream

    @functools.wraps(event)
    def run(*arguments: Any) -> Any:
        try:
            return event(*arguments)
        except Exception as problem:
            explain(problem)
            raise

    return run
