"""Shared libraries in Settings: which are read beside the own one, one more by its place, and putting one away."""

from typing import TYPE_CHECKING, Any

from ragdesk.domain.errors import RagdeskError
from ragdesk.front.web import render
from ragdesk.front.web.events import connect
from ragdesk.front.web.parts import LONG, Updates, markdown, update
from ragdesk.front.web.problems import explain
from ragdesk.front.web.tabs.settings import render_settings
from ragdesk.front.web.wording import plural, t

if TYPE_CHECKING:
    from ragdesk.app.app import App


class LibrariesPanel:
    """Lays the section out and answers its events."""

    def __init__(self, app: "App") -> None:
        self._app = app

    def layout(self) -> None:
        import gradio as gr

        about = t(
            "A library that a department shares is read beside your own. It lies in a folder, or in an object store, which is "
            "then connected to."
        )
        markdown("rd-libraries-title", render.heading(t("Shared libraries"), about, level=3))
        self.listed = markdown("rd-libraries")
        with gr.Row(elem_id="rd-libraries-away"):
            self.which = gr.Dropdown(
                [],
                label=t("Shared library"),
                visible=False,
                elem_id="rd-library-which",
                elem_classes="rd-field",
            )
            self.remove = gr.Button(
                t("Read it no longer"),
                visible=False,
                elem_id="rd-library-remove",
                elem_classes="rd-small",
                scale=0,
            )
        self.name = gr.Textbox(
            label=t("Name"),
            info=t("It stands behind the name of each document that comes from there."),
            elem_id="rd-library-name",
            elem_classes="rd-field",
        )
        self.place = gr.Textbox(
            label=t("Place"),
            info=t(
                "A folder, or an address such as s3://bucket/library; its keys stand in settings.toml or in the environment "
                "(AWS_…)."
            ),
            elem_id="rd-library-place",
            elem_classes="rd-field",
        )
        self.add = gr.Button(t("Open"), elem_id="rd-library-add", elem_classes="rd-small", scale=0)
        self.note = markdown("rd-library-note")

    @property
    def outputs(self) -> list[Any]:
        return [self.listed, self.which, self.remove, self.name, self.place, self.note]

    def wire(self) -> None:
        connect(self.add.click, self.open, self.outputs, LONG, name=self.name, place=self.place)
        connect(self.place.submit, self.open, self.outputs, LONG, name=self.name, place=self.place)
        connect(self.remove.click, self.put_away, self.outputs, which=self.which)

    def opened(self) -> Updates:
        """Which there are now; what was typed stays."""
        libraries = self._app.sharing.all()
        names = sorted(libraries)
        return {
            self.listed: render_settings.libraries([(name, libraries[name].url) for name in names]),
            self.which: update(choices=names, value=names[0] if names else None, visible=bool(names)),
            self.remove: update(visible=bool(names)),
            self.note: "",
        }

    def open(self, name: str, place: str) -> Updates:
        try:
            count = self._app.sharing.open(name, place)
        except RagdeskError as problem:
            return {self.note: render.error(explain(problem))}
        told = plural(count, "It is open: {count} document.", "It is open: {count} documents.")
        return {**self.opened(), self.name: "", self.place: "", self.note: render.notice(told, "good")}

    def put_away(self, which: str | None) -> Updates:
        try:
            if which:
                self._app.sharing.close(which)
        except RagdeskError as problem:
            return {self.note: render.error(explain(problem))}
        return self.opened()
