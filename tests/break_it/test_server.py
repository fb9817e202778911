"""Websites, other programs and other people at the local server: nobody without the cookie reads or changes anything, and
nobody with it does so from another site. SECURITY.md names the attacks."""

import socket
import time
from collections.abc import Callable, Iterable, Sequence
from typing import Any

import pytest

from break_it.counting import MUCH, count
from break_it.wire import HOST, SECRET, Header, Reply, Wire, gradio_app
from ragdesk.front.web.guard.guard import READABLE, SMALL_BODY, WRITABLE, Keys

pytestmark = pytest.mark.filterwarnings("ignore::DeprecationWarning")

JOIN = b'{"data":[],"fn_index":0,"session_hash":"a"}'
# What a stranger would want to read, and to do.
READ = ("/", "/config", "/gradio_api/queue/data?session_hash=a", "/gradio_api/heartbeat/a", "/ragdesk/state")
DONE = ("/gradio_api/upload", "/gradio_api/queue/join", "/gradio_api/cancel", "/gradio_api/reset")
METHODS = ("GET", "HEAD", "POST", "PUT", "PATCH", "DELETE", "OPTIONS", "TRACE", "get", "PROPFIND")


def doors(wire: Wire) -> list[tuple[str, str]]:
    """One address of each kind that the page itself uses, our own routes with a real document among them."""
    document = wire.opened.library.documents.all()[0].id
    ours = [f"/ragdesk/{kind}/{document}" for kind in ("original", "view", "leaves")]
    ours.append(f"/ragdesk/page/{document}/1")
    return [*(("GET", path) for path in (*READ, *ours)), *(("POST", path) for path in DONE)]


def knock(wire: Wire, door: tuple[str, str], headers: Sequence[Header] = (), **more: Any) -> Reply:
    method, path = door
    return wire.ask(method, path, headers, JOIN if method == "POST" else None, **more)


def some(doors: list[tuple[str, str]], number: int) -> list[tuple[str, str]]:
    """All of them in the long part; else two, others for each case, so that all are tried in the end."""
    return doors if MUCH else [doors[number % len(doors)], doors[(number * 5 + 3) % len(doors)]]


def hosts(port: int) -> Iterable[str | bytes | None]:
    """Names that a rebound or forged request carries. https://en.wikipedia.org/wiki/DNS_rebinding"""
    yield from (None, "evil.example", f"evil.example:{port}", f"127.0.0.1.nip.io:{port}", f"rebind.it:{port}")
    yield from (HOST, "localhost", f"{HOST}:1", f"{HOST}:0{port}", f"{HOST}:{port}0", f"{HOST}:", ":", "*")
    yield from (
        f"[::1]:{port}",
        f"0.0.0.0:{port}",
        f"127.1:{port}",
        f"127.0.0.2:{port}",
        f"127.0.0.1.:{port}",
    )
    yield from (
        f"2130706433:{port}",
        f"0x7f.0.0.1:{port}",
        f"0177.0.0.1:{port}",
        f"[::ffff:127.0.0.1]:{port}",
    )
    yield from (f"{HOST}:{port}.evil.example", f"{HOST}:{port}@evil.example", f"evil@{HOST}:{port}")
    yield from (f"{HOST}:{port},evil.example", f"evil.example,{HOST}:{port}", f"{HOST}:{port} evil.example")
    yield from (
        f"{HOST}:{port}/",
        f"http://{HOST}:{port}",
        f"{HOST}:{port}#",
        f"{HOST}:{port}?",
        f"{HOST}%00:{port}",
    )
    yield from (
        f"localhost.:{port}",
        f"LOCALHOST:{port}",
        f"localhost.localdomain:{port}",
        f"localhost:{port}\\x",
    )
    yield from (
        f"１２７.0.0.1:{port}",
        f"ⓛocalhost:{port}",
        f"lоcalhost:{port}",
        b"\xff\xfe",
        f"{'a' * 4_000}:{port}",
    )


