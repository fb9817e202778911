"""Zip archives: what is handed out, what is left out and why, and how bombs and damaged ones are refused."""

import io
import stat
import struct
import zipfile
import zlib
from collections.abc import Sequence
from pathlib import Path

import pytest
from flowing import check, given

from ragdesk.domain.documents import Parsed
from ragdesk.domain.errors import (
    EmptyFileError,
    EncryptedFileError,
    IngestError,
    TooLargeError,
    UnreadableFileError,
)
from ragdesk.ingesting.readers.input_file import InputFile, Unpacked
from ragdesk.ingesting.readers.parse import parse
from ragdesk.ingesting.readers.zip_file import parse_zip
from ragdesk.ingesting.readers.zip_names import told_from

pytestmark = pytest.mark.break_it("archive: names, bombs, damage")


def packed(members: dict[str, bytes], method: int = zipfile.ZIP_DEFLATED) -> bytes:
    out = io.BytesIO()
    with zipfile.ZipFile(out, "w", method) as archive:
        for name, content in members.items():
            archive.writestr(name, content)
    return out.getvalue()


def read(folder: Path, data: bytes, password: str = "") -> Parsed:
    return check(parse_zip(given(folder, data, "papers.zip", password)))


def locked(password: str, content: bytes = b"the secret") -> bytes:
    """An archive of one stored member, encrypted the old way, which zipfile only reads (PKWARE's APPNOTE, 6.1)."""
    table = [0] * 256
    for n in range(256):
        c = n
        for _ in range(8):
            c = 0xEDB88320 ^ (c >> 1) if c & 1 else c >> 1
        table[n] = c
    keys = [0x12345678, 0x23456789, 0x34567890]

    def update(byte: int) -> None:
        keys[0] = (keys[0] >> 8) ^ table[(keys[0] ^ byte) & 0xFF]
        keys[1] = ((keys[1] + (keys[0] & 0xFF)) * 134775813 + 1) & 0xFFFFFFFF
        keys[2] = (keys[2] >> 8) ^ table[(keys[2] ^ (keys[1] >> 24)) & 0xFF]

    def encrypted(byte: int) -> int:
        mixed = (keys[2] | 2) & 0xFFFF
        update(byte)
        return byte ^ ((mixed * (mixed ^ 1) >> 8) & 0xFF)

    for byte in password.encode():
        update(byte)
    crc = zipfile.crc32(content) & 0xFFFFFFFF  # type: ignore[attr-defined]
    body = bytes(encrypted(byte) for byte in bytes(11) + bytes([crc >> 24]) + content)
    name = b"a.txt"
    fields = struct.pack("<HHHHHIIIHH", 20, 1, 0, 0, 0x21, crc, len(body), len(content), len(name), 0)
    local = b"PK\x03\x04" + fields + name + body
    central = b"PK\x01\x02" + struct.pack("<H", 20) + fields + struct.pack("<HHHII", 0, 0, 0, 0, 0) + name
    end = b"PK\x05\x06" + struct.pack("<HHHHIIH", 0, 0, 1, 1, len(central), len(local), 0)
    return local + central + end


def test_members_are_handed_out_under_clean_names(tmp_path: Path) -> None:
    parsed = read(
        tmp_path,
        packed(
            {
                "a.txt": b"one",
                "deep/er/ü.md": b"two",
                "../../etc/passwd": b"three",
                "/root.txt": b"four",
                "C:\\temp\\b.txt": b"five",
                "inner.zip": packed({"x": b"y"}),
                "folder/": b"",
                "__MACOSX/._a.txt": b"-",
                "deep/.DS_Store": b"-",
                "Thumbs.db": b"-",
            }
        ),
    )
    assert [part.name for part in parsed.parts] == [
        "a.txt",
        "deep/er/ü.md",
        "etc/passwd",
        "root.txt",
        "temp/b.txt",
        "inner.zip",
    ]
    for part in parsed.parts:
        assert part.path is not None and part.path.parent == tmp_path / "parts"
    assert parsed.kind == "archive" and parsed.blocks == () and parsed.title == "papers"
    assert "- deep/er/ü.md (3 bytes)" in parsed.text


