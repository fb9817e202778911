"""Events bring their values by name: through Gradio's own way of handing them over, without a browser."""

import asyncio
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

import pytest

from ragdesk.front.web.events import Fields, connect
from ragdesk.front.web.gradio_fixes.on_import import import_gradio

pytestmark = pytest.mark.filterwarnings("ignore::DeprecationWarning")


@dataclass(frozen=True, slots=True)
class Form:
    first: str
    second: str


@dataclass(frozen=True, slots=True)
class Opened:
    form: Form
    third: str


def page() -> tuple[Any, list[Any]]:
    import_gradio()
    import gradio as gr

    with gr.Blocks(analytics_enabled=False) as blocks:
        boxes = [gr.Textbox(label=name) for name in ("first", "second", "third")]
    return blocks, boxes


def answered(blocks: Any, values: dict[Any, str | None]) -> list[Any]:
    """What Gradio makes of the page's only event, with these values in the fields."""
    [function] = blocks.fns.values()
    sent = [values[component] for component in function.inputs]
    data: list[Any] = asyncio.run(blocks.process_api(function, sent))["data"]
    return data


def test_each_value_comes_under_its_name_whatever_the_order() -> None:
    blocks, (first, second, third) = page()

    def join(form: Form, last: str) -> dict[Any, str]:
        return {third: f"{form.first}-{form.second}-{last}", first: "", second: ""}

    # The fields are named in another order than that in which the components were made.
    fields = Fields(Form, second=second, first=first)
    with blocks:
        connect(first.change, join, [first, second, third], last=third, form=fields)
    values = {first: "a", second: "b", third: "c"}
    assert answered(blocks, values) == ["", "", "a-b-c"]


def test_fields_may_hold_fields_and_a_handler_may_answer_step_by_step() -> None:
    blocks, (first, second, third) = page()

    def steps(opened: Opened) -> Iterator[dict[Any, str]]:
        yield {first: opened.form.first * 2}
        yield {first: opened.form.second + opened.third}

    fields = Fields(Opened, form=Fields(Form, first=first, second=second), third=third)
    with blocks:
        connect(first.change, steps, [first], opened=fields)
    [function] = blocks.fns.values()
    assert set(function.inputs) == {first, second, third}
    values = {first: "a", second: "b", third: "c"}
    assert [list(step.values()) for step in function.fn(values)] == [["aa"], ["bc"]]


def test_an_event_without_values_calls_its_handler_bare() -> None:
    blocks, (first, *_) = page()
    with blocks:
        connect(first.change, lambda: {first: "done"}, [first])
    [function] = blocks.fns.values()
    assert function.inputs == [] and function.fn() == {first: "done"}


def test_a_name_that_the_handler_or_the_dataclass_does_not_know_is_refused_when_the_page_is_built() -> None:
    blocks, (first, second, _) = page()

    def takes(question: str) -> dict[Any, str]:
        return {first: question}

    with blocks, pytest.raises(TypeError):
        connect(first.change, takes, [first], answer=first)
    with pytest.raises(TypeError):
        Fields(Form, first=first)
    with pytest.raises(TypeError):
        Fields(Form, first=first, second=second, third=second)


def test_a_text_field_that_the_window_has_not_drawn_yet_holds_no_text() -> None:
    blocks, (first, second, third) = page()

    def join(form: Form) -> dict[Any, str]:
        return {third: f"{form.first.casefold()}-{form.second.casefold()}"}

    with blocks:
        connect(first.change, join, [third], form=Fields(Form, first=first, second=second))
    assert answered(blocks, {first: None, second: "B"}) == ["-b"]
