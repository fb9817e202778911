"""The other patches: what Gradio still does without each of them, and what it does with it."""

import asyncio
import inspect
import subprocess
import sys
from collections.abc import Callable
from typing import Any

import pytest
from web.gradio_fixes.gradio_as_installed import client_of, mounted, package, stream_of, unpatched

from ragdesk.front.web.gradio_fixes import address_fetching, component_ids, page_html
from ragdesk.front.web.gradio_fixes.closed_streams import held_open
from ragdesk.front.web.gradio_fixes.forgotten_windows import WINDOWS, keep_few_windows
from ragdesk.front.web.gradio_fixes.mounted_startup import begin
from ragdesk.front.web.gradio_fixes.one_app import enter_app, left_to_the_mount
from ragdesk.front.web.gradio_fixes.progress_copies import NO_PROGRESS
from ragdesk.front.web.gradio_fixes.unexplained_errors import watch_over

pytestmark = pytest.mark.filterwarnings("ignore::DeprecationWarning")


def page_with(event: Callable[..., object] = lambda: "") -> Any:
    import gradio as gr

    with gr.Blocks() as blocks:
        blocks.load(event, None, gr.Textbox(), **NO_PROGRESS)
    return blocks


# ------------------------------------------------------------ address_fetching


def test_gradio_still_fetches_an_address_in_a_value(monkeypatch: pytest.MonkeyPatch) -> None:
    asked: list[str] = []

    async def get(url: str, **_: object) -> None:
        asked.append(url)
        raise ValueError

    import gradio.processing_utils as processing

    monkeypatch.setattr(processing.sh, "get", get)
    with pytest.raises(ValueError):
        asyncio.run(processing.async_ssrf_protected_get("https://huggingface.co/x"))
    assert asked == ["https://huggingface.co/x"], "address_fetching.py can go, or must look elsewhere"


def test_no_address_is_fetched(monkeypatch: pytest.MonkeyPatch) -> None:
    untouched = unpatched(address_fetching.MODULE)
    assert all(inspect.iscoroutinefunction(getattr(untouched, name)) for name in address_fetching.FUNCTIONS)
    address_fetching.stop_fetching()
    import gradio.processing_utils as processing

    for address in ("https://huggingface.co/x", "https://stranger.example/x"):
        with pytest.raises(address_fetching.FetchingRefusedError):
            asyncio.run(processing.async_ssrf_protected_get(address))


# ------------------------------------------------------------ component_ids


def components_after_changes(monkeypatch: pytest.MonkeyPatch, *, patched: bool) -> list[int]:
    """How many components a session holds after one change of a component's property, two, and three."""
    import gradio as gr
    from gradio.state_holder import SessionState

    if not patched:
        original = inspect.unwrap(SessionState.__setitem__)
        monkeypatch.setattr(SessionState, "__setitem__", original)
    with gr.Blocks() as blocks:
        box = gr.Textbox()
        blocks.load(lambda text: gr.update(label=text), box, box)
    event = next(iter(blocks.fns.values()))
    session, counts = SessionState(blocks), []
    for number in range(3):
        asyncio.run(blocks.preprocess_data(event, ["text"], session))
        asyncio.run(blocks.postprocess_data(event, gr.update(label=str(number)), session))
        counts.append(len(session.blocks_config.blocks))
    return counts


def test_gradio_still_files_a_changed_component_twice(monkeypatch: pytest.MonkeyPatch) -> None:
    counts = components_after_changes(monkeypatch, patched=False)
    assert counts[0] < counts[-1], "component_ids.py can go"


def test_a_session_does_not_grow_with_its_changes(monkeypatch: pytest.MonkeyPatch) -> None:
    component_ids.keep_ids()
    counts = components_after_changes(monkeypatch, patched=True)
    assert counts[0] == counts[-1]


# ------------------------------------------------------------ closed_streams


def test_gradio_still_ends_a_stream_after_each_event() -> None:
    messages = stream_of(lambda: "done")
    assert [message["msg"] for message in messages][-2:] == ["process_completed", "close_stream"]


def test_the_queue_still_says_which_window_has_an_unfinished_event() -> None:
    blocks = page_with()
    streams = held_open(mounted(blocks), blocks)
    assert not streams._busy("one")
    blocks._queue.pending_event_ids_session["one"] = {"event"}
    assert streams._busy("one")


# ------------------------------------------------------------ unexplained_errors


def test_gradio_still_says_nothing_of_an_exception() -> None:
    def breaks() -> str:
        raise ZeroDivisionError("of the event")

    completed = next(message for message in stream_of(breaks) if message["msg"] == "process_completed")
    assert not completed["success"] and completed["output"]["error"] is None, "unexplained_errors.py can go"


def test_an_exception_is_explained_and_goes_on() -> None:
    def breaks() -> str:
        raise ZeroDivisionError

    explained: list[Exception] = []
    blocks = page_with(breaks)
    watch_over(blocks, explained.append)
    with pytest.raises(ZeroDivisionError):
        next(iter(blocks.fns.values())).fn()
    assert [type(problem) for problem in explained] == [ZeroDivisionError]


# ------------------------------------------------------------ progress_copies


def test_gradio_s_page_still_tells_every_filled_component_of_an_event_s_progress() -> None:
    scripts = (path.read_text(encoding="utf-8") for path in (package() / "templates").rglob("*.js"))
    assert any("this.show_progress_on||this.outputs" in text for text in scripts), "progress_copies.py can go"


