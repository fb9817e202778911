"""Gradio's import without pandas.

Of pandas it uses only the name, for tables, plots and a cache that RAGDesk does not show (`gradio.caching`,
`gradio.monitoring_dashboard`, 6.31). An empty module stands there meanwhile, so the bundle goes without it (23 MB with the
client of LanceDB, 300 modules).
"""

import sys
from collections.abc import Iterator
from contextlib import contextmanager
from types import ModuleType

PANDAS = "pandas"


@contextmanager
def stand_in() -> Iterator[None]:
    """While this is open, an import of pandas finds an empty module, unless the real one is there already."""
    empty = ModuleType(PANDAS)
    # Arrow, should it look meanwhile, takes this for one that is too old.
    empty.__dict__["__version__"] = "0"
    sys.modules.setdefault(PANDAS, empty)
    try:
        yield
    finally:
        if sys.modules.get(PANDAS) is empty:
            del sys.modules[PANDAS]
