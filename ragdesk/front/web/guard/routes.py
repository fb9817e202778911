"""Our own routes behind the guard: page pictures, readable texts; originals, saved messages and exports for download; the page's
script and style.

Ids and names are checked before they are used: an id is 16 hex digits, a static file is one of the folder's. Originals are only
ever sent as attachments, from inside the archive, never shown by the browser, whatever is in them; a document's text is
shown as escaped text, under a policy that lets nothing run or load.
"""

import re
from collections.abc import Callable
from typing import TYPE_CHECKING
from urllib.parse import quote

from starlette.requests import Request
from starlette.responses import FileResponse, HTMLResponse, PlainTextResponse, Response
from starlette.routing import BaseRoute, Route

from ragdesk.domain.errors import RagdeskError, UnknownIdError
from ragdesk.front.web.static_files import static_route
from ragdesk.front.web.tabs.citations.viewer_routes import viewer_routes
from ragdesk.front.web.tabs.library.render_details import text_page
from ragdesk.front.web.wording import t, told

if TYPE_CHECKING:
    from ragdesk.app.app import App

_TOKEN = re.compile(r"[0-9a-f]{32}")
_DOCUMENT_ID = re.compile(r"[0-9a-f]{16}")


def routes(app: "App") -> list[BaseRoute]:
    """The routes, to be mounted before Gradio's. Plain functions: starlette runs them in threads."""

    def original(request: Request) -> Response:
        found = _DOCUMENT_ID.fullmatch(request.path_params["document_id"])
        if found is None:
            return _missing()
        try:
            library = app.library
            path, name = library.original(found.group()), library.document(found.group()).name
        except RagdeskError as problem:
            return _refused(problem)
        if not path.resolve().is_relative_to(app.home.archive.resolve()):
            return _missing()
        return FileResponse(path, media_type="application/octet-stream", headers=_attached(name))

    def view(request: Request) -> Response:
        found = _DOCUMENT_ID.fullmatch(request.path_params["document_id"])
        if found is None:
            return _missing()
        start, end = (int(request.path_params.get(name, 0)) for name in ("start", "end"))
        try:
            document, text = app.library.document(found.group()), app.library.text(found.group())
        except RagdeskError as problem:
            return _refused(problem)
        return HTMLResponse(text_page(document, text, min(start, len(text)), min(end, len(text))))

    def offered(fetch: Callable[[str], tuple[str, bytes]]) -> Callable[[Request], Response]:
        """The route of files that were made for this browser, each under a token."""

        def give(request: Request) -> Response:
            found = _TOKEN.fullmatch(request.path_params["token"])
            if found is None:
                return _missing()
            try:
                name, content = fetch(found.group())
            except RagdeskError as problem:
                return _refused(problem)
            return Response(content, media_type="application/octet-stream", headers=_attached(name))

        return give

    return [
        *viewer_routes(app),
        Route("/ragdesk/original/{document_id}", original),
        Route("/ragdesk/view/{document_id}", view),
        Route("/ragdesk/view/{document_id}/{start:int}/{end:int}", view),
        Route("/ragdesk/handover/{token}", offered(app.handovers.fetch)),
        Route("/ragdesk/export/{token}", offered(app.exports.fetch)),
        static_route(),
    ]


def _attached(name: str) -> dict[str, str]:
    """RFC 6266: the encoded form alone, so that no name can break out of the header."""
    return {"content-disposition": f"attachment; filename*=UTF-8''{quote(name, safe='')}"}


def _missing() -> Response:
    return PlainTextResponse(t("There is nothing here."), status_code=404)


def _refused(problem: RagdeskError) -> Response:
    status = 404 if isinstance(problem, UnknownIdError) else 500
    return PlainTextResponse(told(problem), status_code=status)
