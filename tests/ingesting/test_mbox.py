"""Mailboxes: each message is handed out as it is, and nothing else is taken for one."""

import mailbox
from email.message import EmailMessage
from pathlib import Path

import pytest
from flowing import check, given

from ragdesk.domain.documents import Parsed
from ragdesk.domain.errors import EmptyFileError, IngestError, TooLargeError, UnreadableFileError
from ragdesk.ingesting.readers.input_file import MAX_PARTS, InputFile, Unpacked
from ragdesk.ingesting.readers.mail.eml import parse_eml
from ragdesk.ingesting.readers.mail.mbox import parse_mbox


def read(folder: Path, data: bytes) -> Parsed:
    return check(parse_mbox(given(folder, data, "Work.mbox")))


def made(folder: Path, *bodies: str) -> bytes:
    """A mailbox as the standard library writes it."""
    box = mailbox.mbox(folder / "made")
    for number, body in enumerate(bodies, 1):
        message = EmailMessage()
        message["From"] = f"Person {number} <p{number}@example.com>"
        message["Subject"] = f"Über {number} / x"
        message["Date"] = "Wed, 05 Mar 2025 09:00:00 +0100"
        message.set_content(body)
        box.add(message)
    box.flush()
    box.close()
    return (folder / "made").read_bytes()


def test_each_message_is_a_part(tmp_path: Path) -> None:
    body = "First.\n\nFrom here on it is about pumps.\n\nFrom the start.\n"
    parsed = read(tmp_path, made(tmp_path, body, "Second."))
    assert [part.name for part in parsed.parts] == ["0001 Über 1 - x.eml", "0002 Über 2 - x.eml"]
    assert parsed.kind == "mailbox" and parsed.blocks == () and parsed.title == "Work"
    assert "1. 2025-03-05 09:00 – Person 1 <p1@example.com> – Über 1 - x" in parsed.text
    first = parsed.parts[0].path
    assert first is not None
    inner = check(parse_eml(InputFile(first, "a.eml", Unpacked(tmp_path / "more", 1_000))))
    assert "\nFrom here on it is about pumps.\n" in inner.text and "From the start." in inner.text
    assert "Second." not in inner.text


def test_lines_that_nobody_escaped_do_not_split_a_message(tmp_path: Path) -> None:
    data = (
        b"From a@b.c Wed Mar  5 09:00:00 2025\nSubject: One\n\nText\n\nFrom the beginning it was so.\n\n"
        b"From my view at 10:15 in May 2024\nit is well.\n\n"
        b"From MAILER-DAEMON Wed Mar  5 10:00:00 2025\r\nSubject: Two\r\n\r\nText\r\n"
    )
    assert [part.name for part in read(tmp_path, data).parts] == ["0001 One.eml", "0002 Two.eml"]


def test_a_mailbox_is_left_as_it_is(tmp_path: Path) -> None:
    data = made(tmp_path, "One")
    path = tmp_path / "box"
    path.write_bytes(data)
    path.chmod(0o400)
    parse_mbox(InputFile(path, "box.mbox", Unpacked(tmp_path / "parts", 1_000_000)))
    assert path.read_bytes() == data


@pytest.mark.parametrize(
    "data", [b"Just text\n", b"Subject: x\n\nFrom a@b.c Wed Mar 5 09:00 2025\nSubject: y\n", bytes(500)]
)
def test_what_is_no_mailbox_is_refused(tmp_path: Path, data: bytes) -> None:
    with pytest.raises(UnreadableFileError):
        read(tmp_path, data)


def test_empty_and_overfull_mailboxes_are_refused(tmp_path: Path) -> None:
    with pytest.raises(EmptyFileError):
        read(tmp_path, b"")
    one = b"From a@b.c Wed Mar  5 09:00:00 2025\nSubject: One\n\nText\n\n"
    with pytest.raises(TooLargeError, match="10,001"):
        read(tmp_path, one * (MAX_PARTS + 1))


def test_long_lines_and_odd_headers(tmp_path: Path) -> None:
    data = b"From a@b.c Wed Mar  5 09:00:00 2025\nFrom: " + b"(" * 100_000 + b"\n\n" + b"x" * 300_000 + b"\n"
    parsed = read(tmp_path, data)
    assert len(parsed.parts) == 1 and parsed.parts[0].path is not None
    assert parsed.parts[0].path.stat().st_size == len(data) - 36


def test_any_damage_ends_in_a_mailbox_or_an_error_of_ours(tmp_path: Path) -> None:
    data = made(tmp_path, "One", "Two\n\nFrom x\n", "Three")
    for at in range(0, len(data), 7):
        folder = tmp_path / str(at)
        folder.mkdir()
        try:
            read(folder, data[:at] + b"\x00\xff\n" + data[at + 3 :])
        except IngestError:
            continue
