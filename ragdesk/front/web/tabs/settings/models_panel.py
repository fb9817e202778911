"""The models in Settings: what each needs beside what this computer has; choose one, measure it, add one."""

from pathlib import Path
from typing import TYPE_CHECKING, Any

import psutil

from ragdesk.domain.errors import RagdeskError, UsageError
from ragdesk.front.web import render
from ragdesk.front.web.actions.settings import (
    AskUseModel,
    MeasureModel,
    ModelAction,
    ModelAdded,
    SwitchRerankerOff,
    UseModel,
)
from ragdesk.front.web.events import connect
from ragdesk.front.web.parts import LONG, Updates, markdown
from ragdesk.front.web.problems import explain
from ragdesk.front.web.tabs.settings import render_models, render_settings
from ragdesk.front.web.tabs.settings.form import SettingsForm
from ragdesk.front.web.wording import t
from ragdesk.host.settings import change_setting

if TYPE_CHECKING:
    from ragdesk.app.app import App

# What `models.reranker` says where hits are to stay as retrieval ordered them.
OFF = "off"


class ModelsPanel:
    """Lays the section out and answers its events."""

    def __init__(self, app: "App") -> None:
        self._app = app
        self.form = SettingsForm(app, "models")

    def layout(self) -> None:
        import gradio as gr

        markdown("rd-models-title", render_settings.title(t("Models"), t("They run on this computer alone.")))
        self.note = markdown("rd-models-note")
        self.waiting = markdown("rd-models-waiting")
        self.list = markdown("rd-models")
        with gr.Row(elem_classes="rd-tight"):
            self.path = gr.Textbox(
                label=t("Add a model"),
                info=t(
                    "Drop a GGUF file or a sentence-transformers folder on this page, or write its whole path here; it is copied."
                ),
                max_lines=1,
                elem_id="rd-model-path",
                elem_classes="rd-field",
                scale=5,
                min_width=180,
            )
            self.add_button = gr.Button(
                t("Add"), elem_id="rd-model-add", elem_classes="rd-small", scale=0, min_width=100
            )
        with gr.Accordion(t("Threads, context, model server"), open=False, elem_id="rd-models-more"):
            self.form.layout()

    @property
    def outputs(self) -> list[Any]:
        return [self.note, self.waiting, self.list, self.path, *self.form.parts]

    def wire(self) -> None:
        self.form.wire()
        for trigger in (self.path.submit, self.add_button.click):
            changed = [self.note, self.waiting, self.list, self.path]
            connect(trigger, self.add, changed, LONG, path=self.path)

    def listed(self, asking: str = "") -> Updates:
        """The models as they stand now; `asking` about the choice of an embedder."""
        memory = psutil.virtual_memory()
        speeds = {name: render_models.speed(speed) for name, speed in self._app.speeds.all().items()}
        head = render_models.machine(memory.total, memory.available, psutil.cpu_count() or 1)
        shown = render_models.models(
            self._app.engines.models(), speeds, memory.total, memory.available, asking
        )
        return {
            self.list: head + "\n\n" + shown,
            self.waiting: render_models.waiting(len(self._app.library.needs_reencoding())),
        }

    def opened(self) -> Updates:
        return {**self.listed(), **self.form.loaded(), self.note: ""}

    def add(self, path: str) -> Updates:
        """Copy a model into the home; a large one takes a while."""
        try:
            chosen = Path(path.strip()).expanduser()
            if not chosen.is_absolute():
                raise UsageError(
                    "That is not a whole path.",
                    "Write it from the beginning, as in /home/me/model.gguf.",
                )
            self._app.engines.add(chosen)
        except (RagdeskError, RuntimeError) as problem:  # RuntimeError: `~` of somebody who is not there
            return {self.note: render.error(explain(problem))}
        return {**self.listed(), self.path: "", self.note: render.notice(t("Added."), "good")}

    def do(self, action: ModelAction) -> Updates:
        """What a link in the list asked for."""
        try:
            match action:
                case ModelAdded():
                    return {**self.listed(), self.note: ""}
                case AskUseModel(name):
                    return {**self.listed(asking=name), self.note: ""}
                case MeasureModel(role):
                    done = render_models.speed(self._app.speeds.measure(role))
                case UseModel(name):
                    self._app.use_model(name)
                    self._app.reopen()
                    done = t("In use from now on.")
                case SwitchRerankerOff():
                    change_setting(self._app.home.settings, "models", "reranker", OFF)
                    self._app.reopen()
                    done = t("Switched off.")
        except RagdeskError as problem:
            return {**self.listed(), self.note: render.error(explain(problem))}
        return {**self.listed(), self.note: render.notice(done, "good")}