@pytest.mark.parametrize(
    "method", [zipfile.ZIP_STORED, zipfile.ZIP_DEFLATED, zipfile.ZIP_BZIP2, zipfile.ZIP_LZMA]
)
def test_every_method_of_python_is_read(tmp_path: Path, method: int) -> None:
    part = read(tmp_path, packed({"a.txt": b"words " * 1_000}, method)).parts[0]
    assert part.path is not None and part.path.read_bytes() == b"words " * 1_000


def test_names_in_utf_8_that_nobody_declared(tmp_path: Path) -> None:
    data = packed({"xx.txt": b"one"}).replace(b"xx.txt", "ü.txt".encode())
    assert read(tmp_path, data).parts[0].name == "ü.txt"


class Unflagged(zipfile.ZipInfo):
    """A member whose name is written as bytes of any encoding, as programs do that know no other."""

    def __init__(self, raw: bytes, extra: bytes = b"") -> None:
        super().__init__(raw.hex())
        self._raw, self.extra = raw, extra

    def _encodeFilenameFlags(self) -> tuple[bytes, int]:  # zipfile's own
        return self._raw, 0


def packed_raw(names: Sequence[bytes | str], extra: bytes = b"") -> bytes:
    """An archive of names as bytes, and of names that are flagged as UTF-8."""
    out = io.BytesIO()
    with zipfile.ZipFile(out, "w") as archive:
        for number, name in enumerate(names):
            member = Unflagged(name, extra) if isinstance(name, bytes) else zipfile.ZipInfo(name)
            archive.writestr(member, f"file {number}")
    return out.getvalue()


NAMES = {
    "gb18030": ("发票扫描件.pdf", "租房/押金收据.jpg", "体检结果-张伟.docx", "年终奖.xlsx"),
    "cp932": ("領収書.pdf", "旅行/ホテルの予約.txt", "給与明細_七月.xlsx", "履歴書(最新).docx"),
    "koi8_r": ("Квитанция.pdf", "Отпуск/Билеты на поезд.txt", "Расписание уроков.xls", "ПРИКАЗ.doc"),
    "cp866": ("Квитанция.pdf", "Отпуск/Билеты на поезд.txt", "Расписание уроков.xls", "ПРИКАЗ.doc"),
    "cp1251": ("Квитанция.pdf", "Отпуск/Билеты на поезд.txt", "Расписание уроков.xls", "ПРИКАЗ.doc"),
    "cp850": ("Rückgabe.pdf", "Fotos/Schloß.jpg", "Señal.txt", "Årsmøde.doc", "Declaração.pdf"),
    "cp437": ("Rückgabe.pdf", "Fotos/Schloß.jpg", "Señal.txt", "Garçon.doc"),
    "cp1252": ("Rückgabe.pdf", "Fotos/Schloß.jpg", "Señal.txt", "Årsmøde.doc", "Declaração.pdf"),
    "cp950": ("發票掃描.pdf", "租屋/押金收據.jpg", "體檢結果.docx"),
    "cp949": ("영수증.pdf", "여행/호텔 예약 확인.txt", "이력서.hwp"),
    "utf-8": ("发票.pdf", "Квитанция.pdf", "Rückgabe.pdf", "領収書.pdf"),
}


@pytest.mark.parametrize("encoding", NAMES)
def test_names_without_a_flag_are_told_by_all_of_them_together(tmp_path: Path, encoding: str) -> None:
    names = ["plain.txt", *NAMES[encoding]]
    parsed = read(tmp_path, packed_raw([name.encode(encoding) for name in names]))
    assert [part.name for part in parsed.parts] == names
    told = dict(parsed.properties).get("names_encoding", "utf-8")
    assert [part.name.encode(told) for part in parsed.parts] == [name.encode(encoding) for name in names], (
        "the bytes can be had back"
    )


