"""`ragdesk bulk` on a cluster that somebody has started: two nodes read, one is killed in the middle; what is published is what
`ragdesk add` stores."""

import os
import secrets
import shutil
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field
from pathlib import Path

import psutil
import pytest
from bulk_running import SAME_TURN, await_actor, command, family, reads, vectors

from ragdesk.bulk.cluster import BOOTSTRAP, NO_CLOUD, QUIET

pytestmark = [pytest.mark.bulk, pytest.mark.timeout(1_500)]
# In a network of its own no other program has it.
PORT = 6379
SMALL = ("--object-store-memory", "100000000")
# A node gives up the start after 30 seconds, which are not enough on a busy machine.
PATIENT = {"RAY_raylet_start_wait_time_s": "300"}


@dataclass
class StartedCluster:
    """A head that reads nothing, and nodes with a processor each. `inside` leads a command into where they are: a network of
    their own, of which 127.0.0.1 is all."""

    address: str
    inside: Sequence[str]
    environment: Mapping[str, str]
    nodes: list["subprocess.Popen[bytes]"] = field(default_factory=list)

    def add_node(self) -> None:
        joins = ["--address", self.address, "--num-cpus", "1", *SMALL]
        node = _ray(self.inside, self.environment, *joins)
        self.nodes.append(node)
        _await_raylet(node)

    def publish(self, documents: Path, target: Path, home: Path) -> "subprocess.Popen[bytes]":
        arguments = command(documents, target, "--workers", 2, "--cluster", self.address, home=home)
        return subprocess.Popen([*self.inside, *arguments], stdout=subprocess.DEVNULL, env=self.environment)

    def node_of(self, process: psutil.Process) -> "subprocess.Popen[bytes]":
        above = {each.pid for each in process.parents()}
        [node] = [node for node in self.nodes if node.pid in above]
        return node

    def reading(self) -> set[int]:
        """The nodes on which an actor reads."""
        return {node.pid for node in self.nodes if any(map(reads, family(node.pid)))}


def _ray(inside: Sequence[str], environment: Mapping[str, str], *arguments: str) -> "subprocess.Popen[bytes]":
    """Started as by hand; it stays, and what it starts is below it."""
    start = "from ray.scripts.scripts import main; main()"
    named = ["start", "--block", "--disable-usage-stats", "--node-ip-address", "127.0.0.1", *arguments]
    return subprocess.Popen(
        [*inside, sys.executable, "-c", start, *named],
        stdout=subprocess.DEVNULL,
        stderr=subprocess.DEVNULL,
        env=environment,
    )


def _kill(process: "subprocess.Popen[bytes]") -> None:
    """With all that it started, at once."""
    processes = family(process.pid)
    for each in processes:
        try:
            each.kill()
        except psutil.NoSuchProcess:
            continue
    process.wait()
    psutil.wait_procs(processes, timeout=30)


@pytest.fixture(scope="module")
def cluster() -> Iterator[StartedCluster]:
    with _started() as cluster:
        yield cluster


@contextmanager
def _started() -> Iterator[StartedCluster]:
    with tempfile.TemporaryDirectory(prefix="rd-", dir="/tmp", ignore_cleanup_errors=True) as name:
        folder = Path(name)
        (folder / BOOTSTRAP).write_text(NO_CLOUD)
        ours = {"HOME": name, "RAY_AUTH_TOKEN": secrets.token_hex(32)}
        environment = os.environ | SAME_TURN | QUIET | PATIENT | ours
        alone = ["--num-cpus", "0", "--include-dashboard", "false", "--temp-dir", name]
        if not all(map(shutil.which, ("unshare", "nsenter", "ip"))):
            pytest.skip("there are no unshare, nsenter and ip")
        network = subprocess.Popen(
            ["unshare", "--net", "sh", "-c", "ip link set lo up && echo up && exec sleep 3600"],
            stdout=subprocess.PIPE,
        )
        if network.stdout is None or network.stdout.readline() != b"up\n":
            pytest.skip("no right to make a network namespace")
        inside = ["nsenter", f"--net=/proc/{network.pid}/ns/net"]
        head = _ray(inside, environment, "--head", "--port", str(PORT), *alone, *SMALL)
        cluster = StartedCluster(f"127.0.0.1:{PORT}", inside, environment)
        try:
            _await_raylet(head)
            for _ in range(2):  # one after the other: two that start at once take the same names
                cluster.add_node()
            yield cluster
        finally:
            for each in (*cluster.nodes, head, network):
                _kill(each)


def _await_raylet(node: "subprocess.Popen[bytes]") -> None:
    deadline = time.monotonic() + 300
    while not any(map(_is_raylet, family(node.pid))):
        assert time.monotonic() < deadline and node.poll() is None, "Ray did not start"
        time.sleep(0.2)


def _is_raylet(process: psutil.Process) -> bool:
    try:
        return process.name() == "raylet"
    except psutil.NoSuchProcess:
        return False


def test_two_nodes_publish_the_ids_and_the_very_vectors_that_add_stores(
    cluster: StartedCluster, folder: Path, documents: Path, local: dict[str, bytes]
) -> None:
    target = folder / "two-nodes"
    running = cluster.publish(documents, target, folder / "home")
    seen = set[int]()
    while running.poll() is None:
        assert all(node.poll() is None for node in cluster.nodes), "a node has ended"
        seen |= cluster.reading()
        time.sleep(0.05)
    assert running.returncode == 1  # one file is broken
    assert len(seen) == 2, "both nodes read"
    assert vectors(target) == local


def test_a_node_that_is_killed_costs_nothing(
    cluster: StartedCluster, folder: Path, documents: Path, local: dict[str, bytes]
) -> None:
    target = folder / "killed-node"
    running = cluster.publish(documents, target, folder / "home")
    reading = await_actor(*(node.pid for node in cluster.nodes))
    _kill(cluster.node_of(reading))
    assert running.wait(timeout=1_200) == 1  # one file is broken
    assert vectors(target) == local
