"""The queue of files on their way in, files that wait for a password, results and problems as HTML. Pure functions."""

from collections.abc import Mapping, Sequence
from typing import Protocol

from ragdesk.domain.errors import Problem
from ragdesk.domain.intake import IngestProgress, IngestResult, Job
from ragdesk.domain.sources import dropped_name, is_entry, nesting
from ragdesk.front.web.render import action, block, escape, link, meta, name
from ragdesk.front.web.wording import mark, number, plural, t, told

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
    def files_per_minute(self) -> float | None: ...
    @property
    def seconds_left(self) -> float | None: ...
    @property
    def problem(self) -> Problem | None: ...


def shown_path(path: str) -> str:
    """A source as a person knows it: what was dropped has its name alone, entries no path at all."""
    if is_entry(path):
        return t("question and answer")
    return dropped_name(path)


def file_name(path: str) -> str:
    """The name of a file, and of the file that it lies in. HTML."""
    *containers, last = nesting(shown_path(path))
    inner = name(last.replace("\\", "/").rsplit("/", 1)[-1])
    if not containers:
        return inner
    outer = name(containers[-1].replace("\\", "/").rsplit("/", 1)[-1])
    return f'{inner} <span class="rd-in">{t("in {file}", file=outer)}</span>'


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
        return _stands_still(queue.problem)
    done = queue.progress.done if queue.progress else 0
    to_come = max(len(queue.waiting), 1)
    speed = queue.files_per_minute or 0
    rate = t("{number} files a minute", number=number(speed, 0)) if speed >= 2 else ""
    facts = meta(
        (
            t("{number} done", number=number(done)),
            t("{number} to come", number=number(to_come)),
            rate,
            time_left(queue.seconds_left) if queue.seconds_left is not None else "",
        )
    )
    head = (
        f'<p class="rd-head"><strong>{t("Adding files")}</strong> <span class="rd-soft">{facts}</span>'
        f'<span class="rd-doings">{link(action("queue", "cancel-all"), t("Stop all"))}</span></p>'
    )
    return block(
        "progress",
        head,
        bar(done / (done + to_come), t("all files")),
        f"<ul>{_in_hand(queue)}</ul>",
        _stands_still(queue.problem),
    )


def _stands_still(problem: Problem | None) -> str:
    return f'<p class="rd-problem">{t("Adding stands still.")} {escape(told(problem))}</p>' if problem else ""


def _in_hand(queue: Queue) -> str:
    given = queue.progress
    if given is None:
        return ""
    job = next((each for each in queue.waiting if each.source == given.path), None)
    stage = t(_STAGES[given.stage]) if given.stage in _STAGES else escape(given.stage)
    here = max(1, round(given.fraction * given.pages))
    pages = t("page {number} of {all}", number=number(here), all=number(given.pages)) if given.pages else ""
    return (
        f'<li class="rd-going"><span class="rd-file">{_job_name(job) if job else file_name(given.path)}</span>'
        f"<span>{meta((stage, pages, _cancel(job) if job else ''))}</span>{bar(given.fraction, stage)}</li>"
    )


def waiting(queue: Queue) -> str:
    """The files to come, the one in hand left out."""
    here = queue.progress.path if queue.progress else None
    to_come = [job for job in queue.waiting if job.source != here]
    if not to_come:
        return ""
    rows = "".join(
        f'<li><span class="rd-file">{_job_name(job)}</span><span>{_cancel(job)}</span></li>'
        for job in to_come[:SHOWN]
    )
    return block("rows", f'<p class="rd-hint">{t("To come")}</p><ul>{rows}</ul>', _more(len(to_come)))


def _job_name(job: Job) -> str:
    return file_name(job.source) if job.container else name(job.name)


def _cancel(job: Job) -> str:
    return link(action("queue", "cancel", str(job.id)), t("Cancel"), title=t("Cancel {file}", file=job.name))


def held(queue: Queue, chosen: int) -> str:
    """The files that need a password; the field beside them is for `chosen`."""
    if not queue.held:
        return ""
    rows = "".join(_held(job, job.id == chosen) for job in queue.held[:SHOWN])
    said = plural(len(queue.held), "{count} file needs a password", "{count} files need a password")
    head = f'<p class="rd-head"><strong>{said}</strong></p>'
    return block("rows rd-held", head, f"<ul>{rows}</ul>", _more(len(queue.held)))


def _held(job: Job, chosen: bool) -> str:
    doings = meta(
        (
            "" if chosen else link(action("queue", "choose", str(job.id)), t("Give password")),
            link(
                action("queue", "leave", str(job.id)),
                t("Leave out"),
                title=t("Leave out {file}", file=job.name),
            ),
        )
    )
    kind = ' class="rd-chosen"' if chosen else ""
    return (
        f'<li{kind}><span class="rd-file">{_job_name(job)}</span><span>{doings}</span>'
        f'<p class="rd-hint rd-whole">{escape(told(job.problem))}</p></li>'
    )


