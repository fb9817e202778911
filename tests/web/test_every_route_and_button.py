"""Every route and every button of a page that was open before settings were saved, another model was chosen, or everything was
erased, in this window or in another one: each says and does just what it does where nothing of that happened.

What is there after an erasure was taken in again.
"""

from itertools import product
from pathlib import Path

import pytest
from break_it.counting import long_part
from web.desk import SITUATIONS, change, desk_in, differences
from web.touring import links, tour

from ragdesk.front.web.actions.codec import _TABS, _VERBS

pytestmark = [
    pytest.mark.break_it("every route and button after a change"),
    pytest.mark.filterwarnings("ignore::DeprecationWarning"),
    pytest.mark.timeout(300),
]
WINDOWS = ("this window", "another window")
IN_THE_LONG_PART = {
    ("another model", "this window"),
    *product(("another embedder", "another language model"), WINDOWS),
}
CASES = [
    pytest.param(*case, marks=[long_part] if case in IN_THE_LONG_PART else [])
    for case in product(SITUATIONS, WINDOWS)
]


@pytest.fixture(scope="module")
def usual(tmp_path_factory: pytest.TempPathFactory) -> dict[str, str]:
    """What everything says where nothing happened."""
    with desk_in(tmp_path_factory.mktemp("usual")) as desk:
        desk.fill()
        said = tour(desk)
    assert all(
        words.startswith("200 ")
        for path, words in said.items()
        if path.startswith("/ragdesk/") and path != "/ragdesk/model"
    )
    return said


def test_every_action_is_clicked(tmp_path: Path) -> None:
    with desk_in(tmp_path) as desk:
        desk.fill()
        tried = {type(action) for action in links(desk)}
    assert tried == set(_VERBS) - set(_TABS["settings"]._classes.values())


@pytest.mark.parametrize(("happened", "whose"), CASES)
def test_everything_says_what_it_says_usually(
    happened: str, whose: str, usual: dict[str, str], tmp_path: Path
) -> None:
    with desk_in(tmp_path) as desk:
        desk.fill()
        change(desk, happened, whose)
        if happened == "everything erased":
            desk.fill()
        said = tour(desk)
    assert said.keys() == usual.keys()
    found = differences(usual, said)
    assert not found, "\n".join(found)
