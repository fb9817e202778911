"""How to ask, as a page made of the OpenAPI description: without scripts, and without anything from elsewhere."""

import html

from ragdesk.front.contract import Json

_LOOK = (
    ":root{color-scheme:light dark}body{font:1rem/1.55 system-ui,sans-serif;max-width:46rem;margin:3rem auto;padding:0 1.25rem}"
    "h2{margin:2rem 0 .25rem;font-size:1.05rem}code,pre{font:.9rem/1.5 ui-monospace,monospace}"
    "pre{padding:.75rem;border:1px solid #8886;border-radius:.4rem;overflow-x:auto}td,th{text-align:left;"
    "padding:.15rem 1rem .15rem 0;vertical-align:top}p{margin:.35rem 0}"
)


def page(api: Json) -> str:
    """The page for an OpenAPI description."""
    info = api["info"]
    routes = [
        _route(path, method, operation, api)
        for path, methods in api["paths"].items()
        for method, operation in methods.items()
    ]
    return (
        "<!doctype html><html lang=en><meta charset=utf-8><meta name=viewport content='width=device-width'>"
        f"<title>{_text(info['title'])} {_text(info['version'])}</title><style>{_LOOK}</style>"
        f"<h1>{_text(info['title'])}</h1><p>{_text(info['description'])}</p>"
        "<p>For programs: <a href='/openapi.json'>openapi.json</a></p>" + "".join(routes)
    )


def _route(path: str, method: str, operation: Json, api: Json) -> str:
    fields = _fields(operation, api)
    rows = "".join(
        f"<tr><td><code>{_text(name)}</code><td>{_text(kind)}<td>{_text(about)}"
        for name, kind, about in fields
    )
    return (
        f"<h2><code>{method.upper()} {_text(path)}</code></h2><p>{_text(operation.get('description', ''))}</p>"
        + (f"<table>{rows}</table>" if rows else "")
    )


def _fields(operation: Json, api: Json) -> list[tuple[str, str, str]]:
    """What a request may hold: name, kind, meaning."""
    found = [
        (one["name"], _kind(one["schema"]), one.get("description", ""))
        for one in operation.get("parameters", ())
    ]
    if "requestBody" in operation:
        name = operation["requestBody"]["content"]["application/json"]["schema"]["$ref"].rpartition("/")[2]
        schema = api["components"]["schemas"][name]
        found += [
            (key, _kind(one), one.get("description", "")) for key, one in schema.get("properties", {}).items()
        ]
    return found


def _kind(schema: Json) -> str:
    kind = schema.get("type") or "".join(one.get("type", "") for one in schema.get("anyOf", ())[:1])
    usual = schema.get("default")
    return f"{kind}, default {usual}" if usual not in (None, "", []) else str(kind)


def _text(text: str) -> str:
    return html.escape(str(text))
