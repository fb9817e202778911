"""Whether what looks best is about another year, another person, another thing than was asked for.

The reranker ranks that as high as an answer. The reader was trained to tell the two apart, on questions written to deceive; what
people ask in their own words it doubts as well. So it decides nothing alone: where it doubts, the model is asked, and how far a
line's mark is above what is sure counts, too.
"""

from collections.abc import Sequence

from ragdesk.answering.judging.judged import JudgedUnit
from ragdesk.answering.judging.marking import best_mark
from ragdesk.answering.judging.verify import Verifier
from ragdesk.answering.resources import Resources
from ragdesk.answering.units.in_context import shown_quote
from ragdesk.domain.answers import Stance
from ragdesk.domain.calibration import MARKING, VERIFY, log_odds, near_miss_fit
from ragdesk.domain.search import Query


def is_near_miss(
    query: Query, units: Sequence[JudgedUnit], verifier: Verifier, resources: Resources, stance: Stance
) -> bool:
    """Of a look-up's units, the best one first. No where nobody measured the reader beside the model, in a language that it does
    not know, and of a translated question whose line is sure: it takes the translation at its word.

    Raises:
        ModelError: the model is missing, or it died.
    """
    reader, mark = resources.reader, best_mark(units)
    fit = near_miss_fit(reader, resources.model.name)
    if fit is None or reader is None or not units or query.kind != "lookup" or query.foreign:
        return False
    if query.asked is not None and (mark or 0.0) >= MARKING.alone:
        return False
    answers = float(
        reader.answers(query.standalone, [shown_quote(unit.quote) for unit in units[: VERIFY.read]]).max()
    )
    if answers >= fit.doubtful:
        return False
    leaning = verifier.leaning(VERIFY.doubted)
    if leaning is None or any(chance >= VERIFY.answers for _, chance in verifier.told()):
        return False
    marks = 0.0 if mark is None else max(0.0, log_odds(mark) - log_odds(MARKING.sure))
    return fit.reader * answers + leaning + marks < fit.least[stance]
