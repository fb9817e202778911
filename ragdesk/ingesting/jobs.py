"""From paths that a person names to the files that are to be read, one job each."""

import os
from collections.abc import Sequence
from pathlib import Path

from ragdesk.domain.errors import Problem
from ragdesk.domain.intake import IngestResult, Job
from ragdesk.host.marker import home_of
from ragdesk.ingesting.walk import walk


def jobs_for(
    paths: Sequence[Path], batch: str, collection: str, follow: bool = True
) -> tuple[list[Job], list[IngestResult]]:
    """The files below the paths as jobs, and what is refused: names that are no text, which nothing could keep, and paths in a
    home. `follow`: a path that is itself a link means the file that it leads to; one in a folder never does."""
    named = {path.absolute() for path in paths} if follow else set()
    jobs: list[Job] = []
    own = {path: home for path in paths if (home := home_of(path)) is not None}
    refused = [_refused(str(path), _in_a_home(home)) for path, home in own.items()]
    for path in walk([path for path in paths if path not in own]):
        try:
            str(path).encode()
        except UnicodeEncodeError:
            shown = str(path).encode(errors="backslashreplace").decode()
            refused.append(
                _refused(
                    shown, Problem("The file's name is not valid text.", "Rename it, then add it again.")
                )
            )
        else:
            file = Path(os.path.realpath(path)) if path in named else path
            jobs.append(Job(file, str(path), path.name, batch, collection or None))
    return jobs, refused


def _refused(path: str, problem: Problem) -> IngestResult:
    return IngestResult(path, None, "", "failed", 0, 0, 0.0, problem)


def _in_a_home(home: Path) -> Problem:
    return Problem(
        "It lies in RAGDesk's own folder {folder}, of which nothing is taken in.",
        "Copy it to another folder, and add it there.",
        folder=home,
    )
