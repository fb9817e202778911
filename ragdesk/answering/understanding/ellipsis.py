"""A question that only names another thing is the one before with that thing in its place: "How long does the lease run?", then
"And the licence?". By rules, for English and German; where it is not plain what gives way, nothing is put in.
"""

import re

from ragdesk.answering.understanding.followup import pointing
from ragdesk.answering.understanding.in_order import stepped
from ragdesk.answering.understanding.subject import ARTICLE, LONGEST, before_function_word, subject
from ragdesk.text.fold import fold
from ragdesk.text.months import month_names
from ragdesk.text.tokens import content_words, number_of

_ADDED = re.compile(
    r"\s*(?:(?:and|but|und|aber)\s+(?:(?:what|how) about\s+)?|(?:what|how) about\s+|was ist mit\s+"
    r"|wie (?:steht|sieht) es (?:aus )?mit\s+)(?P<thing>[^,;:]+?)[?!. ]*",
    re.IGNORECASE,
)
# Adverbs of a question that may take each other's place: "How fast should I drive?", then "and how high?".
_HOW = r"(?:how|wie) (?!(?:much|many|about|come|viele?)\b)\w+"
_WHERE = rf"(?:(?:until |till |since |bis |seit )?(?:when|wann)|where|why|wo|warum|{_HOW})"
_ASKED = re.compile(rf"\s*(?:and|but|und|aber)\s+(?P<adverb>{_WHERE})[?!. ]*", re.IGNORECASE)
_ASKS = re.compile(
    rf"{_WHERE}(?= (?:do|does|did|is|are|was|were|can|may|must|should|will|have|has|[^\W\d_]+ (?:ich|wir|man|der|die|das)\b))",
    re.IGNORECASE,
)
_PREPOSITION = r"(?:in|on|at|for|with|from|by|under|im|am|auf|für|mit|bei|beim|von|vom|unter|nach)"
_PLACED = re.compile(rf"(?P<preposition>{_PREPOSITION}) (?P<noun>.+)", re.IGNORECASE)
_YEAR = re.compile(r"\b(?:19|20)\d\d\b")
_ORDINAL = re.compile(
    r"\b(?:first|second|third|fourth|fifth|sixth|seventh|eighth|ninth|tenth"
    r"|(?:erste|zweite|dritte|vierte|fünfte|sechste|sieb(?:en)?te|achte|neunte|zehnte)[nrs]?)\b",
    re.IGNORECASE,
)
# A name inside a sentence: its words begin with capitals.
_NAME = re.compile(r"(?<=[\w,] )[A-Z][\w-]*(?: [A-Z][\w-]*)*")
# "And for a standard one?": another thing of the same kind.
_SAME_KIND = re.compile(
    rf"(?:{_PREPOSITION} )?(?:{ARTICLE} )?(?P<which>[\w-]+(?: [\w-]+)?) (?:ones?|eine[rmns]?)", re.IGNORECASE
)
# Who pays one price may take the place of who pays another: "what does an adult pay?", then "and for children?".
_PERSON = re.compile(
    r"\b(?:(?:an?|one|the|ein(?:e|en)?|der|die|das) )?(?:grown-?ups?|adults?|child(?:ren)?|kids?|teenagers?|young people|youths?"
    r"|babies|baby|toddlers?|infants?|students?|pupils?|trainees?|seniors?|pensioners?|members?|non-?members?|guests?|visitors?"
    r"|residents?|couples?|famil(?:y|ies)|erwachsene[rn]?|kind(?:er)?|jugendliche[rn]?|schüler(?:in|innen)?|student(?:en|in)?"
    r"|azubis?|rentner(?:in|innen)?|senioren|mitglied(?:er)?|nichtmitglied(?:er)?|gast|gäste|besucher|familien?)\b",
    re.IGNORECASE,
)
_END = re.compile(r"[?!. ]*$")
# Words behind a number among which it says of what: "3 bright red squares".
COUNTED = 3
# What a question is about stands among so many of its first words.
MOST_WORDS = 25


def put_in_place(question: str, before: str) -> str:
    """The question `before` with the one thing that `question` names; "" where it names none, or where it would not be plain what
    it takes the place of."""
    asked, asks = _ASKED.fullmatch(question), _ASKS.match(before)
    if asked and asks and pointing(before) is None:
        return f"{asked['adverb']}{before[asks.end() :]}"
    added = _ADDED.fullmatch(question)
    if added is None or _ADDED.fullmatch(before):
        return ""
    thing = " ".join(added["thing"].split())
    if (in_order := _next_in_order(thing, before)) is not None:
        return in_order
    if pointing(before) is not None:
        return ""
    if counted := _counted(thing, before):
        return counted
    if other := _other_month(thing, before) or _other_person(thing, before) or _same_kind(thing, before):
        return other
    if placed := _PLACED.fullmatch(thing):
        return _at_place(before, placed["preposition"], thing) if _is_phrase(placed["noun"]) else ""
    if _YEAR.fullmatch(thing):
        return _replaced(before, _YEAR.findall(before), thing)
    if not _is_noun(thing):
        return ""
    about, named = subject(before), _NAME.findall(before)
    has_article = re.search(rf"\b{ARTICLE} ", before, re.IGNORECASE)
    if _is_name(thing) and named:
        return _replaced(before, named, thing)
    if has_article is None:
        return _replaced(before, named, thing)
    # "The fee for the badge": either may give way.
    if re.search(rf"\b(?:{_PREPOSITION}|of)\b", about) or not re.match(ARTICLE, about, re.IGNORECASE):
        return ""
    # "What is pets" is no question.
    alike = re.match(ARTICLE, thing, re.IGNORECASE) or re.search(
        rf"\ban? {re.escape(about.split(' ', 1)[-1])}", before
    )
    return _replaced(before, _spelled(before, about), thing) if alike else ""


