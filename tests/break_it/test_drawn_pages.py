"""Pages that never come to an end or take all memory to draw: the app answers meanwhile, and says why."""

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
