"""Waiting for what other threads and processes do."""

import time
from collections.abc import Callable


def until(come_true: Callable[[], object], seconds: float = 60.0) -> None:
    """Return as soon as it is true.

    Raises:
        AssertionError: it did not become true in time.
    """
    deadline = time.monotonic() + seconds
    while not come_true():
        assert time.monotonic() < deadline, f"still not true after {seconds:.0f} seconds"
        time.sleep(0.02)
