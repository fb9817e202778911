"""The files that are attached to a PDF, to all of it (a portfolio too) or to a place on a page, handed out as parts."""

from typing import TYPE_CHECKING, Any

from ragdesk.domain.errors import Problem, TooLargeError
from ragdesk.ingesting.readers.input_file import InputFile
from ragdesk.text.clean import clean

if TYPE_CHECKING:
    import pymupdf


def add_attached(source: InputFile, document: "pymupdf.Document") -> None:
    """Hand out what is attached to the document as a whole."""
    import pymupdf

    mupdf = pymupdf.mupdf
    try:
        tree = mupdf.pdf_load_name_tree(
            mupdf.pdf_document_from_fz_document(document), mupdf.pdf_new_name("EmbeddedFiles")
        )
        specifications = [tree.pdf_dict_get_val(index) for index in range(tree.pdf_dict_len())]
    except (mupdf.FzErrorBase, RuntimeError) as error:
        source.unpacked.skip(
            "attached files",
            Problem(
                "Their list is damaged ({kind}).", "Open the PDF and save them by themselves.", kind=error
            ),
        )
        return
    for specification in specifications:
        add_file(source, specification)


def add_attached_to(source: InputFile, page: "pymupdf.Page") -> None:
    """Hand out what is attached to places on the page."""
    import pymupdf

    for annotation in page.annots(types=[pymupdf.PDF_ANNOT_FILE_ATTACHMENT]):
        described = pymupdf.mupdf.pdf_annot_obj(annotation.this)
        add_file(source, _get(described, "FS"))


def add_file(source: InputFile, specification: Any) -> None:
    """Hand out the file of one file specification; MuPDF refuses what unfolds to 200 times its size."""
    import pymupdf

    mupdf = pymupdf.mupdf
    name = "attached file"
    try:
        name = _name(specification) or name
        embedded = _get(specification, "EF")
        stream = next(
            (value for key in ("F", "UF", "DOS", "Unix") if (value := _get(embedded, key)).m_internal), None
        )
        if stream is None:
            return
        content = bytes(mupdf.pdf_load_stream(stream).fz_buffer_extract())
        source.unpacked.add(name, [content])
    except TooLargeError as error:
        source.unpacked.skip(name, error.problem)
    except (mupdf.FzErrorBase, RuntimeError, ValueError) as error:
        source.unpacked.skip(
            name,
            Problem(
                "It is damaged ({kind}).", "Open {file} and save it by itself.", kind=error, file=source.name
            ),
        )


def _name(specification: Any) -> str:
    names = (_get(specification, key).pdf_to_text_string() for key in ("UF", "F"))
    return next((cleaned for name in names if (cleaned := clean(name).strip())), "")


def _get(dictionary: Any, key: str) -> Any:
    return dictionary.pdf_dict_gets(key)
