"""The queue of files on their way in, files that wait for a password, results and problems as HTML. Pure functions."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Protocol

from ragdesk.domain.errors import Problem
from ragdesk.domain.intake import IngestProgress, IngestResult, Job
from ragdesk.domain.sources import dropped_name, is_entry, nesting
from ragdesk.front.web.templates import Template
from ragdesk.front.web.wording import mark, number, plural, t

# More rows than this make the browser slow; the rest is counted.
SHOWN = 100
_STAGES = {
    "waiting": mark("waiting"),
    "reading": mark("reading"),
    "splitting": mark("splitting into passages"),
    "encoding": mark("learning the passages"),
    "storing": mark("storing"),
}
_OUTCOMES = {
    "ready": mark("added"),
    "unchanged": mark("already here, unchanged"),
    "updated": mark("updated"),
    "duplicate": mark("same content as a document that is here"),
    "failed": mark("not added"),
}
_queue = Template("library/queue.html.j2")


class Queue(Protocol):
    """How the app's queue stands: see `ragdesk.app.background.IntakeState`."""

    @property
    def running(self) -> bool: ...
    @property
    def progress(self) -> IngestProgress | None: ...
    @property
    def waiting(self) -> tuple[Job, ...]: ...
    @property
    def held(self) -> tuple[Job, ...]: ...
    @property
    def finished(self) -> tuple[IngestResult, ...]: ...
    @property
    def seconds_left(self) -> float | None: ...
    @property
    def problem(self) -> Problem | None: ...


@dataclass(frozen=True, slots=True)
class Place:
    """A file as a person knows it: its name, and the file that it lies in ("" for none)."""

    name: str
    within: str = ""


@dataclass(frozen=True, slots=True)
class InHand:
    """The file that is being read, and how far it is; `job` is None where it cannot be cancelled."""

    place: Place
    job: Job | None
    stage: str
    fraction: float
    page: int
    pages: int


def shown_path(path: str) -> str:
    """A source as a person knows it: what was dropped has its name alone, entries no path at all."""
    if is_entry(path):
        return t("question and answer")
    return dropped_name(path)


def file_name(path: str) -> str:
    """The name of a file, and of the file that it lies in. HTML."""
    return _queue("file", _place(path))


def _place(path: str) -> Place:
    names = [part.replace("\\", "/").rsplit("/", 1)[-1] for part in nesting(shown_path(path))]
    return Place(names[-1], names[-2] if len(names) > 1 else "")


def _job_place(job: Job) -> Place:
    return _place(job.source) if job.container else Place(job.name)


def time_left(seconds: float) -> str:
    """A rough time, as a person would say it."""
    if seconds < 50:
        return t("less than a minute left")
    minutes = round(seconds / 60)
    if minutes < 100:
        return plural(minutes, "about {count} minute left", "about {count} minutes left")
    return plural(round(minutes / 60), "about {count} hour left", "about {count} hours left")


def progress(queue: Queue) -> str:
    """How far the queue is, and the file in hand; "" where nothing is to be done."""
    if not queue.waiting and queue.progress is None:
        return _queue("stands_still", queue.problem)
    done = queue.progress.done if queue.progress else 0
    left = queue.seconds_left
    return _queue(
        "progress",
        done,
        max(len(queue.waiting), 1),
        time_left(left) if left is not None else "",
        _in_hand(queue),
        queue.problem,
    )


def _in_hand(queue: Queue) -> InHand | None:
    now = queue.progress
    if now is None:
        return None
    job = next((job for job in queue.waiting if job.source == now.path), None)
    stage = t(_STAGES[now.stage]) if now.stage in _STAGES else now.stage
    place = _job_place(job) if job else _place(now.path)
    return InHand(place, job, stage, now.fraction, *now.at_page)


def waiting(queue: Queue) -> str:
    """The files to come, the one in hand left out."""
    here = queue.progress.path if queue.progress else None
    to_come = [job for job in queue.waiting if job.source != here]
    return _queue("waiting", *_shown(to_come)) if to_come else ""


def held(queue: Queue, chosen: int) -> str:
    """The files that need a password; the field beside them is for `chosen`."""
    return _queue("held", *_shown(queue.held), len(queue.held), chosen) if queue.held else ""


def _shown(jobs: Sequence[Job]) -> tuple[list[tuple[Place, Job]], int]:
    """The jobs that are listed, and how many are not."""
    return [(_job_place(job), job) for job in jobs[:SHOWN]], len(jobs) - SHOWN


def finished(queue: Queue) -> str:
    """The results, the newest first; of a file that was tried again only the last one. When the queue is empty, those that are
    well fold away by themselves."""
    last = outcomes(queue)
    if not last:
        return ""
    results = [
        (_result_place(result), result, t(_OUTCOMES[result.status]))
        for result in list(last.values())[: 2 * SHOWN]
    ]
    folded = [] if queue.waiting else [each for each in results if each[1].status != "failed"]
    return _queue("finished", [each for each in results if each not in folded], folded, summary(last))


def _result_place(result: IngestResult) -> Place:
    if is_entry(result.path) and result.title:
        return Place(result.title)
    return _place(result.path)


def outcomes(queue: Queue) -> dict[str, IngestResult]:
    """The last result by path, the newest first; files that wait, or wait for a password, have none yet."""
    open_paths = {job.source for job in (*queue.held, *queue.waiting)}
    last: dict[str, IngestResult] = {}
    for result in reversed(queue.finished):
        if result.path not in last and result.path not in open_paths:
            last[result.path] = result
    return last


def summary(last: Mapping[str, IngestResult]) -> str:
    """ "19 files taken in, 1 not" """
    failed = sum(1 for result in last.values() if result.status == "failed")
    taken = len(last) - failed
    if not failed:
        return plural(taken, "{count} file added", "{count} files added")
    not_taken = number(failed)
    return plural(
        taken, "{count} file added, {failed} not", "{count} files added, {failed} not", failed=not_taken
    )


def said(queue: Queue) -> str:
    """What a screen reader announces: that files are being added, and how it ended. Never changes in between."""
    if queue.waiting:
        return _queue("said", t("Files are being added."))
    last = outcomes(queue)
    return _queue("said", f"{summary(last)}.") if last else ""


def problems(known: Sequence[tuple[str, Problem]]) -> str:
    """Files that could not be taken in when they were last tried: (path, why)."""
    files = [(_place(path), _folder(path), why) for path, why in known[: 2 * SHOWN]]
    return _queue("problems", files, len(known) - 2 * SHOWN)


def _folder(path: str) -> str:
    """The folder that a file, or the file around it, lies in; "" where it has none."""
    return nesting(shown_path(path))[0].replace("\\", "/").rpartition("/")[0]


def about_folders() -> str:
    return _queue("about_folders")


def folders(watched: Mapping[str, str | None], missing: Mapping[str, int]) -> str:
    """The watched folders, the collections that their files go into, and how many of their files are missing."""
    return _queue(
        "folders", [(path, collection, missing.get(path, 0)) for path, collection in watched.items()]
    )
