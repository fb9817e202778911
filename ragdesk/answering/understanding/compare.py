"""Comparisons: a question about two things or more becomes a search for each side, so that each has its evidence.

By rules, for English and German; what they do not recognise is searched for as one question.
"""

import re
from collections.abc import Iterator, Mapping, Sequence
from itertools import takewhile

from ragdesk.answering.understanding.comparatives import of_one
from ragdesk.answering.understanding.reading import CLAUSE_END, forms
from ragdesk.answering.understanding.years import in_years
from ragdesk.domain.search import ComparisonSide, Hit
from ragdesk.text import lexicon
from ragdesk.text.tokens import content_words

# More sides than this would leave none of them enough of the evidence.
MOST = 4

# What both sides do, or are, alike.
_DOING = (
    r"(?:both )?(?:have|has|had|need|needs|must|get|gets|pay|pays|cost|costs|last|lasts|take|takes|work|works|receive"
    r"|use|uses|contain|weigh|earn|run|require|requires|offer|offers|cover|covers|give|gives|allow|share|charge|charges)\b"
)
_SAME = r"(?:(?:just |exactly )?the same|equal(?:ly)?|alike|as (?:much|many|long)|gleich\w*|die?selben?|dasselbe|genauso viele?)"
_COMPARATIVE = rf"(?:{lexicon.one_of(lexicon.table('comparatives'))})"
_AT, _BEI = r"(?:at|in|on|for|with|by|from)", r"(?:bei|beim|im|in|am|mit|für)"
# "My car and my room", "for adults and for children".
_EACH = r"(?:my|our|the|for|in|at|on|mein\w*|unser\w*|de[rmn]|die|das|für|im|am|beim?) "
_ALIKE = re.compile(rf"\b(?:{_SAME}|each|both|either|jeweils)\b *", re.IGNORECASE)
# In each, `sides` names what is compared (or `one` and `two` do); `rest` is what else was asked, and goes with every side.
_FORMS = forms(
    r"(?:(?:.*?[,.;:] )?(?:now|and|so|please|bitte|(?:can|could|would) you(?: please)?) )?"
    r"(?:compare|contrast|vergleich(?:e|en sie)?) (?P<sides>.+)",
    r".*?\b(?:differences?|distinction|comparison|unterschiede?) (?P<rest>(?:in|of|bei|im) .+? )?"
    r"(?:between|among|zwischen) (?P<sides>.+)",
    r"how (?:do|does|did|is|are) (?P<sides>.+?) (?:different|differ|compare)\b(?P<rest>.*)",
    r"what (?:is|are|was|were) (?P<one>[^,]+?) compared? (?:to|with) (?P<two>.+)",
    r"how (?:do|does|did|is|are) (?P<one>.+?) (?:different from|differ from|compared? (?:to|with)) (?P<two>.+)",
    r"(?:wie|worin|wodurch) unterscheide(?:t|n) sich (?P<sides>.+)",
    r"(?:(?:how|why|in what way|by how much) )?(?:is|are|was|were) (?P<one>.+?) "
    r"(?P<rest>(?:(?:more|less) \w+|better|worse|\w{2,}er)(?: (?:per|an?|by the) \w+)?) than (?P<two>.+)",
    r"(?:ist|sind|war|waren) (?P<one>.+?) (?P<rest>(?:(?:pro|je|im|am) \w+ )?\w{2,}er) als (?P<two>.+)",
    rf"(?:do|does|did|are|is|were|was|have|has) (?P<sides>.+?) (?P<rest>{_DOING}.*\b{_SAME}\b.*|(?:both )?{_SAME}\b.*)",
    rf"(?:sind|haben|bekommen|gelten|müssen|dürfen|kosten|dauern) (?P<sides>.+?) (?P<rest>{_SAME}\b.*)",
    r"(?:has|have|do|does|did|is|are|was|were) (?P<rest>.+? (?:more|less|fewer)(?: \w+){0,2}?) (?:in|at|on|for|with) "
    r"(?P<sides>[^,:?]+ or .+)",
    rf"(?:is|are|was|were) (?P<rest>.+? {_COMPARATIVE}) (?P<sides>{_AT} [^,:?]+ or {_AT} .+)",
    rf"(?:ist|sind|war|waren) (?P<rest>.+? {_COMPARATIVE}) (?P<sides>{_BEI} [^,:?]+ oder {_BEI} .+)",
    r"(?P<rest>[^:]+): (?P<sides>[^:]+ (?:versus|vs\.?|gegen|gegenüber) [^:]+)",
    r"(?P<rest>[^,:]+), (?P<sides>[^,:]+ (?:versus|vs\.?|gegen|gegenüber) [^,:]+)",
    r"(?P<sides>.+ (?:versus|vs\.?) .+)",
    r"(?P<rest>(?:which|what|who|welche[rs]?|was|wer) (?:(?:is|are|costs?|lasts?|ist|sind|kostet|dauert) )?"
    r"(?:more|less|\w{2,}er)) (?P<sides>[^,:]+ (?:or|oder) [^,:]+)",
    r"how (?:much|long|many \w+) (?:do|does|is|are) (?P<one>.+?)(?: (?P<rest>cost|take|last|weigh|have|get))? "
    r"compared? (?:to|with) (?P<two>.+)",
    r"(?:do|does|did) (?P<one>.+?) (?P<rest>(?:turn|switch|shut|start|run|wear|use|go|come|give|set|wake|open|close|end|finish)"
    r"(?: (?:itself|themselves|off|on|out|up|down|away|back)){1,2} (?:an? )?(?:more|less|fewer|\w{2,}er)(?: \w+){0,3}) "
    r"than (?P<two>.+)",
    r"(?:do|does|did) (?P<one>.+?) (?P<rest>\w+ (?:an? )?(?:more|less|fewer|\w{2,}er)(?: \w+){0,3}) than (?P<two>.+)",
    r"(?P<rest>(?:what|which|who|welche[rs]?|was|wer) [^:,]+)[:,] (?P<sides>.+ (?:or|oder) .+)",
    r"(?P<rest>(?:what|which|who|how|when|where|welche[rs]?|was|wer|wie|wann|wo)\b[^:]+): "
    rf"(?P<sides>{_EACH}[^:,]+ (?:and|und) {_EACH}[^:,]+)",
)
# What stands in brackets parts no sides: "the gym (standard, after a year) or the lease".
_OUTSIDE = r"(?![^()]*\))"
_BETWEEN = (
    re.compile(rf"(?:,? (?:and|or|und|oder|&|versus|vs\.?) |, ){_OUTSIDE}", re.IGNORECASE),
    re.compile(rf" (?:gegen|gegenüber) {_OUTSIDE}", re.IGNORECASE),
    re.compile(rf" (?:with|to|from|mit|vo[nm]) {_OUTSIDE}", re.IGNORECASE),
)
# The same said more plainly: "how much longer does A take than B" is "does A take longer than B", and by how much code says.
_PLAINER = (
    (re.compile(r"\b(what|which|who)'s\b", re.IGNORECASE), r"\1 is"),
    (
        re.compile(
            r"^(?:and )?(?:by )?how (?:much|many) (?P<more>(?:more|less|fewer|\w{2,}er)(?: \w+){0,3}?) "
            r"(?P<is>do|does|did|is|are|was|were|will) (?P<one>.+?) than (?P<two>.+)",
            re.IGNORECASE,
        ),
        r"\g<is> \g<one> \g<more> than \g<two>",
    ),
    (
        re.compile(
            r"^(?:um )?wie ?viele? (?P<more>(?:mehr|weniger|\w{2,}er)) \w+ (?P<one>.+?) als (?P<two>.+)",
            re.IGNORECASE,
        ),
        r"ist \g<one> \g<more> als \g<two>",
    ),
    (re.compile(r"^um wie ?viel (?=(?:ist|sind|war|waren)\b)", re.IGNORECASE), ""),
    (re.compile(r",? (?:and|und) (?:(?:if so,? )?(?:by )?how much|(?:um )?wie ?viel)$", re.IGNORECASE), ""),
)
# Where the sides end, and what is asked about all of them begins.
_TAIL = re.compile(
    r"[:;?!] | [-–—] |, (?=(?:which|what|who|is|are|costs?|welche|was|wer|ist|sind)\b)"
    r"|,? (?:and|und) (?=(?:determine|decide|explain|say|tell|describe|which|what|who|erkläre?|welche|was|wer)\b)"
    r"| (?=(?:in terms of|with (?:respect|regard) to|regarding|concerning|when|hinsichtlich|bezüglich)\b)",
    re.IGNORECASE,
)
_PLACE = re.compile(r" (?=(in|on|for|under|during|at|of|per|bei|für|im|unter|von|pro) )", re.IGNORECASE)
_WHERE = re.compile(r" (?:with|by|at|from|bei|beim|mit|am|im|aus) ", re.IGNORECASE)
_ARTICLE = re.compile(
    r"(?:both |beide[rn]? )?(?:(?:the|an?|der|die|das|de[nm]|eine?[nm]?|einer) )?", re.IGNORECASE
)
_THOSE = re.compile(rf"(?:that|those|the ones?|diejenigen?|die)(?={_PLACE.pattern})", re.IGNORECASE)
_ONE = re.compile(r" ones?$", re.IGNORECASE)
_SAID_OF_IT = re.compile(r" (?:that|which|who|they|we|you|i|he|she) ", re.IGNORECASE)
# "The one for film" after "the paper fixer" is a fixer, too; "the one with the most cash" has that name.
_ONE_FOR = re.compile(r"(?:the )?ones? (?=(?:for|of|in|on|at|from) )", re.IGNORECASE)
_ONE_WITH = re.compile(r"(?:the )?ones? (?:with|that has|called) (?:the )?", re.IGNORECASE)
_YEAR = re.compile(r"(?:19|20)\d\d\b")
# "How long is the lease of A, and how long is that of B?": each clause is a side.
_TWO_QUESTIONS = re.compile(
    r"(?:(?P<lead>.+?)[:,;] )?(?P<one>(?P<wh>how (?!do|does|did|can|is|are)\w+|(?:(?:until|till|by|from|since) )?when|what|where"
    r"|who|wie (?:viele?|lange|oft|hoch|weit|groß)|(?:bis |ab |seit )?wann)"
    r"\b .+?),? (?:and|und) (?P<two>(?P=wh)\b .+)",
    re.IGNORECASE,
)
_IN = r"(?:in|at|for|with|under|on|to|im|bei|beim|am|für|mit|unter|in de[rmn])"
# The other case may be a condition: "what do I get with a receipt, and what without one", "… and what if I lost it".
_ELSE = rf"(?:{_IN}|without|if|when|ohne|wenn|falls)"
# "What does an hour cost at the club, and what at the school?": each place is a side. Of several places in the question rather
# the one behind the same preposition: "what does a night in June cost with one driver, and what with two?"
_TWO_PLACES = tuple(
    re.compile(
        r"(?:(?P<about>[^.,:;]+)[:,] )?"
        r"(?P<lead>(?P<wh>what|how \w+|when|where|whose|who|which|was|wie \w+|wann|wo|wer|wessen|welche[rs]?)\b.+?)"
        rf" (?P<one>(?P<in>{_IN}) [\w' -]{{2,40}}?),? (?:and|und) (?P=wh),? (?P<two>{other} .{{2,40}})",
        re.IGNORECASE,
    )
    for other in ("(?P=in)", _ELSE)
)
# "How long may it take: in the lease, and in the licence?"
_SAME_TWICE = re.compile(
    r"(?P<lead>(?:what|how \w+|when|where|whose|who|which|was|wie \w+|wann|wo|wer|wessen|welche[rs]?)\b[^:]+)[:,] "
    rf"(?P<one>(?P<in>{_IN}) [\w' -]{{2,40}}?),? (?:and|und) (?P<two>(?P=in) [\w' -]{{2,40}})",
    re.IGNORECASE,
)
# "May I bring a dog in the hall, and in the garden?"
_BOTH_PLACES = re.compile(
    r"(?P<lead>(?:do|does|did|is|are|was|were|can|may|must|will|has|have|darf|dürfen|kann|muss|gibt|ist|sind)\b[^,:]+?)"
    rf" (?P<one>(?P<in>{_IN}) [\w' -]{{2,40}}?), (?:and|und) (?P<two>(?P=in) [\w' -]{{2,40}})",
    re.IGNORECASE,
)
# "Does A keep as long as B?": the one is asked for as the other.
_AS = re.compile(
    r"(?P<is>do|does|did|is|are|was|were|will) (?P<one>.+?)"
    r"(?P<does> (?:keep|last|take|cost|weigh|run|go|pay|get|hold|live|stay))? (?:just )?as (?P<how>\w+) as (?P<two>.+)",
    re.IGNORECASE,
)
# "Coarse or fine filter, what's the difference?": a clause of its own that only asks how they differ.
_APART = re.compile(
    r"(?:(?P<before>.+)[,:;.] )?(?P<sides>[^,:;]+ (?:and|or|und|oder|vs\.?|versus) [^,:;]+)(?:[,:;.?] ?| [-–—] )"
    r"(?:what(?:'?s| is| are| was)? (?:the )?(?:main )?differences?|(?:was|worin) (?:ist|liegt|besteht) (?:da )?der unterschied"
    r"|(?P<rest>(?:what|which|who)(?: [\w-]+){0,2}?(?:'s| is| are)? (?:more \w+|\w{2,}er|first|last)"
    r"(?: (?:in|by|per|a|for) [^,;:]+)?|(?:was|welche[rs]?|wer) ist \w{2,}er"
    r"|(?:what|which|how|when|where|who|by when) .+ (?:each|both|either|respectively)\b(?: .*)?"
    r"|(?:bis |ab |seit )?(?:was|wann|wo|wer|wie \w+|welche\w*) .+ (?:jeweils|je|beide\w*)\b(?: .*)?)"
    r"(?:,? (?:and |und )?(?:by how much|um wie ?viel))?)",
    re.IGNORECASE,
)
_AUXILIARY = r"(?:do|does|did|is|are|was|were|can|will|would|must|has|have|had|ist|sind|hat|haben|hatte|muss|müssen|kann|wird)\b"
# What follows where the noun is left out: "how much notice at first, and how much once it is extended".
_CASE = r"(?:once|if|when|for|in|at|with|without|after|before|during|on|wenn|falls|sobald|nach|vor|bei|mit|ohne|für|im)\b"
_FIRST_PLACE = re.compile(rf"{_IN} (?:(?:the|my|our|your|der|die|das|dem|den|de[rsm]) )?", re.IGNORECASE)
_LAST_PLACE = re.compile(r".* (?:in|on|for|under|at|of|by|bei|für|im|unter|von|beim) ", re.IGNORECASE)