def test_a_forged_or_rebound_host_gets_nothing(wire: Wire) -> None:
    every = doors(wire)
    for number, host in enumerate(hosts(wire.port)):
        for door in some(every, number):
            reply = knock(wire, door, host=host)
            held = reply.status in (400, 421) and not reply.tells
            assert count("forged Host", held), (host, door, reply)


def test_two_hosts_and_foreign_targets_get_nothing(wire: Wire) -> None:
    mine = wire.host
    for extra in ([("Host", "evil.example")], [("Host", mine)], [("X-Forwarded-Host", mine), ("Host", "x")]):
        for door in doors(wire):
            reply = knock(wire, door, extra)
            assert count("forged Host", reply.status in (400, 421) and not reply.tells), (extra, door, reply)
    for target in (
        "http://evil.example/",
        f"http://{mine}/config",
        "//evil.example/config",
        "*",
        "evil:443",
        "",
    ):
        for method in ("GET", "POST", "CONNECT", "OPTIONS"):
            reply = wire.ask(method, target, body=JOIN)
            assert count("forged Host", reply.status in (0, 400, 404) and not reply.tells), (target, reply)


def test_what_proxies_say_changes_nothing(wire: Wire) -> None:
    claims = [
        ("X-Forwarded-For", "127.0.0.1"), ("X-Forwarded-Host", "evil.example"), ("X-Forwarded-Proto", "https"),
        ("X-Real-IP", "127.0.0.1"), ("Forwarded", "for=127.0.0.1;host=evil.example"), ("X-Original-URL", "/config"),
        ("X-Rewrite-URL", "/config"), ("X-HTTP-Method-Override", "POST"), ("X-Forwarded-Prefix", "/gradio_api"),
    ]  # fmt: skip
    for claim in claims:
        reply = wire.ask("GET", "/ragdesk/nothing", [claim])
        assert count("forged Host", reply.status == 404), (claim, reply)
        reply = wire.ask("GET", "/", [claim])
        # The page says nowhere that it lives elsewhere.
        held = reply.status == 200 and b"evil.example" not in reply.body and b"https://127" not in reply.body
        assert count("forged Host", held), (claim, reply.status)


def origins(port: int) -> Iterable[str | bytes]:
    yield from (
        "null",
        "",
        "evil.example",
        "http://evil.example",
        f"http://evil.example:{port}",
        "file://",
        "*",
    )
    yield from (f"https://{HOST}:{port}", f"http://{HOST}", f"http://{HOST}:1", f"http://{HOST}:{port}/")
    yield from (
        f"http://{HOST}:{port}.evil.example",
        f"http://{HOST}:{port}@evil.example",
        f"//{HOST}:{port}",
    )
    yield from (
        f"HTTP://{HOST}:{port}",
        f"http://LOCALHOST:{port}",
        f"http://[::1]:{port}",
        f"ws://{HOST}:{port}",
    )
    yield from (
        f"http://{HOST}:{port} null",
        f"null, http://{HOST}:{port}",
        "chrome-extension://abcdef",
        "data:",
    )
    yield from (
        f"http://{HOST}:{port}\tx",
        f"blob:http://{HOST}:{port}/a",
        "about:blank",
        b"http://\xff",
        "undefined",
    )


def test_another_site_gets_nothing_even_with_the_cookie(wire: Wire) -> None:
    every = doors(wire)
    forged: list[Sequence[Header]] = [[("Origin", each)] for each in origins(wire.port)]
    forged += [[("Origin", f"http://{wire.host}")] * 2]
    for said in (
        "cross-site",
        "same-site",
        "",
        "Same-Origin",
        "same-origin, cross-site",
        "none none",
        "?1",
        "null",
    ):
        forged.append([("Sec-Fetch-Site", said)])
        forged.append([("Sec-Fetch-Site", said), ("Origin", f"http://{wire.host}")])
    for number, headers in enumerate(forged):
        for door in some(every, number):
            reply = knock(wire, door, headers)
            assert count("forged Origin", reply.status in (400, 403) and not reply.tells), (
                headers,
                door,
                reply,
            )


