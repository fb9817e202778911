"""The Citations tab: each citation of an answer, and the very place in its document, marked."""

from typing import TYPE_CHECKING

from ragdesk.errors import RagdeskError, UnknownIdError
from ragdesk.types import Answer, Citation
from ragdesk.ui import render, render_citations
from ragdesk.ui.parts import QUIET, Updates, bridge, markdown, update

if TYPE_CHECKING:
    import gradio as gr

    from ragdesk.desk import Desk


class CitationsTab:
    """Lays the tab out and answers its events. `chosen` is (message id, citation number) of this window."""

    def __init__(self, desk: "Desk") -> None:
        self._desk = desk

    def unseen(self) -> None:
        """What is not on view; outside of the tabs, since Gradio makes a tab's parts when it is first opened."""
        import gradio as gr

        self.act = bridge("citations")
        self.chosen = gr.State(("", 0))

    def layout(self) -> None:
        import gradio as gr

        with gr.Row(elem_classes="rd-columns", elem_id="rd-cited"):
            with gr.Column(scale=4, min_width=280):
                self.answer = gr.Dropdown([], label="Answer", elem_id="rd-answer", visible=False)
                self.list = markdown("rd-citations", render_citations.nothing_cited())
            with gr.Column(scale=6, min_width=280, elem_classes="rd-panel", elem_id="rd-viewer-panel"):
                self.toolbar = markdown("rd-toolbar")
                self.viewer = markdown("rd-viewer")

    def wire(self, tabs: "gr.Tabs", tab: "gr.Tab", conversation: "gr.State") -> None:
        self._tabs = tabs
        shown = [self.answer, self.list, self.toolbar, self.viewer, self.chosen]
        tab.select(self.refreshed, [conversation, self.chosen], shown, **QUIET)
        self.answer.input(self.choose, [self.answer, conversation], shown, **QUIET)
        self.act.change(self.do, [self.act, conversation], [*shown, tabs], trigger_mode="multiple", **QUIET)

    def do(self, value: str, conversation: str) -> Updates:
        """A citation number was clicked, here or in Chat: show this tab with it."""
        _, message, number = render.read_action(value)
        return {**self._show(conversation, message, int(number)), self._tabs: update(selected="citations")}

    def choose(self, message: str, conversation: str) -> Updates:
        return self._show(conversation, message, 0)

    def refreshed(self, conversation: str, chosen: tuple[str, int]) -> Updates:
        """The chosen citation again, or the last answer where that one is not of this conversation."""
        return self._show(conversation, *chosen)

    def _show(self, conversation: str, message: str, number: int) -> Updates:
        try:
            answers = self._answers(conversation)
        except RagdeskError as problem:
            return {self.list: render.error(problem), self.toolbar: "", self.viewer: ""}
        if not answers:
            empty = render_citations.nothing_cited()
            return {self.answer: update(visible=False), self.list: empty, self.toolbar: "", self.viewer: ""}
        key = message if message in answers else list(answers)[-1]
        answer = answers[key]
        citation = next((each for each in answer.citations if each.number == number), None)
        citation = citation or next(iter(answer.citations), None)
        choices = [(render.short(each.question, 90), each_key) for each_key, each in answers.items()]
        states = {each.number: self._desk.source_state(each) for each in answer.citations}
        chosen = citation.number if citation else 0
        return {
            self.answer: update(choices=choices, value=key, visible=True),
            self.list: render_citations.citations(answer, key, chosen, states),
            self.chosen: (key, chosen),
            **(self._view(citation) if citation else {self.toolbar: "", self.viewer: ""}),
        }

    def _answers(self, conversation: str) -> dict[str, Answer]:
        """The conversation's answers by message id, oldest first."""
        messages = self._desk.messages(conversation) if conversation else []
        return {each.id: each.answer for each in messages if each.answer is not None}

    def _view(self, citation: Citation) -> Updates:
        try:
            document = self._desk.document(citation.document_id)
            return {
                self.toolbar: render_citations.toolbar(citation, document),
                self.viewer: self._place(citation),
            }
        except UnknownIdError:
            return {
                self.toolbar: render_citations.toolbar(citation, None),
                self.viewer: render_citations.gone(citation),
            }
        except RagdeskError as problem:
            return {
                self.toolbar: render_citations.toolbar(citation, None),
                self.viewer: render.error(problem),
            }

    def _place(self, citation: Citation) -> str:
        """Every page of the quote with its lines marked; the text with the passage marked where there are no pages."""
        boxes = self._desk.quote_boxes(citation)
        if boxes:
            numbers = sorted({box.page for box in boxes})
            sizes = {number: self._desk.page_size(citation.document_id, number) for number in numbers}
            return render_citations.pages(citation, sizes, boxes)
        text = self._desk.text(citation.document_id)
        start = citation.char_start
        if text[start : citation.char_end] != citation.quote:
            start = text.find(citation.quote)  # the document was read anew since, and its text moved
        if start < 0:
            return render_citations.gone(citation)
        return render_citations.passage(text, start, start + len(citation.quote))
