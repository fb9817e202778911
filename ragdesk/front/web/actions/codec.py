"""Actions to and from addresses: `#rd:<tab>:<verb>:<argument>…`, the arguments percent-encoded, in the order of the fields.

`static/app.js` puts what stands behind the tab of a clicked link into that tab's unseen field, with a count, so that a second
click is a change, too: `<verb>:<argument>…#<count>`. What comes from there may be anything, so it is validated.
"""

import logging
from collections.abc import Callable, Hashable, Sequence
from dataclasses import dataclass, fields
from functools import cache, lru_cache
from typing import Any, Generic, TypeVar, dataclass_transform, get_args, get_origin
from urllib.parse import quote, unquote

from pydantic import TypeAdapter, ValidationError

log = logging.getLogger(__name__)

A = TypeVar("A")
T = TypeVar("T")

PREFIX = "#rd:"
# What the scripts of the page do themselves, by tab; the server is told of some of it and does nothing.
IN_THE_PAGE = {
    "page": frozenset({"copy", "edit", "fold"}),
    "viewer": frozenset({"back", "find-back", "find-on", "fit", "in", "on", "out", "turn"}),
    "library": frozenset({"box", "pick-none"}),
}
_VERBS: dict[type, str] = {}
_TABS: dict[str, "Actions[Any]"] = {}


@dataclass_transform(frozen_default=True)
def verb(name: str) -> Callable[[type[T]], type[T]]:
    """Makes a class the action of that verb: a frozen dataclass whose fields are its arguments, a tuple only the last."""

    def made(written: type[T]) -> type[T]:
        action = dataclass(frozen=True, slots=True)(written)
        _VERBS[action] = name
        return action

    return made


class Actions(Generic[A]):
    """The actions of one tab: a union of classes that were made with `verb`."""

    def __init__(self, tab: str, union: object) -> None:
        self._tab = tab
        classes: tuple[type, ...] = get_args(union) or (union,)
        self._classes = {_VERBS[action]: action for action in classes}
        assert len(self._classes) == len(classes) and tab not in _TABS, f"a verb stands twice in {tab}"
        _TABS[tab] = self

    def read(self, sent: str) -> A | None:
        """The action that the page sent; None, with a line in the log, for what is none."""
        name, *arguments = (unquote(part) for part in sent.rpartition("#")[0].split(":"))
        if name in IN_THE_PAGE.get(self._tab, ()):
            return None
        try:
            return self.made(name, arguments)
        except ValueError as error:
            log.warning("an action that is none was ignored: %s: %s", self._tab, error)
            return None

    def made(self, name: str, arguments: Sequence[str]) -> A:
        """The action of that verb. Raises ValueError (pydantic's among them) where verb or arguments are wrong."""
        action = self._classes.get(name)
        if action is None:
            raise ValueError(f"unknown verb {name[:80]!r}")
        values: dict[str, object] = {}
        rest = list(arguments)
        for field in fields(action):
            if get_origin(field.type) is tuple:
                values[field.name], rest = tuple(rest), []
            elif rest:
                values[field.name] = rest.pop(0)
        if rest:
            raise ValueError(f"too many arguments for {name!r}")
        try:
            made: A = _validator(action).validate_python(values)
        except ValidationError as error:
            # The values are a person's words or file names, which do not belong in the log.
            wrong = ", ".join(str(part["loc"][0]) if part["loc"] else part["type"] for part in error.errors())
            raise ValueError(f"wrong arguments for {name!r}: {wrong}") from None
        return made

    def address(self, action: A) -> str:
        """The address of a link that does this, safe as an attribute value. Trailing defaults are left out."""
        return _joined(self._tab, _VERBS[type(action)], _arguments(action))


# A conversation is drawn with dozens of the same links, again and again.
@lru_cache(maxsize=4096)
def checked_address(tab: str, name: str, *arguments: Hashable) -> str:
    """The address of a link, from its parts as a template knows them. Raises ValueError for one that no tab would understand."""
    parts = [str(argument) for argument in arguments]
    if name not in IN_THE_PAGE.get(tab, ()):
        if tab not in _TABS:
            raise ValueError(f"nothing on the page is called {tab!r}")
        _TABS[tab].made(name, parts)
    return _joined(tab, name, parts)


def _joined(tab: str, name: str, arguments: Sequence[str]) -> str:
    return PREFIX + ":".join(quote(part, safe="") for part in (tab, name, *arguments))


def _arguments(action: object) -> list[str]:
    every = list(fields(action))  # type: ignore[arg-type]
    while every and getattr(action, every[-1].name) == every[-1].default:
        every.pop()
    arguments: list[str] = []
    for field in every:
        value = getattr(action, field.name)
        arguments += map(str, value) if isinstance(value, tuple) else ["" if value is None else str(value)]
    return arguments


@cache
def _validator(action: type) -> TypeAdapter[Any]:
    return TypeAdapter(action)