def test_our_events_name_no_component_for_their_progress() -> None:
    [event] = page_with().config["dependencies"]
    assert event["show_progress_on"] == [] and event["show_progress"] == "hidden"


# ------------------------------------------------------------ page_html


def first_page() -> bytes:
    async def ask() -> bytes:
        async with client_of(mounted(page_with())) as client:
            return (await client.get("/")).content

    return asyncio.run(ask())


def test_gradio_s_page_still_is_english_and_has_scripts_without_a_nonce() -> None:
    page = first_page()
    assert page.count(b'lang="en"') == 1 and page.count(b"<head>") == 1, "page_html.py must look elsewhere"
    assert page.count(b"manifest.json") == 1, "the page asks for none any more"
    assert b"<script>window.gradio_config" in page and b"nonce=" not in page, "with_nonces can go"


def test_the_page_says_its_language_and_look_and_each_script_has_the_nonce() -> None:
    page = page_html.dressed(
        first_page(), "de", "dark", '<script src="/ragdesk/static/app.js"></script>', "<i>first</i>"
    )
    assert b'lang="de" data-language="de" data-theme="dark"' in page and b'lang="en"' not in page
    head = page.partition(b"<head>")[2]
    assert head.startswith(b'<script src="/ragdesk/static/app.js">')
    assert b"<i>first</i><gradio-app" in page and b"manifest" not in page
    page = page_html.with_nonces(page, "n0nce")
    assert page.count(b"<script") == page.count(b"<script nonce=n0nce") > 3


# ------------------------------------------------------------ mounted_startup


def test_gradio_still_does_not_start_a_page_in_an_app_that_is_mounted() -> None:
    from starlette.applications import Starlette
    from starlette.routing import Mount

    blocks = page_with()
    outer = Starlette(routes=[Mount("/", mounted(blocks))])

    async def serve() -> tuple[bool, bool]:
        async with outer.router.lifespan_context(outer):
            before = blocks.is_running
            await begin(blocks)
            return before, blocks.is_running

    assert asyncio.run(serve()) == (False, True), "mounted_startup.py can go"


# ------------------------------------------------------------ forgotten_windows


def test_a_mounted_page_still_cannot_be_told_how_many_windows_to_keep() -> None:
    import gradio as gr

    assert "state_session_capacity" not in inspect.signature(gr.mount_gradio_app).parameters
    assert gr.Blocks().state_session_capacity > 100 * WINDOWS, "forgotten_windows.py can go"


def test_windows_that_were_left_are_forgotten() -> None:
    from gradio.state_holder import StateHolder

    blocks, holder = page_with(), StateHolder()
    keep_few_windows(blocks)
    holder.set_blocks(blocks)
    for number in range(WINDOWS + 5):
        assert holder[f"window {number}"]
    assert len(holder.session_data) == WINDOWS
    assert f"window {WINDOWS + 4}" in holder and "window 0" not in holder


# ------------------------------------------------------------ one_app


def apps_made(monkeypatch: pytest.MonkeyPatch, make: Callable[[], object]) -> int:
    from gradio.routes import App

    made: list[object] = []
    create = App.create_app

    def counted(*values: Any, **named: Any) -> Any:
        made.append(values)
        return create(*values, **named)

    monkeypatch.setattr(App, "create_app", staticmethod(counted))
    make()
    return len(made)


def test_gradio_still_makes_an_app_when_a_page_begins_and_when_it_ends(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    package()
    assert apps_made(monkeypatch, page_with) == 2, "one_app.py can go"


def test_gradio_still_describes_a_page_when_it_ends_and_the_mount_does_it_anew() -> None:
    package()
    assert page_with().config["components"], "the description need not be left out any more: see one_app.py"
    with left_to_the_mount():
        blocks = page_with()
    assert blocks.config == {}
    mounted(blocks)
    assert blocks.config["components"]


def test_a_page_s_app_is_made_once_and_is_the_one_that_is_served(monkeypatch: pytest.MonkeyPatch) -> None:
    package()

    def make() -> None:
        with left_to_the_mount():
            blocks = page_with()
        assert blocks.app is None
        outer = mounted(blocks)
        enter_app(blocks, outer)
        assert blocks.app.get_blocks() is blocks and blocks.app is outer.routes[-1].app

    assert apps_made(monkeypatch, make) == 1


# ------------------------------------------------------------ old_pydantic


def test_fastapi_still_looks_for_the_first_pydantic_and_goes_on_without_it() -> None:
    package()
    code = (
        "import sys\n"
        "from ragdesk.front.web.gradio_fixes import old_pydantic\n"
        "import fastapi\n"
        "def app():\n"
        "    made = fastapi.FastAPI()\n"
        "    made.get('/')(lambda number: {'number': number})\n"
        "    return len(made.routes)\n"
        "with old_pydantic.absent():\n"
        "    print(app(), 'pydantic.v1' in sys.modules)\n"
        "print('pydantic.v1' in sys.modules)\n"
        "print(app(), 'pydantic.v1' in sys.modules)\n"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    without, after, usual = done.stdout.splitlines()
    routes = usual.split()[0]
    assert usual.endswith("True"), "old_pydantic.py can go"
    assert without == f"{routes} True" and after == "False"
