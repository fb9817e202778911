"""Made-up requests at our own routes and at the queue, with the cookie: the app says what is wrong, and goes on.

What schemathesis does from an OpenAPI description is done here from the app's own table of routes, since it publishes none.
"""

import json
import os
import re
from typing import Any

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from break_it.counting import MUCH, count
from break_it.wire import SECRET, Reply, Wire

pytestmark = [pytest.mark.filterwarnings("ignore::DeprecationWarning"), pytest.mark.timeout(1_800)]
EXAMPLES = int(os.environ.get("RAGDESK_REQUESTS", "400" if MUCH else "40"))
ROUTES = (
    "/ragdesk/page/{}/{}", "/ragdesk/page/{}/{}/{}", "/ragdesk/leaves/{}", "/ragdesk/original/{}", "/ragdesk/view/{}",
    "/ragdesk/view/{}/{}/{}", "/ragdesk/handover/{}", "/ragdesk/export/{}", "/ragdesk/static/{}", "/ragdesk/state{}",
    "/assets/{}", "/static/{}", "/{}", "/config{}", "/theme.css{}", "/manifest.json{}",
)  # fmt: skip
PARTS = st.one_of(
    st.integers(-(10**30), 10**30).map(str),
    st.sampled_from(
        ["", "0", "-1", "1.5", "1e9", "0x1", "٣", "²", "true", "null", "{}", "__proto__", "?a=b", "#"]
    ),
    st.from_regex(r"[0-9a-fA-F]{0,40}", fullmatch=True),
    st.text(alphabet=st.characters(exclude_categories=["Cs"]), max_size=40),
    st.binary(max_size=30).map(lambda raw: "".join(f"%{byte:02x}" for byte in raw)),
    st.just("DOCUMENT"),
)
VALUES: st.SearchStrategy[Any] = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats() | st.text(max_size=30),
    lambda inner: st.lists(inner, max_size=4) | st.dictionaries(st.text(max_size=12), inner, max_size=4),
    max_leaves=12,
)
# Of what the queue is asked, one after the other made wrong.
FIELDS = (
    "data",
    "fn_index",
    "session_hash",
    "event_id",
    "trigger_id",
    "event_data",
    "batched",
    "simple_format",
    "request",
)
usual = settings(
    max_examples=EXAMPLES, deadline=None, derandomize=True, database=None,
    suppress_health_check=[HealthCheck.function_scoped_fixture],
)  # fmt: skip


def well_answered(reply: Reply) -> bool:
    """A clear status, nothing of the program's inside, nothing that leads elsewhere."""
    moved = re.search(r"(?im)^location: (.*)$", reply.head)
    inside = any(sign in reply.body for sign in (b"Traceback", b"site-packages", b'File "/'))
    return (
        (200 <= reply.status < 500 or reply.status == 0)
        and not inside
        and (moved is None or re.match(r"/(?![/\\])", moved[1]) is not None)
        and "access-control" not in reply.head.lower()
    )


@usual
@given(
    route=st.sampled_from(ROUTES), parts=st.lists(PARTS, min_size=3, max_size=3), query=st.text(max_size=20)
)
def test_our_routes_answer_whatever_they_are_asked(
    wire: Wire, route: str, parts: list[str], query: str
) -> None:
    document = wire.opened.library.documents.all()[0].id
    target = route.format(*(document if part == "DOCUMENT" else part for part in parts)) + f"?{query}"
    # Blanks and line ends would end the line of the request, which is another test's matter.
    raw = re.sub(rb"[\x00-\x20\x7f]", b"", target.encode())
    reply = wire.ask("GET", raw)
    # The page itself, and a text or an original by its id, are the person's own.
    assert count("made-up request", well_answered(reply)), (raw, reply.status, reply.body[:300])


@usual
@given(
    path=st.sampled_from(["queue/join", "cancel", "reset", "upload"]),
    body=st.one_of(
        st.dictionaries(st.sampled_from(FIELDS), VALUES, max_size=6).map(lambda it: json.dumps(it).encode()),
        VALUES.map(lambda it: json.dumps(it).encode()),
        st.binary(max_size=200),
    ),
    kind=st.sampled_from(["application/json", "text/plain", "multipart/form-data; boundary=x", "multipart/form-data", ""]),
)  # fmt: skip
def test_what_is_posted_may_be_anything(wire: Wire, path: str, body: bytes, kind: str) -> None:
    headers = [("Content-Type", kind)] if kind else []
    reply = wire.ask("POST", f"/gradio_api/{path}", headers, body)
    # Gradio answers some of it with "Internal Server Error", which tells nothing and breaks nothing.
    held = well_answered(reply) or (reply.status == 500 and reply.body == b"Internal Server Error")
    assert count("made-up post", held), (path, body, reply)


def test_the_app_is_as_it_was(wire: Wire) -> None:
    reply = wire.ask("GET", "/ragdesk/state")
    assert count("the person's own request", reply.status == 200 and json.loads(reply.body)["theme"])
    assert len(wire.opened.library.documents.all()) == 2
    assert SECRET in wire.opened.memory.text("user")
