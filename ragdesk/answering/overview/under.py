"""A document seen under a word: the sentences about the risks in it, the duties, a topic.

Retrieval within the document decides which passages are read, all of them where there are few.
"""

import re
from collections import Counter
from collections.abc import Sequence
from dataclasses import replace

import numpy as np

from ragdesk.answering.overview.asked import carries, carries_plainly, named_aspect, only_aspect
from ragdesk.answering.overview.candidates import KeySentence
from ragdesk.answering.overview.points import key_points, worth_of
from ragdesk.answering.overview.pool import Pool
from ragdesk.answering.units.in_context import shown_quote
from ragdesk.domain.arrays import FloatArray
from ragdesk.domain.calibration import UNDER
from ragdesk.domain.ports import Reranker
from ragdesk.text.tokens import Idf, content_words

# Of a sentence, where its subject and verb stand.
BEGINNING = 160
# Less is a heading.
FEWEST_WORDS = 5
_ABSTRACT = re.compile(r"\W*(?:abstract|zusammenfassung)\b", re.IGNORECASE)
_NAME = re.compile(r"\b[A-Z][\w&-]*[a-z][\w&-]*|\b[A-Z]{2,}\b")


def points_under(
    question: str, aspect: str, topic: Sequence[str], pool: Pool, count: int, reranker: Reranker | None
) -> list[KeySentence]:
    """At most `count` candidates, in the order of the document.

    Args:
        aspect: the name of what is looked for ("risks"), "" for none.
        topic: stems of the question that say what else to look for.
    """
    worded = [each for each in pool.candidates if aspect and carries(aspect, each.text)]
    section = [each for each in pool.candidates if aspect and _in_section_of(aspect, each)]
    sums_up = any(map(_in_abstract, worded))
    if UNDER.enough_of_section <= len(section) <= count and not topic and not sums_up:
        return section
    if sums_up:
        # A paper: its introduction tells what others found.
        own = [each for each in worded if _under_heading(aspect, each) or _in_abstract(each)]
        worded = own if len(own) >= UNDER.enough else worded
    if not topic and len(worded) >= UNDER.enough:
        near = _near(question, pool)
        extra = {
            each.quote.char_start: UNDER.near * float(near[each.at])
            + UNDER.in_heading * _under_heading(aspect, each)
            + UNDER.plainly * carries_plainly(aspect, each.text[:BEGINNING])
            for each in worded
        }
        return key_points(replace(pool, candidates=worded), count, extra)
    read = _read(question, aspect, topic, pool)
    if not aspect and not any(set(topic) & _stems(each) for each in read):
        return []
    logits = reranker.scores(question, [shown_quote(each.quote) for each in read]) if reranker else None
    if not aspect and logits is not None and (chosen := _of_one_section(read, logits, pool, count)):
        return chosen
    values = _values(question, aspect, topic, pool, read, logits)
    vectors = pool.encode([each.text for each in read])
    return sorted(_spread(read, values, vectors, count), key=lambda each: each.quote.char_start)


def _of_one_section(
    read: Sequence[KeySentence], logits: FloatArray, pool: Pool, count: int
) -> list[KeySentence]:
    """What the section says that most of the best ones come from, whose heading may say it in other words ("Termination" for "how
    does it end"); none where there is no such section, or where it is most of the document."""
    order = np.argsort(-logits)
    first = [read[at].quote.hit.chunk.section for at in order[: UNDER.first]]
    section, found = Counter(first).most_common(1)[0]
    own = [each for each in pool.candidates if each.quote.hit.chunk.section == section]
    own = [each for each in own if len(each.text.split()) >= FEWEST_WORDS]
    if found < UNDER.of_one or not section or len(own) > UNDER.section_share * len(pool.candidates):
        return []
    worth = {read[at].quote.char_start: float(logits[at]) for at in order}
    best = sorted(own, key=lambda each: -worth.get(each.quote.char_start, -np.inf))[:count]
    return sorted(best, key=lambda each: each.quote.char_start)


