"""Help in Settings: what the tabs do, the keys, the log, the errors of this run, and a diagnosis to give to somebody."""

from typing import TYPE_CHECKING, Any

import psutil

from ragdesk.app import health
from ragdesk.domain.errors import RagdeskError
from ragdesk.front.web import render
from ragdesk.front.web.parts import LONG, Updates, markdown, update
from ragdesk.front.web.problems import PROBLEMS, explain
from ragdesk.front.web.tabs.settings import render_settings
from ragdesk.front.web.tabs.settings.diagnosis import diagnosis
from ragdesk.front.web.tabs.settings.form import SettingsForm
from ragdesk.front.web.tabs.settings.settings_routes import follow_intake
from ragdesk.front.web.wording import t

if TYPE_CHECKING:
    from ragdesk.app.app import App


class HelpPanel:
    """Lays the section out and answers its events."""

    def __init__(self, app: "App") -> None:
        self._app = app
        self.form = SettingsForm(app, "help")

    def layout(self) -> None:
        import gradio as gr

        markdown("rd-errors-title", render_settings.title(t("Errors of this run")))
        self.errors = markdown("rd-errors")
        markdown("rd-help-title", render_settings.title(t("Help")))
        markdown("rd-help", render_settings.help_page(self._app.home.log_file))
        self.form.layout()
        about = t(
            "Versions, this computer, and what the doctor found; no text or name of a document is in it."
        )
        markdown("rd-diagnosis-title", render_settings.title(t("Diagnosis"), about))
        self.button = gr.Button(
            t("Make a diagnosis"), elem_id="rd-diagnose", elem_classes="rd-small", scale=0
        )
        self.text = gr.Textbox(
            label=t("Diagnosis"),
            lines=10,
            max_lines=24,
            visible=False,
            interactive=False,
            buttons=["copy"],
            elem_id="rd-diagnosis",
            elem_classes="rd-field rd-editor",
        )
        self.note = markdown("rd-diagnosis-note")

    @property
    def outputs(self) -> list[Any]:
        return [self.errors, *self.form.parts]

    def wire(self) -> None:
        self.form.wire()
        self.button.click(self.diagnose, None, [self.text, self.note], **LONG)

    def opened(self) -> Updates:
        """The errors, which count as seen from now on."""
        follow_intake(self._app)
        PROBLEMS.seen()
        return {self.errors: render_settings.problems(PROBLEMS.all()), **self.form.loaded()}

    def diagnose(self) -> Updates:
        """Look at everything; models are read whole, so it takes a while."""
        try:
            app = self._app
            checks, models = health.checks(app.library, app.engines), app.engines.models()
        except RagdeskError as problem:
            return {self.note: render.error(explain(problem))}
        text = diagnosis(
            checks,
            models,
            PROBLEMS.all(),
            memory=psutil.virtual_memory().total,
            processors=psutil.cpu_count() or 1,
        )
        return {self.text: update(value=text, visible=True), self.note: ""}
