"""What a document may be called, whatever its format: whether the title in a file's properties was given by a person, whether a
line of the text can be one, and how a file's name is read as one."""

import re
from pathlib import PurePosixPath

from ragdesk.text import lexicon
from ragdesk.text.clean import alphanumerics, one_line

# Characters of a line that may be a title, and letters that it has at least.
LEAST, MOST, LETTERS = 3, 120, 2
# A word of so many hexadecimal digits is a hash.
HASH_DIGITS = 8

# What programs put there: "Microsoft Word - x.docx", file names, paths, numbers, "untitled".
_OF_PROGRAMS = re.compile(
    r"(?:untitled|unbenannt|document|dokument|presentation|präsentation|slide|folie|book|title|titel|scan|scanned document|"
    r"new document|neues dokument|\(?anonymous\)?|\(?unspecified\)?|none|null|no title)[ _-]*\(?\d*\)?"
    r"|(?:microsoft|powerpoint|word|excel)\b.* - .*|(?:microsoft )?(?:word|powerpoint|excel)(?: document| presentation)?"
    r"|.*\.(?:docx?|docm|dotx?|pdf|indd|qxd|tex|dvi|ps|xlsx?|xlsm|ods|pptx?|ppsx?|potx?|odt|ott|odp|rtf|epub|txt|html?|tmp|wpd)"
    r"|[\d\W_]+|(?:https?|file):.*|[a-z]:\\.*",
    re.IGNORECASE,
)
# What scanners, cameras and telephones call their files.
_OF_DEVICES = re.compile(
    r"(?:scan(?:ned)?|scn|img|image|bild|pic(?:ture)?|photo|foto|dsc[fn]?|pxl|mvimg|p|screenshot|bildschirmfoto|fax|telefax|doc|document|"
    r"dokument|page|seite|whatsapp image|signal|cam ?scanner|unbenannt|untitled|"
    # Office machines: Konica Minolta, Canon, Xerox, Epson, Brother, Kyocera, Ricoh.
    r"s?km|kmbt|cc[fi]|xerox scan|xrx|epson|brother|brn|kyocera|ricoh)(?:[\W_\d]|at|um|von|from|c(?=\d))*",
    re.IGNORECASE,
)
_HEXADECIMAL = re.compile(r"[0-9a-f]+")
_DATE = re.compile(r"\d{1,4}(?:[./-]\d{1,4}){1,2}")
_NUMBER = re.compile(r"\d{1,4}(?:st|nd|rd|th)?")
_PAGE_NUMBER = re.compile(
    r"(?:page|seite|p\.|s\.)[ \d–—-]*(?:(?:of|von|/)\s*\d+)?|[\d\W_]+(?:of|von)[\d\W_]+", re.IGNORECASE
)
_ADDRESS = re.compile(r"\S+@\S+\.\w+|(?:https?:|www\.)\S+", re.IGNORECASE)
_BESIDE_DATES = frozenset(("the", "of", "on", "den", "der", "am", "vom", "le", "de", "del", "el"))
# What says only which attachment it is, and what is stamped on top of one, or along the edge by an archive of preprints.
_STAMP = re.compile(
    r"(?:exhibit|annex|appendix|schedule|attachment|anlage|anhang)\s+(?:no\.? ?|nr\.? ?)?(?:\d[\w.()-]{0,7}|[a-z]|[ivx]{1,4})"
    r"|execution (?:copy|version)|(?:strictly |streng )?(?:confidential|vertraulich)|draft|entwurf|copy|kopie"
    r"|(?:arxiv|biorxiv|medrxiv)\b.*",
    re.IGNORECASE,
)
# Between the words of a file's name; a hyphen only behind small letters ("SOP-014" stays, and "e-mail").
_SEPARATORS = re.compile(r"[_+]+|%20|(?<=[a-zà-ÿ]{2})-(?=[A-Za-zÀ-ÿ]{2}|(?:19|20)\d\d\b)")
_AGAIN = re.compile(r"\s*\(\d{1,2}\)$")


def is_given(stated: str, name: str) -> bool:
    """Whether a title in the properties of the file `name` was given by a person, and not by the program that made it."""
    text = one_line(stated)
    if len(text) < LEAST or _OF_PROGRAMS.fullmatch(text) or _is_hash(text):
        return False
    # One word that is the file's own name, or written like one.
    return " " in text or not ("_" in text or alphanumerics(text) == alphanumerics(_stem(name)))


def may_be_title(line: str) -> bool:
    """Whether a line of the text can be a title: no date, page number, address, stamp or hash, neither too short nor too long."""
    text = one_line(line)
    return (
        LEAST <= len(text) <= MOST
        and sum(map(str.isalpha, text)) >= LETTERS
        and not any(pattern.fullmatch(text) for pattern in (_PAGE_NUMBER, _ADDRESS, _STAMP))
        and not (_is_hash(text) or _is_date(text) or _is_spaced(text))
    )


def tells(name: str) -> bool:
    """Whether a file's name says what is in the file: not one that a scanner or a camera gave it ("scan0007", "IMG_1234")."""
    stem = _stem(name)
    return sum(map(str.isalpha, stem)) >= LETTERS and not (_OF_DEVICES.fullmatch(stem) or _is_hash(stem))


def from_name(name: str) -> str:
    """The name of a file, without its folders and its ending, as a person would write it; never empty."""
    stem = _stem(name)
    readable = one_line(_AGAIN.sub("", _SEPARATORS.sub(" ", stem)))
    return readable or stem or "untitled"


def _stem(name: str) -> str:
    return one_line(PurePosixPath(name).stem)


def _is_hash(text: str) -> bool:
    digits = text.lower().replace("-", "").strip("{}")
    return (
        len(digits) >= HASH_DIGITS
        and any(map(str.isdigit, digits))
        and _HEXADECIMAL.fullmatch(digits) is not None
    )


def _is_spaced(text: str) -> bool:
    """Letters one by one, as letterheads and courts set their names: "C A N A D A"."""
    words = text.split()
    return len(words) > 2 and 2 * sum(len(word) == 1 for word in words) > len(words)


def _is_date(text: str) -> bool:
    """A date, with the place or the word that may stand before one ("Hamburg, 3 March 2026")."""
    months = lexicon.words("months")
    numbers = names = whole = 0
    for written in text.lower().split():
        word = written.strip(".,:;()")
        if word in months:
            names += 1
        elif _DATE.fullmatch(word):
            whole += 1
        elif _NUMBER.fullmatch(word):
            numbers += 1
        elif written[-1] not in ",:" and word not in _BESIDE_DATES:
            return False
    return bool(whole or (numbers and names))
