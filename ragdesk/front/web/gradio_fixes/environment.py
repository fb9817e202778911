"""Gradio's switches in the environment, which it reads when it is imported and later: quiet, and open to nobody else.

Gradio (6.31) reports its use and looks for updates unless it is told not to. After each event it also sums up all events before
it with pandas, for a page that is not shown (`gradio.queueing.Queue`). And a person's shell may carry variables that would open
the app to others or send texts to a hub.
"""

import os
from pathlib import Path

SILENT = {
    "GRADIO_ANALYTICS_ENABLED": "False",
    "GRADIO_ANALYTICS_CACHE_FREQUENCY": "1000000000",
    "GRADIO_RUN_HISTORY": "False",
    "GRADIO_SSR_MODE": "False",
}
OPENING = (
    "GRADIO_SHARE",
    "GRADIO_SERVER_NAME",
    "GRADIO_SERVER_PORT",
    "GRADIO_ALLOWED_PATHS",
    "GRADIO_ROOT_PATH",
    "GRADIO_MCP_SERVER",
    "GRADIO_HISTORY_BUCKET",
    "GRADIO_VIBE_MODE",
    "GRADIO_DEBUG",
)
UPLOADS = "GRADIO_TEMP_DIR"


def seal(uploads: Path | None = None) -> None:
    """Set `SILENT` and drop `OPENING` in this process's environment; uploads go to that folder from now on."""
    os.environ.update(SILENT)
    for name in OPENING:
        os.environ.pop(name, None)
    if uploads is not None:
        os.environ[UPLOADS] = str(uploads)
