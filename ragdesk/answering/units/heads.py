"""The columns of a table that a question asks for, by their heads: by its words, and by what "where" and "who" ask for."""

import re
from collections.abc import Sequence
from itertools import pairwise

from ragdesk.answering.units.days import columns_of_days
from ragdesk.answering.units.quarters import columns_of_quarters
from ragdesk.text import lexicon
from ragdesk.text.tokens import content_words, stem, words

# Fewer letters begin many a word.
SHORTEST_AKIN = 4
_WHO_DOES = ("er", "or", "ers", "ors")
_ASKING = re.compile(r"\b(?:what|who|whose|when|where|how|was|wer|wessen|wann|wo|wie)\b", re.IGNORECASE)
_WITHOUT = re.compile(
    r"\b(?:no|not|without|excluding|ohne|kein\w*|nicht) (?:(?:the|an?|any|de[rmn]|die|das) )?\w+",
    re.IGNORECASE,
)
_EITHER_WAY = re.compile(
    r"\b(?:with(?:out)? (?:and|or) with(?:out)?|mit (?:und|oder) ohne|ohne (?:und|oder) mit)\b", re.IGNORECASE
)
# "Credits per month" are no months.
PER = re.compile(r"\b(?:per|each|every|pro|je) \w+|/ ?\w+", re.IGNORECASE)
_INCLUDING = re.compile(
    r"\b(?:with|including|incl\.?|inclusive of|plus|mit|inklusive|inkl\.?|einschließlich|samt) "
    r"(?:(?:the|all|any|de[rmn]|die|das|aller) )?(?P<what>[\w-]+)",
    re.IGNORECASE,
)

_HOW_MANY = re.compile(r"\b(?:how many|wie ?viele?) (?P<what>[^\W\d_][\w-]*)", re.IGNORECASE)


def things_asked(question: str) -> set[str]:
    """What the question asks for by its asking words: a place, a person, a day, money, a number of things, a length; "how many
    days" asks for a length, too."""
    asked, stretches, spoken = lexicon.table("asked_things"), lexicon.table("stretches"), words(question)
    found = {(asked[word], other) for word, other in pairwise([*spoken, ""]) if word in asked}
    return {"length" if thing == "number" and other in stretches else thing for thing, other in found}


def things_of(head: str) -> set[str]:
    """What stands under a head."""
    under = lexicon.table("head_things")
    said = words(PER.sub(" ", head))
    return {under[word] for word in (*said, *(word.removesuffix("s") for word in said)) if word in under}


_BEGIN = re.compile(r"(?:from|start|begin|begins|starts|von|ab|beginn)", re.IGNORECASE)
_END = re.compile(r"(?:to|till|until|end|ends|bis|ende)", re.IGNORECASE)
_BY_WHEN = re.compile(r"\b(?:by (?:when|what (?:date|day|time))|bis (?:wann|zu welchem))\b", re.IGNORECASE)
_DUE = re.compile(r"\b(?:by|due|deadline|until|bis|frist|fällig\w*)\b", re.IGNORECASE)


def columns_asked(question: str, heads: Sequence[str], besides: str = "") -> list[int]:
    """The columns that hold what the question asks for, of each thing those that it also names first; else those that it names,
    unless they hold something else. Words of `besides` name no column. Of "adult single" and "adult return" it names one where
    it says the second word, too; "without the deposit" it names none, and "with VAT" the total beside a column of VAT. "By what
    date" asks for the column "Back by", not for "Date"; "the last quarter" is the column "Q4", and "in August" that of "1 July-31
    Aug"."""
    of_time = columns_of_quarters(question, heads) or columns_of_days(question, heads)
    if found := columns_with_all(question, heads) or of_time:
        return found
    named = _columns(question, heads, besides)
    meant = _columns(_WITHOUT.sub(" ", question), heads, besides)
    columns = meant or named or _akin(question, heads)
    return _with_the_end(heads, _with_the_due(question, heads, columns))


