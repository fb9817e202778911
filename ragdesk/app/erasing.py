"""What an erasure leaves to the next start: all of it where the process was killed meanwhile, and in any case the profile of the
window's browser, which writes into it for as long as it runs. A note in the home says so.
"""

import logging
from typing import Literal, get_args

from ragdesk.host.paths import Home

log = logging.getLogger(__name__)

# What is still to be erased.
Left = Literal["all and models", "all", "window"]


def note(home: Home, left: Left) -> None:
    home.erasing.write_text(left, encoding="utf-8")


def noted(home: Home) -> Left | None:
    """What is left to be erased; a note that cannot be read stands for nothing."""
    try:
        said = home.erasing.read_text(encoding="utf-8", errors="replace").strip()
    except FileNotFoundError:
        return None
    return next((left for left in get_args(Left) if left == said), None)


def erase_window(home: Home) -> None:
    """Before a window is opened: finish what its browser kept from being erased."""
    import shutil

    left = noted(home)
    if left is None:
        return
    if not home.window.is_symlink():
        shutil.rmtree(home.window, ignore_errors=True)
    if left == "window":
        home.erasing.unlink(missing_ok=True)