def _other_month(thing: str, before: str) -> str:
    """The question asked for another month; "" where it names none, or several. "May" is no verb behind "in"."""
    month = re.compile(
        rf"\b{_PREPOSITION} (?:early |mid[- ]|late |anfang |mitte |ende )?(?:{month_names()})\b(?: (?:19|20)\d\d)?",
        re.IGNORECASE,
    )
    return _replaced(before, month.findall(before), thing) if month.fullmatch(thing) else ""


def _other_person(thing: str, before: str) -> str:
    """The question asked for other persons; "" where these are none, or the question names no persons, or several."""
    named = _PLACED.sub(r"\g<noun>", thing)
    persons = [found[0] for found in _PERSON.finditer(before)]
    return _replaced(before, persons, named) if _PERSON.fullmatch(named) else ""


def _same_kind(thing: str, before: str) -> str:
    """The question asked for another one of the things that it is about; "" where it is not plain what these are called."""
    one, said = _SAME_KIND.fullmatch(thing), before.rstrip("?!. ").split()[:MOST_WORDS]
    # "What does the pitch cost a night in July" is about what "what does the pitch cost" is about.
    about = next(filter(None, (subject(" ".join(said[:end])) for end in range(len(said), 3, -1))), "")
    article, _, called = about.partition(" ")
    if one is None or not called or re.fullmatch(ARTICLE, article, re.IGNORECASE) is None:
        return ""
    other = f"{article} {one['which']} {called.split()[-1]}"
    return _replaced(before, _spelled(before, about), other)


def _counted(thing: str, before: str) -> str:
    """The question before with another number of the same things: "4 red squares" after "3 red squares", "with four squares". ""
    where it has none, or several."""
    number, _, named = _PLACED.sub(r"\g<noun>", thing).partition(" ")
    if not number_of(fold(number)) or not named:
        return ""
    noun = content_words(named.split()[-1])
    said = list(re.finditer(r"[\w.,-]*\w", before))
    counted = [
        word.span()
        for at, word in enumerate(said)
        if number_of(fold(word[0]))
        and any(content_words(after[0]) == noun for after in said[at + 1 : at + 1 + COUNTED])
    ]
    if len(counted) != 1:
        return ""
    start, end = counted[0]
    return f"{before[:start]}{number}{before[end:]}"


def _next_in_order(thing: str, before: str) -> str | None:
    """The question with "the year before" or "in the third" in the place of its year or its "first"; None for other things."""
    if (other := stepped(thing, before)) is not None:
        return other
    bare = re.sub(rf"^(?:{_PREPOSITION} )?(?:{ARTICLE} )?", "", thing, flags=re.IGNORECASE)
    if _ORDINAL.fullmatch(bare):
        return _replaced(before, _ORDINAL.findall(before), bare)
    return None


def _is_noun(text: str) -> bool:
    """Whether it can only be a thing: a name, a number, or words after an article; of bare words a plural."""
    tokens = text.split()
    bare = re.match(rf"{ARTICLE} ", text, re.IGNORECASE) is None
    told = not bare or _is_name(text) or tokens[-1].isdigit() or fold(tokens[-1]).endswith(("s", "en"))
    return told and _is_phrase(text)


def _is_phrase(text: str) -> bool:
    tokens = re.sub(rf"^{ARTICLE} ", "", text, flags=re.IGNORECASE).split()
    return 0 < len(tokens) <= LONGEST and all(map(content_words, tokens))


def _is_name(text: str) -> bool:
    return all(token[0].isupper() for token in text.split())


def _at_place(before: str, preposition: str, thing: str) -> str:
    """What stands behind the same preposition gives way; without one the place is added."""
    place = re.compile(
        rf"\b(?P<head>{preposition} (?:{ARTICLE} )?)(?P<noun>[^\s?!.,;:]+(?: [^\s?!.,;:]+)*)", re.IGNORECASE
    )
    placed = [
        (match["head"], " ".join(before_function_word(match["noun"]))) for match in place.finditer(before)
    ]
    phrases = [f"{head}{noun}" for head, noun in placed if noun]
    return _replaced(before, phrases, thing) if phrases else f"{_END.sub('', before)} {thing}?"


def _spelled(before: str, about: str) -> list[str]:
    """The subject as it stands in the question: "a badge", where it is taken up as "the badge"."""
    noun = re.escape(about.split(" ", 1)[-1])
    return re.findall(rf"\b{ARTICLE} {noun}", before, re.IGNORECASE)


def _replaced(before: str, phrases: list[str], thing: str) -> str:
    return before.replace(phrases[0], thing) if len(phrases) == 1 else ""
