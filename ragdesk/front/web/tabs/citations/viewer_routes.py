"""The viewer's own routes: pictures of pages in a few finenesses, their text where that fails, their words, where words stand
that are looked for, and how large a document's pages are."""

from itertools import groupby
from typing import TYPE_CHECKING

from starlette.requests import Request
from starlette.responses import JSONResponse, PlainTextResponse, Response
from starlette.routing import BaseRoute, Route

from ragdesk.domain.errors import RagdeskError
from ragdesk.domain.views import FoundWords, QuoteBox
from ragdesk.front.web.replies import document_id, missing, refused

if TYPE_CHECKING:
    from ragdesk.app.app import App

# Dots per inch of a picture: the first one unless another is asked for (the same list stands in static/viewer.js).
FINENESS = (110, 165, 220, 330, 440)
_LAST_PAGE = 1_000_000
NOTHING = FoundWords(0, ())


def viewer_routes(app: "App") -> list[BaseRoute]:
    """The routes. Plain functions: starlette runs them in threads."""
    return [*_page_routes(app), *_word_routes(app)]


def _page_routes(app: "App") -> list[BaseRoute]:
    """Pages as pictures and as text, and how many of which size there are."""

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


def _word_routes(app: "App") -> list[BaseRoute]:
    """Where words stand: all of a page, and those that are looked for in a document."""

    def words(request: Request) -> Response:
        known, number = document_id(request), int(request.path_params["number"])
        if known is None or not 1 <= number <= _LAST_PAGE:
            return missing()
        try:
            size = app.contents.page_size(known, number)
            listed = app.contents.words(known, number)
        except RagdeskError as problem:
            return refused(problem)
        return JSONResponse([[word.text, *_shares(word.box, size)] for word in listed])

    def find(request: Request) -> Response:
        known = document_id(request)
        if known is None:
            return missing()
        try:
            sizes = app.citations.page_sizes(known)
            found = app.contents.find(known, request.query_params.get("words", "")) if sizes else NOTHING
        except RagdeskError as problem:
            return refused(problem)
        places = [[[box.page, *_shares(box, sizes[box.page - 1])] for box in place] for place in found.places]
        return JSONResponse({"count": found.count, "places": places})

    return [
        Route("/ragdesk/page/{document_id}/{number:int}/words", words),
        Route("/ragdesk/find/{document_id}", find),
    ]


def _shares(box: QuoteBox, size: tuple[float, float]) -> list[float]:
    """Left, top, width and height of a box in hundredths of its page's size."""
    width, height = size
    left, top = 100 * box.x0 / width, 100 * box.y0 / height
    return [round(each, 3) for each in (left, top, 100 * box.x1 / width - left, 100 * box.y1 / height - top)]
