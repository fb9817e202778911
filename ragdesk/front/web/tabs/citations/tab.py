"""The Citations tab: the citations of a conversation or of one answer, and the very place of each in its document."""

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

from ragdesk.domain.answers import Answer
from ragdesk.domain.errors import RagdeskError
from ragdesk.front.web import render
from ragdesk.front.web.actions.citations import (
    CITATIONS,
    ListEarlierCitations,
    ListLaterCitations,
    OpenCitation,
    ShowCitation,
    ShowMoreText,
    StepCitation,
)
from ragdesk.front.web.events import Fields, connect
from ragdesk.front.web.parts import EACH, Updates, bridge, markdown, nothing, tab_named, update
from ragdesk.front.web.tabs.citations import render_citations
from ragdesk.front.web.tabs.citations.export_panel import CitationKey, ExportPanel
from ragdesk.front.web.tabs.citations.render_citations import Cited
from ragdesk.front.web.tabs.citations.render_viewer import in_citations
from ragdesk.front.web.tabs.citations.viewer import NEAR, Reach, Viewer
from ragdesk.front.web.texts import short
from ragdesk.front.web.wording import number, t

if TYPE_CHECKING:
    import gradio as gr

    from ragdesk.app.app import App

# What the choice of an answer says for all of them.
WHOLE = "*"
# Citations that are listed at first, and how many more at a time; of these before the chosen one.
LISTED, BEFORE = 30, 5
# From this many documents on the list can be narrowed to one of them.
MANY_DOCUMENTS = 3


@dataclass(frozen=True, slots=True)
class Choice:
    """What a window lists and shows: the citations of `message` (WHOLE: of the conversation; "": of its last answer), only
    those in `document` ("": in any), from `first` to `last` of them; and how far the text on view reaches."""

    message: str = ""
    document: str = ""
    first: int = 0
    last: int = 0
    reach: Reach = NEAR


@dataclass(frozen=True, slots=True)
class CitedWindow:
    """What a window has open: the conversation, the chosen citation, and which are listed."""

    conversation: str
    chosen: CitationKey
    choice: Choice


