"""A parser process that decodes pictures and does not look for text in them, which takes seconds a picture."""

from multiprocessing.connection import Connection


def decode_for_ever(pipe: Connection) -> None:
    """What a parser process runs, text recognition left out."""
    from ragdesk.ingesting import worker
    from ragdesk.ingesting.readers.ocr.engine import Recognised
    from ragdesk.ingesting.readers.picture import image

    image.recognise = lambda picture: Recognised(())
    worker._parse_for_ever(pipe)
