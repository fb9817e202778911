"""Text recognition in the bundle: onnxruntime, rapidocr's networks and the small OpenCV, none of which the system has."""

import json
import os
from pathlib import Path

import pymupdf
from bare import PERSON, Bare

ROOT = Path(__file__).resolve().parents[2]
DOTS_PER_INCH = 150
CITED = 1  # the page of the example with the sentence that is looked for


def scanned(source: Path, page: int, target: Path) -> None:
    """A page as a scanner gives it: one picture, no letters."""
    with pymupdf.open(source) as document, pymupdf.open() as scan:
        picture = document[page].get_pixmap(dpi=DOTS_PER_INCH)
        rectangle = document[page].rect
        scan.new_page(width=rectangle.width, height=rectangle.height).insert_image(rectangle, pixmap=picture)
        assert not scan[0].get_text()
        scan.save(target)


def test_a_scanned_page_is_read_and_found(bare: Bare, figures: dict[str, str]) -> None:
    scan = bare.home / "scan.pdf"
    scanned(ROOT / "examples" / "sop-autoclave.pdf", CITED, scan)
    os.chown(scan, PERSON, PERSON)
    added = bare.run("--home", "/home/person/scan", "--json", "add", "/home/person/scan.pdf")
    assert added.returncode == 0, added.stdout + added.stderr
    looked = bare.run("--home", "/home/person/scan", "--json", "search", "autoclave cool down door opened")
    assert looked.returncode == 0, looked.stdout + looked.stderr
    assert "45 minutes" in looked.stdout
    words = {one.strip(".,:;()") for one in json.dumps(looked.stdout).lower().split()}
    with pymupdf.open(ROOT / "examples" / "sop-autoclave.pdf") as document:
        printed = {
            word
            for word in (one[4].strip(".,:;()").lower() for one in document[CITED].get_text("words"))
            if word.isalpha()
        }
    figures["words of a scanned page that were read"] = f"{len(printed & words)} of {len(printed)}"
    assert len(printed & words) > 0.9 * len(printed)
