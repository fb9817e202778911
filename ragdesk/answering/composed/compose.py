"""Which composer takes which kind of question. Where it gives nothing, the model writes."""

from collections.abc import Callable, Mapping

from ragdesk.answering.composed.asked import Asked, Composed
from ragdesk.answering.composed.between import compose_between
from ragdesk.answering.composed.compared import compose_compared
from ragdesk.answering.composed.computed import compose_computed
from ragdesk.answering.composed.counted import compose_counted
from ragdesk.answering.composed.lists import compose_list
from ragdesk.answering.composed.procedure import compose_procedure
from ragdesk.answering.composed.yesno import compose_yesno
from ragdesk.domain.search import QuestionKind

# What these find is sure by itself, whatever the question is as a whole: each side, each named cell.
_BEFORE_THE_GATE = ("compare", "compute")
_COMPOSERS: Mapping[QuestionKind, Callable[[Asked], Composed | None]] = {
    "list": compose_list,
    "procedure": compose_procedure,
    "compare": compose_compared,
    "compute": compose_computed,
    # "How many are there?" may be counted, and "how many days after" reckoned; most are looked up.
    "lookup": lambda asked: compose_counted(asked) or compose_between(asked),
    "yesno": compose_yesno,
}


def compose(asked: Asked) -> Composed | None:
    """The answer that code makes of quotes, if the question's kind has a composer and the documents give it what it needs."""
    composer = _COMPOSERS.get(asked.query.kind)
    if composer is None or not (asked.answerable or asked.query.kind in _BEFORE_THE_GATE):
        return None
    return composer(asked)