def test_no_other_site_is_told_that_it_may(wire: Wire) -> None:
    """Preflights: no answer carries a CORS header, whoever asks (CVE-2024-47084, CVE-2024-47165)."""
    for origin in ("null", "http://evil.example", f"http://{wire.host}", f"http://localhost:{wire.port}"):
        for path in (*READ, *DONE, "/ragdesk/static/app.js", "/gradio_api/info"):
            wants: list[Header] = [
                ("Origin", origin),
                ("Access-Control-Request-Method", "POST"),
                ("Access-Control-Request-Headers", "content-type"),
                ("Access-Control-Request-Private-Network", "true"),
            ]
            reply = wire.ask("OPTIONS", path, wants)
            held = not reply.tells and "access-control" not in reply.head.lower()
            assert count("CORS preflight", held), (origin, path, reply)
            if path == "/config" and origin.endswith(str(wire.port)):
                reply = wire.ask("GET", path, [("Origin", origin)])
                held = reply.status == 200 and "access-control" not in reply.head.lower()
                assert count("CORS preflight", held), (origin, reply.head)


def test_a_form_or_a_beacon_of_another_site_changes_nothing(wire: Wire) -> None:
    """What a page may send without asking first: three content types, with the cookie by mistake."""
    form = b'--x\r\nContent-Disposition: form-data; name="files"; filename="a.txt"\r\n\r\nhello\r\n--x--\r\n'
    before = uploads(wire)
    for kind in ("text/plain", "application/x-www-form-urlencoded", "multipart/form-data; boundary=x"):
        for path in DONE:
            for cookie in ("", None):
                reply = wire.ask(
                    "POST", path, [("Origin", "null"), ("Content-Type", kind)], form, cookie=cookie
                )
                assert count("CSRF", reply.status == 403 and not reply.tells), (kind, path, reply)
    assert count("CSRF", uploads(wire) == before)


def uploads(wire: Wire) -> set[str]:
    return {str(path) for path in wire.opened.home.temporary.rglob("*") if path.is_file()}


def all_routes(wire: Wire) -> list[str]:
    """Every path that the app knows, from its own tables, with something in the place of each parameter."""
    found: list[str] = []

    def walk(routes: Iterable[Any], prefix: str) -> None:
        for route in routes:
            inner = getattr(route, "original_router", None)
            path = prefix + getattr(route, "path", "")
            if inner is not None:
                context = getattr(route, "include_context", None)
                walk(inner.routes, prefix + (getattr(context, "prefix", "") or ""))
            elif hasattr(getattr(route, "app", None), "routes") and not hasattr(route, "methods"):
                walk(route.app.routes, path)
            elif path:
                found.append(path)

    walk(wire.app._app._app._app.routes, "")
    walk(gradio_app(wire).app._app.routes, "")
    return sorted({_filled(path) for path in found})


def _filled(path: str) -> str:
    parts = []
    for part in path.split("/"):
        if "{" in part:
            part = part.replace("{url_path:path}", "http://127.0.0.1:1/").replace(
                "{path_or_url:path}", "/etc/passwd"
            )
            part = part if "{" not in part else "1" if ":int" in part else "0123456789abcdef"
        parts.append(part)
    return "/".join(parts)


def test_every_route_of_the_app_is_shut_without_the_cookie(wire: Wire) -> None:
    routes = all_routes(wire)
    # The tables were read: Gradio's own dangerous routes are among them.
    assert len(routes) > 60
    for known in ("/config", "/ragdesk/state", "queue/join", "upload", "queue/data"):
        assert any(path.endswith(known) for path in routes), known
    spelled = [f"/gradio_api{path}" for path in routes if not path.startswith(("/gradio_api", "/ragdesk"))]
    methods = METHODS if MUCH else ("GET", "POST")
    for path in [*routes, *spelled]:
        for method in methods:
            reply = wire.ask(method, path, body=JOIN if method == "POST" else None, cookie=None)
            held = reply.status in (0, 400, 401, 403, 404, 405, 501) and not reply.tells
            assert count("route without the cookie", held), (method, path, reply)


