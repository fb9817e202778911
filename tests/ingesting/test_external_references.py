"""What a file refers to is never fetched: a server on this machine waits for whoever asks, and nobody may."""

import threading
from collections.abc import Iterator
from email.message import EmailMessage
from http.server import BaseHTTPRequestHandler, HTTPServer
from pathlib import Path

import docx
import pytest
from docx.opc.constants import RELATIONSHIP_TYPE
from docx.oxml import parse_xml

from ragdesk.domain.errors import IngestError
from ragdesk.ingesting.readers.input_file import InputFile, Unpacked
from ragdesk.ingesting.readers.parse import parse

OFFICE = "http://schemas.openxmlformats.org/officeDocument/2006/relationships"
SECRET = "the secret of the machine"


@pytest.fixture
def bait() -> Iterator[tuple[str, list[str]]]:
    """The address of a server, and the paths that were asked of it."""
    asked: list[str] = []

    class Handler(BaseHTTPRequestHandler):
        def do_GET(self) -> None:
            asked.append(self.path)
            self.send_response(200)
            self.end_headers()

        def log_message(self, format: str, *args: object) -> None:
            """Says nothing."""

    server = HTTPServer(("127.0.0.1", 0), Handler)
    thread = threading.Thread(target=server.serve_forever, daemon=True)
    thread.start()
    yield f"http://127.0.0.1:{server.server_port}", asked
    server.shutdown()
    server.server_close()


def page(url: str, secret: Path) -> str:
    return (
        f'<html><head><link rel="stylesheet" href="{url}/style.css"><script src="{url}/x.js"></script></head><body>'
        f'<p>Words of the page.</p><img src="{url}/picture.png" srcset="{url}/large.png 2x">'
        f'<iframe src="file://{secret}"></iframe><object data="{url}/object"></object>'
        f'<svg><image href="{url}/inside.svg"/><use href="file://{secret}"/></svg></body></html>'
    )


def write_html(folder: Path, url: str, secret: Path) -> Path:
    path = folder / "page.html"
    path.write_text(page(url, secret), encoding="utf-8")
    return path


def write_mail(folder: Path, url: str, secret: Path) -> Path:
    message = EmailMessage()
    message["Subject"] = "Words of the page."
    message.set_content(page(url, secret), subtype="html")
    path = folder / "mail.eml"
    path.write_bytes(message.as_bytes())
    return path


def write_word(folder: Path, url: str, secret: Path) -> Path:
    document = docx.Document()
    document.add_paragraph("Words of the page.")
    for target in (f"{url}/picture.png", f"file://{secret}"):
        linked = document.part.relate_to(target, RELATIONSHIP_TYPE.IMAGE, is_external=True)
        document.element.body.insert(
            0,
            parse_xml(
                '<w:p xmlns:w="http://schemas.openxmlformats.org/wordprocessingml/2006/main" '
                'xmlns:a="http://schemas.openxmlformats.org/drawingml/2006/main" '
                'xmlns:r="http://schemas.openxmlformats.org/officeDocument/2006/relationships">'
                f'<w:r><w:drawing><a:blip r:link="{linked}"/></w:drawing></w:r></w:p>'
            ),
        )
    document.part.relate_to(f"{url}/template.dotm", f"{OFFICE}/attachedTemplate", is_external=True)
    document.part.relate_to(f"{url}/chunk.html", RELATIONSHIP_TYPE.A_F_CHUNK, is_external=True)
    path = folder / "letter.docx"
    document.save(str(path))
    return path


def write_svg(folder: Path, url: str, secret: Path) -> Path:
    path = folder / "drawing.svg"
    path.write_text(
        f'<!DOCTYPE svg [<!ENTITY e SYSTEM "file://{secret}">]><svg xmlns="http://www.w3.org/2000/svg">'
        f'<image href="{url}/inside.png"/><text>&e; Words of the page.</text></svg>',
        encoding="utf-8",
    )
    return path


@pytest.mark.parametrize("write", [write_html, write_mail, write_word, write_svg])
def test_nothing_that_a_file_refers_to_is_fetched(
    write: object, tmp_path: Path, bait: tuple[str, list[str]]
) -> None:
    url, asked = bait
    secret = tmp_path / "secret.txt"
    secret.write_text(SECRET, encoding="utf-8")
    path: Path = write(tmp_path, url, secret)  # type: ignore[operator]
    unpacked = Unpacked(tmp_path / "parts", 10_000_000)
    try:
        parsed = parse(InputFile(path, path.name, unpacked), 10_000_000)
    except IngestError:
        assert path.suffix == ".svg", "drawings are not read at all"
    else:
        assert "Words of the page." in parsed.title + parsed.text
        assert SECRET not in parsed.text
        assert all(SECRET not in part.path.read_text(errors="replace") for part in parsed.parts if part.path)
    assert asked == []


@pytest.mark.parametrize(
    "name", ["../../evil.txt", "/etc/cron.d/evil.txt", "C:\\Windows\\evil.txt", "evil\r\n.txt"]
)
def test_an_attachment_that_carries_a_path_stays_in_its_folder(name: str, tmp_path: Path) -> None:
    boundary = f'Content-Disposition: attachment; filename="{name}"'.replace("\\", "\\\\").replace("\r\n", "")
    path = tmp_path / "mail.eml"
    path.write_text(
        "Subject: Papers\nMIME-Version: 1.0\nContent-Type: multipart/mixed; boundary=b\n\n"
        f"--b\n\nSee the paper.\n--b\nContent-Type: text/plain\n{boundary}\n\nThe paper.\n--b--\n",
        encoding="utf-8",
    )
    folder = tmp_path / "parts"
    [part] = parse(InputFile(path, path.name, Unpacked(folder, 10_000)), 10_000_000).parts
    assert part.path is not None and part.path.parent == folder
    assert ".." not in part.name and not part.name.startswith("/") and ":" not in part.name
    assert {found for found in tmp_path.rglob("*") if found.is_file()} == {path, part.path}
