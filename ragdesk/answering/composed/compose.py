"""Which composer takes which kind of question. Where it gives nothing, the model writes."""

from collections.abc import Callable, Mapping

from ragdesk.answering.composed.asked import Asked, Composed
from ragdesk.answering.composed.computed import compose_computed
from ragdesk.answering.composed.lists import compose_list
from ragdesk.answering.composed.procedure import compose_procedure
from ragdesk.answering.composed.yesno import compose_yesno
from ragdesk.domain.search import QuestionKind

_COMPOSERS: Mapping[QuestionKind, Callable[[Asked], Composed | None]] = {
    "list": compose_list,
    "procedure": compose_procedure,
    "compute": compose_computed,
    "yesno": compose_yesno,
}


def compose(asked: Asked) -> Composed | None:
    """The answer that code makes of quotes, if the question's kind has a composer and the documents give it what it needs."""
    composer = _COMPOSERS.get(asked.query.kind)
    return composer(asked) if composer else None