class CitationsTab:
    """Lays the tab out and answers its events."""

    def __init__(self, app: "App") -> None:
        self._app = app
        self._viewer = Viewer(app)
        self._export = ExportPanel(app, "rd-export")

    def unseen(self) -> None:
        """What is not on view; outside of the tabs, since Gradio makes a tab's parts when it is first opened."""
        import gradio as gr

        self.act = bridge("citations")
        self._export.unseen()
        self.chosen, self.choice = gr.State(("", 0)), gr.State(Choice())

    def layout(self) -> None:
        import gradio as gr

        with gr.Row(elem_classes="rd-columns", elem_id="rd-cited"):
            with gr.Column(scale=4, min_width=280, elem_id="rd-cited-list"):
                self._export.layout()
                self.answer = _field(t("Citations of"), "rd-answer")
                self.document = _field(t("Document"), "rd-cited-document")
                self.list = markdown("rd-citations", render_citations.nothing_cited())
            with gr.Column(scale=6, min_width=280, elem_classes="rd-panel", elem_id="rd-viewer-panel"):
                self._viewer.layout()

    def wire(self, shown_tab: "gr.Textbox", tab: "gr.Tab", conversation: "gr.State") -> None:
        self._shown_tab = shown_tab
        self._export.wire(conversation, self.chosen)
        listed = [self.answer, self.document, self.list, self.chosen, self.choice]
        shown = [*listed, *self._viewer.parts]
        window = Fields(CitedWindow, conversation=conversation, chosen=self.chosen, choice=self.choice)
        connect(tab.select, self.show, shown, window=window)
        connect(self.answer.input, self.choose, shown, message=self.answer, window=window)
        connect(self.document.input, self.narrow, shown, document=self.document, window=window)
        connect(
            self.act.change,
            self.do,
            [*shown, shown_tab],
            EACH,
            sent=self.act,
            window=window,
        )

    def do(self, sent: str, window: CitedWindow) -> Updates:
        """What a link here or in Chat asked for."""
        choice = window.choice
        match CITATIONS.read(sent):
            case OpenCitation(message_id, number):
                opened = replace(window, chosen=(message_id, number), choice=Choice(message_id))
                return {**self.show(opened), self._shown_tab: tab_named("citations")}
            case ShowCitation(message_id, number):
                chosen = message_id, number
                return self.show(replace(window, chosen=chosen, choice=replace(choice, reach=NEAR)))
            case StepCitation(by):
                return self._step(window, by)
            case ShowMoreText(side):
                return self.show(replace(window, choice=replace(choice, reach=choice.reach.grown(side))))
            case ListEarlierCitations():
                earlier = replace(choice, first=max(choice.first - LISTED, 0))
                return self.show(replace(window, choice=earlier), follow=False)
            case ListLaterCitations():
                later = replace(choice, last=choice.last + LISTED)
                return self.show(replace(window, choice=later), follow=False)
            case None:
                return nothing()

    def choose(self, message: str, window: CitedWindow) -> Updates:
        """One answer's citations, or those of all."""
        return self.show(replace(window, choice=Choice(message, window.choice.document)))

    def narrow(self, document: str, window: CitedWindow) -> Updates:
        """The citations in one document, or in all."""
        return self.show(replace(window, choice=Choice(window.choice.message, document)))

    def _step(self, window: CitedWindow, by: int) -> Updates:
        """The citation after the chosen one, or before it; after the last one comes the first."""
        try:
            cited = self._cited(self._answers(window.conversation), window.choice)
        except RagdeskError as problem:
            return {self.list: render.error(problem)}
        keys = [citation.key for citation in cited]
        chosen = window.chosen
        if chosen in keys:
            chosen = keys[(keys.index(chosen) + by) % len(keys)]
        return self.show(replace(window, chosen=chosen, choice=replace(window.choice, reach=NEAR)))

    def show(self, window: CitedWindow, follow: bool = True) -> Updates:
        """The chosen citation, or the last answer's first where that one is not of this conversation. `follow`: the list is to
        hold the chosen citation."""
        try:
            answers = self._answers(window.conversation)
            return self._shown(answers, window, follow) if answers else self._nothing()
        except RagdeskError as problem:
            return {self.list: render.error(problem), **self._viewer.empty()}

    def _shown(self, answers: Mapping[str, Answer], window: CitedWindow, follow: bool) -> Updates:
        chosen, choice = window.chosen, window.choice
        if choice.message != WHOLE and choice.message not in answers:
            choice = Choice(chosen[0] if chosen[0] in answers else list(answers)[-1])
        every = self._cited(answers, replace(choice, document=""))
        cited = self._cited(answers, choice)
        if not cited:
            cited, choice = every, replace(choice, document="")
        heads = self._heads(answers, choice, every)
        if not cited:
            last = list(answers.values())[-1]
            sentence = render_citations.cites_nothing(answers.get(choice.message, last))
            empty = {**self._viewer.empty(), self.list: sentence}
            return {**heads, **empty, self.chosen: (choice.message, 0), self.choice: choice}
        keys = [citation.key for citation in cited]
        at = keys.index(chosen) if chosen in keys else 0
        choice = _following(choice, at if follow else choice.first, len(cited))
        shown = cited[choice.first : choice.last]
        states = {citation.key: self._app.citations.state(citation.citation) for citation in shown}
        return {
            **heads,
            self.list: render_citations.citations(
                cited, (choice.first, choice.last), keys[at], states, whole=choice.message == WHOLE
            ),
            self.chosen: keys[at],
            self.choice: choice,
            **self._viewer.shown(cited[at].citation, in_citations(at + 1, len(cited)), choice.reach),
        }

    def _nothing(self) -> Updates:
        return {
            self.answer: update(visible=False),
            self.document: update(visible=False),
            self.list: render_citations.nothing_cited(),
            **self._viewer.empty(),
        }

    def _heads(self, answers: Mapping[str, Answer], choice: Choice, every: Sequence[Cited]) -> Updates:
        """The two fields over the list."""
        several = [(t("Whole conversation"), WHOLE)] if len(answers) > 1 else []
        questions = [
            (f"{place}. {short(answer.question, 80)}", message)
            for place, (message, answer) in enumerate(answers.items(), start=1)
        ]
        counts = Counter(cited.citation.document_id for cited in every)
        names = {cited.citation.document_id: cited.citation.document for cited in every}
        documents = [
            (f"{short(names[document], 60)} ({number(count)})", document)
            for document, count in counts.most_common()
        ]
        return {
            self.answer: update(choices=[*several, *questions], value=choice.message, visible=True),
            self.document: update(
                choices=[(t("All documents"), ""), *documents],
                value=choice.document,
                visible=len(documents) >= MANY_DOCUMENTS,
            ),
        }

    def _answers(self, conversation: str) -> dict[str, Answer]:
        """The conversation's answers by message id, oldest first."""
        messages = self._app.library.conversations.messages(conversation) if conversation else []
        return {message.id: message.answer for message in messages if message.answer is not None}

    @staticmethod
    def _cited(answers: Mapping[str, Answer], choice: Choice) -> list[Cited]:
        return [
            Cited(message, answer, citation)
            for message, answer in answers.items()
            if choice.message in (WHOLE, message)
            for citation in answer.all_citations
            if choice.document in ("", citation.document_id)
        ]


def _following(choice: Choice, at: int, count: int) -> Choice:
    """The choice with a window of the list that lies within `count` citations and holds number `at` (from 0)."""
    first, last = choice.first, min(choice.last, count)
    if not first <= at < last:
        first = max(min(at - BEFORE, count - LISTED), 0)
        last = min(first + LISTED, count)
    return replace(choice, first=first, last=last)


def _field(label: str, elem_id: str) -> "gr.Dropdown":
    import gradio as gr

    return gr.Dropdown([], label=label, elem_id=elem_id, elem_classes="rd-field", visible=False)
