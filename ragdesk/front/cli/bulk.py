"""`ragdesk bulk`: files into a shared library, and documents out of it."""

import argparse
from importlib.util import find_spec
from pathlib import Path
from typing import TYPE_CHECKING

from ragdesk.domain.errors import UsageError
from ragdesk.engines.engines import Engines
from ragdesk.front import console, contract
from ragdesk.front.cli.output import emit
from ragdesk.host.log import open_log
from ragdesk.host.paths import Home
from ragdesk.host.settings import Settings, load_settings

if TYPE_CHECKING:
    from ragdesk.bulk.run import BulkOptions


def run(home: Home, options: argparse.Namespace) -> int:
    """Publish what is new, or remove; 1 if any file failed."""
    if bool(options.paths) == bool(options.remove):
        raise UsageError("Give files and folders to read, or --remove.", "See `ragdesk bulk --help`.")
    require_extra()
    from ragdesk.bulk.cluster import quiet
    from ragdesk.bulk.run import publish, remove
    from ragdesk.bulk.tables import SharedTables, storage_options

    quiet()
    settings = load_settings(home.settings)
    open_log(home.log_file, settings.log.level)
    target = options.target if "://" in options.target else str(Path(options.target).absolute())
    tables = SharedTables(target, storage_options())
    if options.remove:
        for document_id in remove(options.remove, tables):
            emit(options, {"document_id": document_id, "removed": True}, f"removed {document_id}")
        return 0
    failed = False
    for result in publish(options.paths, tables, _options(home, settings, options)):
        failed = failed or result.status == "failed"
        emit(options, contract.ingested(result), console.ingested(result))
    return 1 if failed else 0


def require_extra() -> None:
    """Raises UsageError where the extra `bulk` is not installed."""
    if any(find_spec(name) is None for name in ("ray", "lance", "obstore")):
        raise UsageError(
            "This needs Ray, pylance and obstore.", "Install them with: pip install 'ragdesk[bulk]'"
        )


def _options(home: Home, settings: Settings, options: argparse.Namespace) -> "BulkOptions":
    from ragdesk.bulk.reading import ReaderSetup
    from ragdesk.bulk.run import BulkOptions

    if options.workers < 1:
        raise UsageError("--workers must be at least 1.", "Leave it out for two.")
    embedder = Engines(home, settings.models).embedder()
    reader = ReaderSetup(home.root, settings.models, settings.ingest, embedder.fingerprint)
    return BulkOptions(reader, embedder.dimensions, options.workers, options.cluster)
