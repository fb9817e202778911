"""Opens picture files, safely: known formats only, no more pixels than fit, upright, on white. The only user of Pillow."""

import math
import warnings
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING

import numpy as np

from ragdesk.domain.errors import IngestError, TooLargeError, UnreadableFileError
from ragdesk.ingesting.readers.picture import calibration

if TYPE_CHECKING:
    from PIL.Image import Image

# Formats whose decoders are part of Pillow itself; nothing that other programs have to draw (EPS, WMF) is among them.
FORMATS = ("PNG", "JPEG", "TIFF", "BMP", "WEBP", "GIF")
_ORIENTATION = 0x0112


@dataclass(frozen=True, slots=True)
class Frame:
    """One page of a picture file, upright: RGB, and its width and height in points."""

    image: "Image"
    width: float
    height: float


@contextmanager
def opened(path: Path, name: str) -> "Iterator[Image]":
    """The file, opened but not decoded. What goes wrong inside, there or in the caller's use of it, is said in our words.

    Raises:
        UnreadableFileError: damaged, or not a picture of these formats.
        TooLargeError: more pixels than can be read.
    """
    from PIL import Image

    try:
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")
            warnings.simplefilter("error", Image.DecompressionBombWarning)
            with Image.open(path, formats=FORMATS) as image:
                yield image
    except IngestError:
        raise
    except (Image.DecompressionBombError, Image.DecompressionBombWarning) as error:
        raise _too_large(name) from error
    except Exception as error:  # Pillow's decoders raise whatever they stumble over
        raise UnreadableFileError(
            "{file} is damaged: it cannot be opened as a picture.",
            "Open it in a picture viewer and save it again.",
            file=name,
        ) from error


def frames(image: "Image", name: str) -> "Iterator[Frame]":
    """The pages of a TIFF; the first frame of anything else.

    Raises:
        TooLargeError: more pixels than can be read.
    """
    number = 0
    while True:
        try:
            image.seek(number)
        except EOFError:
            return
        yield frame(image, name)
        if image.format != "TIFF":
            return
        number += 1


def frame(image: "Image", name: str) -> Frame:
    """The frame at which `image` stands. Raises TooLargeError."""
    from PIL import Image, ImageOps

    across, down = _dpi(image)
    width, height = image.width * 72 / across, image.height * 72 / down
    if image.format in ("JPEG", "MPO"):
        part = math.sqrt(calibration.JPEG_PIXELS / (image.width * image.height))
        if part < 1:
            image.draft(None, (int(image.width * part), int(image.height * part)))
    if image.width * image.height > calibration.MOST_PIXELS:
        raise _too_large(name)
    if image.getexif().get(_ORIENTATION, 1) >= calibration.FIRST_SIDEWAYS:
        across, down, width, height = down, across, height, width
    upright = ImageOps.exif_transpose(image)
    rgb = _on_white(upright)
    if abs(across - down) > calibration.UNEQUAL_DPI * max(across, down):
        # Telefax has twice as many pixels across as down.
        grow = max(across, down)
        size = max(round(rgb.width * grow / across), 1), max(round(rgb.height * grow / down), 1)
        if size[0] * size[1] <= calibration.MOST_PIXELS:
            rgb = rgb.resize(size, Image.Resampling.BILINEAR)
    return Frame(rgb, width, height)


def _dpi(image: "Image") -> tuple[float, float]:
    """Pixels an inch, across and down; 72 where the file does not say, or says nonsense."""
    try:
        across, down = (float(value) for value in image.info.get("dpi", (0, 0)))
    except (TypeError, ValueError, ZeroDivisionError):
        return calibration.USUAL_DPI, calibration.USUAL_DPI
    least, most = calibration.POSSIBLE_DPI
    if not (least <= across <= most and least <= down <= most):
        return calibration.USUAL_DPI, calibration.USUAL_DPI
    return across, down


def _on_white(image: "Image") -> "Image":
    """The picture as RGB of 8 bits; what is transparent becomes white."""
    from PIL import Image

    if image.mode.startswith("I") or image.mode == "F":
        values = np.asarray(image, dtype=np.float32)
        values = np.nan_to_num(values)
        least, most = float(values.min()), float(values.max())
        grey = (values - least) * (255 / max(most - least, calibration.LEAST_SPREAD))
        return Image.fromarray(grey.astype(np.uint8)).convert("RGB")
    if image.has_transparency_data:
        white = Image.new("RGB", image.size, "white")
        colours = image if image.mode == "RGBA" else image.convert("RGBA")
        white.paste(colours, mask=colours.getchannel("A"))
        return white
    return image.convert("RGB")


def _too_large(name: str) -> TooLargeError:
    return TooLargeError(
        "{file} has too many pixels: up to {most} million are read.",
        "Save it smaller, and add that.",
        file=name,
        most=calibration.MOST_PIXELS // 1_000_000,
    )
