"""A real object store on loopback: SeaweedFS, from the package index."""

import json
import shutil
import socket
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path

import pytest

BUCKET = "department"
_KEYS = {"publisher": ["Admin", "Read", "Write", "List"], "desk": ["Read", "List"]}


@dataclass(frozen=True, slots=True)
class Seaweed:
    """A running store. `publisher` may write, `desk` may read."""

    endpoint: str
    process: "subprocess.Popen[bytes]"

    def options(self, who: str) -> dict[str, str]:
        """As Lance takes them."""
        return {
            "aws_endpoint": self.endpoint,
            "aws_region": "us-east-1",
            "aws_access_key_id": who,
            "aws_secret_access_key": f"{who}-secret",
            "allow_http": "true",
        }

    def environment(self, who: str) -> dict[str, str]:
        options = {name.upper(): value for name, value in self.options(who).items()}
        return options | {"AWS_ALLOW_HTTP": options.pop("ALLOW_HTTP")}


@contextmanager
def running_seaweed(folder: Path, volumes: int = 20) -> Iterator[Seaweed]:
    """With room for so many volumes of 64 MB."""
    weed = shutil.which("weed", path=str(Path(sys.executable).parent))
    if weed is None:
        pytest.skip("SeaweedFS is not installed: `make bulk-test`")
    keys = [
        {
            "name": name,
            "credentials": [{"accessKey": name, "secretKey": f"{name}-secret"}],
            "actions": actions,
        }
        for name, actions in _KEYS.items()
    ]
    config = folder / "keys.json"
    config.write_text(json.dumps({"identities": keys}))
    master, volume, filer, s3 = (_free_port() for _ in range(4))
    ports = [f"-master.port={master}", f"-volume.port={volume}", f"-filer.port={filer}", f"-s3.port={s3}"]
    quiet = ["-master.telemetry=false", "-s3.port.iceberg=0", "-s3.port.lance=0"]
    small = ["-master.volumeSizeLimitMB=64", f"-volume.max={volumes}", "-volume.minFreeSpace=1"]
    (folder / "data").mkdir()
    process = subprocess.Popen(
        [weed, "server", f"-dir={folder / 'data'}", "-ip=127.0.0.1", "-ip.bind=127.0.0.1", "-s3"]
        + [f"-s3.config={config}", *ports, *quiet, *small],
        cwd=folder,
        stdout=subprocess.DEVNULL,
        stderr=subprocess.DEVNULL,
    )
    try:
        for port in (master, filer, s3):
            _await(port)
        made = f"s3.bucket.create -name {BUCKET}\n".encode()
        subprocess.run(
            [weed, "shell", f"-master=127.0.0.1:{master}"],
            input=made,
            check=True,
            capture_output=True,
            timeout=60,
        )
        yield Seaweed(f"http://127.0.0.1:{s3}", process)
    finally:
        process.kill()
        process.wait()


def _free_port() -> int:
    """One that is free together with the one 10,000 above, where SeaweedFS has its gRPC."""
    while True:
        with socket.create_server(("127.0.0.1", 0)) as first:
            port: int = first.getsockname()[1]
        if port < 55_000:
            with socket.socket() as second:
                if second.connect_ex(("127.0.0.1", port + 10_000)):
                    return port


def _await(port: int) -> None:
    deadline = time.monotonic() + 120
    while time.monotonic() < deadline:
        with socket.socket() as client:
            if client.connect_ex(("127.0.0.1", port)) == 0:
                return
        time.sleep(0.1)
    raise AssertionError("SeaweedFS did not start")
