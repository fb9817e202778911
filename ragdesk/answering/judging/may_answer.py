"""Whether a sentence or row may answer a question, by what it says alone: before anything judges how well it does."""

import re
from collections.abc import Sequence

from ragdesk.answering.judging.answer_type import has_expected_type, may_say_whether
from ragdesk.answering.judging.judged import JudgedUnit
from ragdesk.answering.units.in_context import said_cells, said_quote, stated, with_lead
from ragdesk.answering.units.quotes import asks
from ragdesk.domain.search import Query
from ragdesk.text.tokens import content_words, negated, numbers, words

# The number of a clause or an item says nothing of how many there are.
_MARK = re.compile(r"^\W*\d+(?:\.\d+)*[.)]?\s")
_EXTREME = re.compile(
    r"\b(?:most|least|(?:high|low|larg|small|bigg|busi|quiet|cheap|long|short|old|young|late|earli|few|fast|slow|heavi|light"
    r"|warm|cold|hott|strong|weak)est)\b",
    re.IGNORECASE,
)
# Up to a condition, which may deny something, too: "What happens if I do not pay?"
_WHAT_NOT = re.compile(
    r"(?:what|which|who|was|welche\w*|wer)\b(?:(?!\b(?:if|when|unless|wenn|falls|sobald)\b)[^.;:])*",
    re.IGNORECASE,
)
_COUNTED = re.compile(r"(?:.*?[:,] )?(?:how many|wie ?viele) (?P<what>\w+)", re.IGNORECASE)


def holders(written: str, question: str, units: Sequence[JudgedUnit]) -> list[JudgedUnit]:
    """The units that hold what was written and not asked: word for word, or else all of its words, or all of its numbers."""
    literal = written.strip(" .").casefold()
    new = set(content_words(written)) - set(content_words(question))
    figures = set(numbers(written))
    said = [(unit, said_quote(unit.quote)) for unit in units]
    exact = [unit for unit, words_of in said if new and literal in words_of.casefold()]
    whole = [unit for unit, words_of in said if new and new <= set(content_words(words_of))]
    numbered = [unit for unit, words_of in said if figures and figures <= set(numbers(words_of))]
    return [unit for unit in exact or whole or numbered if not _of_other_count(question, written, unit)]


def _of_other_count(question: str, written: str, unit: JudgedUnit) -> bool:
    """Whether what is counted in the question is named nowhere beside the number in a row: 70 g are no calories."""
    asked, figures = _COUNTED.match(question), set(numbers(written))
    cells = said_cells(unit.quote)
    if asked is None or not cells or not figures:
        return False
    beside = " ".join(f"{head} {cell}" for head, cell in cells if figures & set(numbers(cell)))
    return set(content_words(asked["what"])).isdisjoint(content_words(beside))


def may_answer(query: Query, unit: JudgedUnit) -> bool:
    """Whether it says something by itself, and of the kind that is asked for."""
    said, sure = said_quote(unit.quote), unit.surely_marked
    if said.endswith((",", ":")) and not sure:
        return False  # what it begins to say comes after it
    if unit.quote.text.startswith("|"):
        if _of_extreme(query.standalone, said):
            return False
    elif asks(with_lead(unit.quote)[0].text):
        return False
    if query.kind == "yesno" and not sure and not may_say_whether(query.standalone, stated(unit.quote)):
        return False
    return has_expected_type(query.standalone, _MARK.sub("", said))


def asks_what_not(question: str) -> bool:
    """Whether it asks for what is not so ("What isn't included?"): what denies says that, and what is included does not."""
    asked = _WHAT_NOT.match(question)
    return asked is not None and negated(asked[0])


def _of_extreme(question: str, said: str) -> bool:
    """Whether the question wants the busiest, the most: by itself no row says that it is that, unless in this word."""
    wanted = {word.lower() for word in _EXTREME.findall(question)}
    return bool(wanted) and wanted.isdisjoint(words(said))


def adds(question: str, unit: JudgedUnit) -> bool:
    """Whether it says anything that the question does not: "the valve is opened by hand" does not say why."""
    return not set(content_words(said_quote(unit.quote))) <= set(content_words(question))
