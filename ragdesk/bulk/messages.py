"""What workers tell the driver, as JSON: nothing that a machine of the cluster sends can be run."""

import json
from collections.abc import Sequence
from dataclasses import asdict, dataclass, field, replace
from typing import Any

from ragdesk.domain.intake import IngestResult, SourceInfo
from ragdesk.storage.ledger.problems import restored, stored

# How a file was found, and the SHA-256 of its bytes; or why it cannot be read.
Fingerprint = tuple[SourceInfo, str] | IngestResult


@dataclass(slots=True)
class ReadBatch:
    """What became of some files: fragments by table, (document id, origin) of each document, and how each file fared."""

    fragments: dict[str, list[str]] = field(default_factory=dict)
    documents: list[tuple[str, str]] = field(default_factory=list)
    results: list[IngestResult] = field(default_factory=list)


def of_batch(done: ReadBatch) -> str:
    results = [_of_result(each) for each in done.results]
    return json.dumps({"fragments": done.fragments, "documents": done.documents, "results": results})


def batch_in(message: str) -> ReadBatch:
    told = json.loads(message)
    documents = [(this, origin) for this, origin in told["documents"]]
    return ReadBatch(told["fragments"], documents, [_result_in(each) for each in told["results"]])


def of_fingerprints(found: Sequence[Fingerprint]) -> str:
    return json.dumps(
        [
            {"result": _of_result(each)}
            if isinstance(each, IngestResult)
            else {"file": asdict(each[0]), "sha256": each[1]}
            for each in found
        ]
    )


def fingerprints_in(message: str) -> list[Fingerprint]:
    return [
        _result_in(each["result"]) if "result" in each else (SourceInfo(**each["file"]), str(each["sha256"]))
        for each in json.loads(message)
    ]


def _of_result(result: IngestResult) -> dict[str, Any]:
    problem = None if result.problem is None else stored(result.problem)
    return asdict(replace(result, problem=None)) | {"problem": problem}


def _result_in(told: dict[str, Any]) -> IngestResult:
    return IngestResult(**(told | {"problem": restored(told["problem"])}))
