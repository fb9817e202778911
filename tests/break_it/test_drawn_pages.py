"""Pages that never come to an end or take all memory to draw: the app answers meanwhile, says why, and can be ended."""

import os
import signal
import subprocess
import sys
import threading
import time
from pathlib import Path

import psutil
import pytest
from heavy_pages import SAYS, endless, nested

from break_it.counting import count
from break_it.wire import Reply, serving
from ragdesk.app.app import App
from ragdesk.host.paths import open_home
from ragdesk.ingesting.bounded import ORPHAN_SECONDS

pytestmark = pytest.mark.filterwarnings("ignore::DeprecationWarning")
# The page's limit, and what a busy machine needs on top.
SECONDS, MORE = 15, 45
# Bytes that the app may take beyond what it had.
GROWTH = 300_000_000


def test_pages_that_never_end_or_take_all_memory_cost_their_picture_alone(tmp_path: Path) -> None:
    opened = App.open(open_home(tmp_path / "home"))
    files = [endless(tmp_path / "pattern.pdf"), nested(tmp_path / "groups.pdf")]
    added = list(opened.intake.add(files))
    assert [one.status for one in added] == ["ready", "ready"]
    with serving(opened) as wire:
        for one in added:
            before, replies = psutil.Process().memory_info().rss, list[Reply]()
            address = f"/ragdesk/page/{one.document_id}/1"
            drawing = threading.Thread(
                target=lambda to=address, into=replies: into.append(wire.ask("GET", to, seconds=60))
            )
            began = time.monotonic()
            drawing.start()
            time.sleep(0.5)
            assert count(
                "a request while a page is drawn", wire.ask("GET", f"{address}/text").body == SAYS.encode()
            )
            drawing.join()
            [reply] = replies
            assert count("page without an end", reply.status == 500 and b"cannot be drawn: it " in reply.body)
            assert time.monotonic() - began < SECONDS + MORE
            assert psutil.Process().memory_info().rss - before < GROWTH
    opened.close()
    assert [one for one in psutil.Process().children() if "spawn_main" in " ".join(one.cmdline())] == []


DRAWS = """
import sys
from pathlib import Path
from ragdesk.ingesting.drawing import PageDrawer

if __name__ == "__main__":
    drawer = PageDrawer(seconds=float(sys.argv[3]))
    drawer.draw(Path(sys.argv[2]), 1, 20, 1_500)
    print("draws", flush=True)
    drawer.draw(Path(sys.argv[1]), 1, 110, 1_500)
"""


# Under Linux a child hears at once that its parent is gone; elsewhere the page's limit ends it.
LIMIT, ENDS = (600, MORE) if sys.platform == "linux" else (SECONDS, SECONDS + ORPHAN_SECONDS + MORE)


@pytest.mark.skipif(sys.platform == "win32", reason="another system ends programs in another way")
@pytest.mark.parametrize("how", [signal.SIGTERM, signal.SIGKILL])
def test_who_draws_a_page_without_an_end_can_be_ended(
    how: signal.Signals, tmp_path: Path, examples: Path
) -> None:
    """A page that was drawn in the app's own process kept it from hearing signals; the child ends with it."""
    script = tmp_path / "draws.py"
    script.write_text(DRAWS)
    files = [endless(tmp_path / "pattern.pdf"), examples / "sop-autoclave.pdf"]
    command = [sys.executable, str(script), *map(str, files), str(LIMIT)]
    with subprocess.Popen(command, stdout=subprocess.PIPE, text=True) as process:
        assert process.stdout is not None and process.stdout.readline() == "draws\n"
        time.sleep(1)
        children = psutil.Process(process.pid).children()
        os.kill(process.pid, how)
        process.wait(20)
    _, alive = psutil.wait_procs(children, timeout=ENDS)
    assert count("ended while a page is drawn", children and not alive), alive
