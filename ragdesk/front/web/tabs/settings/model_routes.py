"""A model that a person drops on the page: its files are streamed to the disk, then checked and moved to the home's models.

    POST /ragdesk/model?drop=…&name=…[&last=1]   one file as the body; a name may have folders in it. With `last`, all are here.

The answer says what came of it: {"said": a sentence, "good": whether the model is there now, or the file has arrived}.
"""

import re
import shutil
from pathlib import Path
from typing import TYPE_CHECKING

from starlette.concurrency import run_in_threadpool
from starlette.requests import ClientDisconnect, Request
from starlette.responses import JSONResponse, Response
from starlette.routing import BaseRoute, Route

from ragdesk.domain.errors import RagdeskError, StoreError, UsageError
from ragdesk.front.web.guard.uploads import shown_name
from ragdesk.front.web.problems import explain
from ragdesk.front.web.wording import t, told
from ragdesk.host.disk import room

if TYPE_CHECKING:
    from ragdesk.app.app import App

_DROP = re.compile(r"[0-9a-f]{32}")
# Written at once: the browser sends 64 KB a piece, a large model has gigabytes.
BLOCK = 4 * 1024 * 1024


def model_routes(app: "App", uploads: Path) -> list[BaseRoute]:
    """The route, to be mounted before Gradio's. `uploads` is a private folder; what arrives lies there until it is taken in."""

    async def model(request: Request) -> Response:
        drop, name = request.query_params.get("drop", ""), request.query_params.get("name", "")
        if not _DROP.fullmatch(drop) or not name:
            return JSONResponse({"said": t("There is nothing here."), "good": False}, status_code=404)
        folder = uploads / f"model-{drop}"
        try:
            await _receive(request, _place(folder, name))
            if not request.query_params.get("last"):
                return JSONResponse({"said": "", "good": True})
            top = folder / Path(shown_name(name)).parts[0]
            added = await run_in_threadpool(lambda: app.engines.add(top, ours=True))
            sentence = t("The model {name} is added. Choose it in Settings, under Models.", name=added.name)
            return JSONResponse({"said": sentence, "good": True})
        except ClientDisconnect:  # the window was closed on the way: nobody reads an answer
            shutil.rmtree(folder, ignore_errors=True)
            return Response(status_code=400)
        except (RagdeskError, OSError) as problem:
            shutil.rmtree(folder, ignore_errors=True)
            return JSONResponse({"said": told(explain(problem)), "good": False}, status_code=422)
        finally:
            if request.query_params.get("last"):
                shutil.rmtree(folder, ignore_errors=True)

    return [Route("/ragdesk/model", model, methods=["POST"])]


def _place(folder: Path, name: str) -> Path:
    """Where a file of a drop is written; its name is the browser's word. Raises UsageError for one that leads elsewhere."""
    path = folder / shown_name(name)
    if not path.resolve().is_relative_to(folder.resolve()):
        raise UsageError("{name} is no name of a file.", "Give the file another name.", name=name)
    path.parent.mkdir(mode=0o700, parents=True, exist_ok=True)
    return path


async def _receive(request: Request, path: Path) -> None:
    """Write the request's body to `path`. Raises StoreError where the disk has no room for it, OSError."""
    size = int(request.headers["content-length"])  # the guard lets no request through without it
    left = room(path.parent)
    with path.open("wb") as file:
        held = bytearray()
        async for piece in request.stream():
            if size > left:
                continue  # a browser reads no answer before it has sent everything
            held += piece
            if len(held) >= BLOCK:
                await run_in_threadpool(file.write, held)
                held = bytearray()
        await run_in_threadpool(file.write, held)
    if size > left:
        raise StoreError(
            "{name} needs {needed:,.1f} GB, and {free:,.1f} GB are free for it.",
            "Make room on the disk, then drop it again.",
            name=path.name,
            needed=size / 1e9,
            free=max(left, 0) / 1e9,
        )
