"""Whose program is at the other end of a loopback connection. Linux says it; elsewhere nobody asks.

A launch token is seen for a moment by everybody on the machine, in the arguments of the browser that is opened with it, and a
cookie of 127.0.0.1 goes to every port of it, other people's servers included. What neither of them carries is the account.
"""

import logging
import os
import socket
import struct
from dataclasses import dataclass
from functools import cache

log = logging.getLogger(__name__)

Address = tuple[str, int]

_SUPERUSER = 0
# https://man7.org/linux/man-pages/man7/sock_diag.7.html: one question, about one connection (0.05 ms; reading /proc/net/tcp for
# it takes 10).
_NETLINK_SOCK_DIAG, _SOCK_DIAG_BY_FAMILY, _REQUEST, _ERROR = 4, 20, 1, 2
_ANY = 0xFFFF_FFFF
_ENDS = struct.Struct("!HH16s16s")
_HEADER = struct.Struct("=IHHII")
_ASKED = struct.Struct("=BBBBI")
_WHICH = struct.Struct("=III")
# From the beginning of the answer: its header, four bytes, the connection (as asked), three numbers, the account, the inode.
_OWNER = struct.Struct("=II")
_OWNER_AT = _HEADER.size + 4 + _ENDS.size + _WHICH.size + 12


@dataclass(frozen=True, slots=True)
class _Held:
    """Who holds a socket. `inode` 0: nobody any more, it is only being closed."""

    account: int
    inode: int


def of_another_account(peer: Address | None, here: Address | None) -> bool:
    """Whether the IPv4 connection from `peer` to `here` is not, or not any more, held by this process's own account.

    The superuser, who may read everything anyway, is nobody else. False where the system does not say it, or `peer` is None.
    """
    if peer is None or here is None or not _can_tell():
        return False
    held = _holder(peer, here)
    return held is None or held.inode == 0 or held.account not in {os.getuid(), _SUPERUSER}


@cache
def _can_tell() -> bool:
    """Whether the system knows of a connection that surely is there; a sandbox or a kernel without the module does not."""
    if not hasattr(socket, "AF_NETLINK"):
        return False
    with (
        socket.create_server(("127.0.0.1", 0)) as server,
        socket.create_connection(server.getsockname()) as client,
    ):
        try:
            held = _holder(client.getsockname(), server.getsockname())
        except OSError as error:
            log.info("whose a connection is cannot be told: %s", error)
            return False
    return held is not None and held.account == os.getuid()


def _holder(peer: Address, here: Address) -> _Held | None:
    """None: there is no such connection, or no such knowledge."""
    answer = _ask(peer, here)
    if _HEADER.unpack_from(answer)[1] == _ERROR:
        return None
    return _Held(*_OWNER.unpack_from(answer, _OWNER_AT))


def _ask(peer: Address, here: Address) -> bytes:
    ends = _ENDS.pack(peer[1], here[1], socket.inet_aton(peer[0]), socket.inet_aton(here[0]))
    question = _ASKED.pack(socket.AF_INET, socket.IPPROTO_TCP, 0, 0, _ANY) + ends + _WHICH.pack(0, _ANY, _ANY)
    header = _HEADER.pack(_HEADER.size + len(question), _SOCK_DIAG_BY_FAMILY, _REQUEST, 1, 0)
    with socket.socket(socket.AF_NETLINK, socket.SOCK_RAW, _NETLINK_SOCK_DIAG) as kernel:
        kernel.settimeout(1)
        kernel.send(header + question)
        return kernel.recv(4_096)
