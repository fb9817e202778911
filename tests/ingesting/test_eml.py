"""Emails: what is read of them, what of them is found, what is handed out, and which files are refused."""

import csv
import email
from email.message import EmailMessage
from email.policy import SMTP, default
from pathlib import Path

import pytest
from flowing import check, given

from ragdesk.domain.documents import Parsed
from ragdesk.domain.errors import EmptyFileError, IngestError, UnreadableFileError
from ragdesk.ingesting.readers.input_file import InputFile, Unpacked
from ragdesk.ingesting.readers.mail.eml import parse_eml

PIXEL = b"\x89PNG\r\n\x1a\n" + bytes(60)
QUOTED = "On Tue, 4 Mar 2025 at 10:12, Ada Ball <ada@example.com> wrote:\n> When is the pump serviced?\n> And by whom?\n"


def read(folder: Path, message: EmailMessage | bytes | str, name: str = "a.eml") -> Parsed:
    if isinstance(message, EmailMessage):
        message = message.as_bytes(policy=SMTP)
    data = message.encode() if isinstance(message, str) else message
    return check(parse_eml(given(folder, data, name)))


def message(body: str = "The pump is serviced in May.", subject: str = "Pump", **fields: str) -> EmailMessage:
    made = EmailMessage()
    made["From"] = "Bert Kohl <bert@example.com>"
    made["To"] = "ada@example.com"
    made["Subject"] = subject
    made["Date"] = "Wed, 05 Mar 2025 09:00:00 +0100"
    made["Message-ID"] = "<2@example.com>"
    for key, value in fields.items():
        made[key.replace("_", "-")] = value
    made.set_content(body)
    return made


def page(html: str, **fields: str) -> EmailMessage:
    made = message(**fields)
    made.set_content(html, subtype="html")
    return made


def found(parsed: Parsed) -> str:
    """All that is to be found."""
    return "\n".join(parsed.text[b.char_start : b.char_end] for b in parsed.blocks)


def test_header_body_and_properties(tmp_path: Path) -> None:
    parsed = read(
        tmp_path, message(Cc="Cleo <cleo@example.com>", References="<0@x.y> <1@x.y>", In_Reply_To="<1@x.y>")
    )
    assert parsed.kind == "email" and parsed.title == "Pump" and not parsed.paged
    assert parsed.text.startswith(
        "# Pump\n\nFrom: Bert Kohl <bert@example.com>\nTo: ada@example.com\n"
        "Cc: Cleo <cleo@example.com>\nDate: 2025-03-05 09:00 +01:00\n\nThe pump is serviced in May."
    )
    stated = dict(parsed.properties)
    assert stated["date"] == "2025-03-05T09:00:00+01:00"
    assert stated["message_id"] == "<2@example.com>" and stated["in_reply_to"] == "<1@x.y>"
    assert stated["references"] == "<0@x.y> <1@x.y>" and stated["thread"] == "<0@x.y>"
    assert stated["participants"] == "bert@example.com, ada@example.com, cleo@example.com"


def test_thread_is_the_first_message_that_the_header_names(tmp_path: Path) -> None:
    assert dict(read(tmp_path, message()).properties)["thread"] == "<2@example.com>"
    assert dict(read(tmp_path, message(In_Reply_To="<1@x.y>")).properties)["thread"] == "<1@x.y>"


def sections(parsed: Parsed) -> list[tuple[str, str]]:
    """What is to be found, under the title of its section."""
    told, title = list[tuple[str, str]](), ""
    for block in parsed.blocks:
        if block.kind == "heading":
            title = block.title
        else:
            told.append((title, parsed.text[block.char_start : block.char_end]))
    return told


def test_the_messages_below_an_answer_are_sections_of_their_own(tmp_path: Path) -> None:
    older = "On Mon, 3 Mar 2025 at 08:00, Bert Kohl <bert@example.com> wrote:\n> The pump drips.\n>\n> It is the old one.\n"
    quoted = QUOTED + "> Bert's note:\n>\n" + "".join(f"> {line}\n" for line in older.splitlines())
    parsed = read(tmp_path, message(f"In May, by Cleo.\n\n{quoted}", subject="Re: Pump"))
    ada = "↩ On Tue, 4 Mar 2025 at 10:12, Ada Ball <ada@example.com> wrote"
    bert = "↩ On Mon, 3 Mar 2025 at 08:00, Bert Kohl <bert@example.com> wrote"
    assert sections(parsed)[-4:] == [
        ("Re: Pump", "In May, by Cleo."),
        (ada, "When is the pump serviced?\nAnd by whom?\nBert's note:"),
        (bert, "The pump drips."),
        (bert, "It is the old one."),
    ]
    assert ">" not in parsed.text.partition("wrote:")[2].replace("example.com>", "")


