"""What texts, slides and sheets of OpenDocument share besides their content: the lock, and what a file states of itself."""

import zipfile

from ragdesk.domain.errors import EncryptedFileError
from ragdesk.ingesting.readers.input_file import InputFile
from ragdesk.ingesting.readers.office.package import local, xml

_PROPERTIES = (
    ("author", "initial-creator"),
    ("author", "creator"),
    ("subject", "subject"),
    ("description", "description"),
    ("keywords", "keyword"),
    ("created", "creation-date"),
    ("modified", "date"),
    ("last_modified_by", "creator"),
)


def check_unlocked(archive: zipfile.ZipFile, source: InputFile) -> None:
    """Raises EncryptedFileError: OpenDocument has an encryption of its own, which is not opened here."""
    manifest = "META-INF/manifest.xml"
    if manifest in archive.namelist() and any(
        local(element) == "encryption-data" for element in xml(archive.read(manifest)).iter()
    ):
        raise EncryptedFileError(
            "{file} needs a password, and OpenDocument files with one cannot be opened here.",
            "Open it with its own program and save a copy without a password.",
            file=source.name,
        )


def metadata(archive: zipfile.ZipFile) -> tuple[str, list[tuple[str, str]]]:
    """(title, properties) as the file states them; "" for what it does not say."""
    if "meta.xml" not in archive.namelist():
        return "", []
    texts: dict[str, str] = {}
    for element in xml(archive.read("meta.xml")).iter():
        if local(element) and element.text and not len(element):
            texts.setdefault(local(element), element.text)
    return texts.get("title", ""), [(name, texts.get(tag, "")) for name, tag in _PROPERTIES]
