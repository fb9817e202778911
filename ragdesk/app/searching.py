"""Search: the best passages for a question, without the language model."""

from collections.abc import Generator, Sequence

from ragdesk.answering.question import check_question
from ragdesk.app.runtime import Current
from ragdesk.domain.conversations import Turn
from ragdesk.domain.search import Explained, Hit, Mode, Query, Scope, TextPlace
from ragdesk.text.language import of_question


class Passages:
    """The passages of the library as a question finds them. Safe to use from several threads."""

    def __init__(self, current: Current) -> None:
        self._current = current

    def search(
        self,
        query: str,
        *,
        top: int = 10,
        mode: Mode = "hybrid",
        scope: Scope = Scope(),
        history: Sequence[Turn] = (),
        rerank: bool = True,
    ) -> list[Hit]:
        """The best passages. "hybrid" goes on with words alone where there is no embedder.

        Args:
            history: the turns before; the query may lean on them.
            rerank: whether the first hits of "hybrid" are looked at again; without, they come sooner.

        Raises:
            QuestionError. ModelError: mode "vector" without an embedder.
        """
        orders = self._orders(query, top, mode, scope, history, rerank)
        return list(orders)[-1] if rerank else next(orders)

    def explain(
        self, query: str, *, top: int = 10, mode: Mode = "hybrid", scope: Scope = Scope()
    ) -> list[Explained]:
        """What `search` finds, and which place each step of it gave each passage. Errors as for `search`."""
        from ragdesk.answering.finding.explain import candidates, explain

        return explain(self._orders(query, candidates(top), mode, scope), top)

    def best_lines(
        self, query: str, hits: Sequence[Hit], *, history: Sequence[Turn] = ()
    ) -> dict[str, TextPlace]:
        """Where in each passage the line stands that answers best, by the passage's id.

        Raises:
            QuestionError.
        """
        from ragdesk.answering.judging.best_lines import best_lines

        runtime = self._current.runtime
        reranker = runtime.engines.reranker_or_none()
        return best_lines(self._understood(query, history), hits, runtime.shelves, reranker)

    def _orders(
        self,
        query: str,
        top: int,
        mode: Mode,
        scope: Scope,
        history: Sequence[Turn] = (),
        rerank: bool = True,
    ) -> Generator[list[Hit], None, None]:
        from ragdesk.answering.finding.search import search

        runtime = self._current.runtime
        engines = runtime.engines
        return search(
            self._understood(query, history),
            retriever=runtime.shelves,
            embedder=engines.embedder() if mode == "vector" else engines.embedder_or_none(),
            reranker=engines.reranker_or_none() if rerank and mode == "hybrid" else None,
            top=top,
            mode=mode,
            scope=scope,
        )

    def _understood(self, query: str, history: Sequence[Turn]) -> Query:
        from ragdesk.answering.understanding.understand import understand

        languages = self._current.runtime.embedder_languages
        return understand(check_question(query), history, embedder_languages=languages)

    def note(self, question: str, scope: Scope = Scope()) -> str:
        """What search could not do for this question, for the person: a shared library is away, or the embedder does not know a
        language; else "".

        Raises:
            UnknownIdError: the scope names what is not in the library.
        """
        return " ".join(filter(None, (self.away(), self._unread(question, scope))))

    def away(self) -> str:
        """That a shared library could not be searched, and why; "" where all could."""
        return " ".join(str(problem) for problem in self._current.shelves.away)

    def _unread(self, question: str, scope: Scope) -> str:
        from ragdesk.answering.languages.search_note import search_note

        runtime = self._current.runtime
        known = runtime.library.documents.get
        if not runtime.embedder_languages or (
            runtime.settings.libraries and not all(map(known, scope.documents))
        ):
            return ""
        allowed = runtime.library.collections.resolve(scope)
        languages = {
            document.language
            for document in runtime.library.documents.all()
            if allowed is None or document.id in allowed
        }
        return search_note(of_question(question), languages, runtime.embedder_languages)
