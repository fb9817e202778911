"""Gradio's import: with the switches that keep it quiet, and with every patch that holds for the whole process."""

import importlib
import sys
from pathlib import Path

from ragdesk.front.web.gradio_fixes import (
    address_fetching,
    certificates,
    component_ids,
    environment,
    event_docs,
    hash_seed,
    hub_import,
    mcp_import,
    pandas_import,
    stub_files,
)
from ragdesk.front.web.gradio_fixes.replaced import replaced_on_import


def import_gradio(uploads: Path | None = None) -> None:
    """Import Gradio, unless it is already; from then on `import gradio` is free. `uploads`: where it keeps what is uploaded."""
    environment.seal(uploads)
    if "gradio" not in sys.modules:
        with (
            replaced_on_import(stub_files.REPLACED | hash_seed.REPLACED | event_docs.REPLACED),
            pandas_import.stand_in(),
            mcp_import.absent(),
            hub_import.absent(),
            certificates.unread(),
        ):
            importlib.import_module("gradio")
    address_fetching.stop_fetching()
    component_ids.keep_ids()