def test_with_the_cookie_only_what_the_page_needs_is_there(wire: Wire) -> None:
    dangerous = (
        "info", "openapi.json", "runs", "/run/", "/call/", "/api/", "monitoring", "vibe", "file=", "file/", "proxy=",
        "stream/", "custom_component", "dev/reload", "login", "logout", "token", "user", "app_id", "deep_link",
        "component_server", "process_recording", "svelte", "robots.txt", "pwa_icon", "profiling", "run-history",
    )  # fmt: skip
    tried = [path for path in all_routes(wire) if any(word in path for word in dangerous)]
    assert len(tried) > 30
    for path in tried:
        for method in ("GET", "POST"):
            reply = wire.ask(method, path, body=JOIN if method == "POST" else None)
            held = reply.status in (400, 404, 405)
            assert count("route that the page does not need", held), (method, path, reply.status)


def test_methods_beside_the_page_s_own_do_nothing(wire: Wire) -> None:
    for path in sorted({*READABLE, *WRITABLE, "/ragdesk/state"}):
        for method in METHODS[3:]:
            reply = wire.ask(method, path, body=JOIN)
            assert count("route that the page does not need", not reply.tells), (method, path, reply.status)


def test_no_answer_lets_another_page_frame_it(wire: Wire) -> None:
    """Neither what is there nor what is refused: a page around it could lead a person's clicks."""
    routes = all_routes(wire)
    for path in [*READ, *routes[:: 1 if MUCH else 9]]:
        for cookie in ("", None):
            reply = wire.ask("GET", path, cookie=cookie, seconds=2 if "queue/data" in path else 20)
            said = reply.head.lower()
            # A stream that has nothing to say yet says nothing of itself either.
            held = not reply.status or ("x-frame-options: deny" in said and "frame-ancestors 'none'" in said)
            assert count("page that another one would frame", held), (path, cookie, reply.head)


def keys(wire: Wire) -> Iterable[str | None]:
    """Cookies that do not open: none, those of another start of the app, and the right one spelled in other ways."""
    name, right = wire.cookie.split("=", 1)
    yield None
    yield from (
        f"{name}=",
        f"{name}=null",
        f"{name}={Keys().cookie}",
        f"ragdesk_1={right}",
        f"ragdesk={right}",
    )
    yield from (f"{name}={right[:-1]}", f"{name}={right}x", f"{name}={right.swapcase()}", f'{name}="{right}"')
    yield from (
        f"{name}={right};{name}={right}",
        f"{name}=x; {name}={right}",
        f"{name}={right}%00",
        f"{right}",
    )
    yield from (
        f"{name.upper()}={right}",
        f"{name}={right[::-1]}",
        f"{name}=*",
        f"{name}={right}, a=b",
        "=" * 3_000,
    )
    yield from (f"__Host-{name}={right}", f"{name}[]={right}", f"{name}=é{right}", f"access-token={right}")


def test_a_wrong_stolen_or_expired_key_opens_nothing(wire: Wire) -> None:
    every = doors(wire)
    for number, cookie in enumerate(keys(wire)):
        for door in some(every, number):
            reply = knock(wire, door, cookie=cookie)
            assert count("wrong key", reply.status in (400, 401) and not reply.tells), (cookie, door, reply)