def _with_the_end(heads: Sequence[str], columns: list[int]) -> list[int]:
    """With a column "From" the one behind it, where that is "To"."""
    begins = [at for at in columns if _BEGIN.fullmatch(heads[at])]
    ends = {at + 1 for at in begins if at + 1 < len(heads) and _END.fullmatch(heads[at + 1])}
    return sorted({*columns, *ends})


def _akin(question: str, heads: Sequence[str]) -> list[int]:
    """The only column of whose head a word begins as one of the question's."""
    akin = [at for at, head in enumerate(heads) if words_akin(question, head)]
    return akin if len(akin) == 1 else []


def words_akin(question: str, head: str) -> set[str]:
    """The words of the question with which another word of a head begins: "miles" for "Mileage". "Seller" is who sells."""
    stems = {word: stem(word) for word in words(question) if word.isalpha()}
    return {
        word
        for word, begin in stems.items()
        if len(begin) >= SHORTEST_AKIN and any(_is_akin(begin, own) for own in words(head))
    }


def _with_the_due(question: str, heads: Sequence[str], columns: list[int]) -> list[int]:
    """For "by when" the only column that says so, in the place of other days."""
    due = [at for at, head in enumerate(heads) if _DUE.search(head)] if _BY_WHEN.search(question) else []
    if len(due) != 1:
        return columns
    days = things_asked("when")
    return sorted({*(at for at in columns if not days & things_of(heads[at])), *due})


def _columns(question: str, heads: Sequence[str], besides: str) -> list[int]:
    asked = set(content_words(question)) - set(content_words(besides))
    shared = [asked & set(content_words(head)) for head in heads]
    named = {at for at, own in enumerate(shared) if own and not any(own < other for other in shared)}
    things = things_asked(question)
    counted = _counted(question)
    of_counted = {at for at, own in enumerate(shared) if own & counted}
    holding = [
        of_counted if of_counted and thing == "number" else _holding(thing, question, heads)
        for thing in things
    ]
    fitting = set().union(*((named & each or each) for each in holding))
    other = {at for at, head in enumerate(heads) if things and things_of(head)} - fitting
    whole = {at for at in named if len(shared[at]) > 1}  # "meeting-room credits" are no place
    return sorted(fitting or named - (other - whole))


def _counted(question: str) -> set[str]:
    """What "how many" asks for the number of: litres of milk are in a column of litres, and in none of counts."""
    match = _HOW_MANY.search(question)
    return set(content_words(match["what"])) if match else set()


def _holding(thing: str, question: str, heads: Sequence[str]) -> set[int]:
    """The columns of a thing; who did something is not whom it was done for."""
    holding = {at for at, head in enumerate(heads) if thing in things_of(head)}
    if thing != "person" or lexicon.words("doing_words").isdisjoint(words(question)):
        return holding
    return {at for at in holding if lexicon.words("receiving_words").isdisjoint(words(heads[at]))} or holding


def _is_akin(begin: str, word: str) -> bool:
    return word.startswith(begin) and stem(word) != begin and not word.endswith(_WHO_DOES)


def asks_more(question: str, heads: Sequence[str]) -> bool:
    """Whether it asks for several things, and one of them is under no head: "who does it, and when", without a column of
    names; or with something and without."""
    if _EITHER_WAY.search(question):
        return True
    if len(_ASKING.findall(question)) < 2:
        return False
    return any(all(thing not in things_of(head) for head in heads) for thing in things_asked(question))


def columns_with_all(question: str, heads: Sequence[str]) -> list[int]:
    """The column of totals, where the question asks for an amount with what another column holds."""
    match = _INCLUDING.search(question)
    included = set(content_words(match["what"])) if match else set()
    if not any(included & set(content_words(head)) for head in heads):
        return []
    totals = lexicon.words("sum_words")
    return [at for at, head in enumerate(heads) if not totals.isdisjoint(words(head))]
