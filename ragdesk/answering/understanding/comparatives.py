"""A comparison asked of one side alone: of "which is quicker" how quick it is, and of "which is cheaper" what it costs."""

import re

from ragdesk.text import lexicon

_IS = r"\b(?:is|are|was|were|ist|sind)\b"
_ASKING = re.compile(
    rf"^(?:which|what|who|welche[rs]?|was|wer)\b(?: (?:one|of (?:them|the two|both)))?(?: {_IS})?",
    re.IGNORECASE,
)
_MORE = re.compile(
    r"\b(?:more|less|fewer)(?: (?P<dear>expensive|costly)| (?P<of>\w+(?:ous|ful|ive|able|ible|ent|ant|ing|ed|ic|al|ult)))?\b",
    re.IGNORECASE,
)
_FIRST = ("first", "zuerst")
# By the name of the row in the list of comparatives.
_OF_PRICE = {"price": "what does {} cost", "preis": "was kostet {}"}
_COSTS = re.compile(r"\bcosts?\b", re.IGNORECASE)


def of_one(side: str, asked: str, more: str = "") -> str:
    """What is searched for of one side: `asked` without its comparative, after "how". `more` goes behind. Words that compare
    nothing stay as they are."""
    table = lexicon.table("comparatives")
    spoken = re.findall(r"\w+", asked)
    # "Which starts first", but not "which first-aid kit".
    comparing = [word for word in spoken if word.lower() not in _FIRST or word is spoken[-1]]
    found = next((word for word in comparing if word.lower() in table), "")
    many = _MORE.search(asked)
    if found:
        how, rest = table[found.lower()], re.sub(rf"(?:{_IS} )?\b{found}\b", "", asked, count=1)
    elif many:
        how, rest = f"how {many['of'] or 'much'}", asked[: many.start()] + asked[many.end() :]
    else:
        return " ".join(f"{side} {asked} {more}".split())
    rest = _ASKING.sub("", rest.strip())
    if how in _OF_PRICE:
        text = f"{_OF_PRICE[how].format(side)} {rest} {more}"
    elif many and (many["dear"] or _COSTS.search(rest)):
        text = f"{_OF_PRICE['price'].format(side)} {_COSTS.sub('', rest)} {more}"
    else:
        text = f"{how} {rest} {side} {more}"
    return " ".join(text.split())
