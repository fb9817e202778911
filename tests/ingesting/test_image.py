"""Picture files: pages with words in their places, telefaxes, telephones' photographs, and what is no picture."""

from pathlib import Path

import numpy as np
import pymupdf
import pytest
from paged import check
from PIL import Image

from ragdesk.domain.documents import Parsed
from ragdesk.domain.errors import EmptyFileError, IngestError, TooLargeError, UnreadableFileError
from ragdesk.ingesting.layout import quote_boxes
from ragdesk.ingesting.readers.input_file import InputFile, Unpacked
from ragdesk.ingesting.readers.picture import image_file
from ragdesk.ingesting.readers.picture.image import ENDINGS, parse_image
from ragdesk.ingesting.readers.picture.pictures import page_picture

SENTENCE = "Wear gloves before you open the freezer."


def picture(
    text: str = SENTENCE, title: str = "Freezer rules", size: tuple[int, int] = (400, 200)
) -> Image.Image:
    page = pymupdf.open().new_page(width=size[0], height=size[1])
    page.insert_text((30, 60), title, fontsize=24)
    page.insert_textbox(pymupdf.Rect(30, 90, size[0] - 20, size[1]), text, fontsize=14)
    pixels = page.get_pixmap(dpi=150, alpha=False)
    return Image.frombytes("RGB", (pixels.width, pixels.height), pixels.samples)


def read(path: Path, name: str = "") -> Parsed:
    parsed = parse_image(InputFile(path, name or path.name, Unpacked(path.parent / "parts", 0)))
    check(parsed)
    return parsed


@pytest.mark.parametrize("ending", [".png", ".jpg", ".bmp", ".webp", ".gif", ".tif"])
def test_every_format_is_read(tmp_path: Path, ending: str) -> None:
    assert ending in ENDINGS
    path = tmp_path / f"freezer{ending}"
    picture().save(path, dpi=(150, 150))
    parsed = read(path)
    assert parsed.text.startswith(f"# freezer{ending}\n\n") and SENTENCE in parsed.text
    assert (parsed.kind, parsed.title, parsed.paged) == ("picture", "freezer", True)
    assert ("recognised", "page 1 by OCR") in parsed.properties
    assert [block.title for block in parsed.blocks if block.kind == "heading"] == [path.name, "Freezer rules"]


@pytest.mark.parametrize(
    ("name", "title", "origin"),
    [
        ("scan0007.png", "Freezer rules", "largest"),
        ("IMG_20260314_0912.png", "Freezer rules", "largest"),
        ("9f8c2e71ab3455d0.png", "Freezer rules", "largest"),
        ("Freezer_in_room_3.png", "Freezer in room 3", "name"),
    ],
)
def test_a_name_that_a_scanner_gave_is_no_title(tmp_path: Path, name: str, title: str, origin: str) -> None:
    picture().save(tmp_path / name, dpi=(150, 150))
    parsed = read(tmp_path / name)
    assert (parsed.title, parsed.title_from) == (title, origin)


def test_a_scan_without_a_heading_goes_by_its_first_line(tmp_path: Path) -> None:
    picture(title="").save(tmp_path / "scan0008.png", dpi=(150, 150))
    parsed = read(tmp_path / "scan0008.png")
    assert SENTENCE in parsed.text and (parsed.title, parsed.title_from) == (SENTENCE, "line")


def test_a_picture_of_several_pages_says_which_is_read(tmp_path: Path) -> None:
    first, *others = (picture(f"This is sheet {word}.") for word in ("one", "two", "three"))
    first.save(tmp_path / "fax.tiff", save_all=True, append_images=others)
    first.save(tmp_path / "one.png")
    said: list[tuple[int, int]] = []
    for name in ("fax.tiff", "one.png"):
        path = tmp_path / name
        parse_image(InputFile(path, name, Unpacked(tmp_path / "parts", 0), "", lambda *at: said.append(at)))
    assert said == [(1, 3), (2, 3), (3, 3)]


def test_words_stand_where_the_picture_shows_them(tmp_path: Path) -> None:
    path = tmp_path / "freezer.png"
    picture().save(path, dpi=(150, 150))
    parsed = read(path)
    [page] = parsed.pages
    assert (round(page.width), round(page.height)) == (400, 200), "points, by the file's own resolution"
    assert parsed.layout is not None
    start = parsed.text.index("gloves")
    [box] = quote_boxes(parsed.layout, start, start + len("gloves"))
    assert box.x0 == pytest.approx(66, abs=6) and box.x1 == pytest.approx(108, abs=6)
    assert 88 < box.y0 < box.y1 < 114
    shown = pymupdf.Pixmap(page_picture(path, 1, 72))
    assert (shown.width, shown.height) == (400, 200)


