"""The queue in the Library tab: what is being added, what waits, what needs a password, how it ended.

The queue belongs to the app and outlives every window; each window asks for it again and again, and is sent what changed.
"""

from collections.abc import Callable
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Any

from ragdesk.domain.errors import RagdeskError
from ragdesk.domain.intake import Job
from ragdesk.front.web import render
from ragdesk.front.web.actions.library import (
    QUEUE,
    CancelAllJobs,
    CancelJob,
    ChooseLockedFile,
    ClearFinishedJobs,
    LeaveLockedFile,
)
from ragdesk.front.web.events import connect
from ragdesk.front.web.parts import QUIET, Updates, bridge, markdown, nothing, update
from ragdesk.front.web.tabs.library import render_queue
from ragdesk.front.web.wording import number, t

if TYPE_CHECKING:
    import gradio as gr

    from ragdesk.app.app import App

# How often a window asks, in seconds: while something is done, and while nothing is (a watched folder, another window).
BUSY, IDLE = 1.0, 5.0
# All that shows the queue runs one after the other, so that no older picture of it is shown after a newer one.
SERIAL: dict[str, Any] = {**QUIET, "concurrency_id": "queue", "concurrency_limit": 1}


@dataclass(frozen=True, slots=True)
class QueueSeen:
    """What one window shows of the queue and the library: HTML, and `documents`, which stands for the whole list."""

    progress: str = ""
    said: str = ""
    held: str = ""
    waiting: str = ""
    finished: str = ""
    problems: str = ""
    chosen: int = 0
    busy: bool = False
    documents: int = 0


class QueuePanel:
    """Lays the panel out and answers its events. `seen` is of one window."""

    def __init__(self, app: "App") -> None:
        self._app = app

    def unseen(self) -> None:
        import gradio as gr

        self.act = bridge("queue")
        self.timer = gr.Timer(BUSY)
        self.seen = gr.State(QueueSeen())
        self.choice = gr.State(0)

    def layout(self) -> None:
        """The panel; empty parts of it take no room."""
        import gradio as gr

        self.said = markdown("rd-said")
        self.progress = markdown("rd-progress")
        self.held = markdown("rd-held")
        with gr.Row(visible=False, elem_classes="rd-tight", elem_id="rd-unlock") as self.unlock:
            self.password = gr.Textbox(
                label=t("Password"),
                type="password",
                max_lines=1,
                elem_id="rd-password",
                elem_classes="rd-field",
                scale=4,
            )
            self.open = gr.Button(t("Open"), variant="primary", elem_id="rd-open", scale=0, min_width=100)
        self.waiting = markdown("rd-waiting")
        self.finished = markdown("rd-finished")
        self.note = markdown("rd-note")

    def problems_fold(self) -> None:
        import gradio as gr

        with gr.Accordion(
            t("Files that could not be added"), open=False, visible=False, elem_id="rd-troubles"
        ) as self.fold:
            self.problems = markdown("rd-problems")

    @property
    def outputs(self) -> list[Any]:
        """Everything that `shown` may change."""
        moving = [self.progress, self.said, self.held, self.waiting, self.finished, self.problems]
        return [*moving, self.fold, self.unlock, self.password, self.timer, self.seen]

    def wire(self, follow: Callable[["gr.events.Dependency"], None]) -> None:
        """`follow` shows the queue, and the library, after an event."""
        links = {**SERIAL, "trigger_mode": "multiple"}
        follow(connect(self.act.change, self.do, [self.choice, self.note], links, sent=self.act))
        for trigger in (self.password.submit, self.open.click):
            tried = [self.password, self.note]
            password = connect(
                trigger, self.give_password, tried, SERIAL, password=self.password, seen=self.seen
            )
            follow(password)

    def shown(self, seen: QueueSeen, choice: int) -> tuple[Updates, QueueSeen]:
        """What differs from what the window shows, and what it shows then. `choice`: the held file that is asked about."""
        state = self._app.intake.state()
        waiting = {job.source for job in (*state.waiting, *state.held)}  # of these nothing is certain yet
        failed = self._app.library.sources.problems()
        problems = [(file.path, file.problem) for file in failed if file.problem and file.path not in waiting]
        chosen = _chosen(state.held, choice)
        now = replace(
            seen,
            progress=render_queue.progress(state),
            said=render_queue.said(state),
            held=render_queue.held(state, chosen.id if chosen else 0),
            waiting=render_queue.waiting(state),
            finished=render_queue.finished(state),
            problems=render_queue.problems(problems),
            chosen=chosen.id if chosen else 0,
            busy=bool(state.waiting) or state.progress is not None,
        )
        shown: Updates = {}
        # A page now and then loses what it is sent while it draws a part anew; so when all is done each part is sent once more.
        ended = seen.busy and not now.busy
        for part in ("progress", "said", "held", "waiting", "finished", "problems"):
            if ended or getattr(now, part) != getattr(seen, part):
                shown[getattr(self, part)] = getattr(now, part)
        if now.problems != seen.problems:
            label = t("Files that could not be added ({number})", number=number(len(problems)))
            shown[self.fold] = update(visible=bool(problems), label=label)
        if now.busy != seen.busy or seen == QueueSeen():
            shown[self.timer] = update(value=BUSY if now.busy else IDLE)
        if now.chosen != seen.chosen:
            shown[self.unlock] = update(visible=chosen is not None)
            shown[self.password] = update(
                label=t("Password of {file}", file=chosen.name if chosen else ""), value=""
            )
        return shown, now

    def do(self, sent: str) -> Updates:
        """What a link in the panel asked for."""
        intake = self._app.intake
        try:
            match QUEUE.read(sent):
                case CancelJob(job) | LeaveLockedFile(job):
                    intake.cancel(job)
                case CancelAllJobs():
                    intake.cancel_all()
                case ClearFinishedJobs():
                    intake.clear_finished()
                case ChooseLockedFile(job):
                    return {self.choice: job}
                case None:
                    return nothing()
        except RagdeskError as problem:
            return {self.note: render.error(problem)}
        return {self.note: ""}

    def give_password(self, password: str, seen: QueueSeen) -> Updates:
        """Try the chosen file again with a password."""
        if not seen.chosen:
            return {self.password: ""}
        try:
            self._app.intake.give_password(seen.chosen, password)
        except RagdeskError as problem:
            return {self.note: render.error(problem)}
        return {self.password: "", self.note: ""}


def _chosen(held: tuple[Job, ...], choice: int) -> Job | None:
    """The held file that is asked about: the one that was chosen, else the first."""
    return next((job for job in held if job.id == choice), held[0] if held else None)
