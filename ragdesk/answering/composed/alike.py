"""Two sentences that answer a look-up about equally well, by their marks: both are shown. "And for longer ones?" after the notice
for short appointments is answered by the second, which the model can hardly tell from the first."""

from ragdesk.answering.composed.asked import Asked, Composed
from ragdesk.answering.composed.draft import Draft
from ragdesk.answering.judging.answer_type import has_expected_type
from ragdesk.answering.units.in_context import said_quote, stated, with_lead
from ragdesk.answering.units.quotes import running
from ragdesk.domain.calibration import MARKING


def compose_alike(asked: Asked) -> Composed | None:
    """None where not just two are sure, where one is surer, or where one is a row, which has a name to tell it by."""
    sure = sorted(
        (unit for unit in asked.units if unit.surely_marked), key=lambda unit: unit.mark or 0.0, reverse=True
    )
    if len(sure) != 2 or not asked.answerable or any(unit.quote.text.startswith("|") for unit in sure):
        return None
    first, second = sure
    if (first.mark or 0.0) > MARKING.alike * (second.mark or 0.0):
        return None
    same = said_quote(first.quote) == said_quote(second.quote)
    if same or not all(has_expected_type(asked.query.checked, stated(unit.quote)) for unit in sure):
        return None
    draft = Draft(asked)
    for unit in sure:
        quote, lead = with_lead(unit.quote)
        draft.quote("\n- ", quote, shown=lead + running(unit.quote.text))
    return draft.done() if draft.quotes == 2 else None