def sides(question: str) -> tuple[ComparisonSide, ...]:
    """What is compared; empty where nothing is. What stands before the clause that compares goes with every side."""
    text = re.sub(r",? (?:please|bitte)$", "", " ".join(question.split()).rstrip("?!. "), flags=re.IGNORECASE)
    for said, plainly in _PLAINER:
        text = said.sub(plainly, text)
    if years := in_years(text):
        return years
    for begin in (0, *(end.end() for end in CLAUSE_END.finditer(text))):
        for form in _FORMS:
            match = form.fullmatch(text, begin)
            if match and (compared := sides_of(match.groupdict())):
                return _with_more(compared, CLAUSE_END.sub(" ", text[:begin]))
    if alike := _AS.fullmatch(text):
        return _as_much(alike)
    if places := next(
        filter(None, (form.fullmatch(text) for form in (*_TWO_PLACES, _SAME_TWICE, _BOTH_PLACES))), None
    ):
        return _in_places(**places.groupdict())
    twice, apart = _TWO_QUESTIONS.fullmatch(text), _APART.fullmatch(text)
    if twice and (compared := _two_questions(twice)):
        return compared
    return _apart_sides(apart) if apart else ()


def _in_places(
    one: str, two: str, lead: str, about: str | None = None, **_: str
) -> tuple[ComparisonSide, ...]:
    two = _ONE.sub(f" {one.split()[-1]}", two)
    lead = f"{about}: {lead}" if about else lead
    named = [(_FIRST_PLACE.sub("", place, count=1), place) for place in (one, two)]
    return tuple(ComparisonSide(name, f"{lead} {place}") for name, place in named)


