"""The chat template that a model's file brings along, rendered with limits: it is a program of whoever made the file.

llama-cpp-python renders it in Jinja's sandbox, where it reaches nothing; but it may still run for ever, take all memory, and put
what it was given into an error, which would go into the log. Runs in the language model's own process, which the alarm ends.
"""

import os
import signal
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

# A conversation takes a thousandth of a second.
SECONDS = 10
# Address space beyond what the process has already: at most so much more is asked of the system while a template runs.
MORE_BYTES = 500_000_000
MOST_CHARS = 4_000_000
FAILED = "the model's chat template failed"


def bound_templates() -> None:
    """Have llama-cpp-python render every template with limits from now on."""
    from llama_cpp import llama_chat_format

    class BoundedFormatter(llama_chat_format.Jinja2ChatFormatter):  # type: ignore[misc]
        def __init__(self, *args: Any, **kwargs: Any) -> None:
            with _limits():
                super().__init__(*args, **kwargs)  # constants are computed here already

        def __call__(self, **kwargs: Any) -> Any:
            with _limits():
                made = super().__call__(**kwargs)
                if len(made.prompt) > MOST_CHARS:
                    raise ValueError("it made too long a text")
                return made

    llama_chat_format.Jinja2ChatFormatter = BoundedFormatter


@contextmanager
def _limits() -> Iterator[None]:
    """An error says that the template failed, and nothing of what it was given."""
    try:
        with _alarm(), _address_space():
            yield
    except Exception as error:  # noqa: BLE001 - its text and its traceback are the template's
        raise ValueError(f"{FAILED} ({type(error).__name__})") from None


@contextmanager
def _alarm() -> Iterator[None]:
    """Its default is to end the process, whatever native code is busy with."""
    if os.name != "posix":
        yield
        return
    signal.alarm(SECONDS)
    try:
        yield
    finally:
        signal.alarm(0)


@contextmanager
def _address_space() -> Iterator[None]:
    """What goes beyond is refused by the system, and becomes a MemoryError. Linux alone keeps such a limit."""
    try:
        import resource
        from pathlib import Path

        pages = int(Path("/proc/self/statm").read_text().split()[0])
    except (ImportError, OSError):
        yield
        return
    before, most = resource.getrlimit(resource.RLIMIT_AS)
    wanted = pages * resource.getpagesize() + MORE_BYTES
    resource.setrlimit(resource.RLIMIT_AS, (wanted if most < 0 else min(wanted, most), most))
    try:
        yield
    finally:
        resource.setrlimit(resource.RLIMIT_AS, (before, most))
