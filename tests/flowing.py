"""What the tests of word-processor, slide and book formats share: giving a file, changing a package, checking a Parsed."""

import io
import zipfile
from collections.abc import Callable
from pathlib import Path

from ragdesk.domain.documents import Parsed
from ragdesk.ingesting.readers.input_file import InputFile, Unpacked


def given(folder: Path, data: bytes, name: str = "a.docx", password: str = "") -> InputFile:
    path = folder / "file"
    path.write_bytes(data)
    return InputFile(path, name, Unpacked(folder / "parts", 50_000_000), password)


def changed(
    data: bytes, change: Callable[[str, bytes], bytes | None], more: dict[str, bytes] | None = None
) -> bytes:
    """The package with each member as `change` makes it (None: left out), and `more` members."""
    out = io.BytesIO()
    with zipfile.ZipFile(io.BytesIO(data)) as old, zipfile.ZipFile(out, "w", zipfile.ZIP_DEFLATED) as new:
        for name in old.namelist():
            content = change(name, old.read(name))
            if content is not None:
                new.writestr(name, content)
        for name, content in (more or {}).items():
            new.writestr(name, content)
    return out.getvalue()


def check(parsed: Parsed) -> Parsed:
    """What every Parsed must hold to."""
    text, reached = parsed.text, 0
    for block in parsed.blocks:
        assert reached <= block.char_start < block.char_end <= len(text)
        reached = block.char_end
        assert text[block.char_start : block.char_end].strip()
        if block.kind == "heading":
            assert block.title and 1 <= block.level <= 6
        if block.kind == "table":
            assert block.char_start < block.header_end <= block.char_end
            assert text[: block.header_end].endswith(("|\n", "|"))
    assert parsed.pages[0].char_start == 0 and parsed.pages[-1].char_end == len(text)
    assert all(a.char_end == b.char_start for a, b in zip(parsed.pages, parsed.pages[1:], strict=False))
    assert not {"\r", "\x00", "\ufdd0"} & set(text)
    assert not any(0xD800 <= ord(character) < 0xE000 for character in text)
    assert parsed.title.strip()
    return parsed


def texts(parsed: Parsed, kind: str = "") -> list[str]:
    return [parsed.text[b.char_start : b.char_end] for b in parsed.blocks if kind in ("", b.kind)]
