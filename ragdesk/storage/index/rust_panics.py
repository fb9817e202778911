"""Panics of Rust code, as Python sees them.

Each PyO3 library raises a `pyo3_runtime.PanicException` of its own (https://docs.rs/pyo3/latest/pyo3/panic/). It is no
`Exception`, so that nobody catches it by accident, and no module exports it; so it is found when it is raised.
"""

import sys

# Of a call; and of one that Rust runs on threads of its own (pyo3-async-runtimes).
_MODULES = ("pyo3_runtime", "pyo3_async_runtimes")


def or_panic(*kinds: type[BaseException]) -> tuple[type[BaseException], ...]:
    """These kinds, and that of the exception that is being handled where it is a panic: for an `except` clause, which is
    evaluated when something was raised."""
    raised = sys.exc_info()[0]
    return (*kinds, raised) if raised is not None and raised.__module__ in _MODULES else kinds
