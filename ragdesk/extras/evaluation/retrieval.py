"""How well passages are found: each engine alone and fused, ranked by place and scored with ir-measures.

The measures are the standard ones of information retrieval, computed by ir-measures (MacAvaney, Macdonald and Ounis,
"Streamlining Evaluation with ir-measures", 2022) over pytrec_eval: Success@k (hit), R@k, P@k, RR@10 (whose mean is MRR) and
nDCG@10 (Järvelin and Kekäläinen, "Cumulated gain-based evaluation of IR techniques", 2002; binary gain). A ranking is one of
places: the second passage of a page adds nothing to a person who has seen the page, and is passed over.
"""

import time
from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from ragdesk.domain.conversations import Turn
from ragdesk.domain.errors import ModelError, UsageError
from ragdesk.domain.search import Hit, Mode, Scope
from ragdesk.extras.evaluation.places import Places
from ragdesk.extras.evaluation.ports import MeasuredApp
from ragdesk.extras.evaluation.questions import Question, Spot

# How deep each ranking goes: what an engine is asked for, and the k of R@100.
DEPTH = 100
ENGINES: tuple[tuple[str, Mode], ...] = (("fused", "hybrid"), ("vector", "vector"), ("words", "words"))
MEASURES = (
    "hit@1", "hit@5", "hit@10", "recall@5", "recall@10", "recall@100", "precision@1", "precision@5", "precision@10",
    "MRR@10", "nDCG@10",
)  # fmt: skip
_FAMILIES = {"hit": "Success", "recall": "R", "precision": "P", "MRR": "RR", "nDCG": "nDCG"}
# Ranks of the gold from which it is called near: not among the first, but a better order would bring it there.
FIRST, NEAR = 5, 20


@dataclass(slots=True)
class Ranking:
    """What one engine brought for one query: the places, best first; `passage` is the rank (1-based) of the first passage that
    stands for gold, None where none does; `seconds` the search took."""

    places: list[str]
    gold: list[str]
    passage: int | None
    seconds: float
    values: dict[str, float | None] = field(default_factory=dict)

    @property
    def rank(self) -> int | None:
        """The rank (1-based) of the first place that is gold."""
        return next((rank for rank, place in enumerate(self.places, start=1) if place in self.gold), None)


@dataclass(frozen=True, slots=True)
class Search:
    """One way to ask a question: which words, and where to look."""

    variant: str
    query: str
    scope: Scope = Scope()
    history: tuple[Turn, ...] = ()


# By variant, then by engine.
Rankings = dict[str, dict[str, Ranking]]


def searches(question: Question, ids: Sequence[str], together: bool) -> Iterator[Search]:
    """The ways in which a question is asked.

    "question" is its own words everywhere; "standalone" what the pipeline makes of them in their conversation; "human" a
    person's rewrite; "own document" looks into the gold's documents alone.

    Args:
        ids: the gold's documents. together: whether the library holds others, and the gold is a part of a document.
    """
    yield Search("question", question.text)
    if question.history:
        yield Search("standalone", question.text, history=question.history)
    if question.human:
        yield Search("human", question.human)
    if together and ids and any(spot.page is not None for spot in question.gold):
        yield Search("own document", question.text, Scope(documents=tuple(ids)))


def rank(app: MeasuredApp, places: Places, question: Question, together: bool) -> Rankings:
    """Search for a question in all ways with all engines; without an embedder the engine "vector" is left out."""
    gold = places.gold(question.gold)
    rankings: Rankings = {}
    done: dict[tuple[str, Scope, bool], dict[str, Ranking]] = {}
    for search in searches(question, places.document_ids(question.gold), together):
        key = (search.query, search.scope, bool(search.history))
        if key not in done:
            done[key] = dict(_engines(app, places, question.gold, gold, search))
        rankings[search.variant] = {
            engine: Ranking(ranking.places, ranking.gold, ranking.passage, ranking.seconds)
            for engine, ranking in done[key].items()
        }
    return rankings


def _engines(
    app: MeasuredApp, places: Places, spots: Sequence[Spot], gold: list[str], search: Search
) -> Iterator[tuple[str, Ranking]]:
    for engine, mode in ENGINES:
        started = time.perf_counter()
        try:
            hits = app.passages.search(
                search.query, top=DEPTH, mode=mode, scope=search.scope, history=search.history
            )
        except ModelError:
            if mode != "vector":
                raise
            continue
        seconds = time.perf_counter() - started
        ordered, passage = order(hits, [places.of_hit(hit, spots) for hit in hits], gold)
        yield engine, Ranking(ordered, gold, passage, seconds)


def order(
    hits: Sequence[Hit], units: Sequence[Sequence[str]], gold: Collection[str]
) -> tuple[list[str], int | None]:
    """The places of hits in the order of the hits, each once, and the rank of the first hit that stands for gold.

    A hit that stands for several places counts as the gold ones among them, else as the first: it is one thing on the screen.
    """
    ordered: list[str] = []
    passage: int | None = None
    for number, (_, touched) in enumerate(zip(hits, units, strict=True), start=1):
        right = [unit for unit in touched if unit in gold]
        if right and passage is None:
            passage = number
        new = [unit for unit in (right or touched[:1]) if unit not in ordered]
        ordered += new
    return ordered, passage


def score(rankings: Sequence[Ranking]) -> None:
    """Fill in the values of each ranking: `MEASURES`, and shown@5, whether gold is among the first five passages as a person
    sees them."""
    measures = _measures()
    qrels = {str(i): dict.fromkeys(ranking.gold, 1) for i, ranking in enumerate(rankings)}
    runs = {
        str(i): {place: float(len(ranking.places) - at) for at, place in enumerate(ranking.places)}
        for i, ranking in enumerate(rankings)
    }
    for ranking in rankings:
        ranking.values.update(dict.fromkeys(MEASURES, 0.0))
        ranking.values["shown@5"] = float(ranking.passage is not None and ranking.passage <= FIRST)
    if rankings:
        import ir_measures

        for metric in ir_measures.iter_calc(list(measures), qrels, runs):
            rankings[int(metric.query_id)].values[measures[metric.measure]] = float(metric.value)


def _measures() -> Mapping[Any, str]:
    """Our name of each of ir-measures' measures.

    Raises:
        UsageError: ir-measures is not installed.
    """
    try:
        import ir_measures
    except ImportError as error:
        raise UsageError(
            "The library that computes the measures, ir-measures, is not installed.",
            "Install it: pip install 'ragdesk[eval]'.",
        ) from error
    names = {}
    for name in MEASURES:
        family, _, cutoff = name.partition("@")
        names[getattr(ir_measures, _FAMILIES[family]) @ int(cutoff)] = name
    return names


def check_measures() -> None:
    """Raises: UsageError: ir-measures is not installed; better said before the work than after it."""
    _measures()


def outcome(ranking: Ranking) -> str:
    """What became of the gold: "found" (among the first 5), "near" (6 to 20), "right document" (another place of it is among
    the first 5), "missed"; "lost": it is not in the library."""
    if all(place.endswith("#lost") for place in ranking.gold):
        return "lost"
    at = ranking.rank
    if at is not None and at <= FIRST:
        return "found"
    if at is not None and at <= NEAR:
        return "near"
    documents = {place.partition("#")[0] for place in ranking.gold}
    same = any(place.partition("#")[0] in documents for place in ranking.places[:FIRST])
    return "right document" if same else "missed"
