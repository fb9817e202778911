"""A shared library for tests, written with LanceDB alone: what `ragdesk bulk` publishes, without Ray."""

from collections.abc import Sequence
from pathlib import Path

import lancedb
import pyarrow as pa
from lancedb.index import FTS
from storage.samples import DIMENSIONS, FINGERPRINT

from ragdesk.domain.intake import NewDocument
from ragdesk.storage.shared.tables import (
    FORMAT,
    PUBLISHED,
    TABLES,
    Origin,
    Publication,
    publication_to_json,
    rows_of,
)

# As `ragdesk.bulk.tables` has it, which needs the extra.
AS_THEY_ARE = {
    "base_tokenizer": "whitespace",
    "lower_case": False,
    "stem": False,
    "remove_stop_words": False,
    "ascii_folding": False,
    "with_position": False,
    "max_token_length": None,
}


def publish_documents(
    folder: Path,
    documents: Sequence[NewDocument],
    *,
    fingerprint: str = FINGERPRINT,
    dimensions: int = DIMENSIONS,
    form: int = FORMAT,
) -> str:
    """Write them in the place of what is there; gives the folder's path."""
    connection = lancedb.connect(folder)
    rows = [rows_of(new, Origin("run", new.file.path)) for new in documents]
    versions = {}
    for name in TABLES:
        table = connection.create_table(
            name, pa.concat_tables([each[name] for each in rows]), mode="overwrite"
        )
        if name == "chunks":
            table.create_index("terms", config=FTS(**AS_THEY_ARE))
        versions[name] = table.version
    languages = tuple(sorted({new.document.language for new in documents}))
    publication = Publication(versions, fingerprint, dimensions, 1, languages, form)
    what = pa.table({"what": [publication_to_json(publication)]})
    connection.create_table(PUBLISHED, what, mode="overwrite")
    return str(folder)
