"""Taking files in: seconds against the bare encoder, memory over many files and over one long one."""

import random
import threading
from contextlib import suppress
from pathlib import Path

import numpy as np
import psutil

from benchmarks.measure import seconds
from ragdesk.app.app import App
from ragdesk.domain.ports import Embedder
from ragdesk.host.paths import open_home
from ragdesk.host.processors import processors
from ragdesk.ingesting.encode import BATCH as ENCODE_BATCH

ROUNDS = 3
WORDS = """valve pump boiler pressure filter gasket inspection weekly operator torque sensor alarm limit coolant bearing
shaft spindle feeder conveyor supplier invoice approval holiday travel budget report archive sample reagent buffer
titration balance calibration certificate audit deviation batch release label storage humidity freezer autoclave""".split()


def write_documents(folder: Path, count: int, rng: random.Random, sections: int = 6) -> None:
    """Documents of some sections with about 150 words each; every sentence differs."""
    folder.mkdir()
    for number in range(count):
        written = []
        for part in range(sections):
            sentences = [
                f"{rng.choice(WORDS).capitalize()} {number}-{part} needs {rng.choice(WORDS)} {rng.choice(WORDS)} "
                f"after {rng.randrange(2, 900)} hours of {rng.choice(WORDS)} {rng.choice(WORDS)}."
                for _ in range(14)
            ]
            written.append(f"## Part {part}\n\n" + " ".join(sentences))
        text = f"# Document {number}\n\n" + "\n\n".join(written)
        (folder / f"document{number:05}.md").write_text(text, encoding="utf-8")


def ingestion(root: Path, documents: Path, embedder: Embedder) -> None:
    """Seconds to take a folder in, over seconds to encode the same chunks and nothing else."""
    whole, bare, chunks = [], [], 0
    for turn in range(ROUNDS):
        app = App.open(open_home(root / f"ingest{turn}"))
        whole.append(seconds(lambda app=app: list(app.intake.add([documents]))))  # type: ignore[misc]
        texts = [
            chunk.embedding_text
            for one in app.library.documents.all()
            for chunk in app.library.chunks.of_document(one.id)
        ]
        app.close()
        chunks = len(texts)
        batches = [texts[start : start + ENCODE_BATCH] for start in range(0, chunks, ENCODE_BATCH)]
        bare.append(seconds(lambda batches=batches: [embedder.encode(batch) for batch in batches]))  # type: ignore[misc]
    ratio = float(np.median(np.array(whole) / np.array(bare)))
    print(
        f"ingestion  {chunks} chunks: {np.median(whole):.1f} s, bare encoding {np.median(bare):.1f} s "
        f"({chunks / np.median(bare):.0f} chunks/s), ratio {ratio:.2f}"
    )


class Watch:
    """Looks at this process and its children every 50 ms: resident megabytes, and processor seconds."""

    def __init__(self) -> None:
        self._process = psutil.Process()
        self._stop = threading.Event()
        self.own: list[float] = []
        self.children = 0.0
        self.processor_seconds = 0.0

    def __enter__(self) -> "Watch":
        self._began = self._used()
        self._thread = threading.Thread(target=self._look)
        self._thread.start()
        return self

    def __exit__(self, *_: object) -> None:
        self._stop.set()
        self._thread.join()

    def _look(self) -> None:
        while not self._stop.wait(0.05):
            self.own.append(self._process.memory_info().rss / 1e6)
            self.processor_seconds = max(self.processor_seconds, self._used() - self._began)
            for child in self._process.children(recursive=True):
                with suppress(psutil.NoSuchProcess):
                    self.children = max(self.children, child.memory_info().rss / 1e6)

    def _used(self) -> float:
        used = 0.0
        for process in (self._process, *self._process.children(recursive=True)):
            with suppress(psutil.NoSuchProcess):
                used += sum(process.cpu_times()[:2])
        return used


def many_files(root: Path, documents: Path) -> None:
    """Memory over a thousand files, and how busy the processors were."""
    app = App.open(open_home(root / "many"))
    with Watch() as watch:
        spent = seconds(lambda: list(app.intake.add([documents])))
    app.close()
    tenth = len(watch.own) // 10
    first, last = (float(np.median(part)) for part in (watch.own[tenth : 2 * tenth], watch.own[-tenth:]))
    busy = watch.processor_seconds / spent / processors()
    print(
        f"memory     second tenth {first:.0f} MB, last tenth {last:.0f} MB, ratio {last / first:.2f}; "
        f"processors busy {busy:.0%} of {processors()}"
    )


def many_pages(root: Path, pages: int, rng: random.Random) -> None:
    """Peak memory of the parser's process over one long PDF."""
    import pymupdf

    document = pymupdf.open()
    for number in range(pages):
        words = " ".join(f"{rng.choice(WORDS)} {rng.randrange(900)}" for _ in range(150))
        page = document.new_page()
        page.insert_textbox(pymupdf.Rect(60, 60, 540, 780), f"Page {number + 1}. {words}.", fontsize=10)
    path = root / "long.pdf"
    document.save(path)
    app = App.open(open_home(root / "long"))
    with Watch() as watch:
        [result] = list(app.intake.add([path]))
    app.close()
    print(
        f"long PDF   {result.pages} pages, {result.chunks} chunks in {result.seconds:.0f} s: "
        f"the parser's process at most {watch.children:.0f} MB, this one {max(watch.own):.0f} MB"
    )
