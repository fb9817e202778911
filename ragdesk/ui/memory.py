"""The Memory tab: the two files that a person keeps for RAGDesk, readable and editable."""

from typing import TYPE_CHECKING, Literal

from ragdesk.errors import RagdeskError
from ragdesk.ui import render
from ragdesk.ui.parts import QUIET, Updates, markdown

if TYPE_CHECKING:
    from ragdesk.desk import Desk

Which = Literal["user", "company"]

_ABOUT: dict[Which, tuple[str, str]] = {
    "user": (
        "About you",
        "How you like answers and what you work on: language, length, your role, words you use.",
    ),
    "company": (
        "About your organisation",
        "What holds for everyone: names, abbreviations, sites, who does what.",
    ),
}


class MemoryFile:
    """One file: its text as this window last read it, and the editor."""

    def __init__(self, desk: "Desk", which: Which) -> None:
        self._desk = desk
        self._which = which

    def layout(self) -> None:
        import gradio as gr

        title, purpose = _ABOUT[self._which]
        with gr.Column(scale=1, min_width=280):
            markdown(f"rd-about-{self._which}", render.block("about", f"<h2>{title}</h2><p>{purpose}</p>"))
            self.text = gr.Textbox(
                label=f"{self._which.upper()}_MEMORY.md",
                lines=16,
                max_lines=30,
                elem_id=f"rd-memory-{self._which}",
                elem_classes="rd-editor",
            )
            with gr.Row(elem_classes="rd-tight"):
                self.save_button = gr.Button(
                    "Save", variant="primary", elem_id=f"rd-save-{self._which}", scale=0
                )
                self.read_button = gr.Button("Read again", elem_id=f"rd-read-{self._which}", scale=0)
            self.note = markdown(f"rd-saved-{self._which}")
        self.known = gr.State("")

    def wire(self) -> None:
        self.save_button.click(self.save, [self.text, self.known], [self.known, self.note], **QUIET)
        self.read_button.click(self.read, None, [self.text, self.known, self.note], **QUIET)

    def read(self) -> Updates:
        try:
            text = self._desk.read_memory(self._which)
        except RagdeskError as problem:
            return {self.note: render.error(problem)}
        return {self.text: text, self.known: text, self.note: ""}

    def save(self, text: str, known: str) -> Updates:
        """Write the file, unless it changed since this window read it: then nothing is overwritten."""
        try:
            if self._desk.read_memory(self._which) != known:
                return {
                    self.note: render.notice(
                        "Not saved: the file was changed elsewhere since you opened it. "
                        "Copy what you wrote, then press Read again.",
                        "bad",
                    )
                }
            self._desk.write_memory(self._which, text)
            return {
                self.known: self._desk.read_memory(self._which),
                self.note: render.notice("Saved.", "good"),
            }
        except RagdeskError as problem:
            return {self.note: render.error(problem)}


class MemoryTab:
    """The two files side by side."""

    def __init__(self, desk: "Desk") -> None:
        self.files = [MemoryFile(desk, which) for which in _ABOUT]

    def layout(self) -> None:
        import gradio as gr

        intro = (
            "<p>Two plain files on this computer, for what should be remembered. They are yours to read and edit; "
            "this version keeps them, and does not use them in answers yet.</p>"
        )
        markdown("rd-memory-intro", render.block("about", intro))
        with gr.Row(elem_classes="rd-columns"):
            for each in self.files:
                each.layout()

    def wire(self) -> None:
        for each in self.files:
            each.wire()
