"""Which language a document is in: a language that much is written in, or none."""

from pathlib import Path

import pytest

from ragdesk.ingesting.language import detect

TEXTS = {
    "de": "Der Vertrag wird zum Ende des Jahres gekündigt. Die Miete ist bis zum dritten Werktag zu zahlen.",
    "fr": "Le contrat prend fin à la fin de l'année. Le loyer est payé avant le troisième jour ouvrable.",
    "pt": "O contrato termina no fim do ano. O aluguel deve ser pago até o terceiro dia útil de cada mês.",
    "no": "Kontrakten sies opp ved utgangen av året. Husleien skal betales innen den tredje virkedagen i måneden.",
    "zh": "合同在年底终止。租金必须在每个月的第三个工作日之前支付。" * 3,
    "ar": "ينتهي العقد في نهاية السنة. يجب دفع الإيجار قبل يوم العمل الثالث من كل شهر.",
    "hy": "Պայմանագիրը դադարեցվում է տարեվերջին։ Վարձը պետք է վճարվի մինչև երրորդ աշխատանքային օրը։",
}


@pytest.mark.parametrize(("language", "text"), TEXTS.items())
def test_plain_text_is_known(language: str, text: str) -> None:
    assert detect(text) == language


def test_a_list_of_english_names_is_no_pidgin() -> None:
    names = [
        "Hon. Ann Weaver",
        "Hon. Tunde Okafor",
        "Hon. Maria Castro",
        "Hon. Wei Chen",
        "Hon. Jason Bishop",
    ]
    assert detect("# Roster of judges\n\n" + "\n\n".join(names * 30)) in {"en", "und"}


@pytest.mark.parametrize(
    "text",
    [
        "short",
        "Ελληνικά svenska српски norsk bokmål slovenčina suomi русский Deutsch polski Nederlands 한국어 magyar latviešu",
        "x1 y2 z3 " * 40,
        "lorem ipsum dolor sit amet consectetur adipiscing elit sed do eiusmod tempor incididunt ut labore",
    ],
)
def test_where_no_language_stands_out_there_is_none(text: str) -> None:
    assert detect(text) == "und"


def test_product_names_do_not_make_a_chinese_manual_english() -> None:
    assert (
        detect("使用 docker network create 命令创建自定义网络，然后用 docker run --network 启动容器。" * 3)
        == "zh"
    )


def test_the_middle_of_a_long_document_counts() -> None:
    contents = "\n".join(f"{number}. Introduction to the pump ........ {number}" for number in range(60))
    assert detect(contents + "\n" + TEXTS["de"] * 300) == "de"


def test_passages_of_a_published_set_are_in_languages_that_are_written(evals: Path) -> None:
    odd = ["govt_b24acb70bee81e4f", "govt_a44b35108fdd6f71", "govt_7f6bb37de05dd451"]
    found = [detect((evals / "multiturn" / "docs" / f"{name}.md").read_text("utf-8")) for name in odd]
    assert found == ["en", "und", "es"], "once Nigerian Pidgin, Crimean Tatar and Spanish"
