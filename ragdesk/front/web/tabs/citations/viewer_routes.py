"""The viewer's own routes: pictures of pages in a few finenesses, their text where that fails, and how large a document's pages
are."""

from itertools import groupby
from typing import TYPE_CHECKING

from starlette.requests import Request
from starlette.responses import JSONResponse, PlainTextResponse, Response
from starlette.routing import BaseRoute, Route

from ragdesk.domain.errors import RagdeskError
from ragdesk.front.web.replies import document_id, missing, refused

if TYPE_CHECKING:
    from ragdesk.app.app import App

# Dots per inch of a picture: the first one unless another is asked for (the same list stands in static/viewer.js).
FINENESS = (110, 165, 220, 330, 440)
_LAST_PAGE = 1_000_000


def viewer_routes(app: "App") -> list[BaseRoute]:
    """The routes. Plain functions: starlette runs them in threads."""

    def picture(request: Request) -> Response:
        known = document_id(request)
        number, dpi = int(request.path_params["number"]), int(request.path_params.get("dpi", FINENESS[0]))
        if known is None or not 1 <= number <= _LAST_PAGE or dpi not in FINENESS:
            return missing()
        try:
            drawn = app.contents.page_picture(known, number, dpi)
        except RagdeskError as problem:
            return refused(problem)
        return Response(drawn, media_type="image/png")

    def text(request: Request) -> Response:
        known, number = document_id(request), int(request.path_params["number"])
        if known is None or not 1 <= number <= _LAST_PAGE:
            return missing()
        try:
            return PlainTextResponse(app.contents.page_text(known, number))
        except RagdeskError as problem:
            return refused(problem)

    def leaves(request: Request) -> Response:
        known = document_id(request)
        if known is None:
            return missing()
        try:
            sizes = app.citations.page_sizes(known)
        except RagdeskError as problem:
            return refused(problem)
        runs = [[sum(1 for _ in run), *size] for size, run in groupby(sizes)]
        return JSONResponse(runs)

    return [
        Route("/ragdesk/page/{document_id}/{number:int}", picture),
        Route("/ragdesk/page/{document_id}/{number:int}/{dpi:int}", picture),
        Route("/ragdesk/page/{document_id}/{number:int}/text", text),
        Route("/ragdesk/leaves/{document_id}", leaves),
    ]
