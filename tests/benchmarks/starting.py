"""The start: from the program's beginning until the window shows something, until a question can be typed, and until the page is
drawn and filled. And the processor time until it listens, which what else the machine does does not lengthen. Beside each start
of the app one of Gradio alone, a page with a single field: what a machine makes of that tells how slow it is."""

import os
import subprocess
import sys
import time
from collections.abc import Mapping, Sequence
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
GRADIO_ALONE = Path(__file__).with_name("gradio_alone.py")
# In the order in which they come.
_SEEN = {
    "first rows": "#rd-first li >> nth=0",
    "can be typed into": "#rd-first textarea:focus",
    "drawn": "#rd-tabs [role=tab] >> nth=0",
    "filled": "#rd-question textarea:visible",
}


_FIELD = {"filled": "#rd-question textarea:visible"}


def starting(root: Path) -> None:
    """Print the waterfall, medians of `ROUNDS` starts over a home that was open before, and of Gradio alone in between."""
    home = root / "start"
    app = App.open(open_home(home))
    put_documents(app, DOCUMENTS)
    app.close()
    ours = [sys.executable, "-m", "ragdesk", "--home", str(home), "app", "--no-window", "--stay"]
    pairs = [
        (_start(ours, _SEEN), _start([sys.executable, str(GRADIO_ALONE)], _FIELD)) for _ in range(ROUNDS + 1)
    ][1:]
    end_browser()
    alone = [bare["filled"] for _, bare in pairs]
    for name in pairs[0][0]:
        print(f"start: {name:20} {_middle([one[name] for one, _ in pairs]):5.2f} s")
    print(f"start: {'Gradio alone, filled':20} {_middle(alone):5.2f} s")
    shares = [one["filled"] / bare["filled"] for one, bare in pairs]
    print(f"start: {'filled, of that':20} {_middle(shares):5.2f} times")


def _middle(values: Sequence[float]) -> float:
    return sorted(values)[len(values) // 2]


def _start(command: Sequence[str], seen: Mapping[str, str]) -> dict[str, float]:
    """Seconds since the beginning of one start, by what is reached."""
    began = time.perf_counter()
    quiet = {**os.environ, "GRADIO_ANALYTICS_ENABLED": "False"}
    with subprocess.Popen(command, stdout=subprocess.PIPE, text=True, env=quiet) as program:
        try:
            assert program.stdout is not None
            address = program.stdout.readline().split()[-1]
            reached = {"listens": time.perf_counter() - began}
            spent = psutil.Process(program.pid).cpu_times()
            reached["processor time"] = spent.user + spent.system
            with window() as (page, _):
                page.goto(address, wait_until="commit")
                reached.update(_until_filled(page, began, seen))
        finally:
            program.terminate()
    return reached


def _until_filled(page: Any, began: float, seen: Mapping[str, str]) -> dict[str, float]:
    reached = {}
    for name, place in seen.items():
        page.locator(place).wait_for(state="attached", timeout=PATIENCE_MS)
        reached[name] = time.perf_counter() - began
    return reached
