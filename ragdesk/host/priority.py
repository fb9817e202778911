"""Background work runs at a lower priority: the page and the person's other programs come first."""

import os
import sys

# Of 19. Beside a process of the usual priority on the same core it gets a quarter of the time (Linux' weights: 335, 1,024).
NICE = 5


def keep_priority() -> None:
    """For the work of a command, which a person waits for: it has the priority that they gave the command."""


def lower_priority() -> None:
    """Lower this process's priority, for good. On an idle machine nothing changes."""
    if sys.platform == "win32":
        import psutil

        psutil.Process().nice(psutil.BELOW_NORMAL_PRIORITY_CLASS)
    else:
        os.nice(NICE)
