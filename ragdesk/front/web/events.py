"""Gradio's events with named values: what an event brings along reaches its handler by name, never by position."""

import inspect
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import fields
from typing import TYPE_CHECKING, Any, Generic, TypeAlias, TypeVar, Union

from ragdesk.front.web.parts import QUIET, Updates

if TYPE_CHECKING:
    from gradio.blocks import Block
    from gradio.components import Component
    from gradio.events import Dependency

T = TypeVar("T")
Source: TypeAlias = Union["Component", "Fields[Any]"]


class Fields(Generic[T]):
    """A dataclass, and for each of its fields the component that holds its value in a window, or the `Fields` of a part."""

    def __init__(self, kind: type[T], **sources: "Source") -> None:
        names = {field.name for field in fields(kind)}  # type: ignore[arg-type]
        if sources.keys() != names:
            raise TypeError(f"{kind.__name__} is made of {sorted(names)}, not of {sorted(sources)}")
        self._kind = kind
        self._sources = sources

    @property
    def components(self) -> set["Component"]:
        return _components(self._sources.values())

    def read(self, values: Mapping[Any, Any]) -> T:
        """The dataclass, of the values that Gradio hands over by component."""
        return self._kind(**_named(self._sources, values))


def _components(sources: Iterable["Source"]) -> set["Component"]:
    components: set[Component] = set()
    for source in sources:
        components |= source.components if isinstance(source, Fields) else {source}
    return components


def _named(sources: Mapping[str, "Source"], values: Mapping[Any, Any]) -> dict[str, Any]:
    return {
        name: source.read(values) if isinstance(source, Fields) else _held(source, values[source])
        for name, source in sources.items()
    }


def _held(component: "Component", value: Any) -> Any:
    """The value of a component. A text field that the window has not drawn yet is sent as None: there is no text in it."""
    return "" if value is None and component.get_block_name() == "textbox" else value


def connect(
    trigger: Callable[..., Any],
    handler: Callable[..., Updates | Iterator[Updates]],
    outputs: Sequence["Block"],
    how: Mapping[str, Any] = QUIET,
    **brought: "Source",
) -> "Dependency":
    """Have `handler` answer an event, with the value of each component (or the dataclass of its `Fields`) under its name.

    Raises TypeError: the handler takes other names.
    """
    inspect.signature(handler).bind(**brought)

    def answer(values: Mapping[Any, Any]) -> Any:
        return handler(**_named(brought, values))

    def stream(values: Mapping[Any, Any]) -> Iterator[Any]:
        yield from handler(**_named(brought, values))

    # Gradio tells a handler that answers step by step from one that answers once by this.
    named_event = stream if inspect.isgeneratorfunction(handler) else answer
    event, inputs = (named_event, _components(brought.values())) if brought else (handler, None)
    dependency: Dependency = trigger(event, inputs, outputs, **how)
    return dependency
