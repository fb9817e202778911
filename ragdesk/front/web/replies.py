"""Answers of our own routes that several of them give."""

import re
from collections.abc import Callable
from urllib.parse import quote

from starlette.requests import Request
from starlette.responses import PlainTextResponse, Response
from starlette.routing import Route

from ragdesk.domain.errors import RagdeskError, UnknownIdError
from ragdesk.front.web.wording import t, told

_TOKEN = re.compile(r"[0-9a-f]{32}")
_DOCUMENT_ID = re.compile(r"[0-9a-f]{16}")


def document_id(request: Request) -> str | None:
    """The document that the path names; None where that is no id."""
    match = _DOCUMENT_ID.fullmatch(request.path_params["document_id"])
    return match.group() if match else None


def missing() -> Response:
    return PlainTextResponse(t("There is nothing here."), status_code=404)


def refused(problem: RagdeskError) -> Response:
    status = 404 if isinstance(problem, UnknownIdError) else 500
    return PlainTextResponse(told(problem), status_code=status)


def as_attachment(name: str) -> dict[str, str]:
    """Headers of a download (RFC 6266): the encoded form alone, so that no name can break out of the header."""
    return {"content-disposition": f"attachment; filename*=UTF-8''{quote(name, safe='')}"}


def offered_files(path: str, fetch: Callable[[str], tuple[str, bytes]]) -> Route:
    """The route of files that were made for this browser, each under a token; `fetch` gives a file's name and content."""

    def give(request: Request) -> Response:
        match = _TOKEN.fullmatch(request.path_params["token"])
        if match is None:
            return missing()
        try:
            name, content = fetch(match.group())
        except RagdeskError as problem:
            return refused(problem)
        return Response(content, media_type="application/octet-stream", headers=as_attachment(name))

    return Route(f"{path}/{{token}}", give)
