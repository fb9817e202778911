"""The Privacy section: what the network saw of RAGDesk, what is kept where, and erasing it all."""

import threading
from collections.abc import Callable
from typing import TYPE_CHECKING, Any

from ragdesk.domain.errors import RagdeskError
from ragdesk.front.web import render, wording
from ragdesk.front.web.events import connect
from ragdesk.front.web.parts import LONG, Updates, markdown, update
from ragdesk.front.web.problems import PROBLEMS, explain
from ragdesk.front.web.tabs.settings import render_privacy, render_settings
from ragdesk.front.web.wording import t

if TYPE_CHECKING:
    from ragdesk.app.app import App


class PrivacyPanel:
    """Lays the section out and answers its events."""

    def __init__(self, app: "App", after_erasing: Callable[[], None]) -> None:
        self._app = app
        self._after_erasing = after_erasing
        self._reading = threading.Lock()  # no reading of what is kept is shown after a newer one

    def layout(self) -> None:
        import gradio as gr

        markdown("rd-privacy-title", render_settings.title(t("Privacy")))
        self.seen = markdown("rd-connections")
        markdown("rd-kept-title", render.heading(t("What is kept"), level=3))
        self.kept = markdown("rd-kept")
        with gr.Accordion(t("Erase everything"), open=False, elem_id="rd-erase-fold") as self.fold:
            about = t(
                "Documents, index, conversations, entries, memory, logs, uploads and settings leave this computer's disk. "
                "Your original files, where you have them, stay. This cannot be undone."
            )
            markdown("rd-erase-about", render.line(about, "about"))
            self.models = gr.Checkbox(
                label=t("Also the models in the home"), value=False, elem_id="rd-erase-models"
            )
            self.word = gr.Textbox(
                label=t("Type {word} to confirm", word=t("ERASE")),
                max_lines=1,
                elem_id="rd-erase-word",
                elem_classes="rd-field",
            )
            self.button = gr.Button(
                t("Erase everything"), variant="stop", elem_id="rd-erase", elem_classes="rd-small", scale=0
            )
        self.note = markdown("rd-erase-note")

    @property
    def outputs(self) -> list[Any]:
        return [self.seen, self.kept, self.note, self.word, self.models, self.fold]

    def wire(self) -> None:
        for trigger in (self.button.click, self.word.submit):
            connect(trigger, self.erase, self.outputs, LONG, word=self.word, models=self.models)

    def unsaid(self) -> Updates:
        """What was said of an earlier erasure is gone."""
        return {self.note: ""}

    def opened(self) -> Updates:
        """Looks at the system's tables and reads the whole home: a handler's thread, never the page's."""
        with self._reading:
            return self._read()

    def _read(self) -> Updates:
        privacy = self._app.privacy
        server = self._app.settings.models.remote_url
        return {
            self.seen: render_privacy.connections(privacy.connections(), privacy.since(), server),
            self.kept: render_privacy.areas(privacy.areas(), self._app.home.root),
        }

    def erase(self, word: str, models: bool) -> Updates:
        """Erase everything, once the word was typed."""
        if word.strip().casefold() != t("ERASE").casefold():
            sentence = t("Nothing was erased: the word is not {word}.", word=t("ERASE"))
            return {self.note: render.notice(sentence, "bad")}
        with self._reading:
            try:
                erasure = self._app.privacy.erase(models=models)
            except RagdeskError as problem:
                return {self.note: render.error(explain(problem))}
            self._after_erasing()
            PROBLEMS.clear()
            receipt = render_privacy.receipt(erasure)
            wording.use(self._app.settings.ui.language)
            return {
                **self._read(),
                self.note: receipt,
                self.word: "",
                self.models: False,
                self.fold: update(open=False),
            }
