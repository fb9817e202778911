"""Below the question's field: what is taken for a choice there, and what is not."""

from collections.abc import Iterator
from pathlib import Path

import pytest

from ragdesk.app.app import App
from ragdesk.front.web.tabs.chat.controls_panel import ControlsPanel
from ragdesk.host.paths import open_home


@pytest.fixture
def app(tmp_path: Path) -> Iterator[App]:
    opened = App.open(open_home(tmp_path / "home"))
    yield opened
    opened.close()


@pytest.fixture
def panel(app: App) -> ControlsPanel:
    import gradio as gr

    made = ControlsPanel(app)
    with gr.Blocks():
        made.unseen()
        made.layout()
        made._status = gr.Markdown()
    return made


def test_who_passes_the_strictness_by_chooses_nothing(app: App, panel: ControlsPanel) -> None:
    assert panel.stance.value is None, "no choice is shown before the window is filled"
    filled = panel.refreshed()
    assert filled[panel.stance] == filled[panel.filled] == "balanced"
    for passed in ((None, None), ("balanced", "balanced")):
        assert panel._status not in panel.set_stance(*passed)
    app.change_now({("answer", "stance"): "helpful"})  # in another window
    assert panel._status not in panel.set_stance("balanced", "balanced")
    assert app.settings.answer.stance == "helpful"


def test_a_chosen_strictness_is_kept_and_said_once(app: App, panel: ControlsPanel) -> None:
    said = panel.set_stance("cautious", "balanced")
    assert app.settings.answer.stance == "cautious" and said[panel.filled] == "cautious"
    assert "cautious" in said[panel._status]
    assert panel._status not in panel.set_stance("cautious", "cautious")
    panel.set_stance("balanced", "cautious")
    assert app.settings.answer.stance == "balanced"