def test_what_an_earlier_message_quotes_between_its_words_is_left_out(tmp_path: Path) -> None:
    quoted = QUOTED.replace("> And by whom?", "> > The pump drips.\n> Since when?")
    parsed = read(tmp_path, message(f"Since May.\n\n{quoted}", subject="Re: Pump"))
    assert (
        "Since when?" in found(parsed) and "drips" not in found(parsed) and "> The pump drips." in parsed.text
    )


@pytest.mark.parametrize(
    "quote",
    [
        "Am 4.3.2025 um 10:12 schrieb Ada Ball <ada@example.com>:\n> OLD\n",
        "Am Di., 4. März 2025 um 10:12 Uhr schrieb Ada Ball <\nada@example.com>:\n\n> OLD\n",
        "On Tue, 4 Mar 2025 10:12 Ada Ball <ada@example.com> wrote:\n\nOLD\n",
        "-----Original Message-----\nFrom: Ada Ball\nSent: Tuesday\nTo: Bert\nSubject: Pump\n\nOLD\n",
        "-----Ursprüngliche Nachricht-----\nVon: Ada Ball\nOLD\n",
        "Von: Ada Ball <ada@example.com>\nGesendet: Dienstag, 4. März 2025 10:12\nAn: Bert\nBetreff: Pumpe\n\nOLD\n",
        "________________________________\nFrom: Ada Ball <ada@example.com>\nDate: Tuesday\nTo: Bert\n\nOLD\n",
    ],
)
def test_quotes_of_many_programs(tmp_path: Path, quote: str) -> None:
    parsed = read(tmp_path, message(f"My own words.\n\n{quote}", subject="AW: Pumpe"))
    (own, mine), (title, old) = sections(parsed)[-2:]
    assert mine == "My own words." and not own.startswith("↩")
    assert old == "OLD" and title.startswith("↩ ") and "Ada Ball" in title


def test_answers_between_quotes_are_found(tmp_path: Path) -> None:
    body = f"Hello Ada,\n\n{QUOTED}\nIn May.\n\n> And by whom?\nBy Cleo, who wrote the manual.\n"
    got = found(read(tmp_path, message(body, subject="Re: Pump")))
    assert "Hello Ada," in got and "In May." in got and "By Cleo, who wrote the manual." in got
    assert "serviced?" not in got


def test_forwarded_messages_are_found_whole(tmp_path: Path) -> None:
    body = "See below.\n\n---------- Forwarded message ----------\nFrom: Ada\nDate: 4 March\nTo: Bert\n\nThe secret.\n"
    assert "The secret." in found(read(tmp_path, message(body, subject="Fwd: Pump")))
    assert "The secret." in found(read(tmp_path, message(body, subject="Re: Pump", In_Reply_To="<1@x.y>")))


def test_a_quote_without_own_words_is_found_whole(tmp_path: Path) -> None:
    parsed = read(tmp_path, message(f"{QUOTED}\n-- \nBert Kohl, Plant 2\n", subject="Re: Pump"))
    assert "serviced?" in found(parsed)


def test_quotes_in_a_message_that_answers_nothing_are_found(tmp_path: Path) -> None:
    assert "serviced?" in found(read(tmp_path, message(f"Own.\n\n{QUOTED}")))


def test_a_line_that_only_looks_like_a_header_is_found(tmp_path: Path) -> None:
    body = "From: the pump to the valve takes two metres.\n\nOn Monday Ada wrote: all is well.\n\nMore to come.\n"
    got = found(read(tmp_path, message(body, subject="Re: Pump")))
    assert "two metres" in got and "all is well" in got and "More to come." in got


def test_html_quotes_are_left_out_and_answers_between_them_found(tmp_path: Path) -> None:
    html = (
        "<div>First answer.</div><div class='gmail_quote'><div class='gmail_attr'>On Tue Ada wrote:</div>"
        "<blockquote class='gmail_quote'>Old question one</blockquote><div>Second answer.</div>"
        "<blockquote type='cite'><p>Old question two</p><table><tr><td>a</td><td>b</td></tr></table></blockquote></div>"
    )
    parsed = read(tmp_path, page(html, subject="Re: Pump"))
    got = found(parsed)
    assert "First answer." in got and "Second answer." in got
    assert "Old question" not in got and "Ada wrote" not in got and "Old question two" in parsed.text


