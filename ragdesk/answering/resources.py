"""What the question's path needs."""

from dataclasses import dataclass, replace

from ragdesk.answering.prompting.pace import Pace
from ragdesk.domain.answers import Stance
from ragdesk.domain.ports import (
    Cells,
    Embedder,
    KeptOverviews,
    LanguageModel,
    PassagesByLanguage,
    Reader,
    Reranker,
    Retriever,
    TextStore,
    WholeDocuments,
    no_cells,
    no_languages,
)
from ragdesk.domain.search import Query
from ragdesk.text.language import in_latin_letters


@dataclass(frozen=True, slots=True)
class Resources:
    """The engines, the stores and the budgets (tokens of the model)."""

    retriever: Retriever
    texts: TextStore
    embedder: Embedder | None
    reranker: Reranker | None
    model: LanguageModel
    pace: Pace
    top: int
    prompt_tokens: int
    answer_tokens: int
    stance: Stance = "balanced"
    embedder_languages: str = ""
    cells: Cells = no_cells
    reader: Reader | None = None
    passages: PassagesByLanguage = no_languages
    # Whether a short answer is all that is wanted, where there is one.
    quick: bool = False
    # For questions about a document as a whole; None: these are searched for as any other.
    whole: WholeDocuments | None = None
    # What was written of documents before; None: nothing is kept.
    overviews: KeptOverviews | None = None

    def reading(self, query: Query) -> "Resources":
        """The same without the models that cannot read the question's script: to them all texts in it are alike."""
        if not query.foreign or in_latin_letters(query.standalone):
            return self
        return replace(self, embedder=None, reranker=None, reader=None)