def test_a_telephone_held_upright_is_undone(tmp_path: Path) -> None:
    path = tmp_path / "photo.jpg"
    exif = Image.Exif()
    exif[0x0112] = 6
    exif[0x010F], exif[0x0110] = "Lens Works", "LW-1"
    exif.get_ifd(0x8769)[0x9003] = "2024:05:31 08:09:10"
    picture().rotate(90, expand=True).save(path, exif=exif)
    parsed = read(path)
    assert SENTENCE in parsed.text
    assert parsed.pages[0].width > parsed.pages[0].height
    assert {("created", "2024-05-31"), ("camera", "Lens Works LW-1")} <= set(parsed.properties)
    shown = pymupdf.Pixmap(page_picture(path, 1, 72))
    assert shown.width > shown.height, "the picture of the page is turned as the words are"


def test_a_tiff_has_pages(tmp_path: Path) -> None:
    path = tmp_path / "fax.tiff"
    first, *others = (picture(f"This is sheet {word}.", "Telefax") for word in ("one", "two", "three"))
    # Telefax: one bit a pixel, twice as fine across as down.
    thin = [image.resize((image.width, image.height // 2)).convert("1") for image in (first, *others)]
    thin[0].save(path, save_all=True, append_images=thin[1:], dpi=(204, 102))
    parsed = read(path)
    assert [page.number for page in parsed.pages] == [1, 2, 3]
    for page, word in zip(parsed.pages, ("one", "two", "three"), strict=True):
        assert f"sheet {word}." in parsed.text[page.char_start : page.char_end]
    assert ("recognised", "pages 1-3 by OCR") in parsed.properties
    assert page_picture(path, 3, 72) != page_picture(path, 1, 72)
    with pytest.raises(UnreadableFileError):
        page_picture(path, 4, 72)


def test_transparent_grey_and_fine_pictures(tmp_path: Path) -> None:
    clear = picture().convert("RGBA")
    ink = np.asarray(picture().convert("L"))
    clear.putalpha(Image.fromarray(255 - ink))
    clear.save(tmp_path / "clear.png")
    Image.fromarray(ink.astype(np.uint16) * 200).save(tmp_path / "fine.png")
    picture().quantize(8).save(tmp_path / "colours.png")
    picture().convert("CMYK").save(tmp_path / "print.jpg")
    for name in ("clear.png", "fine.png", "colours.png", "print.jpg"):
        assert SENTENCE in read(tmp_path / name).text, name


def test_a_picture_without_text_says_so(tmp_path: Path) -> None:
    Image.new("RGB", (300, 200), "teal").save(tmp_path / "teal.png")
    with pytest.raises(EmptyFileError, match=r"No text was recognised in teal\.png"):
        read(tmp_path / "teal.png")


def test_damaged_and_foreign_files(tmp_path: Path) -> None:
    whole = tmp_path / "whole.png"
    picture().save(whole)
    data = whole.read_bytes()
    vector = b'<svg xmlns="http://www.w3.org/2000/svg"><text>Hello there</text></svg>'
    for name, content in (
        ("half.png", data[: len(data) // 2]),
        ("head.png", data[:20]),
        ("svg.png", vector),
        ("text.jpg", b"no picture at all"),
        ("postscript.png", b"%!PS-Adobe-3.0 EPSF-3.0\n%%BoundingBox: 0 0 9 9\n"),
    ):
        path = tmp_path / name
        path.write_bytes(content)
        with pytest.raises(UnreadableFileError):
            read(path)
        with pytest.raises(UnreadableFileError):
            page_picture(path, 1, 72)


def test_changed_bytes_never_escape_as_another_error(tmp_path: Path) -> None:
    random = np.random.default_rng(7)
    for ending in (".tif", ".gif", ".webp", ".jpg"):
        path = tmp_path / f"fuzzed{ending}"
        picture(size=(120, 100)).save(path)
        data = np.frombuffer(path.read_bytes(), dtype=np.uint8)
        for _ in range(3):
            changed = data.copy()
            changed[random.integers(0, len(data), 40)] = random.integers(0, 256, 40)
            path.write_bytes(changed.tobytes())
            try:
                read(path)
            except IngestError as problem:
                assert problem.hint


def test_a_bomb_is_refused_before_it_is_decoded(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    path = tmp_path / "bomb.png"
    Image.new("1", (30_000, 30_000)).save(path)
    with pytest.raises(TooLargeError):
        read(path)
    monkeypatch.setattr(image_file.calibration, "MOST_PIXELS", 1_000)
    picture().save(path)
    with pytest.raises(TooLargeError):
        read(path)