def test_the_messages_below_an_answer_of_outlook_are_found_under_their_headers(tmp_path: Path) -> None:
    html = (
        "<p>Own words.</p><div style='border-top:solid #E1E1E1 1.0pt'><p><b>From:</b> Ada<br><b>Sent:</b> Tuesday<br>"
        "<b>To:</b> Bert<br><b>Subject:</b> Pump</p></div><p>Old words.</p>"
    )
    told = sections(read(tmp_path, page(html, subject="RE: Pump")))
    assert told[-2:] == [("RE: Pump", "Own words."), ("↩ From: Ada Sent: Tuesday", "Old words.")]


def test_columns_of_a_plain_message_are_a_table(tmp_path: Path) -> None:
    body = (
        "Dear Ada,\n\nhere they are:\n\nPump     Price   Days\nP-100    120.00  3\nP-2000   4,250   14\nBert"
    )
    parsed = read(tmp_path, message(body))
    tables = [block for block in parsed.blocks if block.kind == "table"]
    assert [parsed.text[table.char_start : table.char_end] for table in tables] == [
        "| Pump | Price | Days |\n|---|---|---|\n| P-100 | 120.00 | 3 |\n| P-2000 | 4,250 | 14 |"
    ]


def test_html_layout_tables_become_paragraphs_and_data_stays_a_table(tmp_path: Path) -> None:
    html = (
        "<table><tr><td><p>Dear Ada,</p><p>see the list.</p><blockquote>Indented, not quoted.</blockquote>"
        "<table><tr><th>Part</th><th>Price</th></tr><tr><td>Seal|ring</td><td>3 €</td></tr></table>"
        "Line one<br><br>Line two</td></tr></table>"
    )
    parsed = read(tmp_path, page(html, subject="Re: Prices"))
    kinds = [block.kind for block in parsed.blocks]
    assert kinds.count("table") == 1 and "| Seal\\|ring | 3 € |" in parsed.text
    texts = [parsed.text[b.char_start : b.char_end] for b in parsed.blocks]
    assert {"Dear Ada,", "see the list.", "Indented, not quoted.", "Line one", "Line two"} <= set(texts)


def test_line_breaks_of_a_page_stay_lines(tmp_path: Path) -> None:
    parsed = read(
        tmp_path, page("<p>Bert Kohl<br>\n Plant 2 <br/>Room 3<br></p><h2>One<br>two</h2>&shy;&#8203;x")
    )
    assert "Bert Kohl\nPlant 2\nRoom 3\n\n## One two\n\nx" in parsed.text


def test_alternatives_are_read_once_and_stubs_give_way(tmp_path: Path) -> None:
    both = message("Plain words of the message are here.")
    both.add_alternative("<p>Plain words of the message are here.</p><p>Page words</p>", subtype="html")
    parsed = read(tmp_path, both)
    assert "Plain words" in parsed.text and "Page words" not in parsed.text
    stub = message("Please view this email in your browser: https://example.com/x")
    stub.add_alternative("<p>Page words</p>", subtype="html")
    parsed = read(tmp_path, stub)
    assert "Page words" in parsed.text and "browser" not in parsed.text


def test_attachments_are_handed_out_and_listed(tmp_path: Path) -> None:
    made = message()
    made.add_attachment(b"%PDF-1.4 x", maintype="application", subtype="pdf", filename="Über Pumpen.pdf")
    made.add_attachment("BEGIN:VCALENDAR\n", subtype="calendar", filename=None)
    made.add_attachment(message("Inner words", subject="Inner / one"))
    parsed = read(tmp_path, made)
    names = [part.name for part in parsed.parts]
    assert names == ["Über Pumpen.pdf", "invitation.ics", "Inner - one.eml"]
    assert "## Attachments" in parsed.text and "- Über Pumpen.pdf (application/pdf, 10 bytes)" in found(
        parsed
    )
    assert "Inner words" not in parsed.text
    inner = parsed.parts[2].path
    assert inner is not None
    again = check(parse_eml(InputFile(inner, "Inner - one.eml", Unpacked(tmp_path / "more", 1_000))))
    assert again.title == "Inner / one" and "Inner words" in found(again)


def test_small_pictures_in_the_page_are_left_out_large_ones_not(tmp_path: Path) -> None:
    made = page("<p>Look</p><img src='cid:logo'><img src='cid:photo'>")
    for cid, size in (("logo", 100), ("photo", 9_000)):
        made.add_related(PIXEL + bytes(size), "image", "png", cid=f"<{cid}>", filename=f"{cid}.png")
    assert [part.name for part in read(tmp_path, made).parts] == ["photo.png"]


