"""The viewer's own routes: pictures of pages in a few finenesses, and how large the pages of a document are."""

import re
from itertools import groupby
from typing import TYPE_CHECKING

from starlette.requests import Request
from starlette.responses import JSONResponse, PlainTextResponse, Response
from starlette.routing import BaseRoute, Route

from ragdesk.domain.errors import RagdeskError, UnknownIdError
from ragdesk.front.web.wording import t, told

if TYPE_CHECKING:
    from ragdesk.app.app import App

# Dots per inch of a picture: the first one unless another is asked for (the same list stands in static/viewer.js).
FINENESS = (110, 165, 220, 330, 440)
_ID = re.compile(r"[0-9a-f]{16}")
_LAST_PAGE = 1_000_000


def viewer_routes(app: "App") -> list[BaseRoute]:
    """The routes. Plain functions: starlette runs them in threads."""

    def picture(request: Request) -> Response:
        found = _ID.fullmatch(request.path_params["document_id"])
        number, dpi = int(request.path_params["number"]), int(request.path_params.get("dpi", FINENESS[0]))
        if found is None or not 1 <= number <= _LAST_PAGE or dpi not in FINENESS:
            return PlainTextResponse(t("There is nothing here."), status_code=404)
        try:
            drawn = app.contents.page_picture(found.group(), number, dpi)
        except RagdeskError as problem:
            return _refused(problem)
        return Response(drawn, media_type="image/png")

    def leaves(request: Request) -> Response:
        found = _ID.fullmatch(request.path_params["document_id"])
        if found is None:
            return PlainTextResponse(t("There is nothing here."), status_code=404)
        try:
            sizes = app.citations.page_sizes(found.group())
        except RagdeskError as problem:
            return _refused(problem)
        runs = [[sum(1 for _ in run), *size] for size, run in groupby(sizes)]
        return JSONResponse(runs)

    return [
        Route("/ragdesk/page/{document_id}/{number:int}", picture),
        Route("/ragdesk/page/{document_id}/{number:int}/{dpi:int}", picture),
        Route("/ragdesk/leaves/{document_id}", leaves),
    ]


def _refused(problem: RagdeskError) -> Response:
    status = 404 if isinstance(problem, UnknownIdError) else 500
    return PlainTextResponse(told(problem), status_code=status)
