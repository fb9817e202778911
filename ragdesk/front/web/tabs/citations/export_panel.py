"""Export, a fold of the Citations tab and of Chat: an answer, the conversation, or chosen citations, as a file that comes by
itself."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from ragdesk.domain.answers import Answer
from ragdesk.domain.errors import RagdeskError
from ragdesk.front.web import render
from ragdesk.front.web.events import Fields, connect
from ragdesk.front.web.parts import LONG, Updates, markdown, update
from ragdesk.front.web.problems import explain
from ragdesk.front.web.tabs.citations import render_export
from ragdesk.front.web.wording import t

if TYPE_CHECKING:
    import gradio as gr

    from ragdesk.app.app import App

# An answer's message id, and the number of a citation in it.
CitationKey = tuple[str, int]


@dataclass(frozen=True, slots=True)
class ListedWindow:
    """What a window has chosen: its conversation and citation, and the answer (its message id) that the fold was filled for."""

    conversation: str
    chosen: CitationKey
    listed: str


@dataclass(frozen=True, slots=True)
class ExportWindow(ListedWindow):
    """And what is exported. Of another conversation the page may still show a choice that is none any more: then Gradio
    refuses what it sends."""

    what: str


class ExportPanel:
    """Lays the fold out and answers its events. Which answer: that of the window's `chosen` (message id, citation number), or
    the last of the conversation where there is none. `name` begins the ids of its parts on the page."""

    def __init__(self, app: "App", name: str) -> None:
        self._app = app
        self._name = name

    def unseen(self) -> None:
        """What is not on view."""
        import gradio as gr

        self._listed = gr.State("")

    def layout(self) -> None:
        import gradio as gr

        with gr.Accordion(
            t("Export"), open=False, elem_id=f"{self._name}-fold", elem_classes="rd-export-fold"
        ) as self.fold:
            self._about = markdown(f"{self._name}-about")
            self._what = gr.Radio(
                [(t(text), name) for name, text in render_export.WHAT.items()],
                value="answer",
                label=t("What"),
                elem_id=f"{self._name}-what",
                elem_classes="rd-choice",
            )
            self._citations = gr.CheckboxGroup(
                [],
                label=t("Which citations"),
                visible=False,
                elem_id=f"{self._name}-citations",
                elem_classes="rd-choice",
            )
            self._format = gr.Radio(
                [(t(text), name) for name, text in render_export.FORMATS.items()],
                value="pdf",
                label=t("As"),
                elem_id=f"{self._name}-format",
                elem_classes="rd-choice",
            )
            self._button = gr.Button(
                t("Export"),
                variant="primary",
                size="sm",
                elem_id=self._name,
                elem_classes="rd-export-button",
                min_width=120,
            )
            self._note = markdown(f"{self._name}-note")

    @property
    def parts(self) -> list[Any]:
        """What `refreshed` changes."""
        return [self._about, self._what, self._citations, self._button, self._note, self._listed]

    def wire(self, conversation: "gr.State", chosen: "gr.State") -> None:
        """`conversation` and `chosen` are the window's: its conversation's id; (message id, citation number)."""
        listed = Fields(ListedWindow, conversation=conversation, chosen=chosen, listed=self._listed)
        window = Fields(
            ExportWindow, conversation=conversation, chosen=chosen, listed=self._listed, what=self._what
        )
        for event in (self.fold.expand, conversation.change, chosen.change):
            connect(event, self._expanded, self.parts, window=listed)
        connect(self._what.input, self._shown, [self._citations, self._note], what=self._what)
        connect(
            self._button.click,
            self._export,
            [self._button, self._note],
            LONG,
            window=window,
            citations=self._citations,
            format=self._format,
        )

    def refreshed(self, conversation: str, chosen: CitationKey) -> Updates:
        """The fold for another answer or conversation; what is exported begins with the answer again."""
        try:
            answers = self._app.exports.answers(conversation) if conversation else {}
        except RagdeskError as problem:
            return {self._note: render.error(problem)}
        message = _message(answers, chosen)
        answer = answers.get(message)
        citations = answer.all_citations if answer else ()
        names = [name for name in render_export.WHAT if (name == "conversation") or answer]
        choices = [(t(render_export.WHAT[name]), name) for name in names if name != "citations" or citations]
        numbers = [citation.number for citation in citations]
        picked = [chosen[1]] if chosen[1] in numbers else numbers
        return {
            self._about: render_export.about(answer, bool(conversation)),
            self._what: update(choices=choices, value=choices[0][1]),
            self._citations: update(
                choices=[(render_export.citation(citation), citation.number) for citation in citations],
                value=picked,
                visible=False,
            ),
            self._button: update(interactive=bool(conversation)),
            self._note: "",
            self._listed: message,
        }

    def _expanded(self, window: ListedWindow) -> Updates:
        """What was chosen in the fold stays while it is about the same answer."""
        shown = self.refreshed(window.conversation, window.chosen)
        return {self._note: ""} if window.listed and shown.get(self._listed) == window.listed else shown

    def _shown(self, what: str) -> Updates:
        return {self._citations: update(visible=what == "citations"), self._note: ""}

    def _export(self, window: ExportWindow, citations: Sequence[int], format: str) -> Iterator[Updates]:
        """Make the file; the page fetches it."""
        yield {self._button: update(interactive=False), self._note: render_export.making()}
        try:
            note = self._made(window, citations, format)
        except Exception as problem:  # noqa: BLE001 - shown to the person, and logged where it was not foreseen
            note = render.error(explain(problem))
        yield {self._button: update(interactive=True), self._note: note}

    def _made(self, window: ExportWindow, citations: Sequence[int], format: str) -> str:
        exports, conversation = self._app.exports, window.conversation
        if window.what == "conversation":
            token, made = exports.offer(format, conversation=conversation)
        else:
            message = window.listed or _message(exports.answers(conversation), window.chosen)
            if window.what == "citations" and not citations:
                return render.notice(t("Choose at least one citation."), "bad")
            picked = citations if window.what == "citations" else ()
            token, made = exports.offer(format, conversation=conversation, message=message, citations=picked)
        return render_export.ready(token, made.name, made.answers, made.references)


def _message(answers: Mapping[str, Answer], chosen: CitationKey) -> str:
    """The chosen answer's message, or the last one's; "" where there is none."""
    return chosen[0] if chosen[0] in answers else next(reversed(list(answers)), "")
