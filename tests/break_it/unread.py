"""A parser that decodes pictures and does not look for text in them, which takes seconds a picture."""

from ragdesk.ingesting import worker
from ragdesk.ingesting.read_document import ReadDocument
from ragdesk.ingesting.readers.input_file import InputFile
from ragdesk.ingesting.split import PassageSize

_read_document = worker.read_document


def decode_document(
    source: InputFile, max_bytes: int, document_id: str, passages: PassageSize | None
) -> ReadDocument:
    """What a parser process runs, text recognition left out."""
    from ragdesk.ingesting.readers.ocr.engine import Recognised
    from ragdesk.ingesting.readers.picture import image

    image.recognise = lambda picture: Recognised(())
    return _read_document(source, max_bytes, document_id, passages)