def _with_more(sides: Sequence[ComparisonSide], more: str) -> tuple[ComparisonSide, ...]:
    return tuple(ComparisonSide(side.name, f"{side.text} {more}".strip()) for side in sides)


def _as_much(match: re.Match[str]) -> tuple[ComparisonSide, ...]:
    one = _ARTICLE.sub("", match["one"], count=1)
    if not content_words(one) or not content_words(match["two"]):
        return ()
    two = _ONE.sub(f" {one.split()[-1]}", _called(match["two"], one))
    asked = f"how {match['how']} {match['is']} {{}}{match['does'] or ''}"
    return tuple(ComparisonSide(name, asked.format(name)) for name in (one, two))


def _called(side: str, other: str) -> str:
    """A side that is only called "the one" by its own name, or after the other one."""
    side = _ARTICLE.sub("", side, count=1)
    return _ONE_WITH.sub("", _ONE_FOR.sub(f"{other.split()[-1]} ", side))


def _apart_sides(match: re.Match[str]) -> tuple[ComparisonSide, ...]:
    """Of "filter coarse or fine" both sides are about the filter: the first has as many words as the second. Of "tent or sea view
    cabin for a night" the night goes with both."""
    rest, before = _ALIKE.sub("", match["rest"] or ""), match["before"] or ""
    if _PLACE.search(match["sides"]):
        return sides_of({"sides": match["sides"], "rest": f"{rest} {before}".strip()})
    first, second = (_ARTICLE.sub("", side, count=1) for side in _BETWEEN[0].split(match["sides"], 1))
    one, two = first.split(), _called(second, first).split()
    shared, one = one[: -len(two)], one[-len(two) :]
    names = [" ".join(side) for side in (one, two)]
    if not all(map(content_words, names)) or any(map(_amount, names)):
        return ()
    return tuple(ComparisonSide(name, of_one(" ".join([*shared, name]), rest, before)) for name in names)


