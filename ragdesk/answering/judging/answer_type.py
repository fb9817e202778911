"""The expected type of an answer: who asks how many wants a number, who asks what something costs wants money."""

import re
from itertools import pairwise

from ragdesk.answering.composed.sums.stated import stated_in
from ragdesk.answering.units.heads import things_asked
from ragdesk.answering.units.quotes import is_sentence
from ragdesk.text import lexicon
from ragdesk.text.fold import fold
from ragdesk.text.tokens import content_words, negated, negates, number_of, numbers, stem, words

_HOW_MANY = re.compile(r"(?:how many|wie ?viele)\b|.*[,;:–-] ?how (?:many|much)$", re.IGNORECASE)
# Behind a topic, too: "the brake pads: how thin may they get".
_HOW_BIG = re.compile(
    r"(?:^|.*[,:;–-] )(?:how (?:much )?(?:high|tall|deep|heav(?:y|ier)|wide|thick|thin|hot|cold|warm|old|fast)\b"
    r"|how (?:much )?(?:far|further|farther)\b(?! in advance| ahead)"
    r"|wie (?:hoch|tief|schwer|breit|dick|dünn|heiß|kalt|warm|alt|schnell|weit)\b)",
    re.IGNORECASE,
)
# "400W" is a number and its unit.
_GLUED = re.compile(r"(?<=\d)(?=[^\W\d_])")
# "Do not select too many" does not say how many, and "there are none" does.
_BARE_NOT = ("not", "cannot", "never", "without", "nicht", "nie", "ohne")
# Of "how much is the room" the answer is money; how much it weighs, holds or needs is not.
_LEFT = r"(?:left|there|remaining|needed|used|allowed)"
_HOW_MUCH_IS = re.compile(
    rf"how much (?:is|are|was|were)\b(?! {_LEFT}\b)(?!.* {_LEFT}$)"
    r"|how much (?:does|do|did)\b.* (?:cost|pay|charge|owe|spend|earn|make|get|fetch|go for|sell for|come to)\b",
    re.IGNORECASE,
)
_HOW_MUCH = re.compile(r"(?:^|[,:;–-] )(?:and |so |und )?(?:by |um )?(?:how much|wie ?viel)\b", re.IGNORECASE)
# How much there is of something, without a number.
_PART = re.compile(
    r"\b(?:all|half|everything|nothing|none|whole|entire|full\w*|double|twice|triple|quarter|third|free|pinch|handful|enough|needed"
    r"|little|alles?|hälfte|halb\w*|ganz\w*|voll\w*|doppelt\w*|viertel|drittel|nichts|prise|etwas|kostenlos|frei)\b",
    re.IGNORECASE,
)
_PRICED = re.compile(
    r"\b(?:cost|pric|fee|pay|paid|charg|rate|rent|fare|deposit|fine|toll|subscription|due|worth|kost|preis|gebühr|zahl|miet|beitrag"
    r"|kaution|betr[aä]g)\w*",
    re.IGNORECASE,
)
# Money that is written otherwise than by the signs and codes that amounts are computed with, and "350 pp".
_COINS = frozenset(
    "% p pp pence penny penni penc cent cents ct rp rappen fr sfr franc francs franken dollar dollars pound pounds quid"
    " kr kron krona kronor krone kroner sek nok dkk isk pln zl zloty huf forint czk ron lei bgn try lira inr rupee rupees"
    " aud cad nzd cny rmb yuan yen krw won sgd hkd zar rand brl mxn peso pesos".split()
)
_WHEN = re.compile(r"(?:(?:by|from|since|until|till|bis|ab|seit) )?(?:when|wann)\b", re.IGNORECASE)
_HOW_LONG = re.compile(r"(?:for |since |seit )?(?:how long|wie lange?)\b", re.IGNORECASE)
# A number and what it counts ("14 characters"), the cell of a row, or time without a number: no "Unit 7" and no "22 Mill Lane".
_LENGTH = re.compile(
    r"\d[ \u00a0-]?(?:(?-i:[a-zäöü%])|zeichen|meter|seiten|wörter)|[:|] ?\d"
    r"|\b(?:long|forever|lifetime|permanent\w*|indefinite\w*|throughout|duration|overnight|"
    r"lebenslang|unbefristet|dauerhaft|solange|jederzeit)\b",
    re.IGNORECASE,
)
_TIME = re.compile(
    r"\d(?:st|nd|rd|th)\b|\b\d{1,2}[.:]\d{2}\b|\b\d{1,4}[./-]\d{1,2}[./-]|\b(?:19|20)\d\d\b|\b\d+ ?(?:a\.?m|p\.?m|o'clock|uhr)\b"
    r"|\b(?:day|week|month|quarter|year|tag|woche|monat|quartal|jahr) \d+\b",
    re.IGNORECASE,
)
# A clause that may say when, up to its end.
_TIME_CLAUSE = re.compile(
    r"\b(?:before|after|until|till|once|when|while|bevor|nachdem|bis|sobald|wenn|während)\b(?P<said>[^,;:.]*)",
    re.IGNORECASE,
)
_WHICH_THINGS = re.compile(
    r"(?:what|which|welche) (?!(?:is|are|was|were|do|does|did|has|have|had|can|may|must|should|will|would) )"
    r"(?P<things>(?:\w+ ){1,2})",
    re.IGNORECASE,
)
_THESE = re.compile(r"(?:these|those|such|diese|solche) (?P<thing>\w+)", re.IGNORECASE)


