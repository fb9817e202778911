"""Room on a disk, and how much of it is left for other programs, and for RAGDesk's own upkeep."""

import shutil
from pathlib import Path

# Taking files in leaves this free: bytes, or of a small disk this share.
RESERVE_BYTES = 500_000_000
RESERVE_SHARE = 0.02
# And no less than this. A ledger's log, its shared memory and a rewritten segment of words fit in.
UPKEEP_BYTES = 8_000_000
UPKEEP_SHARE = 0.1


def room(folder: Path) -> int:
    """Bytes that may be written to the folder's disk; below 0 where less is free than is to stay free."""
    usage = shutil.disk_usage(folder)
    return usage.free - max(min(RESERVE_BYTES, int(usage.total * RESERVE_SHARE)), upkeep(folder))


def upkeep(folder: Path) -> int:
    """Bytes that it takes to open the stores on the folder's disk, and to remove something from them."""
    return min(UPKEEP_BYTES, int(shutil.disk_usage(folder).total * UPKEEP_SHARE))
