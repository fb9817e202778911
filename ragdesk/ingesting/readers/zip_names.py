"""The names in a zip archive, which says of some only that they are bytes: those of all members together tell the encoding.

A name that is flagged as UTF-8, or that carries its UTF-8 form beside it (Info-ZIP's field 0x7075), needs no guess. Many programs
write UTF-8 without the flag, and others write whatever code page their system has. What the bytes were stays known: the name in
`encoding` gives them back, and the archive itself is kept.
"""

import struct
import unicodedata
import zipfile
import zlib
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass

IS_UTF_8 = 0x800
_PATH_FIELD = 0x7075
# What zipfile reads a name without the flag as; each byte is a character of it, so that the bytes can be had back.
DOS = "cp437"
UTF_8 = "utf-8"
# Names that are looked at: more tell no more.
SAMPLE = 2_000

# Bits that a character costs in a name (naive Bayes): what is likely costs little, a sign that no name holds a lot.
_ODD = 16.0
# Chinese, Japanese, Korean: of the hundred most usual characters in names, of the thousands that the standards put first, of the
# others; of the kana.
_USUAL_ONE, _FIRST_ONE, _RARE_ONE, _KANA = 7.5, 13.0, 20.0, 6.0
# Cyrillic, in the order of its letters' frequency in Russian: 11 % to 0.04 %.
_CYRILLIC = "оеаинтсрвлкмдпуяыьгзбчйхжшюцщэфъё"
# European names have an accent here and there, mostly one of these.
_ACCENTED = frozenset("äöüßéèàçñáíóúâêîôûåøæãõ")
_USUAL_ACCENT, _RARE_ACCENT = 8.0, 16.0
# Beside a letter of another script; a capital behind a small letter; behind another capital; one accent behind another.
_OTHER_SCRIPT, _CAPITAL_WITHIN, _CAPITALS, _ACCENTS = 8.0, 6.0, 1.0, 4.0


@dataclass(frozen=True, slots=True)
class MemberNames:
    """The names in the order of the members, and the encoding that was told from their bytes: "" where that is UTF-8, or where
    there was nothing to tell."""

    names: tuple[str, ...]
    encoding: str = ""


def member_names(members: Sequence[zipfile.ZipInfo]) -> MemberNames:
    """The members' names as they were meant."""
    sure = [_sure(info) for info in members]
    raw = [_bytes(info) for info, name in zip(members, sure, strict=True) if name is None]
    if all(name.isascii() for name in raw):
        return MemberNames(tuple(name or info.filename for name, info in zip(sure, members, strict=True)))
    encoding = told_from(raw)
    return MemberNames(
        tuple(
            name if name is not None else _bytes(info).decode(encoding)
            for name, info in zip(sure, members, strict=True)
        ),
        "" if encoding == UTF_8 else encoding,
    )


def told_from(names: Iterable[bytes]) -> str:
    """The encoding that names without any mark are most likely in."""
    sample = sorted({name for name in names if not name.isascii()})[:SAMPLE]
    if not sample or _is(sample, UTF_8):
        return UTF_8
    possible = {encoding: cost for encoding, cost in _COSTS.items() if _is(sample, encoding)}

    def cost(encoding: str) -> float:
        return sum(_cost(name.decode(encoding), possible[encoding], encoding) for name in sample)

    return min(possible, key=cost)


def _sure(info: zipfile.ZipInfo) -> str | None:
    return info.filename if info.flag_bits & IS_UTF_8 else _beside(info)


def _bytes(info: zipfile.ZipInfo) -> bytes:
    return info.orig_filename.encode(DOS)


def _beside(info: zipfile.ZipInfo) -> str | None:
    """The name in UTF-8 that Info-ZIP's programs write beside the other: valid for the name of that checksum."""
    extra = info.extra
    while len(extra) >= 4:
        field, size = struct.unpack("<HH", extra[:4])
        content, extra = extra[4 : 4 + size], extra[4 + size :]
        if field == _PATH_FIELD and len(content) > 5 and content[0] == 1:
            if struct.unpack("<L", content[1:5])[0] != zlib.crc32(_bytes(info)):
                return None
            try:
                return content[5:].decode("utf-8")
            except UnicodeDecodeError:
                return None
    return None


