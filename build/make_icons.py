"""Draws the icons that the systems want from the one drawing, ragdesk/front/web/static/icon.svg.

python build/make_icons.py FOLDER        (ragdesk.ico for Windows, ragdesk.icns for macOS)
"""

import io
import shutil
import sys
from pathlib import Path

import pymupdf
from PIL import Image

DRAWING = Path(__file__).resolve().parent.parent / "ragdesk" / "front" / "web" / "static" / "icon.svg"
ICO_SIZES = (16, 24, 32, 48, 64, 128, 256)
FREEDESKTOP_SIZES = (32, 48, 64, 128, 256)
LARGEST = 1024


def picture(size: int) -> Image.Image:
    """The drawing, `size` pixels wide and high, on nothing."""
    with pymupdf.open(DRAWING) as drawing:
        page = drawing[0]
        scale = size / page.rect.width
        png = page.get_pixmap(matrix=pymupdf.Matrix(scale, scale), alpha=True).tobytes("png")
    return Image.open(io.BytesIO(png)).resize((size, size))


def main(folder: Path) -> None:
    """Write the icons of Windows and macOS into `folder`."""
    folder.mkdir(parents=True, exist_ok=True)
    largest = picture(LARGEST)
    largest.save(folder / "ragdesk.ico", sizes=[(size, size) for size in ICO_SIZES])
    largest.save(folder / "ragdesk.icns")


def freedesktop(folder: Path) -> None:
    """Write the icons of a Linux menu into `folder`, a hicolor theme."""
    drawing = folder / "scalable" / "apps" / "ragdesk.svg"
    drawing.parent.mkdir(parents=True)
    shutil.copyfile(DRAWING, drawing)
    for size in FREEDESKTOP_SIZES:
        target = folder / f"{size}x{size}" / "apps" / "ragdesk.png"
        target.parent.mkdir(parents=True)
        picture(size).save(target)


if __name__ == "__main__":
    main(Path(sys.argv[1]))
