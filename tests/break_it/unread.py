"""A parser process that decodes pictures and does not look for text in them, which takes seconds a picture."""

from multiprocessing.connection import Connection


def decode_for_ever(pipe: Connection) -> None:
    """What a parser process runs, text recognition left out."""
    from ragdesk.ingest import worker
    from ragdesk.ingest.picture import image
    from ragdesk.ingest.picture.ocr import Recognised

    image.recognise = lambda picture: Recognised(())
    worker._parse_for_ever(pipe)