def sides_of(groups: Mapping[str, str | None], most: int = MOST) -> tuple[ComparisonSide, ...]:
    """The sides that `groups` name: "sides" all of them, or "one" and "two"; "rest" goes with each. Empty where there are more
    than `most`."""
    rest = _ALIKE.sub("", groups.get("rest") or "")
    first = groups.get("one")
    named, tail = _cut(groups["two"] if first else groups["sides"], _TAIL)
    split = (
        [first, named] if first else next((many for by in _BETWEEN if len(many := by.split(named)) > 1), [])
    )
    if len(split) < 2:
        return ()
    place = _PLACE.search(split[-1])
    # "In Germany" belongs to all sides, unless another has a place of its own.
    others = " ".join(split[:-1])
    if place and not re.search(rf"\b{place[1]}\b", others, re.IGNORECASE) and not _WHERE.search(others):
        split[-1], inside = _cut(split[-1], _PLACE)
        tail = f"{inside} {tail}"
    bare = _completed([" ".join(side.strip(" ,").split()) for side in split])
    # "More than 100 euros" names an amount, "than it" nothing that could be searched for.
    if not 2 <= len(bare) <= most or any(not content_words(side) or _amount(side) for side in bare):
        return ()
    texts = (of_one(side, rest, tail) for side in _with_noun(bare))
    return tuple(map(ComparisonSide, _names(bare), texts))


