"""What stands around a single quote and belongs to the answer."""

from dataclasses import replace

from ragdesk.answering.composed.afterwards import compose_afterwards
from ragdesk.answering.composed.asked import Asked, Composed, of_quotes
from ragdesk.answering.composed.decided import compose_decided
from ragdesk.answering.composed.lists.introduced import compose_list_of
from ragdesk.answering.composed.lists.numbered import compose_numbered
from ragdesk.answering.composed.lists.procedure import compose_around, compose_onwards
from ragdesk.answering.composed.sums.percent import compose_percent
from ragdesk.answering.composed.sums.shares import compose_share_around
from ragdesk.answering.composed.sums.times import compose_times
from ragdesk.answering.composed.tables.extremes import compose_extreme_around
from ragdesk.answering.composed.tables.siblings import compose_all_rows, compose_of_months, compose_siblings
from ragdesk.answering.resources import Resources
from ragdesk.domain.answers import Answer, Citation
from ragdesk.domain.ports import Cancelled
from ragdesk.domain.search import Query

_SEVERAL = ("procedure", "list")


def with_neighbours(answer: Answer, query: Query, resources: Resources, cancelled: Cancelled) -> Answer:
    """The answer, where it is one quote, with what stands around that and belongs to it; the whole list, where the model wrote of
    some of its steps or items."""
    quoted = answer.quick is not None and answer.text == answer.quick.text
    written = bool(answer.model) and answer.kind in _SEVERAL and bool(answer.citations)
    asked = Asked(query, answer.hits, (), None, resources, cancelled)
    more = compose_around(asked, *answer.citations) if written else None
    if more is None and written and answer.kind == "procedure":
        more = compose_onwards(asked, *answer.citations)
    if more is None and len(answer.citations) == 1:
        one = written and len(answer.sentences) == 1
        more = (
            _around(asked, answer.citations[0], quoted, answer.text)
            if quoted or one or not answer.model
            else None
        )
    return replace(of_quotes(answer, more), quick=None) if more else answer


def _around(asked: Asked, cited: Citation, quoted: bool, shown: str) -> Composed | None:
    """The other steps or items, where these were asked for; of a proposal what was decided; what holds afterwards, where that is
    asked for; of a share of the total how much it is, and of a part what share it is; of one row of a table the row times the
    number in the question, the row with the most or the least of what it asks for, or the other rows that the question names."""
    kind = asked.query.kind
    if kind in _SEVERAL:
        rest = compose_all_rows if kind == "list" else compose_onwards
        return compose_around(asked, cited) or compose_numbered(asked, cited) or rest(asked, cited)
    if kind == "yesno":
        return compose_decided(asked, cited)
    if kind != "lookup":
        return None
    found = (
        compose_decided(asked, cited)
        or compose_afterwards(asked, cited)
        or compose_percent(asked, cited)
        or compose_share_around(asked, cited)
        or compose_times(asked, cited, shown)
        or compose_extreme_around(asked, cited)
    )
    if found is None and quoted:
        found = (
            compose_of_months(asked, cited) or compose_siblings(asked, cited) or compose_list_of(asked, cited)
        )
    return found