def _is(names: Iterable[bytes], encoding: str) -> bool:
    try:
        for name in names:
            name.decode(encoding)
    except UnicodeDecodeError:
        return False
    return True


# The bits of a character, the one before it and the one behind it, in an encoding.
Cost = Callable[[str, str, str, str], float]


def _cost(name: str, cost: Cost, encoding: str) -> float:
    """Bits for the characters of a name that are not ASCII."""
    padded = f" {name} "
    return sum(
        cost(character, padded[at - 1], padded[at + 1], encoding)
        for at, character in enumerate(padded)
        if not character.isascii()
    )


def _of_thousands(character: str, before: str, after: str, encoding: str) -> float:
    if "\uff61" <= character <= "\uff9f":  # kana of half the width, one byte each: hardly ever in a name
        return _ODD
    bits = _OTHER_SCRIPT if _is_ascii_letter(before) and _is_ascii_letter(after) else 0
    if "\u3040" <= character <= "\u30ff" or character == "々":
        return bits + _KANA
    usual, low, high = _STANDARDS[encoding]
    if character in usual:
        return bits + _USUAL_ONE
    first = character.encode(encoding)[0]
    common = low <= first <= high if character.isalpha() else unicodedata.category(character)[0] in "PN"
    return bits + (_FIRST_ONE if common else _RARE_ONE)


def _cyrillic(character: str, before: str, after: str, encoding: str) -> float:
    at = _CYRILLIC.find(character.lower())
    bits = 3 + 0.2 * at if at >= 0 else _ODD
    bits += _OTHER_SCRIPT * (_is_ascii_letter(before) + _is_ascii_letter(after))
    return bits + _of_capital(character, before)


def _european(character: str, before: str, after: str, encoding: str) -> float:
    if not character.isalpha():
        return _ODD
    bits = _USUAL_ACCENT if character.lower() in _ACCENTED else _RARE_ACCENT
    return bits + (_ACCENTS if not before.isascii() else 0) + _of_capital(character, before)


def _of_capital(character: str, before: str) -> float:
    if not character.isupper():
        return 0
    return _CAPITAL_WITHIN if before.islower() else _CAPITALS if before.isupper() else 0


def _is_ascii_letter(character: str) -> bool:
    return character.isascii() and character.isalpha()


_SIMPLE = (
    "的一是不人有在中大上国个为和我地出时年要下以生会学用报告文件合同议资料表说明书新建夹图片照公司项目方案计划数据通知记录工作"
    "员手册管理申请单总结第版本最终副本月日号关于制度培训技术产品采购清销售财务测试系统设操指南分析研究论"
)
_TRADITIONAL = (
    "的一是不人有在中大上國個為和我地出時年要下以生會學用報告文件合約議資料表說明書新建夾圖片照公司專案方計劃數據通知記錄工作"
    "員手冊管理申請單總結第版本最終副月日號關於制度訓練技術產品採購清銷售財務測試系統設操指南分析研究論"
)
_JAPANESE = (
    "一日本人大年月会議事録書資料報告契約見積請求計画案内写真画像部社長員名前新規表紙最終版第回作成管理業務手順設定説明仕様検討"
    "結果連絡通知申込用売上予算明細一覧東京株式社保存分析研究開発製品技術"
)
_KOREAN = (
    "이다의는에가을고서사지정보회기시한대인자리로도하스나라아어수일구제전공계약획안내문장부표발신청결과최종본학연교육업무관리국"
    "명록제품개비용영수증세금견적개월년분석평가운동영상설치방법도면진양식성원용주소차"
)
# What is usual in names, and the first bytes of the characters that the standard gives first.
_STANDARDS = {
    "gb18030": (frozenset(_SIMPLE), 0xB0, 0xD7),
    "cp932": (frozenset(_JAPANESE), 0x88, 0x97),
    "cp950": (frozenset(_TRADITIONAL), 0xA4, 0xC6),
    "cp949": (frozenset(_KOREAN), 0xB0, 0xC8),
}
# Of two that cost the same, the first is taken; the last reads anything.
_COSTS: dict[str, Cost] = {
    **dict.fromkeys(_STANDARDS, _of_thousands),
    **dict.fromkeys(("cp866", "cp1251", "koi8_r"), _cyrillic),
    **dict.fromkeys(("cp850", "cp1252", DOS), _european),
}
