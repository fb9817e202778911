"""What a window is sent of the queue."""

from pathlib import Path

import gradio as gr

from ragdesk.app.app import App
from ragdesk.front.web.tabs.library.queue_panel import QueuePanel, QueueSeen
from ragdesk.host.paths import open_home


def test_when_all_is_done_each_part_is_sent_once_more_and_then_no_more(tmp_path: Path) -> None:
    app = App.open(open_home(tmp_path / "home"))
    panel = QueuePanel(app)
    with gr.Blocks():
        panel.unseen()
        panel.layout()
        panel.problems_fold()
    shown, seen = panel.shown(QueueSeen(busy=True), 0)
    assert shown[panel.waiting] == shown[panel.progress] == "" and panel.finished in shown
    again, _ = panel.shown(seen, 0)
    assert panel.waiting not in again and panel.progress not in again
    app.close()