def test_signatures_sealed_and_foreign_parts_are_named(tmp_path: Path) -> None:
    made = message()
    made.add_attachment(b"x", maintype="application", subtype="pkcs7-signature", filename="smime.p7s")
    made.add_attachment(b"x", maintype="application", subtype="ms-tnef", filename="winmail.dat")
    parsed = read(tmp_path, made)
    assert [(part.name, part.path) for part in parsed.parts] == [("smime.p7s", None), ("winmail.dat", None)]
    assert all(str(part.problem).endswith(".") for part in parsed.parts)


@pytest.mark.parametrize(
    ("charset", "data", "wanted"),
    [
        ("utf-8", "Prüfung".encode("latin-1"), "Prüfung"),
        ("x-nonsense", "Prüfung der Anlage, täglich".encode(), "Prüfung der Anlage, täglich"),
        ("gb2312", "你好！我公司可代开各类增值税发票".encode(), "你好！我公司可代开各类增值税发票"),
        ("gb2312", "你好！我公司可代开各类增值税发票".encode("gb18030"), "你好！我公司可代开各类增值税发票"),
        ("iso-8859-1", "Prüfung über Öl mäßig".encode(), "Prüfung über Öl mäßig"),
        ("us-ascii", "Prüfung der Anlage".encode(), "Prüfung der Anlage"),
        ("iso-8859-1", b"\x84Zitat\x93", "„Zitat“"),
        ("rot13", b"plain", "plain"),
        ("punycode", b"plain", "plain"),
    ],
)
def test_charsets_that_lie(tmp_path: Path, charset: str, data: bytes, wanted: str) -> None:
    head = f"From: a@b.c\nSubject: x\nContent-Type: text/plain; charset={charset}\n\n".encode()
    assert wanted in read(tmp_path, head + data).text


def test_headers_in_encoded_words_and_in_bare_bytes(tmp_path: Path) -> None:
    parsed = read(
        tmp_path,
        "From: =?utf-8?B?SsO8cmdlbiwgRHIu?= <j@b.c>\nTo: Käthe <k@b.c>\n"
        "Subject: =?iso-8859-1?Q?Pr=FCf?=\n =?iso-8859-1?Q?plan?= =?bad?X?zz?=\nDate: nonsense\n\nText\n",
    )
    assert parsed.title.startswith("Prüfplan")
    assert "From: Jürgen, Dr. <j@b.c>\nTo: Käthe <k@b.c>\nDate: nonsense" in parsed.text


def test_flowed_text_is_joined(tmp_path: Path) -> None:
    head = "From: a@b.c\nSubject: x\nContent-Type: text/plain; format=flowed\n\n"
    parsed = read(tmp_path, head + "One sentence that \nruns on.\n> quoted \n> words\n \n-- \nSig\n")
    assert "One sentence that runs on." in parsed.text and "> quoted words" in parsed.text


def test_a_wrong_boundary_is_repaired(tmp_path: Path) -> None:
    parsed = read(
        tmp_path,
        "From: a@b.c\nSubject: x\nContent-Type: multipart/mixed; boundary=one\n\n"
        "--two\nContent-Type: text/plain\n\nRead me\n--two--\n",
    )
    assert found(parsed).endswith("Read me") and not parsed.parts


def test_a_boundary_that_cannot_be_used_makes_the_parts_one_text(tmp_path: Path) -> None:
    """The email package drops a control character at its end, and finds no part again: once that was for ever."""
    parsed = read(
        tmp_path,
        "From: a@b.c\nSubject: x\nContent-Type: multipart/mixed\n\n"
        "--two\x1d\nContent-Type: text/plain\n\nRead me\n--two\x1d--\n",
    )
    assert "Read me" in found(parsed) and not parsed.parts


def test_a_message_without_text_says_so(tmp_path: Path) -> None:
    parsed = read(tmp_path, "From: a@b.c\nSubject: Only this\n\n")
    assert "no text" in parsed.text and "no text" not in found(parsed)
    with pytest.raises(EmptyFileError):
        read(tmp_path, "From: a@b.c\nDate: Wed, 05 Mar 2025 09:00:00 +0100\n\n  \n")


@pytest.mark.parametrize("data", [b"", b"\n\n", b"\xef\xbb\xbf"])
def test_nothing_is_empty(tmp_path: Path, data: bytes) -> None:
    with pytest.raises(EmptyFileError):
        read(tmp_path, data)


@pytest.mark.parametrize(
    "data", [b"Just some text.\n", bytes(range(256)) * 20, b"PK\x03\x04" + bytes(100), b"<html>x</html>"]
)
def test_what_is_no_email_is_refused(tmp_path: Path, data: bytes) -> None:
    with pytest.raises(UnreadableFileError):
        read(tmp_path, data)


