"""Outlook's message files, made with extract-msg's writer: what is read of them, and which are refused."""

import io
import struct
from pathlib import Path

import pytest
from extract_msg import OleWriter
from flowing import check, given

from ragdesk.domain.documents import Parsed
from ragdesk.domain.errors import IngestError, UnreadableFileError
from ragdesk.ingesting.readers.input_file import InputFile, Unpacked
from ragdesk.ingesting.readers.mail.msg import parse_msg

TOP_HEADER, INNER_HEADER, SMALL_HEADER = 32, 24, 8


def fixed(tag: int, kind: int, value: bytes) -> bytes:
    """An entry of a property stream: tag, flags (readable and writable), 8 bytes of value."""
    return struct.pack("<HHI", kind, tag, 6) + value.ljust(8, b"\0")


def number(tag: int, value: int) -> bytes:
    return fixed(tag, 0x0003, struct.pack("<i", value))


def moment(tag: int, filetime: int) -> bytes:
    return fixed(tag, 0x0040, struct.pack("<q", filetime))


class Outlook:
    """Writes a message's streams ([MS-OXMSG])."""

    def __init__(self) -> None:
        self.writer = OleWriter()
        for tag in ("00020102", "00030102", "00040102"):
            self.stream(f"__nameid_version1.0/__substg1.0_{tag}", b"")

    def stream(self, path: str, data: bytes) -> None:
        self.writer.addEntry(path, data)

    def text(self, tag: str, value: str, at: str = "") -> None:
        self.stream(f"{at}__substg1.0_{tag}001F", value.encode("utf-16-le"))

    def message(self, at: str = "", header: int = TOP_HEADER, attachments: int = 0, **texts: str) -> None:
        """Texts by tag ("t0037": the subject)."""
        unicode_store = number(0x340D, 0x00040000)
        sent = moment(0x0039, 133_856_352_000_000_000)
        counts = struct.pack("<8xIIII", 1, attachments, 1, attachments)
        self.stream(f"{at}__properties_version1.0", counts.ljust(header, b"\0") + unicode_store + sent)
        self.text("001A", "IPM.Note", at)
        for tag, value in texts.items():
            self.text(tag[1:], value, at)
        to = f"{at}__recip_version1.0_#00000000/"
        self.stream(f"{to}__properties_version1.0", bytes(SMALL_HEADER) + number(0x0C15, 1))
        self.text("3001", "Ada Ball", to)
        self.text("39FE", "ada@example.com", to)

    def attachment(self, index: int, name: str, content: bytes | None, method: int = 1, cid: str = "") -> str:
        at = f"__attach_version1.0_#{index:08X}/"
        self.stream(f"{at}__properties_version1.0", bytes(SMALL_HEADER) + number(0x3705, method))
        self.text("3707", name, at)
        if cid:
            self.text("3712", cid, at)
        if content is not None:
            self.stream(f"{at}__substg1.0_37010102", content)
        return at

    def bytes(self) -> bytes:
        out = io.BytesIO()
        self.writer.write(out)
        return out.getvalue()


def read(folder: Path, data: bytes, name: str = "a.msg") -> Parsed:
    return check(parse_msg(given(folder, data, name)))


def simple(**texts: str) -> Outlook:
    outlook = Outlook()
    texts = {
        "t0037": "Prüfplan",
        "t1000": "The pump is serviced in May.\r\n",
        "t0C1A": "Bert Kohl",
        "t5D01": "bert@example.com",
        "t1035": "<2@example.com>",
    } | texts
    outlook.message(**texts)
    return outlook


def found(parsed: Parsed) -> str:
    return "\n".join(parsed.text[b.char_start : b.char_end] for b in parsed.blocks)


def test_header_body_and_properties(tmp_path: Path) -> None:
    parsed = read(tmp_path, simple(t1042="<1@x.y>", t1039="<0@x.y> <1@x.y>").bytes())
    assert parsed.kind == "email" and parsed.title == "Prüfplan"
    assert parsed.text.startswith(
        "# Prüfplan\n\nFrom: Bert Kohl <bert@example.com>\nTo: Ada Ball <ada@example.com>\nDate: 2025-03-05 08:00 +00:00\n"
        "\nThe pump is serviced in May."
    )
    stated = dict(parsed.properties)
    assert stated["thread"] == "<0@x.y>" and stated["in_reply_to"] == "<1@x.y>"
    assert stated["participants"] == "bert@example.com, ada@example.com"


