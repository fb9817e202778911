"""The Settings tab: a list of sections at the side, one of them in view. `static/settings.js` changes between them at once; what
a section shows is read when it is opened."""

from collections.abc import Callable, Iterator
from typing import TYPE_CHECKING, Any

from ragdesk.domain.errors import RagdeskError
from ragdesk.front.web import render, wording
from ragdesk.front.web.actions.settings import SETTINGS, OpenSettings
from ragdesk.front.web.events import connect
from ragdesk.front.web.parts import EACH, LONG, Updates, bridge, markdown, nothing, tab_named
from ragdesk.front.web.problems import explain
from ragdesk.front.web.tabs.settings import render_settings
from ragdesk.front.web.tabs.settings.form import SettingsForm
from ragdesk.front.web.tabs.settings.help_panel import HelpPanel
from ragdesk.front.web.tabs.settings.libraries_panel import LibrariesPanel
from ragdesk.front.web.tabs.settings.models_panel import ModelsPanel
from ragdesk.front.web.tabs.settings.privacy_panel import PrivacyPanel
from ragdesk.front.web.tabs.settings.programs_panel import ProgramsPanel
from ragdesk.front.web.wording import LANGUAGES, t
from ragdesk.host.settings import Settings
from ragdesk.serve.keeper import DoorKeeper

if TYPE_CHECKING:
    import gradio as gr

    from ragdesk.app.app import App