def test_a_launch_token_is_good_once_there_and_nowhere_else(wire: Wire) -> None:
    spent = wire.keys.mint()
    assert count("launch token", wire.ask("GET", f"/?token={spent}", cookie=None).status == 303)
    fresh = wire.keys.mint()
    wrong = [
        f"/?token={spent}", "/?token=", "/?token", f"/?token={fresh[:-1]}", f"/?token={fresh}x", f"/?TOKEN={fresh}",
        f"/?token={fresh}&token={fresh}", f"/?token[]={fresh}", f"/config?token={fresh}", f"/ragdesk/state?token={fresh}",
        f"/;token={fresh}", f"/#token={fresh}", f"//?token={fresh}", f"/?a=%00&b={fresh}", f"/?token=%FF{fresh}",
        f"/gradio_api/queue/data?session_hash=a&token={fresh}", "/?token=" + "a" * 8_000,
    ]  # fmt: skip
    for path in wrong:
        reply = wire.ask("GET", path, cookie=None)
        assert count("launch token", reply.status in (400, 401) and not reply.tells), (path, reply)
    for method in ("POST", "HEAD", "PUT", "OPTIONS", "get"):
        reply = wire.ask(method, f"/?token={fresh}", body=b"", cookie=None)
        assert count("launch token", reply.status in (0, 400, 401) and not reply.tells), (method, reply)
    for headers in (
        [("Authorization", f"Bearer {fresh}")],
        [("X-Token", fresh)],
        [("Referer", f"/?token={fresh}")],
    ):
        reply = wire.ask("GET", "/", headers, cookie=None)
        assert count("launch token", reply.status == 401 and not reply.tells), (headers, reply)
    assert count("launch token", wire.ask("GET", f"/?token={fresh}", cookie=None).status == 303), "still good"


def test_no_websocket_is_opened(wire: Wire) -> None:
    """Neither without the cookie nor with it, from whatever origin: the page needs none."""
    upgrade: list[Header] = [
        ("Connection", "Upgrade"), ("Upgrade", "websocket"), ("Sec-WebSocket-Version", "13"),
        ("Sec-WebSocket-Key", "dGhlIHNhbXBsZSBub25jZQ=="),
    ]  # fmt: skip
    for path in ("/", "/gradio_api/queue/join", "/queue/join", "/gradio_api/stream", "/ws", "/ragdesk/state"):
        for origin in ("http://evil.example", "null", f"http://{wire.host}"):
            for cookie in (None, "", f"ragdesk_{wire.port}=expired"):
                reply = wire.ask("GET", path, [*upgrade, ("Origin", origin)], cookie=cookie, seconds=5)
                opened = reply.status == 101 or (cookie != "" and reply.tells)
                assert count("WebSocket", not opened), (path, origin, cookie, reply)


def test_no_event_stream_is_opened_from_elsewhere(wire: Wire) -> None:
    paths = [
        "/gradio_api/queue/data?session_hash=a", "/gradio_api/heartbeat/a", "/gradio_api/heartbeat/",
        "/gradio_api/upload_progress?upload_id=a", "/gradio_api/call/poll/a", "/gradio_api/call/v2/poll/a",
        "/gradio_api/dev/reload", "/queue/data?session_hash=a",
    ]  # fmt: skip
    for path in paths:
        for cookie, headers in (
            (None, []),
            (f"ragdesk_{wire.port}={Keys().cookie}", []),
            ("", [("Origin", "null")]),
            ("", [("Sec-Fetch-Site", "cross-site"), ("Accept", "text/event-stream")]),
        ):
            reply = wire.ask("GET", path, headers, cookie=cookie, seconds=5)
            held = reply.status in (400, 401, 403) and b"data:" not in reply.body
            assert count("event stream", held), (path, cookie, reply)


