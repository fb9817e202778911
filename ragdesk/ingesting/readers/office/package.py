"""What the zip-based office formats share: opening them safely, with a password where one is needed, and mending what the
libraries stumble over. Nothing here follows a reference out of the file."""

import posixpath
import re
import zipfile
from collections.abc import Iterator
from contextlib import contextmanager
from io import BytesIO
from typing import TYPE_CHECKING

from ragdesk.domain.errors import EncryptedFileError, IngestError, TooLargeError, UnreadableFileError, mark
from ragdesk.ingesting.readers.input_file import InputFile

if TYPE_CHECKING:
    from lxml.etree import _Element

OLE2_MAGIC = b"\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1"
# Bytes that a file may unfold to, and members that it may have.
MAX_UNFOLDED = 400_000_000
MAX_MEMBERS = 50_000
BLOCK = 1 << 20
# Office opens what is locked with this without asking: it only means "do not change".
_OFFICE_PASSWORD = "VelvetSweatshop"
_STRICT = re.compile(rb'(=\s*["\'])http://purl\.oclc\.org/ooxml/(\w+)/')
_TRANSITIONAL = rb"\1http://schemas.openxmlformats.org/\2/2006/"
_MAIN_TYPE = re.compile(
    rb"application/vnd\.(?:ms-word|ms-powerpoint|openxmlformats-officedocument\.(?:wordprocessing|presentation)ml)"
    rb"\.(document|template|presentation|slideshow)(?:\.macroEnabled(?:Template)?)?\.main\+xml",
    re.IGNORECASE,
)
_UNREAD = re.compile(
    r"(?:^|/)(?:media|embeddings|fonts|activeX|printerSettings|\[trash\])/|thumbnail|vbaProject", re.I
)
# Fields that a person filled in, among many that programs keep there.
_CUSTOM = re.compile(
    r"(?:sop|doc(?:ument)?|dokument|procedure|policy)?[ _-]?(?:id|no|nr|number|nummer|version|revision|status|owner|type)"
    r"|department|abteilung|approve[dr](?: by)?|author|(?:effective|revision|review|issue|valid)[ _-]?(?:date|from|until)?",
    re.IGNORECASE,
)
# What libraries that write such files put where a person's name belongs.
_OF_LIBRARIES = re.compile(r"python-docx|^openpyxl$")
_CORE = "{http://schemas.openxmlformats.org/package/2006/metadata/core-properties}"
_PROPERTIES = (
    ("author", "{http://purl.org/dc/elements/1.1/}creator"),
    ("subject", "{http://purl.org/dc/elements/1.1/}subject"),
    ("description", "{http://purl.org/dc/elements/1.1/}description"),
    ("keywords", _CORE + "keywords"),
    ("category", _CORE + "category"),
    ("status", _CORE + "contentStatus"),
    ("version", _CORE + "version"),
    ("created", "{http://purl.org/dc/terms/}created"),
    ("modified", "{http://purl.org/dc/terms/}modified"),
    ("last_modified_by", _CORE + "lastModifiedBy"),
)


@contextmanager
def reading(source: InputFile, sentence: str) -> Iterator[None]:
    """Turn whatever goes wrong inside into `sentence`, which says that `{file}` is damaged.

    Raises:
        UnreadableFileError: anything but an IngestError, which passes.
    """
    try:
        yield
    except IngestError:
        raise
    except Exception as error:  # on damaged files lxml, zipfile and the libraries above raise anything
        raise damaged(source, sentence) from error


def damaged(source: InputFile, sentence: str) -> UnreadableFileError:
    return UnreadableFileError(
        sentence,
        "Open it with its own program and save it again, or export it as PDF.",
        file=source.name,
    )


def open_archive(source: InputFile, sentence: str, old: str = "") -> zipfile.ZipFile:
    """Open a zip-based document and check what it unfolds to before anything is unfolded.

    Args:
        sentence: what to say of a damaged one, as of `reading`.
        old: the sentence that says what to do with the old binary format, for those that have one.

    Raises:
        EncryptedFileError: it needs a password, or another one. UnreadableFileError: not a zip, damaged, or
        the old binary format. TooLargeError: it would unfold to too much.
    """
    with source.path.open("rb") as file:
        head = file.read(len(OLE2_MAGIC))
    with reading(source, sentence):
        archive = zipfile.ZipFile(_decrypted(source, old) if head == OLE2_MAGIC else source.path)
        try:
            _check_size(archive, source)
        except IngestError:
            archive.close()
            raise
        return archive


def _decrypted(source: InputFile, old: str) -> BytesIO:
    import msoffcrypto
    from msoffcrypto.exceptions import DecryptionError, FileFormatError, InvalidKeyError

    with source.path.open("rb") as file:
        try:
            locked = msoffcrypto.OfficeFile(file)
            if type(locked).__name__ != "OOXMLFile" or not locked.is_encrypted():
                raise FileFormatError("no encrypted package in it")
        except FileFormatError as error:
            raise UnreadableFileError(
                "{file} is in an old binary format, which is not read.",
                old or mark("Save it anew."),
                file=source.name,
            ) from error
        for password in (source.password, _OFFICE_PASSWORD) if source.password else (_OFFICE_PASSWORD,):
            opened = BytesIO()
            try:
                locked.load_key(password=password, verify_password=True)
                locked.decrypt(opened)
            except (InvalidKeyError, DecryptionError):
                continue
            opened.seek(0)
            return opened
    raise locked_error(source)