def _amount(side: str) -> bool:
    return side[0].isdigit() and not _YEAR.match(side)


def _with_noun(sides: Sequence[str]) -> list[str]:
    """What is searched for: of "the basic and the premium plan" the first side is a plan, too."""
    *_, last = (side.split() for side in sides)
    return [f"{side} {last[1]}" if len(last) == 2 and " " not in side else side for side in sides]


def _names(sides: Sequence[str]) -> list[str]:
    """The sides without what all of them begin with: "Spain" of "fees in Spain"."""
    split = [side.split() for side in sides]
    shared = words_shared(split)
    within = next((at for at in range(shared, 0, -1) if _PLACE.match(f" {split[0][at - 1]} ")), 0)
    return [_ARTICLE.sub("", " ".join(words[within:]), count=1) for words in split]


def _two_questions(match: re.Match[str]) -> tuple[ComparisonSide, ...]:
    one, two = match["one"], match["two"]
    a_noun = rf"(?!{_AUXILIARY})(\w+(?: (?!{_AUXILIARY})\w+)?)"
    noun = re.match(rf"{match['wh']} {a_noun} {_AUXILIARY}", one, re.IGNORECASE)
    if noun and re.match(rf"{match['wh']} (?:{_AUXILIARY}|{_CASE})", two, re.IGNORECASE):
        two = f"{match['wh']} {noun[1]}{two[len(match['wh']) :]}"
    two = _ONE.sub(f" {one.split()[-1]}", two)
    fewest = 1 if match["lead"] else 2
    clauses = [clause for clause in (one, two) if len(content_words(clause)) >= fewest]
    named = [_ARTICLE.sub("", _LAST_PLACE.sub("", clause), count=1) for clause in clauses]
    if len(clauses) < 2 or not all(content_words(name) for name in named):
        return ()
    if not all(map(_LAST_PLACE.match, clauses)):
        asking = rf"^(?:.*?\b{_AUXILIARY} |{match['wh']} {noun[1]} )" if noun else rf"^.*?\b{_AUXILIARY} "
        named = _apart([re.sub(asking, "", clause, flags=re.IGNORECASE) for clause in clauses])
    return tuple(
        ComparisonSide(name, f"{clause} {match['lead'] or ''}".strip())
        for name, clause in zip(named, clauses, strict=True)
    )


