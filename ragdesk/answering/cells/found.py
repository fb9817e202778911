"""What was found for a cell, and when a sentence is sure enough to be taken for its answer."""

from collections.abc import Sequence
from dataclasses import dataclass

from ragdesk.answering.cells.evidence import CellEvidence
from ragdesk.answering.judging.judged import JudgedUnit
from ragdesk.answering.judging.verify import Verifier
from ragdesk.domain.calibration import CELLS, verifier_fit
from ragdesk.domain.tables import CellValue, CellVerdict, same_values


@dataclass(frozen=True, slots=True)
class Finding:
    """A verdict, and the values that stand for it."""

    verdict: CellVerdict
    values: tuple[CellValue, ...] = ()


ABSENT = Finding("absent")


def told_apart(values: Sequence[CellValue]) -> Finding:
    """Found, where all values say the same: the first one stands. Unsure, where they differ: each stands once."""
    if not values:
        return ABSENT
    if same_values(values):
        return Finding("found", (values[0],))
    first: dict[str, CellValue] = {}
    for value in values:
        first.setdefault(value.normal, value)
    return Finding("unsure", tuple(first.values())[: CELLS.most_values])


def surest(
    evidence: CellEvidence, candidates: Sequence[tuple[JudgedUnit, float]]
) -> tuple[JudgedUnit, float] | None:
    """Of sentences, best first, the one that answers most probably, and that probability: by the reranker where it is sure of
    the first one, else by the language model, which reads the first few.

    Raises:
        ModelError: the model is missing, or it died.
    """
    if not candidates:
        return None
    if evidence.fit is None:
        return candidates[0]
    if candidates[0][1] >= evidence.fit.short:
        return candidates[0]
    resources = evidence.resources
    units = [unit for unit, chance in candidates if chance >= CELLS.hopeless]
    fit = verifier_fit(resources.model.name)
    verifier = Verifier(evidence.query.standalone, units, fit, resources.model, evidence.cancelled)
    return verifier.surest(of=CELLS.read) or candidates[0]


def verdict_of(chance: float, evidence: CellEvidence) -> CellVerdict:
    """What a value is worth whose sentence answers with this probability."""
    if evidence.fit is None:
        return "found" if chance >= CELLS.covered else "absent"
    if chance >= CELLS.found:
        return "found"
    return "unsure" if chance >= CELLS.unsure else "absent"
