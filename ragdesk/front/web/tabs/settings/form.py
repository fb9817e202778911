"""One form for each section of the Settings page: its fields, and a button that saves them and puts them in force."""

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any

from ragdesk.domain.errors import Problem, RagdeskError, SettingsError
from ragdesk.front.web import render
from ragdesk.front.web.parts import QUIET, Updates, markdown
from ragdesk.front.web.problems import explain
from ragdesk.front.web.tabs.settings.settings_fields import FORMS, Field, bounds, default, meaning
from ragdesk.front.web.wording import number, t, told_apart
from ragdesk.host.settings import Value, change_settings

if TYPE_CHECKING:
    from ragdesk.app.app import App


class SettingsForm:
    """The fields of one section, and a button that saves them and puts them in force."""

    def __init__(self, app: "App", name: str) -> None:
        self._app = app
        self._name = name
        self._fields = FORMS[name]

    def layout(self) -> None:
        import gradio as gr

        self.inputs = {field: self._input(field) for field in self._fields}
        self.save_button = gr.Button(
            t("Save"),
            variant="primary",
            elem_id=f"rd-set-{self._name}-save",
            elem_classes="rd-small",
            scale=0,
        )
        self.note = markdown(f"rd-set-{self._name}-note")

    def _input(self, field: Field) -> Any:
        import gradio as gr

        shared: dict[str, Any] = {
            "label": t(field.label),
            "info": meaning(field),
            "elem_id": f"rd-set-{field.section}-{field.key}",
            "elem_classes": "rd-field",
        }
        if field.choices:
            return gr.Radio(
                [(t(words), value) for value, words in field.choices],
                **{**shared, "elem_classes": "rd-choice"},
            )
        if isinstance(default(field), str):
            return gr.Textbox(max_lines=1, type="password" if field.secret else "text", **shared)
        return gr.Number(precision=0 if isinstance(default(field), int) else 2, **shared)

    @property
    def parts(self) -> list[Any]:
        return [*self.inputs.values(), self.note]

    def wire(self) -> None:
        self.save_button.click(self.save, set(self.inputs.values()), self.parts, **QUIET)

    def loaded(self) -> Updates:
        """What holds now."""
        settings = self._app.settings
        shown: Updates = {
            part: getattr(getattr(settings, field.section), field.key) for field, part in self.inputs.items()
        }
        return {**shown, self.note: ""}

    def save(self, values: Mapping[Any, Any]) -> Updates:
        """Write what was changed, all of it or nothing, and put it in force; an emptied number means the default."""
        changed = self._changed(values)
        if not changed:
            return {**self.loaded(), self.note: render.notice(t("Nothing was changed."))}
        try:
            change_settings(self._app.home.settings, changed)
        except RagdeskError as problem:
            return {self.note: render.error(self._in_words_of_the_page(problem))}
        return self._in_force()

    def _in_words_of_the_page(self, refused: RagdeskError) -> RagdeskError:
        """The error with a field's label and bounds, where it is about one of the form's fields."""
        places = {f"{field.section}.{field.key}": field for field in self._fields}
        field = places.get(str(refused.problem.values.get("setting")))
        if field is None or not (limits := bounds(field)):
            return refused
        low, high = map(number, limits)
        return SettingsError(
            "“{field}” takes {low} to {high}.",
            "Nothing was changed.",
            field=Problem(field.label),
            low=low,
            high=high,
        )

    def _in_force(self) -> Updates:
        try:
            self._app.reopen()
        except RagdeskError as problem:
            later = t("Saved. It takes effect at the next start.")
            return {self.note: render.notice(f"{later} {told_apart(explain(problem))[0]}")}
        return {**self.loaded(), self.note: render.notice(t("Saved."), "good")}

    def _changed(self, values: Mapping[Any, Any]) -> dict[tuple[str, str], Value | None]:
        settings = self._app.settings
        changed: dict[tuple[str, str], Value | None] = {}
        for field, part in self.inputs.items():
            value = values[part]
            value = value.strip() if isinstance(value, str) else value
            if value != getattr(getattr(settings, field.section), field.key):
                changed[field.place] = value
        return changed