def test_hostile_headers_and_nesting_end_soon(tmp_path: Path) -> None:
    read(
        tmp_path, f"From: {'(' * 50_000}\nTo: {'a@b.c, ' * 20_000}\nSubject: {'=?utf-8?Q?' * 5_000}\n\nText\n"
    )
    read(tmp_path, page("<div>" * 20_000 + "deep" + "<blockquote type=cite>" * 5_000 + "x"))
    read(tmp_path, message("On 1 " * 60_000 + "\n" + "From: x\n" * 20_000, subject="Re: x"))
    nested = "".join(f"Content-Type: multipart/mixed; boundary=b{n}\n\n--b{n}\n" for n in range(3_000))
    with pytest.raises(UnreadableFileError):
        read(tmp_path, "From: a@b.c\nSubject: x\n" + nested + "\nText\n")


def test_any_damage_ends_in_a_message_or_an_error_of_ours(tmp_path: Path) -> None:
    made = message()
    made.add_alternative("<p>Page</p>", subtype="html")
    made.add_attachment(b"data" * 50, maintype="image", subtype="png", filename="ä.png")
    made.add_attachment(message("Inner"))
    data = made.as_bytes()
    for index, at in enumerate(range(0, len(data), max(1, len(data) // 150))):
        folder = tmp_path / str(index)
        folder.mkdir()
        try:
            read(folder, data[:at] + bytes([index % 256, 0, 0xFF]) + data[at + 7 :])
        except IngestError:
            continue


def test_real_messages(tmp_path: Path, evals: Path) -> None:
    rows = csv.DictReader((evals / "emails" / "manifest.tsv").open(encoding="utf-8"), delimiter="\t")
    for index, row in enumerate(rows):
        path = evals / "emails" / row["path"]
        parsed = check(parse_eml(InputFile(path, path.name, Unpacked(tmp_path / str(index), 5_000_000))))
        assert parsed.title == (" ".join(row["subject"].split()) or path.stem), row["path"]
        original = email.message_from_bytes(path.read_bytes().lstrip(), policy=default)
        body = original.get_body(("plain",))
        if (
            int(row["body_chars"]) and body is not None and body.get_content_charset() != "gb2312"
        ):  # it is UTF-8
            words = "".join(body.get_content().replace("\ufffd", "").split())
            assert words[:40] in "".join(parsed.text.split()), row["path"]
        handed = {part.name for part in parsed.parts} | _inside(parsed, tmp_path / f"{index}in")
        for attachment in filter(None, row["attachments"].split("; ")):
            name = attachment.rpartition(":")[0]
            small = name == "img.png"  # 370 bytes that the page shows: a pixel
            assert (name in handed) is not small, row["path"]


def _inside(parsed: Parsed, folder: Path) -> set[str]:
    """What hangs in the messages inside."""
    names: set[str] = set()
    for number, part in enumerate(parsed.parts):
        if part.path is not None and part.name.endswith(".eml"):
            given = InputFile(part.path, part.name, Unpacked(folder / str(number), 5_000_000))
            names |= {inner.name for inner in check(parse_eml(given)).parts}
    return names


def test_threads_lose_no_sentence_of_their_writers(tmp_path: Path, evals: Path) -> None:
    """Of an answer, only lines that begin with ">" and the line above them are left out."""
    for path in sorted((evals / "emails" / "threads").iterdir()):
        parsed = check(parse_eml(InputFile(path, path.name, Unpacked(tmp_path / path.stem, 5_000_000))))
        kept = found(parsed).split("\n")
        for line in filter(str.strip, parsed.text.split("\n")):
            left_out = line.strip() not in [one.strip() for one in kept]
            assert not left_out or line.startswith(">") or line.endswith(("wrote:", "écrit :")), (
                path.name,
                line,
            )


def test_hostile_messages(tmp_path: Path, evals: Path) -> None:
    wanted = {
        "attachment_message_rfc822.eml": "This is the first part.",
        "encoding_madness.eml": "Body Text",
        "ks_c_5601-1987.eml": "스티해",
        "nested.eml": "Good evening.",
        "mail_malformed_3.eml": "on-line",
        "missing_body.eml": "no text",
        "raw_email_encoded_stack_level_too_deep.eml": "Fouché",
        "htmllargecallstack.eml": "Kill the HTML parser",
    }
    for name, words in wanted.items():
        path = evals / "hostile" / "eml" / name
        parsed = check(parse_eml(InputFile(path, name, Unpacked(tmp_path / name, 5_000_000))))
        assert words in parsed.text
