"""A cited place beside the conversation: the page with the quote marked takes the place of the passages, until it is put away."""

from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Any

from ragdesk.domain.errors import RagdeskError
from ragdesk.front.web import render
from ragdesk.front.web.actions.citations import BESIDE, CloseBeside, ShowBeside, ShowMoreText
from ragdesk.front.web.events import connect
from ragdesk.front.web.parts import EACH, Updates, bridge, nothing
from ragdesk.front.web.tabs.citations import render_viewer
from ragdesk.front.web.tabs.citations.viewer import NEAR, Reach, Viewer
from ragdesk.front.web.wording import t

if TYPE_CHECKING:
    import gradio as gr

    from ragdesk.app.app import App


@dataclass(frozen=True, slots=True)
class Beside:
    """What a window shows there: a citation of a message, and how far its text reaches."""

    message: str = ""
    number: int = 0
    reach: Reach = NEAR


class BesidePanel:
    """Lays the place out and answers its links; its style hides it while it is empty."""

    def __init__(self, app: "App") -> None:
        self._app = app
        self._viewer = Viewer(app, "beside", ("rd-beside-toolbar", "rd-beside-viewer"))

    def unseen(self) -> None:
        import gradio as gr

        self.act = bridge("beside")
        self.state = gr.State(Beside())

    def layout(self) -> None:
        import gradio as gr

        with gr.Column(elem_id="rd-beside"):
            self._viewer.layout()

    def wire(self, conversation: "gr.State") -> None:
        """What is shown belongs to a conversation, and goes with it."""
        connect(self.act.change, self.do, self.parts, EACH, sent=self.act, shown=self.state)
        connect(conversation.change, self.closed, self.parts)

    @property
    def parts(self) -> list[Any]:
        return [*self._viewer.parts, self.state]

    def do(self, sent: str, shown: Beside) -> Updates:
        """What a link asked for."""
        match BESIDE.read(sent):
            case ShowBeside(message_id, number):
                return self._shown(Beside(message_id, number))
            case ShowMoreText(side):
                return self._shown(replace(shown, reach=shown.reach.grown(side)))
            case CloseBeside():
                return self.closed()
            case None:
                return nothing()

    def closed(self) -> Updates:
        return {**self._viewer.empty(), self.state: Beside()}

    def _shown(self, beside: Beside) -> Updates:
        try:
            answer = self._app.library.conversations.message(beside.message).answer
        except RagdeskError as problem:
            return {**self._viewer.empty(), self._viewer.place: render.error(problem)}
        cited = {citation.number: citation for citation in answer.all_citations} if answer else {}
        if beside.number not in cited:
            gone = render.notice(t("The answer does not cite this any more."), "bad")
            return {**self._viewer.empty(), self._viewer.place: gone}
        ways = render_viewer.beside(beside.message, list(cited), beside.number)
        return {**self._viewer.shown(cited[beside.number], ways, beside.reach), self.state: beside}
