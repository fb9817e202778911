"""Headings as a person reads them in an overview."""

import pytest

from ragdesk.answering.overview.display import shown_heading


@pytest.mark.parametrize(
    ("heading", "shown"),
    [
        (
            "↩ From: Ada Ball <ada@example.com> Sent: 26 November 2024 11:15",
            "Ada Ball, 26 November 2024 11:15",
        ),
        ("↩ Von: Bert Kohl <bert@example.com> Gesendet: Dienstag, 4. März", "Bert Kohl, Dienstag, 4. März"),
        ("↩ On Tue, 4 Mar 2025, Ada Ball <ada@example.com> wrote", "On Tue, 4 Mar 2025, Ada Ball wrote"),
        ("From: the coast Sent: home", "From: the coast Sent: home"),
    ],
)
def test_an_earlier_message_is_headed_by_who_wrote_it_and_when(heading: str, shown: str) -> None:
    assert shown_heading(heading) == shown
