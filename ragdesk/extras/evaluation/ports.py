"""What is measured: an app, as far as an evaluation uses it. Whoever runs one opens the app and hands it in."""

from collections.abc import Callable, Iterator, Sequence
from pathlib import Path
from typing import Protocol

from ragdesk.domain.answers import Event
from ragdesk.domain.conversations import Turn
from ragdesk.domain.documents import Document
from ragdesk.domain.errors import Problem
from ragdesk.domain.intake import IngestProgress, IngestResult
from ragdesk.domain.search import Hit, Mode, Scope

OnProgress = Callable[[IngestProgress], None]


class MeasuredTexts(Protocol):
    def text(self, document_id: str) -> str: ...


class MeasuredEngines(Protocol):
    def llm_problem(self) -> Problem | None: ...


class MeasuredIntake(Protocol):
    def add(self, paths: Sequence[Path], *, on_progress: OnProgress | None) -> Iterator[IngestResult]: ...

    def outdated(self) -> list[Document]: ...

    def reprocess(
        self, documents: Sequence[Document], *, on_progress: OnProgress | None
    ) -> Iterator[IngestResult]: ...


class MeasuredSearch(Protocol):
    def search(
        self, query: str, *, top: int, mode: Mode, scope: Scope, history: Sequence[Turn]
    ) -> list[Hit]: ...


class MeasuredAnswers(Protocol):
    def ask_once(self, question: str, *, history: Sequence[Turn], scope: Scope) -> Iterator[Event]: ...


class MeasuredApp(Protocol):
    """The app whose home holds the documents of one set."""

    @property
    def library(self) -> MeasuredTexts: ...

    @property
    def engines(self) -> MeasuredEngines: ...

    @property
    def intake(self) -> MeasuredIntake: ...

    @property
    def passages(self) -> MeasuredSearch: ...

    @property
    def answers(self) -> MeasuredAnswers: ...

    def close(self) -> None: ...
