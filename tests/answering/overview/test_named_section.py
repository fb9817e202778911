"""Which section of a document a question names."""

import pytest
from scripted import make_chunk, make_document

from ragdesk.answering.overview.asked import wanted
from ragdesk.answering.overview.named_section import of_section
from ragdesk.answering.overview.pool import Pool, pool_of
from ragdesk.domain.arrays import FloatArray
from ragdesk.domain.documents import Chunk

SECTIONS = {
    "1. Rent": "The rent is paid by the third day of each month. The deposit is two months of rent.",
    "2. Repairs and damage": "The landlord repairs the roof and the heating. The tenant reports damage without delay.",
    "3. Pets": "Small animals in cages may be kept freely. Dogs need the consent of the landlord in writing.",
    "4. Agent's report (MO)": "The visits of the year were announced by letter. The windows of the house are in good order.",
    "5. Boiler swap, 3 to 7 July": "The old boiler goes to the dealer. The new one comes on the first day of the week.",
    "6. Among neighbours, drums and trumpets of all kinds stay silent": "Music ends at ten. Drums are played on no day.",
    "Annex B Keys": "The tenant is given three keys to the house. A lost key is paid for by the tenant.",
}


class Shelf:
    """A document in sections, without an embedder."""

    def chunks(self, document_id: str) -> list[Chunk]:
        starts = [1000 * at for at in range(len(SECTIONS))]
        return [
            make_chunk(text, start=start, section=("Lease", heading))
            for start, (heading, text) in zip(starts, SECTIONS.items(), strict=True)
        ]

    def vectors(self, document_id: str) -> dict[str, FloatArray]:
        return {}

    def library(self, document_id: str) -> str:
        return ""


def pool() -> Pool:
    return pool_of(make_document(name="lease.md"), Shelf(), None)  # type: ignore[arg-type] # it reads these three


@pytest.mark.parametrize(
    ("question", "heading"),
    [
        ("sum up section 2", "2. Repairs and damage"),
        ("what is chapter 3 about", "3. Pets"),
        ("main points of annex b", "Annex B Keys"),
        ("Worum geht es in Kapitel 1?", "1. Rent"),
        ("the part about repairs in short", "2. Repairs and damage"),
        ("what does the chapter on pets say", "3. Pets"),
        ("what did the agent have to say", "4. Agent's report (MO)"),
        ("what was decided about the boiler swap", "5. Boiler swap, 3 to 7 July"),
        ("sum up what neighbours do", ""),  # "Among neighbours" is no name
        ("sum up section 7", ""),
        ("summarise this", ""),
        ("main points on the garden", ""),
        # The heading over everything is the document.
        ("sum up the lease", ""),
    ],
)
def test_a_section_is_named_by_its_number_or_its_heading(question: str, heading: str) -> None:
    found = of_section(question, wanted(question).words, pool())
    sections = {each.quote.hit.chunk.section[-1] for each in found.candidates} if found else {""}
    assert sections == {heading}
