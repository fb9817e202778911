"""The files inside of a file as jobs of the queue: each is taken in as a document of its own, found at `container!/name`."""

from collections.abc import Sequence

from ragdesk.domain.documents import ContainedFile
from ragdesk.domain.errors import Problem
from ragdesk.domain.intake import Job, SourceInfo
from ragdesk.domain.sources import part_source

# A message in a message in an archive …: nobody nests files deeper than this on purpose.
MAX_DEPTH = 6


def part_jobs(
    parts: Sequence[ContainedFile], job: Job, document_id: str
) -> tuple[tuple[Job, ...], tuple[tuple[SourceInfo, Problem], ...]]:
    """The parts of `job`'s file that can be queued, and those that cannot, with why."""
    jobs: list[Job] = []
    unread: list[tuple[SourceInfo, Problem]] = []
    used: set[str] = set()
    depth = job.depth + 1
    for part in parts:
        name = _distinct(part.name, used)
        source = part_source(job.source, name)
        if part.path is None or depth > MAX_DEPTH:
            problem = part.problem or Problem(
                "It lies more than {most} files deep.", "Unpack it, and add it by itself.", most=MAX_DEPTH
            )
            unread.append((SourceInfo(source, 0, 0, job.source, document_id, depth), problem))
            if part.path is not None:
                part.path.unlink(missing_ok=True)
            continue
        jobs.append(
            Job(
                path=part.path,
                source=source,
                name=part.name.rsplit("/", 1)[-1],
                batch=job.batch,
                collection=job.collection,
                container=job.source,
                parent_id=document_id,
                depth=depth,
                ours=True,
            )
        )
    return tuple(jobs), tuple(unread)


def _distinct(name: str, used: set[str]) -> str:
    """`name`, with a number where another part has it."""
    distinct, count = name, 1
    while distinct in used:
        count += 1
        stem, dot, ending = name.rpartition(".")
        distinct = f"{stem} ({count}){dot}{ending}" if dot else f"{name} ({count})"
    used.add(distinct)
    return distinct