def finished(queue: Queue) -> str:
    """The results, the newest first; of a file that was tried again only the last one."""
    last = outcomes(queue)
    if not last:
        return ""
    rows = "".join(_result(each) for each in list(last.values())[: 2 * SHOWN])
    clear = link(action("queue", "clear"), t("Clear"))
    head = f'<p class="rd-head"><span>{summary(last)}</span><span class="rd-doings">{clear}</span></p>'
    return block("rows", head, f"<ul>{rows}</ul>")


def outcomes(queue: Queue) -> dict[str, IngestResult]:
    """The last result by path, the newest first; files that wait, or wait for a password, have none yet."""
    open_paths = {job.source for job in (*queue.held, *queue.waiting)}
    last: dict[str, IngestResult] = {}
    for each in reversed(queue.finished):
        if each.path not in last and each.path not in open_paths:
            last[each.path] = each
    return last


def summary(last: Mapping[str, IngestResult]) -> str:
    """ "19 files taken in, 1 not" """
    failed = sum(1 for each in last.values() if each.status == "failed")
    taken = len(last) - failed
    if not failed:
        return plural(taken, "{count} file taken in", "{count} files taken in")
    not_taken = number(failed)
    return plural(
        taken, "{count} file taken in, {failed} not", "{count} files taken in, {failed} not", failed=not_taken
    )


def _result(result: IngestResult) -> str:
    shown = file_name(result.path)
    if is_entry(result.path) and result.title:
        shown = name(result.title)
    if result.document_id:
        shown = link(action("library", "show", result.document_id), shown, kind="title")
    facts = t(_OUTCOMES[result.status])
    if result.status in {"ready", "updated"}:
        facts = meta(
            (
                facts,
                plural(result.chunks, "{count} passage", "{count} passages") if result.chunks else "",
                f"{number(result.seconds, 1)} s",
            )
        )
    problem = f'<p class="rd-problem">{escape(told(result.problem))}</p>' if result.problem else ""
    return f'<li class="rd-is-{result.status}"><span class="rd-file">{shown}</span><span>{facts}</span>{problem}</li>'


def said(queue: Queue) -> str:
    """What a screen reader announces: that files are being added, and how it ended. Never changes in between."""
    if queue.waiting:
        return block("aside", t("Files are being added."))
    last = outcomes(queue)
    return block("aside", f"{summary(last)}.") if last else ""


def problems(known: Sequence[tuple[str, Problem]]) -> str:
    """Files that could not be taken in when they were last tried: (path, why)."""
    if not known:
        return block("empty", f"<p>{t('Every file could be taken in.')}</p>")
    rows = "".join(
        f'<li><span class="rd-file">{_place(path)}</span><p class="rd-problem">{escape(told(why))}</p></li>'
        for path, why in known[: 2 * SHOWN]
    )
    return block("rows", f"<ul>{rows}</ul>", _more(len(known), 2 * SHOWN))


def _place(path: str) -> str:
    """The file, and the folder that it lies in where it has one."""
    shown = nesting(shown_path(path))[0].replace("\\", "/")
    folder = shown.rpartition("/")[0]
    return file_name(path) + (f' <span class="rd-in">{name(folder)}</span>' if folder else "")


def about_folders() -> str:
    said = t(
        "New and changed files of a watched folder are added, and deleted ones removed, while RAGDesk is open."
    )
    return block("about", f"<p>{said}</p>")


def folders(watched: Mapping[str, str | None]) -> str:
    """The watched folders and the collections that their files go into."""
    if not watched:
        return block("empty", f"<p>{t('No folder is watched.')}</p>")
    rows = "".join(_folder(path, collection) for path, collection in watched.items())
    return block("rows", f"<ul>{rows}</ul>")


def _folder(path: str, collection: str | None) -> str:
    into = (
        f' <span class="rd-in">{t("into {collection}", collection=name(collection))}</span>'
        if collection
        else ""
    )
    stop = link(action("folders", "stop", path), t("Stop"), title=t("Stop watching {folder}", folder=path))
    return f'<li><span class="rd-file">{name(path)}{into}</span><span>{stop}</span></li>'


def bar(fraction: float, title: str) -> str:
    percent = round(100 * min(max(fraction, 0.0), 1.0))
    return f'<progress max="100" value="{percent}" title="{escape(title)}">{percent}%</progress>'


def _more(known: int, shown: int = SHOWN) -> str:
    rest = t("and {number} more.", number=number(known - shown))
    return f'<p class="rd-hint">{rest}</p>' if known > shown else ""