def _near(question: str, pool: Pool) -> FloatArray:
    """(n,) how near each passage is to the question, the nearest 1 and the farthest 0."""
    cosines = pool.vectors @ pool.encode([question])[0]
    return np.asarray((cosines - cosines.min()) / (float(np.ptp(cosines)) or 1.0), dtype=np.float32)


def _under_heading(aspect: str, each: KeySentence) -> bool:
    """Whether the innermost heading over it names the aspect."""
    section = each.quote.hit.chunk.section
    return bool(aspect and section and named_aspect(section[-1]) == aspect)


def _in_section_of(aspect: str, each: KeySentence) -> bool:
    """Whether a heading over it names the aspect and nothing else: "6 Recommendations", "Main findings"."""
    return any(only_aspect(heading) == aspect for heading in each.quote.hit.chunk.section)


def _in_abstract(each: KeySentence) -> bool:
    """Whether it stands in the paragraph that sums the document up, "Abstract. …"."""
    chunk = each.quote.hit.chunk
    before = chunk.text[: each.quote.char_start - chunk.char_start]
    return _ABSTRACT.match(before[before.rfind("\n\n") + 1 :].strip()) is not None


def _stems(each: KeySentence) -> set[str]:
    return set(content_words(each.quote.hit.chunk.placed_text))


def _read(question: str, aspect: str, topic: Sequence[str], pool: Pool) -> list[KeySentence]:
    """The candidates of the passages that have most to do with it; all of them where there are few."""
    if len(pool.candidates) <= UNDER.most_read:
        return list(pool.candidates)
    idf, near = Idf(chunk.placed_text for chunk in pool.chunks), _near(question, pool)
    worth = [
        float(near[at]) + UNDER.topic * idf.coverage(topic, content_words(chunk.placed_text))
        for at, chunk in enumerate(pool.chunks)
    ]
    sizes = Counter(each.at for each in pool.candidates)
    taken, room = set[int](), UNDER.most_read
    for at in sorted(pool.rows, key=lambda at: -worth[at]):
        if room <= 0:
            break
        taken.add(at)
        room -= sizes[at]
    return [each for each in pool.candidates if each.at in taken]


def _values(
    question: str,
    aspect: str,
    topic: Sequence[str],
    pool: Pool,
    read: Sequence[KeySentence],
    logits: "FloatArray | None",
) -> FloatArray:
    idf = Idf(each.text for each in read)
    if logits is not None:
        # By order alone: the scores of a reranker that nobody measured mean nothing.
        meaning = np.argsort(np.argsort(logits)) / max(1, len(read) - 1)
    else:
        meaning = pool.encode([each.text for each in read]) @ pool.encode([question])[0]
    values = [
        UNDER.worded * bool(aspect and carries(aspect, each.text))
        + UNDER.in_heading * _under_heading(aspect, each)
        + UNDER.plainly * bool(aspect and carries_plainly(aspect, each.text[:BEGINNING]))
        + UNDER.topic * idf.coverage(topic, content_words(each.text))
        + worth_of(each, pool)
        for each in read
    ]
    return np.asarray(UNDER.meaning * meaning + np.array(values), dtype=np.float32)


def _spread(
    read: Sequence[KeySentence], values: FloatArray, vectors: FloatArray, count: int
) -> list[KeySentence]:
    """The best ones, so that they do not repeat one another, nor come from one section or speak of one party alone."""
    values, chosen = values.copy(), list[int]()
    sections = [each.quote.hit.chunk.section for each in read]
    parties = [_party(each.text) for each in read]
    for _ in range(min(count, len(read))):
        best = int(np.argmax(values))
        if chosen and values[best] < UNDER.least * values[chosen[0]]:
            break
        chosen.append(best)
        values -= UNDER.repeats * np.maximum(0.0, vectors @ vectors[best])
        for at in range(len(read)):
            values[at] -= UNDER.same_section * (sections[at] == sections[best])
            values[at] -= UNDER.same_party * bool(parties[at] and parties[at] == parties[best])
        values[best] = -np.inf
    return [read[at] for at in chosen]


def _party(text: str) -> str:
    """Whom a sentence speaks of: the first name in it."""
    return next((each.lower() for each in _NAME.findall(text)[:3] if content_words(each)), "")
