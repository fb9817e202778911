"""The start: from the program's beginning until the window shows something, until a question can be typed, and until the page is
drawn and filled. And the processor time until it listens, which what else the machine does does not lengthen."""

import subprocess
import sys
import time
from pathlib import Path
from typing import Any

import psutil
from library_app import put_documents
from ragdesk_browser import end_browser, window

from ragdesk.app.app import App
from ragdesk.host.paths import open_home

ROUNDS = 5
DOCUMENTS = 20
PATIENCE_MS = 60_000
# In the order in which they come.
_SEEN = {
    "first rows": "#rd-first li >> nth=0",
    "can be typed into": "#rd-first textarea:focus",
    "drawn": "#rd-tabs [role=tab] >> nth=0",
    "filled": "#rd-question textarea:visible",
}


def starting(root: Path) -> None:
    """Print the waterfall, medians of `ROUNDS` starts over a home that was open before."""
    app = App.open(open_home(root / "start"))
    put_documents(app, DOCUMENTS)
    app.close()
    rounds = [_start(root / "start") for _ in range(ROUNDS + 1)][1:]
    end_browser()
    for name in rounds[0]:
        print(f"start: {name:20} {sorted(one[name] for one in rounds)[ROUNDS // 2]:5.2f} s")


def _start(home: Path) -> dict[str, float]:
    """Seconds since the beginning of one start, by what is reached."""
    began = time.perf_counter()
    command = [sys.executable, "-m", "ragdesk", "--home", str(home), "app", "--no-window", "--stay"]
    with subprocess.Popen(command, stdout=subprocess.PIPE, text=True) as program:
        try:
            assert program.stdout is not None
            address = program.stdout.readline().split()[-1]
            reached = {"listens": time.perf_counter() - began}
            spent = psutil.Process(program.pid).cpu_times()
            reached["processor time"] = spent.user + spent.system
            with window() as (page, _):
                page.goto(address, wait_until="commit")
                reached.update(_until_filled(page, began))
        finally:
            program.terminate()
    return reached


def _until_filled(page: Any, began: float) -> dict[str, float]:
    reached = {}
    for name, place in _SEEN.items():
        page.locator(place).wait_for(state="attached", timeout=PATIENCE_MS)
        reached[name] = time.perf_counter() - began
    return reached
