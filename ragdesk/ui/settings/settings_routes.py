"""What the page's script asks for now and then: the language and look in force, and errors that nobody has looked at."""

from pathlib import Path
from typing import TYPE_CHECKING

from starlette.requests import Request
from starlette.responses import JSONResponse, Response
from starlette.routing import BaseRoute, Route

from ragdesk.ui.settings.problems import PROBLEMS
from ragdesk.ui.wording import language, plural

if TYPE_CHECKING:
    from ragdesk.desk import Desk


def settings_routes(desk: "Desk") -> list[BaseRoute]:
    """The routes, to be mounted before Gradio's."""

    def state(request: Request) -> Response:
        follow_intake(desk)
        unseen = PROBLEMS.unseen()
        return JSONResponse(
            {
                "language": language(),
                "theme": desk.settings.ui.theme,
                "errors": plural(unseen, "{count} new error", "{count} new errors") if unseen else "",
            }
        )

    return [Route("/ragdesk/state", state)]


def follow_intake(desk: "Desk") -> None:
    """Keep what the background intake failed at among the problems."""
    state = desk.intake.state()
    failures = [(Path(one.path).name, one.problem or "") for one in state.finished if one.status == "failed"]
    PROBLEMS.follow([*failures, *([("", state.problem)] if state.problem else [])])
