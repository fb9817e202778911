"""The Citations tab: the citations of a conversation or of one answer, and the very place of each in its document."""

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

from ragdesk.domain.answers import Answer
from ragdesk.domain.errors import RagdeskError
from ragdesk.front.web import render
from ragdesk.front.web.parts import QUIET, Updates, bridge, markdown, update
from ragdesk.front.web.tabs.citations import render_citations
from ragdesk.front.web.tabs.citations.export_panel import ExportPanel
from ragdesk.front.web.tabs.citations.render_citations import Cited
from ragdesk.front.web.tabs.citations.viewer import NEAR, Reach, Viewer
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

Key = tuple[str, int]


@dataclass(frozen=True, slots=True)
class Choice:
    """What a window lists and shows: the citations of `message` (WHOLE: of the conversation; "": of its last answer), only
    those in `document` ("": in any), from `first` to `last` of them; and how far the text on view reaches."""

    message: str = ""
    document: str = ""
    first: int = 0
    last: int = 0
    reach: Reach = NEAR


class CitationsTab:
    """Lays the tab out and answers its events. A window's states: `chosen`, (message id, citation number); `choice`."""

    def __init__(self, app: "App") -> None:
        self._app = app
        self._viewer = Viewer(app)
        self._export = ExportPanel(app)

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

    def wire(self, tabs: "gr.Tabs", tab: "gr.Tab", conversation: "gr.State") -> None:
        self._tabs = tabs
        self._export.wire(conversation, self.chosen)
        listed = [self.answer, self.document, self.list, self.chosen, self.choice]
        shown = [*listed, *self._viewer.parts]
        kept = [conversation, self.chosen, self.choice]
        tab.select(self.refreshed, kept, shown, **QUIET)
        self.answer.input(self.choose, [self.answer, *kept], shown, **QUIET)
        self.document.input(self.narrow, [self.document, *kept], shown, **QUIET)
        self.act.change(self.do, [self.act, *kept], [*shown, tabs], trigger_mode="multiple", **QUIET)

    def do(self, value: str, conversation: str, chosen: Key, choice: Choice) -> Updates:
        """What a link here or in Chat asked for."""
        verb, *arguments = render.read_action(value)
        if verb == "open":  # a citation number in Chat
            shown = self._show(conversation, (arguments[0], int(arguments[1])), Choice(arguments[0]))
            return {**shown, self._tabs: update(selected="citations")}
        if verb == "show":
            return self._show(conversation, (arguments[0], int(arguments[1])), replace(choice, reach=NEAR))
        if verb == "step":
            return self._step(conversation, chosen, choice, int(arguments[0]))
        if verb == "more":
            return self._show(conversation, chosen, replace(choice, reach=choice.reach.grown(arguments[0])))
        earlier = LISTED if verb == "earlier" else 0
        moved = replace(
            choice, first=max(choice.first - earlier, 0), last=choice.last + (0 if earlier else LISTED)
        )
        return self._show(conversation, chosen, moved, follow=False)

    def choose(self, message: str, conversation: str, chosen: Key, choice: Choice) -> Updates:
        """One answer's citations, or those of all."""
        return self._show(conversation, chosen, Choice(message, choice.document))

    def narrow(self, document: str, conversation: str, chosen: Key, choice: Choice) -> Updates:
        """The citations in one document, or in all."""
        return self._show(conversation, chosen, Choice(choice.message, document))

    def refreshed(self, conversation: str, chosen: Key, choice: Choice) -> Updates:
        """The chosen citation again, or the last answer where that one is not of this conversation."""
        return self._show(conversation, chosen, choice)

    def _step(self, conversation: str, chosen: Key, choice: Choice, by: int) -> Updates:
        """The citation after the chosen one, or before it; after the last one comes the first."""
        try:
            keys = [each.key for each in self._cited(self._answers(conversation), choice)]
        except RagdeskError as problem:
            return {self.list: render.error(problem)}
        if chosen in keys:
            chosen = keys[(keys.index(chosen) + by) % len(keys)]
        return self._show(conversation, chosen, replace(choice, reach=NEAR))

    def _show(self, conversation: str, chosen: Key, choice: Choice, follow: bool = True) -> Updates:
        """`follow`: the list is to hold the chosen citation."""
        try:
            answers = self._answers(conversation)
            if not answers:
                return self._nothing()
            if choice.message != WHOLE and choice.message not in answers:
                choice = Choice(chosen[0] if chosen[0] in answers else list(answers)[-1])
            every = self._cited(answers, replace(choice, document=""))
            cited = self._cited(answers, choice)
            if not cited:
                cited, choice = every, replace(choice, document="")
            heads = self._heads(answers, choice, every)
            if not cited:
                last = list(answers.values())[-1]
                said = render_citations.cites_nothing(answers.get(choice.message, last))
                return {**heads, **self._viewer.empty(), self.list: said, self.choice: choice}
            keys = [each.key for each in cited]
            at = keys.index(chosen) if chosen in keys else 0
            choice = _following(choice, at if follow else choice.first, len(cited))
            window = cited[choice.first : choice.last]
            states = {each.key: self._app.citations.state(each.citation) for each in window}
        except RagdeskError as problem:
            return {self.list: render.error(problem), **self._viewer.empty()}
        return {
            **heads,
            self.list: render_citations.citations(
                cited, (choice.first, choice.last), keys[at], states, whole=choice.message == WHOLE
            ),
            self.chosen: keys[at],
            self.choice: choice,
            **self._viewer.shown(cited[at].citation, at + 1, len(cited), choice.reach),
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
        asked = [
            (f"{place}. {render.short(each.question, 80)}", message)
            for place, (message, each) in enumerate(answers.items(), start=1)
        ]
        counts = Counter(each.citation.document_id for each in every)
        names = {each.citation.document_id: each.citation.document for each in every}
        found = [
            (f"{render.short(names[document], 60)} ({number(count)})", document)
            for document, count in counts.most_common()
        ]
        return {
            self.answer: update(choices=[*several, *asked], value=choice.message, visible=True),
            self.document: update(
                choices=[(t("All documents"), ""), *found],
                value=choice.document,
                visible=len(found) >= MANY_DOCUMENTS,
            ),
        }

    def _answers(self, conversation: str) -> dict[str, Answer]:
        """The conversation's answers by message id, oldest first."""
        messages = self._app.library.conversations.messages(conversation) if conversation else []
        return {each.id: each.answer for each in messages if each.answer is not None}

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
