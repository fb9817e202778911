"""Documents for the browser: the original as a download, the readable text as a page of its own.

An id is checked before it is used. Originals are only ever sent as attachments, from inside the archive, never shown by the
browser, whatever is in them; a text is shown escaped, under a policy that lets nothing run or load.
"""

from typing import TYPE_CHECKING

from starlette.requests import Request
from starlette.responses import FileResponse, HTMLResponse, Response
from starlette.routing import Route

from ragdesk.domain.errors import RagdeskError
from ragdesk.front.web.replies import as_attachment, document_id, missing, refused
from ragdesk.front.web.tabs.library.render_details import text_page

if TYPE_CHECKING:
    from ragdesk.app.app import App


def document_routes(app: "App") -> list[Route]:
    """The routes. Plain functions: starlette runs them in threads."""

    def original(request: Request) -> Response:
        known = document_id(request)
        if known is None:
            return missing()
        try:
            # The name first: where the document is gone, that is said, and not where its file would lie.
            name, path = app.shelves.document(known).name, app.shelves.original(known)
        except RagdeskError as problem:
            return refused(problem)
        kept = (app.home.archive.resolve(), app.home.shared_copies.resolve())
        if not any(path.resolve().is_relative_to(folder) for folder in kept):
            return missing()
        return FileResponse(path, media_type="application/octet-stream", headers=as_attachment(name))

    def view(request: Request) -> Response:
        known = document_id(request)
        if known is None:
            return missing()
        start, end = (int(request.path_params.get(name, 0)) for name in ("start", "end"))
        try:
            document, text = app.shelves.document(known), app.shelves.text(known)
        except RagdeskError as problem:
            return refused(problem)
        return HTMLResponse(text_page(document, text, min(start, len(text)), min(end, len(text))))

    return [
        Route("/ragdesk/original/{document_id}", original),
        Route("/ragdesk/view/{document_id}", view),
        Route("/ragdesk/view/{document_id}/{start:int}/{end:int}", view),
    ]