# Traditional characters as bytes are simplified ones, too: there it takes more names than one.
SINGLE = [(encoding, name) for encoding, names in NAMES.items() if encoding != "cp950" for name in names[:3]]


@pytest.mark.parametrize(("encoding", "name"), SINGLE)
def test_a_single_name_is_told_too(encoding: str, name: str) -> None:
    assert name.encode(encoding).decode(told_from([name.encode(encoding)])) == name


def test_a_flag_is_believed_and_says_nothing_of_the_others(tmp_path: Path) -> None:
    names = ["Квитанция.pdf", "发票扫描件.pdf".encode("gb18030"), "年终奖.xlsx".encode("gb18030")]
    parsed = read(tmp_path, packed_raw(names))
    assert [part.name for part in parsed.parts] == ["Квитанция.pdf", "发票扫描件.pdf", "年终奖.xlsx"]


def test_a_name_that_stands_beside_in_utf_8_is_taken_where_it_is_of_this_name(tmp_path: Path) -> None:
    raw, meant = b"??.txt", "領収書.txt".encode()
    for right, shown in ((zlib.crc32(raw), "領収書.txt"), (7, "??.txt")):
        content = b"\x01" + struct.pack("<L", right) + meant
        folder = tmp_path / str(right)
        folder.mkdir()
        extra = struct.pack("<HH", 0x7075, len(content)) + content
        assert read(folder, packed_raw([raw], extra)).parts[0].name == shown


