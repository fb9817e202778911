"""What a question is about, as a phrase of its own words, where that can be told without a parser; and putting it in
the place of a pronoun.

"How do I get the visitor badge?" is about "the visitor badge". A wrong subject misleads more than none: only what
follows one of a few openings is taken, and a pronoun stays where something else may be meant.
"""

import re

from ragdesk.answering.understanding.followup import pointing
from ragdesk.text.fold import fold
from ragdesk.text.tokens import content_words

# Words of a subject; more of them hold a clause.
LONGEST = 5

_ARTICLES = (
    "the a an my our your their these those der die das den dem des ein eine einen einem einer eines "
    "mein meine meinen meinem meiner meines unser unsere unseren unserem unserer unseres"
)
ARTICLE = rf"(?:{'|'.join(_ARTICLES.split())})\b"
_DOING = (
    "do|does|did|can|could|will|would|should|must|may|might|has|have|had|"
    "darf|dürfen|kann|können|muss|müssen|soll|hat|haben"
)
_BEING = "is|are|was|were|ist|sind|war|waren|wird|werden"
_FIRST = r"(?:[\w’'-]+ ){0,3}"
_PLACING = r"(?:on|in|at|from|with|under|auf|im|am|unter|mit)"
# The whole of what follows is the subject.
_LED = re.compile(
    r"(?:(?:what|who)(?:'s| is| are| was| were)|(?:what|how) about|(?:please )?(?:define|explain|describe)"
    r"|.*\b(?:tell me|know|learn|read|information|details|question|ask) (?:more |something )?(?:about|on)"
    r"|.*\b(?:meaning|definition|bedeutung) (?:of|von)|(?:was|wer) (?:ist|sind|war|waren)|was ist mit|.*\büber) "
    r"(?P<rest>.+)",
    re.IGNORECASE,
)
# "How do I [verb] the visitor badge", "does the warranty [verb]", "how is the autoclave [verb]".
_ACTION = re.compile(
    rf"{_FIRST}(?:{_DOING})(?: not|n't)? (?:i|we|you|one|ich|wir|man) \w+ (?P<rest>{ARTICLE}.+)",
    re.IGNORECASE,
)
_DOES = re.compile(rf"{_FIRST}(?:{_DOING}) (?P<rest>{ARTICLE}.+)", re.IGNORECASE)
# "How long is the lease", but not "how long is the badge valid".
_MEASURED = re.compile(
    r"(?:how (?!much|many)\w+ (?:is|are|was|were)"
    r"|(?:wie \w+|wann|wo|was) (?:ist|sind|war|waren|kostet|kosten|dauert|dauern|gilt|gelten|beginnt|endet)) "
    rf"(?P<rest>{ARTICLE}(?: [\w-]+){{0,2}}? (?!valid|open|closed|available|due|free|allowed|gültig|offen|frei|erlaubt)[\w-]+)"
    rf"(?P<placed> {_PLACING} {ARTICLE} .+)?",
    re.IGNORECASE,
)
_IS = re.compile(rf"{_FIRST}(?:{_BEING}) (?P<rest>{ARTICLE}.+)", re.IGNORECASE)
_PARTICIPLE = re.compile(r"\w+ed|ge\w+(?:t|en)", re.IGNORECASE)
_SINGLE, _PLURAL = frozenset(("it", "its")), frozenset(("they", "them", "their"))
_PERSON = frozenset(("he", "him", "his", "she", "her"))
# "It" that stands for nothing: "is it possible to …".
_EMPTY = re.compile(
    r"\b(?:it (?:is|was|would be|will be)|(?:is|was|does|did) it)(?: not)? (?:possible|necessary|true|likely|allowed"
    r"|safe|okay|ok|important|legal|mandatory|required|better|best|raining|matter|take)\b|\bit['’]s\b",
    re.IGNORECASE,
)