def test_requests_that_two_readers_would_read_differently_are_refused(wire: Wire) -> None:
    """https://portswigger.net/web-security/request-smuggling, and lengths that are none."""
    start = f"POST /gradio_api/queue/join HTTP/1.1\r\nHost: {wire.host}\r\nCookie: {wire.cookie}\r\n"
    smuggled = f"GET /config HTTP/1.1\r\nHost: {wire.host}\r\n\r\n"
    odd = [
        f"Content-Length: 5\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n{smuggled}",
        f"Transfer-Encoding: chunked\r\n\r\n0\r\n\r\n{smuggled}",
        f"Transfer-Encoding: xchunked\r\n\r\n0\r\n\r\n{smuggled}",
        f"Content-Length: 0\r\nContent-Length: 40\r\n\r\n{smuggled}",
        "Content-Length: -1\r\n\r\n", "Content-Length: 1e3\r\n\r\n", "Content-Length: 0x10\r\n\r\n", "\r\n",
        "Content-Length: ٣\r\n\r\n", f"Content-Length: {'9' * 30}\r\n\r\n", "Content-Length : 5\r\n\r\nabcde",
        "X: a\r\n Content-Length: 5\r\n\r\n", "X: \x00\r\nContent-Length: 2\r\n\r\n{}", ": x\r\n\r\n",
    ]  # fmt: skip
    for rest in odd:
        reply = wire.speak((start + rest).encode(), seconds=8, close=False)
        assert count("odd request", reply.status in (0, 400, 411, 413) and not reply.tells), (rest, reply)
    for said in (
        b"\x16\x03\x01\x02\x00",
        b"GET\r\n\r\n",
        b"\r\n" * 50,
        b"GET / HTTP/9.9\r\n\r\n",
        b"\x00" * 500,
        b"PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n",
    ):
        reply = wire.speak(said + b"\r\n\r\n", seconds=3)
        assert count("odd request", not reply.tells), (said, reply)


def test_what_is_too_long_is_refused_before_it_is_read(wire: Wire) -> None:
    long: list[tuple[str, str, list[Header]]] = [
        ("GET", "/" + "a" * 3_000_000, []),
        ("GET", "/assets/" + "a" * 300, []),
        ("GET", "/config?" + "a" * 3_000_000, []),
        ("GET", "/config", [("X", "a" * 3_000_000)]),
        ("GET", "/config", [(f"X-{number}", "a" * 600) for number in range(5_000)]),
        ("POST", "/gradio_api/queue/join", [("Content-Length", str(SMALL_BODY + 1))]),
        ("POST", "/gradio_api/upload", [("Content-Length", str(10**12))]),
        ("POST", "/gradio_api/reset", [("Content-Length", str(10**9))]),
    ]
    for method, path, headers in long:
        began = time.monotonic()
        reply = wire.ask(method, path, headers, seconds=15)
        held = reply.status in (0, 400, 413, 414, 431) and time.monotonic() - began < 10
        assert count("request too long", held), (method, path[:40], reply)


def test_slow_clients_do_not_keep_others_waiting(wire: Wire) -> None:
    """Half a request, for ever, many times over (slowloris): who has the cookie is answered meanwhile."""
    waiting: list[socket.socket] = []
    starts: list[Callable[[], bytes]] = [
        lambda: b"",
        lambda: b"GET / HTTP/1.1\r\n",
        lambda: f"GET /config HTTP/1.1\r\nHost: {wire.host}\r\nX-A: ".encode(),
        lambda: (
            f"POST /gradio_api/upload HTTP/1.1\r\nHost: {wire.host}\r\nCookie: {wire.cookie}\r\n"
            "Content-Type: multipart/form-data; boundary=x\r\nContent-Length: 1000\r\n\r\n--x\r\n"
        ).encode(),
    ]
    try:
        for number in range(400 if MUCH else 120):
            slow = socket.create_connection((HOST, wire.port), timeout=10)
            slow.sendall(starts[number % len(starts)]())
            waiting.append(slow)
            if number % 20 == 19:
                began = time.monotonic()
                reply = wire.ask("GET", "/ragdesk/state", seconds=20)
                held = reply.status == 200 and time.monotonic() - began < 10
                assert count("slow client", held, cases=20), (number, reply)
    finally:
        for slow in waiting:
            slow.close()


def test_after_all_of_this_the_app_answers_its_person(wire: Wire) -> None:
    reply = wire.ask("GET", "/")
    assert count("the person's own request", reply.status == 200 and b"gradio" in reply.body)
    assert any(SECRET in document.name for document in wire.opened.library.documents.all())
