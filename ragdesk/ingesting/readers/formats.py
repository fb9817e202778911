"""The formats that are read: what each is called, how its files end, what is in their first bytes, what reads them."""

import zipfile
import zlib
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path, PurePath

from ragdesk.domain.documents import Parsed
from ragdesk.ingesting.readers.input_file import InputFile
from ragdesk.ingesting.readers.mail.eml import parse_eml
from ragdesk.ingesting.readers.mail.mbox import parse_mbox
from ragdesk.ingesting.readers.mail.msg import parse_msg
from ragdesk.ingesting.readers.office.docx import parse_docx
from ragdesk.ingesting.readers.office.epub import parse_epub
from ragdesk.ingesting.readers.office.odt import parse_odt
from ragdesk.ingesting.readers.office.pptx import parse_pptx
from ragdesk.ingesting.readers.office.rtf import parse_rtf
from ragdesk.ingesting.readers.pdf.read import read_pdf
from ragdesk.ingesting.readers.picture.image import parse_image
from ragdesk.ingesting.readers.sheet.csv_file import parse_csv
from ragdesk.ingesting.readers.sheet.ods import parse_ods
from ragdesk.ingesting.readers.sheet.xlsx import parse_xlsx
from ragdesk.ingesting.readers.text.faq import parse_entry
from ragdesk.ingesting.readers.text.html import parse_html
from ragdesk.ingesting.readers.text.json_file import parse_json
from ragdesk.ingesting.readers.text.markdown import parse_markdown
from ragdesk.ingesting.readers.text.plain import parse_text
from ragdesk.ingesting.readers.zip_file import parse_zip

Parser = Callable[[InputFile], Parsed]

ZIP_MAGIC, PDF_MAGIC = b"PK\x03\x04", b"%PDF-"
# The PDF specification lets the header stand anywhere in the first 1,024 bytes.
HEAD = 1_024


@dataclass(frozen=True, slots=True)
class Format:
    """A kind of file. `zipped`: a name that only archives of this kind hold, or their `mimetype`."""

    name: str
    endings: tuple[str, ...]
    parse: Parser
    zipped: str = ""


def _plain(read: Callable[[Path, str], Parsed]) -> Parser:
    """A parser that needs nothing but the file."""
    return lambda source: read(source.path, source.name)


def _endings(text: str) -> tuple[str, ...]:
    return tuple(text.split())


PDF = Format("PDF", (".pdf",), read_pdf)
ZIP = Format("ZIP", (".zip",), parse_zip)
TEXT = Format(
    "text",
    (
        "",
        *_endings(
            ".txt .text .log .rst .adoc .org .tex .ini .cfg .conf .toml .yaml .yml .xml .ics .vcf .srt .vtt .sql .py .js "
            ".ts .java .c .h .cpp .hpp .cs .go .rs .rb .php .sh .bat .ps1 .r .m .css .diff .patch"
        ),
    ),
    _plain(parse_text),
)
# Endings that are longer come first: an entry is Markdown, too.
FORMATS = (
    PDF,
    Format("question and answer", (".faq.md",), _plain(parse_entry)),
    Format("Markdown", _endings(".md .markdown .mdown .mkd"), _plain(parse_markdown)),
    Format("Word", _endings(".docx .docm .dotx .dotm .doc"), parse_docx, "word/"),
    Format("PowerPoint", _endings(".pptx .pptm .ppsx .ppsm .potx .potm .ppt"), parse_pptx, "ppt/"),
    Format("Excel", _endings(".xlsx .xlsm .xltx .xltm .xls"), parse_xlsx, "xl/"),
    Format("OpenDocument text", _endings(".odt .ott"), parse_odt, "application/vnd.oasis.opendocument.text"),
    Format(
        "OpenDocument slides",
        _endings(".odp .otp"),
        parse_odt,
        "application/vnd.oasis.opendocument.presentation",
    ),
    Format(
        "OpenDocument sheet",
        _endings(".ods .ots"),
        parse_ods,
        "application/vnd.oasis.opendocument.spreadsheet",
    ),
    Format("EPUB", (".epub",), parse_epub, "application/epub+zip"),
    Format("email", _endings(".eml .emlx"), parse_eml),
    Format("Outlook message", (".msg",), parse_msg),
    Format("mailbox", _endings(".mbox .mbx"), parse_mbox),
    Format("picture", _endings(".png .jpg .jpeg .jfif .tif .tiff .bmp .webp .gif"), parse_image),
    Format("CSV", _endings(".csv .tsv .tab"), parse_csv),
    Format("JSON", _endings(".json .jsonl .ndjson .geojson"), parse_json),
    Format("RTF", (".rtf",), parse_rtf),
    Format("HTML", _endings(".html .htm .xhtml"), _plain(parse_html)),
    ZIP,
    TEXT,
)


def by_name(name: str) -> Format | None:
    lower = PurePath(name).name.lower()
    for file_format in FORMATS:
        if any(
            lower.endswith(ending) if ending else not PurePath(lower).suffix for ending in file_format.endings
        ):
            return file_format
    return None


def by_content(path: Path, head: bytes) -> Format | None:
    """What a file is by its bytes, whatever its name; None where they say nothing."""
    if head.startswith(ZIP_MAGIC):
        return _in_zip(path)  # before anything else: an archive may begin with a PDF that is not compressed
    return PDF if PDF_MAGIC in head else None


def _in_zip(path: Path) -> Format | None:
    """The format of an archive by what it holds; None where it is damaged."""
    try:
        with zipfile.ZipFile(path) as archive:
            names = archive.namelist()
            mimetype = ""
            if "mimetype" in names and archive.getinfo("mimetype").file_size <= HEAD:
                mimetype = archive.read("mimetype").decode("ascii", errors="replace").strip()
    except (zipfile.BadZipFile, zlib.error, EOFError, OSError, ValueError, NotImplementedError, RuntimeError):
        return None  # the parser that its name asks for says what is wrong
    for file_format in FORMATS:
        if file_format.zipped and (
            mimetype == file_format.zipped
            or (file_format.zipped.endswith("/") and any(n.startswith(file_format.zipped) for n in names))
        ):
            return file_format
    return ZIP
