"""Which documents the Library lists, in which order. Pure functions."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from pathlib import PurePath
from typing import Literal, get_args

from ragdesk.domain.documents import Document, DocumentState
from ragdesk.front.web.wording import t

# Rows that are drawn at once, and by how many more: more than any screen shows, and few enough to be drawn anew at each change.
WINDOW = 50

SortKey = Literal["title", "type", "pages", "state", "added"]
SORT_KEYS: tuple[SortKey, ...] = get_args(SortKey)
# A first click on these shows the largest, the newest first.
DESCENDING_FIRST = frozenset({"pages", "added"})
_GRAVITY = {"problem": 0, "partial": 1, "outdated": 2, "words": 3}
_READY = len(_GRAVITY)


@dataclass(frozen=True, slots=True)
class View:
    """How one window shows the list: its order, how many rows, and the collection that it is narrowed to ("": all)."""

    by: SortKey = "title"
    descending: bool = False
    shown: int = WINDOW
    collection: str = ""


@dataclass(frozen=True, slots=True)
class Listed:
    """What one window shows: the rows, out of how many that match, and what is wrong with which document."""

    rows: tuple[Document, ...]
    matching: int
    view: View
    wanted: str = ""
    states: Mapping[str, DocumentState] = field(default_factory=dict)


def listed(known: Sequence[Document], view: View, wanted: str, states: Mapping[str, DocumentState]) -> Listed:
    """The documents of the view's collection that carry every word of `wanted`, in the view's order."""
    words = wanted.casefold().split()
    chosen = [
        document
        for document in known
        if (not view.collection or view.collection in document.collections)
        and (not words or _carries(document, words))
    ]
    # Python's sort is stable, also in reverse: what is equal stays in the order of the titles.
    chosen.sort(key=_key(view.by, states), reverse=view.descending)
    return Listed(tuple(chosen[: view.shown]), len(chosen), view, wanted, states)


def sorted_by(view: View, key: str) -> View:
    """The view after a click on a column: sorted by it, or the other way round where it is already."""
    by = next((known for known in SORT_KEYS if known == key), view.by)
    descending = not view.descending if by == view.by else by in DESCENDING_FIRST
    return replace(view, by=by, descending=descending, shown=WINDOW)


def kind_of(document: Document) -> str:
    """What a person calls the type: the file's ending in capitals, at most four letters."""
    if document.kind == "faq":
        return t("Q&A")
    suffix = PurePath(document.name).suffix.lstrip(".").upper()
    return _SHORT.get(suffix, suffix[:4]) or t("TEXT")


_SHORT = {"MARKDOWN": "MD", "JPEG": "JPG", "XHTML": "HTML"}


def _carries(document: Document, words: Sequence[str]) -> bool:
    parts = (
        document.title,
        document.own_title or "",
        document.name,
        document.kind,
        *document.collections,
        *(value for _, value in document.properties),
    )
    text = " ".join(parts).casefold()
    return all(word in text for word in words)


def _key(by: SortKey, states: Mapping[str, DocumentState]) -> Callable[[Document], tuple[object, ...]]:
    match by:
        case "title":
            return lambda document: ((document.title or document.name).casefold(),)
        case "type":
            return lambda document: (kind_of(document),)
        case "pages":
            return lambda document: (document.pages if document.paged else 0, document.chunks)
        case "added":
            return lambda document: (document.added_at,)
        case "state":
            return lambda document: (_gravity(states.get(document.id)),)


def _gravity(state: DocumentState | None) -> int:
    return _READY if state is None else _GRAVITY[state.kind]
