"""A bare system: namespaces of its own for network and mounts, a minimal Debian as root folder, another user.

Where debootstrap cannot make a Debian, the machine's own system is used with an empty environment; the figures say which it was.
"""

import os
import shutil
import subprocess
import sys
import time
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field
from pathlib import Path

DEBIAN = Path(os.environ.get("RAGDESK_BARE", ".cache/bundle/debian")).absolute()
PERSON = 1000
PLACE = "/opt/ragdesk"
# No Python, no compiler, nothing of the building machine.
ENVIRONMENT = {"PATH": "/usr/bin:/bin", "LANG": "C.UTF-8"}
# Brings `lo` up without iproute2: SIOCSIFFLAGS with IFF_UP | IFF_RUNNING.
LOOPBACK = "import fcntl,socket,struct;s=socket.socket();fcntl.ioctl(s,0x8914,struct.pack('16sh',b'lo',0x41))"


@dataclass
class Bare:
    """The system while it is there. `home` is the person's folder as seen from outside, `inside` as seen from within."""

    holder: int
    root: Path
    kind: str
    started: "list[subprocess.Popen[str]]" = field(default_factory=list)

    @property
    def home(self) -> Path:
        return self.root / "home/person"

    def command(
        self, *arguments: str, environment: dict[str, str] | None = None, user: int = PERSON
    ) -> list[str]:
        """How the bundle's program is called inside, as the person or as another user."""
        variables = ENVIRONMENT | {"HOME": "/home/person"} | (environment or {})
        return [
            *self._enter("--mount"),
            "chroot",
            f"--userspec={user}:{user}",
            str(self.root),
            "/usr/bin/env",
            "-i",
            *(f"{name}={value}" for name, value in variables.items()),
            f"{PLACE}/ragdesk",
            *arguments,
        ]

    def run(
        self, *arguments: str, environment: dict[str, str] | None = None, user: int = PERSON
    ) -> "subprocess.CompletedProcess[str]":
        called = self.command(*arguments, environment=environment, user=user)
        return subprocess.run(called, capture_output=True, text=True, timeout=600, check=False)

    def start(
        self, *arguments: str, environment: dict[str, str] | None = None, user: int = PERSON
    ) -> "subprocess.Popen[str]":
        """The program in the background; it is ended with the system."""
        called = self.command(*arguments, environment=environment, user=user)
        process = subprocess.Popen(called, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True)
        self.started.append(process)
        return process

    def drive(self, *arguments: str, seconds: float = 600) -> "subprocess.CompletedProcess[str]":
        """Run `drive.py` outside of the bare system, in its network: this machine's browser looks at the bare app."""
        script = Path(__file__).with_name("drive.py")
        return subprocess.run(
            [*self._enter(), sys.executable, str(script), *arguments],
            capture_output=True,
            text=True,
            timeout=seconds,
            check=False,
        )

    def _enter(self, *more: str) -> list[str]:
        return ["nsenter", f"--target={self.holder}", "--net", *more]


@contextmanager
def bare_system(bundle: Path, examples: Path) -> Iterator[Bare]:
    """Build the system, and take it down again."""
    has_debian = debootstrap(DEBIAN)
    kind = "Debian 12 minbase by debootstrap" if has_debian else "this machine's system, empty environment"
    root = DEBIAN if has_debian else Path("/")
    assert has_debian, "without debootstrap the bundle cannot be shown to need nothing"
    person = root / "home/person"
    shutil.rmtree(person, ignore_errors=True)
    shutil.copytree(examples, person / "Documents")
    place = root / PLACE.lstrip("/")
    place.mkdir(parents=True, exist_ok=True)
    for path in (person, *person.rglob("*")):
        os.chown(path, PERSON, PERSON)
    script = (
        f"mount --bind {bundle} {place} && mount -o remount,bind,ro {place} && "
        f"mount -t proc proc {root}/proc && mount -t tmpfs tmpfs {root}/dev/shm && "
        f"mkdir -p {root}/mnt/small && mount -t tmpfs -o size=300k,mode=1777 tmpfs {root}/mnt/small && "
        f'{sys.executable} -c "{LOOPBACK}" && exec sleep 7200'
    )
    holder = subprocess.Popen(["unshare", "--net", "--mount", "--propagation=private", "sh", "-c", script])
    system = Bare(holder.pid, root, kind)
    try:
        _wait_for(holder, "sleep")
        yield system
    finally:
        for process in system.started:
            process.terminate()
            process.wait(30)
        holder.terminate()
        holder.wait(10)


def debootstrap(folder: Path) -> bool:
    """Make a minimal Debian at `folder`, unless it is there; whether it is."""
    done = folder / ".made"
    if done.exists():
        return True
    if shutil.which("debootstrap") is None:
        return False
    shutil.rmtree(folder, ignore_errors=True)
    made = subprocess.run(["debootstrap", "--variant=minbase", "bookworm", folder], check=False)
    if made.returncode == 0:
        done.touch()
    return made.returncode == 0


def _wait_for(holder: "subprocess.Popen[bytes]", name: str) -> None:
    """The mounts are done when the shell has become `sleep`."""
    deadline = time.monotonic() + 20
    while Path(f"/proc/{holder.pid}/comm").read_text().strip() != name:
        assert holder.poll() is None and time.monotonic() < deadline, "the namespaces could not be set up"
        time.sleep(0.05)


def family(process: int) -> Sequence[int]:
    """The process and all below it."""
    import psutil

    me = psutil.Process(process)
    return [me.pid, *(child.pid for child in me.children(recursive=True))]


def proportional_set_size(process: int) -> int:
    """Bytes of memory that a process holds, its share of what it shares counted by halves: PSS of /proc/PID/smaps_rollup."""
    for line in Path(f"/proc/{process}/smaps_rollup").read_text().splitlines():
        if line.startswith("Pss:"):
            return int(line.split()[1]) * 1024
    raise AssertionError("no Pss line")