def _apart(clauses: Sequence[str]) -> list[str]:
    """The clauses without what all of them end with."""
    split = [clause.split() for clause in clauses]
    shared = words_shared([words[:0:-1] for words in split])
    return [_ARTICLE.sub("", " ".join(words[: len(words) - shared]), count=1) for words in split]


def words_shared(split: Sequence[Sequence[str]]) -> int:
    """With how many words all of them begin."""
    return sum(1 for _ in takewhile(lambda words: len(set(words)) == 1, zip(*split, strict=False)))


def differing(texts: Sequence[str]) -> tuple[list[list[str]], int, int]:
    """The words of each text, with how many of them all begin, and, behind those and one more, with how many all end."""
    split = [text.rstrip("?. ").split() for text in texts]
    folded = [[word.casefold() for word in each] for each in split]
    begin = words_shared(folded)
    return split, begin, words_shared([each[:begin:-1] for each in folded])


def _cut(text: str | None, mark: re.Pattern[str]) -> tuple[str, str]:
    """What stands before a mark, and after it."""
    text = text or ""
    match = mark.search(text)
    return (text[: match.start()], text[match.end() :]) if match else (text, "")


def _completed(sides: Sequence[str]) -> list[str]:
    """Each side without its article, and with the words that it shares with another and that are said only once: "fees in
    Germany and France", "full-time and part-time staff", "the fees here and those at other sites"."""
    bare = [_ARTICLE.sub("", side, count=1) for side in sides]
    if not all(content_words(side) or len(side) == 1 for side in bare):
        return []
    bare = [_ONE.sub(f" {_called_so(bare[0])}", side) if _ONE.search(side) else side for side in bare]
    first, last = bare[0], bare[-1].split()
    place = _PLACE.search(first)
    completed = []
    for side, whole in zip(sides, bare, strict=True):
        words = whole.split()
        has_article = whole != side  # such a side lacks nothing
        if place and _THOSE.match(side):
            words = [first[: place.start()], _THOSE.sub("", side, count=1)]
        elif place and _PLACE.match(f" {whole}"):
            same = first.rfind(f" {words[0]} ")
            words = [first[: same if same >= 0 else place.start()], *words]
        elif len(whole) == 1 and len(first.split()[-1]) == 1:
            words = [*first.split()[:-1], whole]
        elif place and whole != first and _lacks_head(first, place, whole, has_article):
            words = [first[: place.end()], place[1], *words]
        elif not has_article and len(words) < len(last) <= len(words) + 2:
            words = [*words, *last[len(words) :]]
        completed.append(" ".join(" ".join(words).split()))
    return completed


def _called_so(side: str) -> str:
    """What "one" after a side stands for: its last word, and of "fence offer they picked" all before what is said of it. A short
    name is whole, so that "the cheapest one" is the cheapest fence offer."""
    named = _SAID_OF_IT.split(side, maxsplit=1)
    return named[0] if len(named) > 1 else side.split()[-1]


def _lacks_head(first: str, place: re.Match[str], side: str, has_article: bool) -> bool:
    """Whether "the notice periods of A" goes on with a side of its own, or with a "B" that has them, too."""
    if _PLACE.search(side):
        return False
    if not has_article:
        return len(side.split()) <= 2
    return place[1] in ("of", "von") and first[:1].islower()


def merge(lists: Sequence[Sequence[Hit]], top: int) -> list[Hit]:
    """The first `top` of several ranked lists, which take turns to give their best hit that is not there yet, so that each
    is among the first `len(lists)`. A hit keeps the score of the list that gave it: between lists they do not compare."""
    merged: dict[str, Hit] = {}
    turns: list[Iterator[Hit]] = [iter(hits) for hits in lists]
    while turns and len(merged) < top:
        for turn in list(turns):
            hit = next((hit for hit in turn if hit.chunk.id not in merged), None)
            if hit is None:
                turns.remove(turn)
            else:
                merged[hit.chunk.id] = hit
    return list(merged.values())[:top]
