"""Every link of the page is answered: each action goes through Gradio's own event, as a window sends it, without a browser."""

import asyncio
from collections.abc import Iterator
from typing import Any

import pytest
from web.test_actions import EXAMPLES, clicked

from ragdesk.app.app import App
from ragdesk.front.web import app as web
from ragdesk.front.web.actions import chat, library, settings
from ragdesk.front.web.actions.codec import _TABS
from ragdesk.front.web.gradio_fixes.on_import import import_gradio
from ragdesk.front.web.problems import PROBLEMS
from ragdesk.front.web.work import Crew
from ragdesk.host.paths import open_home
from ragdesk.serve.keeper import DoorKeeper

pytestmark = pytest.mark.filterwarnings("ignore::DeprecationWarning")
# These run a model, or take the sample documents in.
SLOW = (chat.AskExample, settings.MeasureModel, library.AddSamples)


@pytest.fixture(scope="module")
def page(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Any]:
    import_gradio()
    opened = App.open(open_home(tmp_path_factory.mktemp("events") / "home"))
    yield web.page(opened, Crew(), DoorKeeper(opened))
    opened.close()


def event_of(page: Any, elem_id: str) -> Any:
    """The first event that begins with this component."""
    [component] = [block for block in page.blocks.values() if getattr(block, "elem_id", None) == elem_id]
    return next(
        function
        for function in page.fns.values()
        if any(target[0] == component._id for target in function.targets)
    )


def answered(page: Any, function: Any, values: dict[str, str]) -> list[Any]:
    """All steps of the answer, with these values in the fields by their element's id; the others hold nothing."""
    from gradio.state_holder import SessionState

    async def steps() -> list[Any]:
        session, iterator, data = SessionState(page), None, []
        sent = [values.get(component.elem_id or "") for component in function.inputs]
        while True:
            done = await page.process_api(function, sent, state=session, iterator=iterator)
            iterator = done.get("iterator")
            if not done["is_generating"]:
                return data if data else [done["data"]]
            data.append(done["data"])

    return asyncio.run(steps())


@pytest.mark.parametrize("tab", EXAMPLES)
def test_each_action_is_answered_with_changes_to_the_page(page: Any, tab: str) -> None:
    function = event_of(page, f"rd-act-{tab}")
    PROBLEMS.clear()
    for example in EXAMPLES[tab]:
        if isinstance(example, SLOW):
            continue
        values = {f"rd-act-{tab}": clicked(_TABS[tab].address(example), tab)}
        for step in answered(page, function, values):
            assert len(step) == len(function.outputs), example
    assert [
        logged for logged in PROBLEMS.all() if logged.problem.template.startswith("Something unexpected")
    ] == []


def test_a_question_about_a_document_that_is_gone_says_so(page: Any) -> None:
    function = event_of(page, "rd-act-ask")
    sent = clicked(_TABS["ask"].address(chat.AskAbout("gone", "How long?")), "ask")
    *_, last = answered(page, function, {"rd-act-ask": sent})
    assert any("There is no document" in str(change) for change in last)


def test_what_is_no_action_changes_nothing(page: Any) -> None:
    for tab in EXAMPLES:
        function = event_of(page, f"rd-act-{tab}")
        [step] = answered(page, function, {f"rd-act-{tab}": "no-such-thing:x#1"})
        assert all(change in ({"__type__": "update"}, None) for change in step), tab


def test_a_window_that_is_loaded_is_filled(page: Any) -> None:
    [function] = [
        function for function in page.fns.values() if any(target[1] == "load" for target in function.targets)
    ]
    [step] = answered(page, function, {})
    assert len(step) == len(function.outputs) and "library" in step
