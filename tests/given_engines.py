"""Engines of which a test gives some: the others are those that the settings ask for."""

from typing import Any

from ragdesk.app.runtime import MakeEngines
from ragdesk.domain.errors import Problem
from ragdesk.domain.ports import Embedder, LanguageModel
from ragdesk.engines.engines import Engines


def engines_with(model: LanguageModel | None = None, embedder: Embedder | None = None) -> MakeEngines:
    """For `App.open`: a language model, and an embedder, that hold for every runtime of the app."""

    class Given(Engines):
        def llm(self) -> Any:
            return model or super().llm()

        def llm_problem(self) -> Problem | None:
            return None if model else super().llm_problem()

        def embedder(self) -> Embedder:
            return embedder or super().embedder()

        def embedding(self) -> tuple[str, int] | tuple[None, None]:
            return (embedder.fingerprint, embedder.dimensions) if embedder else super().embedding()

    return Given
