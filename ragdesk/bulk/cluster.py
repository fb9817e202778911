"""Ray, kept quiet. By itself it listens on every interface, looks for its address at 8.8.8.8, reports that it is used, and, even
where it may not, asks the clouds' metadata services where it runs."""

import logging
import os
import secrets
import tempfile
import warnings
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

QUIET = {
    "RAY_USAGE_STATS_ENABLED": "0",
    "RAY_AUTH_MODE": "token",
    "RAY_ENABLE_UV_RUN_RUNTIME_ENV": "0",
    "RAY_ACCEL_ENV_VAR_OVERRIDE_ON_ZERO": "0",
    "RAY_BACKEND_LOG_LEVEL": "fatal",
    "LANCE_LOG": "error",
}
# Else Ray on Linux takes the address of a network card for its own, even where it is told 127.0.0.1.
ALONE = {"RAY_ENABLE_WINDOWS_OR_OSX_CLUSTER": "0"}
# In the home of whoever starts Ray; it tells Ray that it runs in no cloud, so that it asks none.
BOOTSTRAP, NO_CLOUD = "ray_bootstrap_config.yaml", "provider: {type: local}\n"
# What Ray keeps in memory of what one stage hands to the next: paths and names of fragments.
STORE_BYTES = 200_000_000


def quiet() -> None:
    """To be called before Ray and Lance are imported."""
    os.environ.update(QUIET)
    # Ray starts its processes by fork and exec at once: nothing of Lance runs in between.
    warnings.filterwarnings("ignore", "lance is not fork-safe")


@contextmanager
def cluster(workers: int, address: str = "") -> Iterator[Any]:
    """Ray on this machine alone, or (by its address) on a cluster that somebody has started; gives the module `ray`."""
    quiet()
    os.environ.update({} if address else ALONE)
    os.environ.setdefault("RAY_AUTH_TOKEN", secrets.token_hex(32))
    import ray
    import ray.data

    with _folder() as folder:
        if address:
            ray.init(address=address, log_to_driver=False, logging_level="ERROR")
        else:
            _start_alone(ray, workers, folder)
        ray.data.DataContext.get_current().enable_progress_bars = False
        logging.getLogger("ray.data").setLevel(logging.ERROR)
        try:
            yield ray
        finally:
            ray.shutdown()


@contextmanager
def _folder() -> Iterator[Path]:
    """For Ray's logs and sockets, whose paths must be short; it goes with the run."""
    place = Path("/tmp")
    with tempfile.TemporaryDirectory(
        prefix="rd-", dir=place if place.is_dir() else None, ignore_cleanup_errors=True
    ) as name:
        yield Path(name)


def _start_alone(ray: Any, workers: int, folder: Path) -> None:
    (folder / BOOTSTRAP).write_text(NO_CLOUD)
    home = os.environ.get("HOME")
    os.environ["HOME"] = str(folder)
    try:
        ray.init(
            num_cpus=workers,
            include_dashboard=False,
            object_store_memory=STORE_BYTES,
            log_to_driver=False,
            logging_level="ERROR",
            _node_ip_address="127.0.0.1",
            _temp_dir=str(folder),
        )
    finally:
        if home is None:
            del os.environ["HOME"]
        else:
            os.environ["HOME"] = home
