"""Events of the page whose failure nobody foresaw: explained before Gradio says "Error" alone.

Gradio (6.31) tells the page of an exception only with `show_error`, and then its bare text (`gradio.queueing`); here each event
hands what leaves it to `explain` first, and the exception goes on.
"""

import functools
import inspect
from collections.abc import Callable, Iterator
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    import gradio as gr

Explain = Callable[[Exception], object]


def watch_over(blocks: "gr.Blocks", explain: Explain) -> None:
    """Put every event of the page under watch; what they do and raise stays the same."""
    for event in blocks.fns.values():
        if event.fn is not None:
            event.fn = watched(event.fn, explain)


def watched(event: Callable[..., Any], explain: Explain) -> Callable[..., Any]:
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