def test_names_that_no_encoding_explains_are_still_names(tmp_path: Path) -> None:
    names = [bytes([number, 255 - number // 2]) + b".txt" for number in range(128, 256)]
    assert len(read(tmp_path, packed_raw(names)).parts) == len(names)


def test_names_of_any_bytes_take_time_that_grows_with_their_number() -> None:
    assert told_from(bytes([128 + n % 120, 65 + n % 60, 200 - n % 70]) * 40 for n in range(100_000))


def test_links_are_not_followed(tmp_path: Path) -> None:
    out = io.BytesIO()
    with zipfile.ZipFile(out, "w") as archive:
        link = zipfile.ZipInfo("link")
        link.create_system, link.external_attr = 3, (stat.S_IFLNK | 0o777) << 16
        archive.writestr(link, "/etc/passwd")
        archive.writestr("a.txt", "one")
    first, second = read(tmp_path, out.getvalue()).parts
    assert first.path is None and "points to another file" in str(first.problem) and second.path is not None


def test_passwords(tmp_path: Path) -> None:
    for number, password in enumerate(("", "wrong", "nearly")):
        (tmp_path / str(number)).mkdir()
        with pytest.raises(EncryptedFileError, match="password") as caught:
            read(tmp_path / str(number), locked("right"), password)
        assert "--password" in caught.value.hint
    part = read(tmp_path, locked("right"), "right").parts[0]
    assert part.path is not None and part.path.read_bytes() == b"the secret"


def test_a_method_that_python_has_not_costs_one_member(tmp_path: Path) -> None:
    data = bytearray(packed({"a.txt": b"one", "b.txt": b"two"}, zipfile.ZIP_STORED))
    data[8:10] = struct.pack("<H", 97)
    central = data.index(b"PK\x01\x02")
    data[central + 10 : central + 12] = struct.pack("<H", 97)
    first, second = read(tmp_path, bytes(data)).parts
    assert first.path is None and first.problem and second.path is not None


def test_a_damaged_member_costs_one_member(tmp_path: Path) -> None:
    data = packed({"a.txt": b"one one", "b.txt": b"two"}, zipfile.ZIP_STORED).replace(b"one one", b"one two")
    first, second = read(tmp_path, data).parts
    assert first.path is None and "damaged" in str(first.problem)
    assert second.path is not None and second.path.read_bytes() == b"two"
    with pytest.raises(UnreadableFileError):
        (tmp_path / "b").mkdir()
        read(tmp_path / "b", packed({"a": b"one one"}, zipfile.ZIP_STORED).replace(b"one one", b"one two"))


def test_bombs_are_refused(tmp_path: Path) -> None:
    with pytest.raises(TooLargeError):
        read(tmp_path, packed({"zeros": bytes(45_000_000)}))
    # The directory lies about the size.
    data = bytearray(packed({"zeros": bytes(45_000_000)}))
    central = data.index(b"PK\x01\x02")
    data[central + 24 : central + 28] = struct.pack("<I", 100)
    (tmp_path / "b").mkdir()
    try:
        parsed = read(tmp_path / "b", bytes(data))
    except IngestError:
        return
    assert all(part.path is None or part.path.stat().st_size <= 100 for part in parsed.parts)


def test_too_many_bytes_in_all_are_refused(tmp_path: Path) -> None:
    members = {f"{n}": bytes(15_000_000) for n in range(5)}
    with pytest.raises(TooLargeError):
        read(tmp_path, packed(members))


def test_members_that_overlap_are_refused(tmp_path: Path) -> None:
    data = packed({"a": bytes(range(256)) * 40}, zipfile.ZIP_STORED)
    at, end = data.index(b"PK\x01\x02"), data.index(b"PK\x05\x06")
    entries = data[at:end] * 30
    tail = b"PK\x05\x06" + struct.pack("<HHHHIIH", 0, 0, 30, 30, len(entries), at, 0)
    with pytest.raises(UnreadableFileError):
        read(tmp_path, data[:at] + entries + tail)


def test_what_holds_nothing_is_empty(tmp_path: Path) -> None:
    with pytest.raises(EmptyFileError):
        read(tmp_path, packed({}))
    with pytest.raises(EmptyFileError):
        read(tmp_path, packed({"folder/": b""}))


@pytest.mark.parametrize("data", [b"PK\x03\x04" + bytes(100), b"no archive", bytes(500)])
def test_what_is_no_archive_is_refused(tmp_path: Path, data: bytes) -> None:
    with pytest.raises(UnreadableFileError):
        read(tmp_path, data)


def test_any_damage_ends_in_an_archive_or_an_error_of_ours(tmp_path: Path) -> None:
    data = packed({"a.txt": b"one" * 50, "b.bin": bytes(range(256))}) + locked("x")
    whole = packed({"a.txt": b"one" * 50, "b/ü.bin": bytes(range(256))}, zipfile.ZIP_LZMA)
    for number, source in enumerate((data, whole)):
        for at in range(0, len(source), max(1, len(source) // 120)):
            folder = tmp_path / f"{number}-{at}"
            folder.mkdir()
            try:
                read(folder, source[:at] + bytes([at % 256, 0xFF]) + source[at + 2 :], "x")
            except IngestError:
                continue


def test_hostile_archives(tmp_path: Path, evals: Path) -> None:
    folder = evals / "hostile" / "archive"
    droste = parse_zip(InputFile(folder / "droste.zip", "droste.zip", Unpacked(tmp_path / "a", 1_000_000)))
    assert "droste.zip" in [part.name for part in check(droste).parts]
    name = "testZipEncrypted.zip"
    with pytest.raises(EncryptedFileError, match="password"):
        parse_zip(InputFile(folder / name, name, Unpacked(tmp_path / "b", 1_000_000)))


def test_a_name_in_an_archive_that_cannot_be_unpacked_says_nothing(tmp_path: Path) -> None:
    """The member that says what an EPUB is; its parser then says what is wrong."""
    data = packed({"mimetype": b"application/epub+zip", "a.txt": b"x"})
    at = data.index(b"mimetype") + len("mimetype")
    (tmp_path / "book.epub").write_bytes(data[:at] + b"\xff" * 8 + data[at + 8 :])
    book = InputFile(tmp_path / "book.epub", "book.epub", Unpacked(tmp_path / "parts", 1_000))
    with pytest.raises(UnreadableFileError):
        parse(book, 1_000_000)
