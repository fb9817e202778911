"""Work in the background steps back where the page, or the person's other programs, want the processor."""

import os
import sys

# Of 19: a third of the time of a process of the usual priority that wants the same core (Linux' weights: 335 against 1,024).
NICE = 5


def step_back() -> None:
    """Lower this process's priority, for good. On an idle machine nothing changes."""
    if sys.platform == "win32":
        import psutil

        psutil.Process().nice(psutil.BELOW_NORMAL_PRIORITY_CLASS)
    else:
        os.nice(NICE)
