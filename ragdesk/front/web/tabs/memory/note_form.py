"""The form in which a note's words are changed, in the note's place in its list, or those of a new one are written."""

from typing import Any

from ragdesk.front.web.parts import Updates, update
from ragdesk.front.web.wording import t


class NoteForm:
    """Laid out between the part of the list that stands above the note and the part below it."""

    def layout(self, name: str) -> None:
        """`name` is the element's id, and how those of its parts begin."""
        import gradio as gr

        with gr.Column(visible=False, elem_id=name, elem_classes="rd-note-form") as self.place:
            self.words = gr.Textbox(label=t("The note"), lines=2, max_lines=6, elem_id=f"{name}-words")
            with gr.Row(elem_classes="rd-tight"):
                self.keep_button = gr.Button(
                    t("Save note"), variant="primary", elem_id=f"{name}-save", scale=0, min_width=110
                )
                self.back_button = gr.Button(
                    t("Do not change"), elem_id=f"{name}-back", scale=0, min_width=130
                )

    @property
    def parts(self) -> list[Any]:
        return [self.place, self.words, self.back_button]

    def shown(self, there: bool) -> Updates:
        """What is typed in it is left alone."""
        return {self.place: update(visible=there)}

    def filled(self, words: str, *, new: bool = False) -> Updates:
        """The words with which it is opened."""
        back = t("Do not add") if new else t("Do not change")
        return {self.words: words, self.back_button: update(value=back)}
