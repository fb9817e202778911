"""Gradio's events with named values: what an event brings along reaches its handler by name, never by position."""

import inspect
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import fields
from typing import TYPE_CHECKING, Any, Generic, TypeVar

from ragdesk.front.web.parts import QUIET, Updates

if TYPE_CHECKING:
    from gradio.blocks import Block
    from gradio.components import Component
    from gradio.events import Dependency

T = TypeVar("T")


class Fields(Generic[T]):
    """A dataclass, and for each of its fields the component that holds its value in a window."""

    def __init__(self, kind: type[T], **components: "Component") -> None:
        names = {field.name for field in fields(kind)}  # type: ignore[arg-type]
        if components.keys() != names:
            raise TypeError(f"{kind.__name__} is made of {sorted(names)}, not of {sorted(components)}")
        self._kind = kind
        self._components = components

    @property
    def components(self) -> set["Component"]:
        return set(self._components.values())

    def read(self, values: Mapping[Any, Any]) -> T:
        """The dataclass, of the values that Gradio hands over by component."""
        return self._kind(**{name: values[component] for name, component in self._components.items()})


def connect(
    trigger: Callable[..., Any],
    handler: Callable[..., Updates | Iterator[Updates]],
    outputs: Sequence["Block"],
    how: Mapping[str, Any] = QUIET,
    **brought: "Component | Fields[Any]",
) -> "Dependency":
    """Have `handler` answer an event, with the value of each component (or the dataclass of its `Fields`) under its name.

    Raises TypeError: the handler takes other names.
    """
    inspect.signature(handler).bind(**brought)

    def named(values: Mapping[Any, Any]) -> dict[str, Any]:
        return {
            name: source.read(values) if isinstance(source, Fields) else values[source]
            for name, source in brought.items()
        }

    def answer(values: Mapping[Any, Any]) -> Any:
        return handler(**named(values))

    def stream(values: Mapping[Any, Any]) -> Iterator[Any]:
        yield from handler(**named(values))

    components: set[Component] = set()
    for source in brought.values():
        components |= source.components if isinstance(source, Fields) else {source}
    # Gradio tells a handler that answers step by step from one that answers once by this.
    named_event = stream if inspect.isgeneratorfunction(handler) else answer
    event, inputs = (named_event, components) if brought else (handler, None)
    dependency: Dependency = trigger(event, inputs, outputs, **how)
    return dependency
