"""A limit on how long is waited for a storage that does not answer. The engine's own limits hold for each of its requests, and
one search makes many."""

import queue
import threading
from collections.abc import Callable
from typing import TypeVar

Result = TypeVar("Result")


def within(seconds: float, work: Callable[[], Result]) -> Result:
    """What the work returns, or raises. Work that takes longer goes on in a thread that holds nothing up, and comes to nothing.

    Raises:
        TimeoutError: it took longer.
    """
    done: queue.SimpleQueue[tuple[Result | None, BaseException | None]] = queue.SimpleQueue()

    def run() -> None:
        try:
            done.put((work(), None))
        except BaseException as error:  # noqa: BLE001 - a panic of Rust code, too: whoever waits raises it
            done.put((None, error))

    threading.Thread(target=run, name="shared", daemon=True).start()
    try:
        result, error = done.get(timeout=seconds)
    except queue.Empty:
        raise TimeoutError(f"no answer within {seconds:.0f} seconds") from None
    if error is not None:
        raise error
    return result  # type: ignore[return-value]