class SettingsTab:
    """Lays the tab out and answers its events."""

    def __init__(self, app: "App", keeper: DoorKeeper) -> None:
        self._app = app
        self.models = ModelsPanel(app)
        self.programs = ProgramsPanel(app, keeper)
        self.privacy = PrivacyPanel(app, self.programs.follow)
        self.libraries = LibrariesPanel(app)
        self.help = HelpPanel(app)
        self.forms = {name: SettingsForm(app, name) for name in ("answers", "documents", "people")}

    def unseen(self) -> None:
        import gradio as gr

        self.act = bridge("settings")
        self.filled = gr.State(None)  # the settings with which this window's fields were filled

    def layout(self) -> None:
        import gradio as gr

        with gr.Row(elem_classes="rd-columns", elem_id="rd-settings"):
            with gr.Column(scale=1, min_width=190, elem_id="rd-sections-column"):
                markdown("rd-sections", render_settings.sections())
            with gr.Column(scale=5, min_width=280, elem_id="rd-section"):
                for name, lay_out in self._sections().items():
                    with gr.Column(elem_id=f"rd-in-{name}", elem_classes="rd-part"):
                        lay_out()

    def _sections(self) -> dict[str, Callable[[], None]]:
        return {
            "models": self.models.layout,
            "answers": self._answers,
            "documents": self._documents,
            "people": self._people,
            "look": self._look,
            "programs": self.programs.layout,
            "privacy": self.privacy.layout,
            "help": self.help.layout,
        }

    def _answers(self) -> None:
        markdown("rd-answers-title", render_settings.title(t("Answers")))
        self.forms["answers"].layout()

    def _documents(self) -> None:
        markdown("rd-documents-title", render_settings.title(t("Documents")))
        self.forms["documents"].layout()
        markdown("rd-recognised", render_settings.recognised())
        self.folders = markdown("rd-set-folders")
        markdown("rd-home", render_settings.home(self._app.home.root, self._app.home.settings))
        self.libraries.layout()

    def _people(self) -> None:
        markdown("rd-people-title", render_settings.title(t("Memory and hand-over")))
        self.forms["people"].layout()

    def _look(self) -> None:
        import gradio as gr

        markdown("rd-look-title", render_settings.title(t("Language and look")))
        auto = t("As the system: {language}", language=LANGUAGES[wording.system_language()])
        self.language = gr.Radio(
            [(auto, "auto"), *((name, code) for code, name in LANGUAGES.items())],
            label=t("Language of the app"),
            info=t("Answers follow the language of your question."),
            elem_id="rd-language",
            elem_classes="rd-choice",
        )
        self.theme = gr.Radio(
            [(t("As the system"), "system"), (t("Light"), "light"), (t("Dark"), "dark")],
            label=t("Look"),
            elem_id="rd-theme",
            elem_classes="rd-choice",
        )
        self.look_note = markdown("rd-look-note")

    @property
    def outputs(self) -> list[Any]:
        shown = [self.language, self.theme, self.look_note, self.folders]
        shown += [part for form in self.forms.values() for part in form.parts]
        panels = (self.models, self.programs, self.privacy, self.libraries, self.help)
        return [self.filled, *shown, *(part for panel in panels for part in panel.outputs)]

    def wire(self, shown_tab: "gr.Textbox", tab: "gr.Tab") -> None:
        self._shown_tab = shown_tab
        self.models.wire()
        self.programs.wire()
        self.privacy.wire()
        self.libraries.wire()
        self.help.wire()
        for form in self.forms.values():
            form.wire()
        links = {**LONG, **EACH}
        connect(
            self.act.change, self.do, [shown_tab, *self.outputs], links, sent=self.act, filled=self.filled
        )
        connect(tab.select, self.opened, self.outputs, filled=self.filled)
        for field in (self.language, self.theme):
            connect(field.input, self.look, [self.look_note], language=self.language, theme=self.theme)

    def opened(self, filled: Settings | None) -> Updates:
        """All sections as they stand now, but for Privacy, which takes a moment."""
        settings = self._app.settings
        shown: Updates = {**self.models.opened(), **self.help_unseen(), **self._look_now()}
        shown |= self.libraries.opened()
        for form in self.forms.values():
            shown |= form.loaded()
        return {**self._unfilled(shown, filled is settings), self.filled: settings}

    def _unfilled(self, shown: Updates, has: bool) -> Updates:
        """Without the fields where the window has them so already: the reply may come when a person has changed one."""
        forms = [self.models.form, self.help.form, *self.forms.values()]
        fields = {self.language, self.theme, *(field for form in forms for field in form.inputs.values())}
        return {part: value for part, value in shown.items() if not (has and part in fields)}

    def help_unseen(self) -> Updates:
        """The fields of Help alone: its errors count as seen when it is opened."""
        return self.help.form.loaded()

    def _look_now(self) -> Updates:
        chosen = self._app.settings.ui
        return {
            self.language: chosen.language,
            self.theme: chosen.theme,
            self.look_note: "",
            self.folders: render_settings.watched(list(self._app.watched_folders.all())),
        }

    def do(self, sent: str, filled: Settings | None) -> Iterator[Updates]:
        """What a link of the tab asked for, or one elsewhere that leads here."""
        action = SETTINGS.read(sent)
        if action is None:
            yield nothing()
        elif isinstance(action, OpenSettings):
            yield from self._open(action.section, filled)
        else:
            yield self.models.do(action)

    def _open(self, section: str, filled: Settings | None) -> Iterator[Updates]:
        shown: Updates = {self._shown_tab: tab_named("settings")}
        if section == "privacy":
            # What was said before goes at once: what is read takes a moment, in which a person may have done the next thing.
            yield {**shown, **self.privacy.unsaid()}
            yield self.privacy.opened()
        elif section == "programs":
            yield {**shown, **self.programs.opened()}
        elif section in ("models", "help"):
            has = filled is self._app.settings
            opened = self.models.opened() if section == "models" else self.help.opened()
            yield {**shown, **self._unfilled(opened, has)}
        else:
            yield {**shown, **self.opened(filled)}

    def look(self, language: str, theme: str) -> Updates:
        """Keep the choice; the page's script then shows itself in it."""
        try:
            self._app.change_now({("ui", "language"): language, ("ui", "theme"): theme})
        except RagdeskError as problem:
            return {self.look_note: render.error(explain(problem))}
        wording.use(language)
        return {self.look_note: render.line(t("Saved."), "hint rd-look-changed")}