def has_expected_type(question: str, said: str) -> bool:
    """Whether words hold a number where the question is how many there are or how high something is (a weight where it is how
    heavy), some amount where it is how much, a time where it is when or how long (or another length), and no other amount than
    one of money where it is what something costs. Of any other question, and of a denial: yes; but a mere "not" says nothing of
    how many there are."""
    if _points_back(question, said):
        return False
    if _HOW_MANY.match(question.rstrip(" ?!.")):
        return _counts(question, said) or any(map(_denies_all, words(said)))
    if negated(said):
        return True
    if how_big := _HOW_BIG.match(question):
        return bool(numbers(said)) and _of_dimension(how_big[0], said)
    if _WHEN.match(question):
        said = _without_repeated(question, said)
        told = (
            _TIME.search(said) is not None or _has("time_words", said) or _has("months", said) or _lasts(said)
        )
        return told or (is_sentence(said) and bool(numbers(said)))  # an address has numbers, too
    if _HOW_LONG.match(question):
        spoken, stretches = words(said), lexicon.table("stretches")
        timed = _has("time_words", said) or _has("months", said) or any(word in stretches for word in spoken)
        return timed or (_LENGTH.search(said) is not None and not _is_money(said))
    if _HOW_MUCH.search(question) and not numbers(said) and not _PART.search(said):
        return False
    if things_asked(question) == {"money"} or _HOW_MUCH_IS.search(question.rstrip(" ?!.")):
        return _has("gratis_words", said) or _tells_price(said)
    return True


def _tells_price(said: str) -> bool:
    """Whether words state an amount of money, or a share of one. In cells, whose heads may follow, any number that measures
    nothing may be one, in a sentence a bare number beside a word of prices: "under 14" is none."""
    if not is_sentence(said):
        return any(one.amount.kind == "money" or not one.measured for one in stated_in(said))
    priced = _PRICED.search(said) is not None
    return any(
        one.amount.kind == "money" or _is_coin(one.amount.unit) or (priced and not one.amount.unit)
        for one in stated_in(said)
    )


def _is_coin(unit: str) -> bool:
    """Whether an amount in this unit is one of money, or a share: "8 percent a year"."""
    return fold(unit.split(" per ")[0]) in _COINS


def _points_back(question: str, said: str) -> bool:
    """Whether words only point at the things that are asked for: "These segments …" does not say what segments there are."""
    asked, pointing = _WHICH_THINGS.match(question), _THESE.match(said)
    if asked is None or pointing is None:
        return False
    return stem(pointing["thing"].lower()) in map(stem, words(asked["things"]))


def _counts(question: str, said: str) -> bool:
    """Whether words hold a number of something else than time, or of time where that is asked for: "14 days" does not say how
    many people wait."""
    stretches = lexicon.table("stretches")
    if not stretches.keys().isdisjoint(words(question)):
        return bool(numbers(said))
    return any(number_of(one) and other not in stretches for one, other in pairwise([*words(said), ""]))


def _of_dimension(how_big: str, said: str) -> bool:
    """Whether words speak of the weight or the distance that is asked for: 400 W do not say how heavy a panel is. Of anything
    else that is measured: yes, since it is written in too many ways."""
    dimensions = lexicon.table("dimensions")
    asked = {dimensions[word] for word in words(how_big)[-3:] if word in dimensions}
    return not asked or any(dimensions.get(word) in asked for word in words(_GLUED.sub(" ", said)))


def _is_money(said: str) -> bool:
    """Whether all the amounts of words are of money."""
    kinds = {one.amount.kind for one in stated_in(said)}
    return kinds == {"money"}


def _denies_all(word: str) -> bool:
    return negates(word) and not (word in _BARE_NOT or word.endswith("n't"))


def may_say_whether(question: str, said: str) -> bool:
    """Whether words can answer a question for yes or no. Where it is asked whether something is allowed, they allow or forbid
    something: the number of the school's mobile does not say whether mobiles may come."""
    return not _has("permission_words", question) or _has("permitting_words", said)


def _without_repeated(question: str, said: str) -> str:
    """Without clauses of time that say the question's own words again: "before you drive" does not say when you may."""
    asked = set(content_words(question))
    return _TIME_CLAUSE.sub(
        lambda clause: "" if set(content_words(clause["said"])) <= asked else clause[0], said
    )


def _lasts(said: str) -> bool:
    """Whether words tell a stretch of time: "four weeks"."""
    stretches, spoken = lexicon.table("stretches"), words(said)
    return any(number_of(one) and other in stretches for one, other in pairwise(spoken))


def _has(name: lexicon.WordList, said: str) -> bool:
    return not lexicon.words(name).isdisjoint(words(said))