def subject(question: str) -> str:
    """The phrase that the question is about, with its article; "" where it is not plain, or where the question points back
    to another."""
    text = " ".join(question.split()).rstrip("?!. ")
    if pointing(text) is not None:
        return ""
    if match := _LED.fullmatch(text):
        return _whole(match["rest"])
    if match := _MEASURED.fullmatch(text):
        placed = match["placed"] or ""
        return _whole(match["rest"]) + placed if len(placed.split()) < LONGEST else ""
    if _is_phrase(text) and len(content_words(text)) > 1 and not question.rstrip().endswith(("?", "？")):
        return text
    if match := _ACTION.fullmatch(text):
        return _phrase(match["rest"])
    if match := _DOES.fullmatch(text):
        return _phrase(match["rest"], verb=re.compile(r"\w+"))
    if match := _IS.fullmatch(text):
        return _phrase(match["rest"], verb=_PARTICIPLE)
    return ""


def put_in(question: str, noun: str) -> str:
    """The question with `noun` in the place of its English pronoun; "" where they do not fit together, or where the pronoun
    may mean something else: what the question itself names, or one of two things in "the fee for the badge"."""
    if re.search(r"\b(?:of|for|and|von|für|und)\b", noun):
        return ""
    for match in re.finditer(r"[^\W_]+", question):
        word = match.group().casefold()
        if word not in _SINGLE | _PLURAL | _PERSON:
            continue
        before, after = question[: match.start()], question[match.end() :]
        if _EMPTY.search(question) or re.search(ARTICLE, before, re.IGNORECASE) or not _fits(word, noun):
            return ""
        owns = word in ("its", "their", "his") or (word == "her" and re.match(r"\s+\w{3,}", after))
        return before + (_owning(noun) if owns else noun) + after
    return ""


def _fits(pronoun: str, noun: str) -> bool:
    last = fold(re.split(rf" {_PLACING} ", noun)[0]).split()[-1]
    plural = last.endswith("s") and not last.endswith(("ss", "us", "is"))
    if pronoun in _PERSON:
        return noun[0].isupper() and not plural
    return plural == (pronoun in _PLURAL)


def _owning(noun: str) -> str:
    return f"{noun}'" if noun.endswith("s") else f"{noun}'s"


def _whole(text: str) -> str:
    """What follows "what is", where it is one phrase."""
    article, body = _without_article(text)
    return article + body if _is_phrase(body) else ""


def _phrase(text: str, verb: re.Pattern[str] | None = None) -> str:
    """The phrase at the start of a text, up to the next function word. With `verb`, its last word must be one, and goes;
    then nothing but another clause may follow, for else the verb may still come."""
    article, body = _without_article(text)
    phrase = before_function_word(body)
    if verb is not None:
        after = body.split()[len(phrase) :]
        if (
            not phrase
            or not verb.fullmatch(phrase[-1])
            or (after and after[0] not in ("and", "or", "und", "oder"))
        ):
            return ""
        phrase = phrase[:-1]
    return f"{article}{' '.join(phrase)}" if 0 < len(phrase) <= LONGEST else ""


def before_function_word(text: str) -> list[str]:
    """The words up to the first one that carries no meaning, or that a comma follows."""
    phrase: list[str] = []
    for word in text.split():
        if not content_words(word):
            break
        phrase.append(word.rstrip(",;:"))
        if word != phrase[-1]:
            break
    return phrase


def _without_article(text: str) -> tuple[str, str]:
    """ "A badge" was asked about first; who asks again asks about "the badge"."""
    match = re.match(rf"({ARTICLE})\s+", text, re.IGNORECASE)
    if match is None:
        return "", text
    first = match[1].casefold() in ("a", "an")
    return "the " if first else match.group(), text[match.end() :]


def _is_phrase(text: str) -> bool:
    """Whether every word carries meaning, but for "of" and the like between two that do."""
    tokens = text.split()
    if not 0 < len(tokens) <= LONGEST or not content_words(tokens[0]) or not content_words(tokens[-1]):
        return False
    return all(content_words(token) or token in ("of", "for", "and", "the") for token in tokens)
