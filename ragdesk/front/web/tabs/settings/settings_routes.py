"""What the page's script asks for now and then (the language and look in force, errors that nobody has looked at), and the
licences of others."""

from pathlib import Path
from typing import TYPE_CHECKING

from starlette.requests import Request
from starlette.responses import JSONResponse, PlainTextResponse, Response
from starlette.routing import BaseRoute, Route

from ragdesk.front.web.problems import PROBLEMS
from ragdesk.front.web.wording import language, plural, t
from ragdesk.host import notices

if TYPE_CHECKING:
    from ragdesk.app.app import App


def settings_routes(app: "App") -> list[BaseRoute]:
    """The routes, to be mounted before Gradio's."""

    def state(request: Request) -> Response:
        follow_intake(app)
        unseen = PROBLEMS.unseen()
        return JSONResponse(
            {
                "language": language(),
                "theme": app.settings.ui.theme,
                "errors": plural(unseen, "{count} new error", "{count} new errors") if unseen else "",
            }
        )

    def licences(request: Request) -> Response:
        try:
            return PlainTextResponse(notices.text())
        except OSError as problem:
            sentence = t(
                "{file} cannot be read: {reason}.", file=notices.FILE, reason=problem.strerror or problem
            )
            return PlainTextResponse(sentence, status_code=500)

    return [Route("/ragdesk/state", state), Route("/ragdesk/notices", licences)]


def follow_intake(app: "App") -> None:
    """Keep what the background intake failed at among the problems. What waits for a password, or is tried
    with one, has not failed."""
    state = app.intake.state()
    waiting = {job.source for job in (*state.held, *state.waiting)}
    failures = [
        (Path(result.path).name, result.problem)
        for result in state.finished
        if result.problem and result.path not in waiting
    ]
    PROBLEMS.follow([*failures, *([("", state.problem)] if state.problem else [])])
