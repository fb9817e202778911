"""What runs on the machines: files in, fragments of Lance tables out, which count only once the driver commits them.

An actor that dies leaves files that nothing names; Ray gives its work to another.
"""

import json
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from ragdesk.bulk.messages import Fingerprint, ReadBatch, of_batch, of_fingerprints
from ragdesk.bulk.reading import FileReader, ReaderSetup
from ragdesk.domain.errors import IngestError
from ragdesk.domain.intake import IngestResult, Job
from ragdesk.ingesting.document import ingest_result
from ragdesk.ingesting.fingerprint import fingerprint
from ragdesk.storage.shared.tables import Origin, rows_of

# What an actor gathers before it writes a fragment.
GATHERED_BYTES = 128_000_000


@dataclass(frozen=True, slots=True)
class ActorSetup:
    """What an actor works with: where the tables are, the options of the storage, the run's name."""

    reader: ReaderSetup
    target: str
    options: Mapping[str, str]
    run: str


class ReadFiles:
    """The actor. Ray Data calls it with the paths of a batch, and gets one row: a `ReadBatch`, as JSON."""

    def __init__(self, setup: ActorSetup) -> None:
        self._setup = setup
        self._reader = FileReader(setup.reader)

    def __call__(self, batch: Mapping[str, Iterable[str]]) -> dict[str, list[str]]:
        return {"made": [of_batch(self.read([Path(path) for path in batch["path"]]))]}

    def read(self, paths: Iterable[Path]) -> ReadBatch:
        done, rows, gathered, seen = ReadBatch(), dict[str, list[Any]](), 0, set[str]()
        for path in paths:
            origin = Origin(self._setup.run, str(path))
            for found in self._reader.read(path, self._setup.run):
                if isinstance(found, IngestResult):
                    done.results.append(found)
                    continue
                of_it = rows_of(found, origin)
                if found.document.id in seen:  # the same bytes once more: one more place of theirs
                    of_it = {"sources": of_it["sources"]}
                else:
                    seen.add(found.document.id)
                    done.documents.append((found.document.id, origin.path))
                for table, some in of_it.items():
                    rows.setdefault(table, []).append(some)
                    gathered += some.nbytes
                done.results.append(ingest_result(found.file.path, "ready", 0.0, found.document))
                if gathered > GATHERED_BYTES:
                    self._write(rows, done)
                    rows, gathered = {}, 0
        self._write(rows, done)
        return done

    def _write(self, rows: Mapping[str, list[Any]], done: ReadBatch) -> None:
        import lance.fragment
        import pyarrow as pa

        for table, some in rows.items():
            whole = pa.concat_tables(some)
            if not whole.num_rows:
                continue
            made = lance.fragment.write_fragments(
                whole,
                f"{self._setup.target}/{table}.lance",
                schema=whole.schema,
                storage_options=dict(self._setup.options),
            )
            fragments = done.fragments.setdefault(table, [])
            fragments += [json.dumps(fragment.to_json()) for fragment in made]


def fingerprints(batch: Mapping[str, Iterable[str]], max_bytes: int) -> dict[str, list[str]]:
    """For each file how it was found and the SHA-256 of its bytes, or (an IngestResult) why it cannot be read; as JSON."""
    found: list[Fingerprint] = []
    for path in batch["path"]:
        try:
            found.append(fingerprint(Job(Path(path), path, Path(path).name, ""), max_bytes))
        except IngestError as error:
            found.append(ingest_result(path, "failed", 0.0, problem=error.problem))
    return {"made": [of_fingerprints(found)]}
