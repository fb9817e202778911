"""The page's own scripts and styles in `static/`: what Gradio's page is given of them, and the route that serves them."""

from pathlib import Path

from starlette.requests import Request
from starlette.responses import FileResponse, PlainTextResponse, Response
from starlette.routing import Route

from ragdesk.front.web.wording import t

# Stands in the page itself, with what it is the style of (first_page.py).
FIRST = "first.css"
_FOLDER = Path(__file__).parent / "static"
_TYPES = {".css": "text/css", ".js": "text/javascript", ".svg": "image/svg+xml"}
# What the page is made of beside Gradio: app.css and app.js for all of it, then one of each for a part that needs them.
_STATIC = {path.name: _TYPES[path.suffix] for path in sorted(_FOLDER.iterdir()) if path.suffix in _TYPES}


def head() -> str:
    """What Gradio puts into the page's head: our styles come after its own, which they change."""
    icon = '<link rel="icon" type="image/svg+xml" href="/ragdesk/static/icon.svg">'
    return icon + "".join(f'<link rel="stylesheet" href="{address}">' for address in _addresses("text/css"))


def scripts() -> str:
    """What the page runs before Gradio does, which else would draw the tabs before anything listens to a click on them."""
    return "".join(f'<script src="{address}" defer></script>' for address in _addresses("text/javascript"))


def _addresses(kind: str) -> list[str]:
    return [f"/ragdesk/static/{name}" for name, type in _STATIC.items() if type == kind and name != FIRST]


def static_route() -> Route:
    """The route, to be mounted before Gradio's; it knows no file but those that were there when the app began."""

    def static(request: Request) -> Response:
        name = request.path_params["name"]
        if name not in _STATIC:
            return PlainTextResponse(t("There is nothing here."), status_code=404)
        return FileResponse(_FOLDER / name, media_type=_STATIC[name])

    return Route("/ragdesk/static/{name}", static)
