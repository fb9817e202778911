"""The section of a document that a question names: by its number ("chapter 4"), or by the words of its heading."""

import re
from collections.abc import Sequence
from dataclasses import replace

from ragdesk.answering.overview.candidates import KeySentence, heading_is
from ragdesk.answering.overview.pool import Pool
from ragdesk.domain.calibration import OVERVIEW
from ragdesk.text import lexicon
from ragdesk.text.tokens import Idf, content_words

_MARK = re.compile(r"^\W*\d[\d.)]*")
# What stands in brackets behind a name: who reports, where it is said.
_ASIDE = re.compile(r"\([^)]*\)")
_DETAIL = re.compile(r", | [-–—] |: ")
_NUMBER = r"\d+(?:\.\d+)*|[ivx]+|[a-z]"


def of_section(question: str, words: Sequence[str], pool: Pool) -> Pool | None:
    """The document as far as it stands under the heading that is named; None where none is.

    Args:
        words: stems of the question that may name a heading.
    """
    under = {
        heading: found
        for heading in dict.fromkeys(each for chunk in pool.chunks for each in chunk.section)
        if OVERVIEW.named_sentences
        <= len(found := _under(heading, pool))
        <= OVERVIEW.named_share * len(pool.candidates)
    }
    telling = [heading for heading in under if not heading_is("surrounding_headings", heading)]
    said = set(pool.frequency) | set(content_words(" ".join(telling)))
    heading = _numbered(question, list(under)) or _worded([word for word in words if word in said], telling)
    return replace(pool, candidates=under[heading]) if heading else None


def _under(heading: str, pool: Pool) -> list[KeySentence]:
    return [each for each in pool.candidates if heading in each.quote.hit.chunk.section]


def _numbered(question: str, headings: Sequence[str]) -> str:
    """The heading with the number that is asked for, "" for none."""
    nouns = rf"(?:{lexicon.alternatives('section_words')})"
    asked = re.search(rf"(?:\b{nouns} |§ ?)({_NUMBER})(?![\w.]*\w)", question, re.IGNORECASE)
    if asked is None:
        return ""
    begins = re.compile(rf"\W*(?:{nouns}\s+)?{re.escape(asked[1])}(?![\w.]*\w)", re.IGNORECASE)
    return next(filter(begins.match, headings), "")


def _worded(words: Sequence[str], headings: Sequence[str]) -> str:
    """The heading that is most like the words, "" where none is like them."""
    idf = Idf(headings)
    names = {heading: (_name(heading), _name(_called(heading))) for heading in headings}
    like = {heading: max(_likeness(words, name, idf) for name in both) for heading, both in names.items()}
    best = max(like, key=lambda heading: like[heading], default="")
    return best if best and like[best] >= OVERVIEW.named_alike else ""


def _called(heading: str) -> str:
    """What stands before the details of a heading: "Summer tour" of "Summer tour, Lake Arden, 3 to 7 July". One word alone is no
    name ("Among seniors, use drops")."""
    called = _DETAIL.split(heading, maxsplit=1)[0]
    return called if len(content_words(_MARK.sub("", called))) > 1 else heading


def _name(heading: str) -> list[str]:
    """The stems that a section is called by: "3. Treasurer's report (MO)" is the treasurer's."""
    stems = content_words(_MARK.sub("", _ASIDE.sub("", heading)))
    common = content_words(" ".join(lexicon.words("overview_words") | lexicon.words("document_words")))
    return [stem for stem in stems if stem not in common] or stems


def _likeness(words: Sequence[str], heading: Sequence[str], idf: Idf) -> float:
    recall, precision = idf.coverage(words, heading), idf.coverage(heading, words)
    return 2 * recall * precision / (recall + precision) if recall else 0.0