def locked_error(source: InputFile) -> EncryptedFileError:
    return EncryptedFileError(
        mark("{file} does not open with this password.")
        if source.password
        else mark("{file} needs a password."),
        "Give its password in the app, or with --password on the command line; or save a copy without one.",
        file=source.name,
    )


def _check_size(archive: zipfile.ZipFile, source: InputFile) -> None:
    members = archive.infolist()
    # zipfile never unfolds a member to more than its directory states, so that the sum can be trusted as a limit.
    unfolded = sum(member.file_size for member in members)
    if unfolded > MAX_UNFOLDED or len(members) > MAX_MEMBERS:
        raise TooLargeError(
            "{file} unfolds to {size:,.0f} MB in {count:,} pieces.",
            "Up to {most:,.0f} MB are taken: split it, or export it as PDF.",
            file=source.name,
            size=unfolded / 1e6,
            count=len(members),
            most=MAX_UNFOLDED / 1e6,
        )
    if any(member.flag_bits & 1 for member in members):
        raise EncryptedFileError(
            "{file} is locked with a password of a zip archive.",
            "Unpack it with its password, or save a copy without one.",
            file=source.name,
        )


def xml(data: bytes) -> "_Element":
    """The root of an XML document; entities are not resolved, nothing is loaded.

    Raises:
        lxml.etree.XMLSyntaxError: it is not well-formed.
    """
    from lxml import etree

    return etree.fromstring(data, etree.XMLParser(resolve_entities=False, no_network=True, load_dtd=False))


def local(element: "_Element") -> str:
    """The tag without its namespace; "" for comments and entities."""
    tag = element.tag
    return tag.rpartition("}")[2] if isinstance(tag, str) else ""


def mended(archive: zipfile.ZipFile) -> BytesIO:
    """The package as python-docx and python-pptx can read it: strict OOXML made transitional, templates and files with
    macros made plain, references to what is missing or not read (pictures, embedded files) taken out."""
    names = {
        info.filename.replace("\\", "/").lstrip("/"): info for info in archive.infolist() if not info.is_dir()
    }
    members = {name: info for name, info in names.items() if not _UNREAD.search(name)}
    actual = {name.lower(): name for name in members}
    result = BytesIO()
    with zipfile.ZipFile(result, "w", zipfile.ZIP_STORED) as copy:
        for name, info in members.items():
            data = archive.read(info)
            if name.endswith((".xml", ".rels", ".vml")):
                data = _STRICT.sub(_TRANSITIONAL, data)
            if name.lower() == "[content_types].xml":
                name, data = "[Content_Types].xml", _MAIN_TYPE.sub(_plain_type, data)
            elif name.endswith(".rels"):
                data = _relationships(name, data, actual)
            copy.writestr(name, data)
    result.seek(0)
    return result


def _plain_type(match: re.Match[bytes]) -> bytes:
    word = match[1].lower() in (b"document", b"template") and b"powerpoint" not in match[0].lower()
    if word and b"presentationml" not in match[0].lower():
        return b"application/vnd.openxmlformats-officedocument.wordprocessingml.document.main+xml"
    return b"application/vnd.openxmlformats-officedocument.presentationml.presentation.main+xml"


def _relationships(name: str, data: bytes, actual: dict[str, str]) -> bytes:
    """A .rels part with only those relationships that lead to a part there is, named as it is there."""
    from lxml import etree

    root = xml(data)
    folder = posixpath.dirname(posixpath.dirname(name))
    for relationship in list(root):
        if relationship.get("TargetMode") == "External":
            continue
        target = posixpath.normpath(posixpath.join("/", folder, relationship.get("Target") or "")).lstrip("/")
        name_in_archive = actual.get(target.lower())
        if name_in_archive is None:
            root.remove(relationship)
        else:
            relationship.set("Target", f"/{name_in_archive}")
    return bytes(etree.tostring(root))


def core_properties(archive: zipfile.ZipFile) -> dict[str, str]:
    """What the file states of itself; "title" among it."""
    name = next((n for n in archive.namelist() if n.lower().endswith("docprops/core.xml")), None)
    if name is None:
        return {}
    root = xml(_STRICT.sub(_TRANSITIONAL, archive.read(name)))
    properties = {"title": root.findtext("{http://purl.org/dc/elements/1.1/}title") or ""}
    properties.update({key: root.findtext(tag) or "" for key, tag in _PROPERTIES})
    properties.update(_custom(archive))
    return {
        key: value for key, value in properties.items() if value.strip() and not _OF_LIBRARIES.search(value)
    }


def _custom(archive: zipfile.ZipFile) -> dict[str, str]:
    """What an organisation's own property fields say of the document."""
    name = next((n for n in archive.namelist() if n.lower().endswith("docprops/custom.xml")), None)
    if name is None:
        return {}
    fields = ((element.get("name") or "", element) for element in xml(archive.read(name)))
    return {
        key.lower(): " ".join(str(text) for text in element.itertext())
        for key, element in fields
        if _CUSTOM.fullmatch(key)
    }