def test_headers_of_the_net_count_first(tmp_path: Path) -> None:
    head = "From: =?utf-8?Q?J=C3=BCrgen?= <j@b.c>\r\nTo: x@y.z\r\nDate: Wed, 05 Mar 2025 09:00:00 +0100\r\n"
    parsed = read(tmp_path, simple(t007D=head).bytes())
    assert "From: Jürgen <j@b.c>\nTo: x@y.z\nDate: 2025-03-05 09:00 +01:00" in parsed.text


def test_the_message_below_an_answer_is_a_section_of_its_own(tmp_path: Path) -> None:
    body = "In May.\r\n\r\nVon: Ada <ada@example.com>\r\nGesendet: Dienstag\r\nAn: Bert\r\nBetreff: Pumpe\r\n\r\nOLD\r\n"
    parsed = read(tmp_path, simple(t0037="AW: Pumpe", t1000=body).bytes())
    heading = next(block for block in parsed.blocks if block.title.startswith("↩"))
    assert heading.title == "↩ Von: Ada <ada@example.com> Gesendet: Dienstag"
    assert "In May." in found(parsed) and found(parsed).endswith("OLD")


def test_the_page_is_read_where_there_is_no_text(tmp_path: Path) -> None:
    outlook = simple(t1000="")
    outlook.stream(
        "__substg1.0_10130102", "<html><body><h2>Töpfe</h2><p>Page words</p></body></html>".encode()
    )
    got = found(read(tmp_path, outlook.bytes()))
    assert "## Töpfe" in got and "Page words" in got


def test_attachments_are_handed_out(tmp_path: Path) -> None:
    outlook = simple(attachments=2)  # type: ignore[arg-type]
    outlook.attachment(0, "Größe.pdf", b"%PDF-1.4")
    inner = outlook.attachment(1, "", None, method=5)
    outlook.message(f"{inner}__substg1.0_3701000D/", INNER_HEADER, t0037="Inner / one", t1000="Inner words")
    parsed = read(tmp_path, outlook.bytes())
    assert [part.name for part in parsed.parts] == ["Größe.pdf", "Inner - one.msg"]
    assert "- Größe.pdf" in found(parsed) and "Inner words" not in parsed.text
    first, second = (part.path for part in parsed.parts)
    assert first is not None and first.read_bytes() == b"%PDF-1.4" and second is not None
    again = check(parse_msg(InputFile(second, "Inner - one.msg", Unpacked(tmp_path / "more", 1_000))))
    assert again.title == "Inner / one" and "Inner words" in found(again)


def test_an_attachment_that_is_not_there_is_named(tmp_path: Path) -> None:
    outlook = simple()
    outlook.attachment(0, "linked.docx", None, method=2)
    part = read(tmp_path, outlook.bytes()).parts[0]
    assert part.name == "linked.docx" and part.path is None and part.problem


def test_an_email_under_the_wrong_name_is_read(tmp_path: Path) -> None:
    parsed = read(tmp_path, b"From: a@b.c\nSubject: x\n\nText words\n")
    assert parsed.title == "x" and "Text words" in found(parsed)


def test_what_is_no_message_is_refused(tmp_path: Path) -> None:
    other = OleWriter()
    other.addEntry("WordDocument", b"x" * 5_000)
    out = io.BytesIO()
    other.write(out)
    for data in (out.getvalue(), out.getvalue()[:700], b"words", out.getvalue()[:8] + bytes(4_000)):
        with pytest.raises(UnreadableFileError):
            read(tmp_path, data)


def test_any_damage_ends_in_a_message_or_an_error_of_ours(tmp_path: Path) -> None:
    outlook = simple()
    outlook.attachment(0, "a.txt", b"content" * 100)
    data = outlook.bytes()
    for at in range(0, len(data), max(1, len(data) // 60)):
        folder = tmp_path / str(at)
        folder.mkdir()
        try:
            read(folder, data[:at] + bytes([at % 256, 0xFF, 0xFF, 0x7F]) * 4 + data[at + 16 :])
        except IngestError:
            continue


def test_real_messages(tmp_path: Path, evals: Path) -> None:
    folder = evals / "hostile" / "eml"
    wanted = {"testMSG_chinese.msg": "中文測試", "multi-nested.msg": "Part 2 of the outer message."}
    for name, words in wanted.items():
        parsed = check(parse_msg(InputFile(folder / name, name, Unpacked(tmp_path / name, 1_000_000))))
        assert words in found(parsed)
    assert [part.name for part in parsed.parts] == ["3d-vise.gif", "3d-eye.gif", "evil/filename.eml"]
