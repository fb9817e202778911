"""Work beside the pages: watched by several, left, stopped, and kept until it is done."""

import threading
from collections.abc import Generator

from harmless import citation
from until import until

from ragdesk.domain.answers import Nearest, Stage, Token
from ragdesk.front.web.tabs.chat import render_chat
from ragdesk.front.web.work import Crew, Watch, Work
from ragdesk.front.web.writing import PendingQuestion, Writing


def paced(steps: threading.Semaphore, count: int = 3) -> Generator[int, None, None]:
    for number in range(count):
        steps.acquire()
        yield number


def test_two_watchers_see_the_same_state_and_one_that_leaves_ends_nothing() -> None:
    steps, taken, crew = threading.Semaphore(0), list[int](), Crew()
    work = Work(lambda: paced(steps), taken.append)
    assert crew.start("a", work) and crew.of("a") is work
    one, two = Watch(work), Watch(work)
    first, second = one.changes(), two.changes()
    next(first)
    next(second)  # at once, so that a window that comes late shows what there is
    one.leave()
    assert list(first) == []
    steps.release()
    next(second)
    assert taken == [0]
    steps.release(2)
    assert list(second) in ([None], [])
    assert work.wait(5) and taken == [0, 1, 2] and crew.of("a") is None and work.failure() is None


def test_a_stopped_work_ends_its_watchers_at_once_and_closes_what_it_ran() -> None:
    steps, closed, crew = threading.Semaphore(0), threading.Event(), Crew()

    def items() -> Generator[int, None, None]:
        try:
            yield from paced(steps)
        finally:
            closed.set()

    work: Work[int] = Work(items, lambda item: None)
    crew.start("a", work)
    watch = Watch(work)
    seen = watch.changes()
    next(seen)
    work.stop()
    assert list(seen) == [] and not closed.is_set()
    steps.release(3)
    assert closed.wait(5)
    until(lambda: crew.of("a") is None)


def test_one_work_a_key_until_it_is_stopped() -> None:
    steps, crew = threading.Semaphore(0), Crew()
    first: Work[int] = Work(lambda: paced(steps), lambda item: None)
    second: Work[int] = Work(lambda: paced(steps), lambda item: None)
    assert crew.start("a", first)
    assert not crew.start("a", second) and crew.of("a") is first
    assert crew.start("b", Work(lambda: paced(steps, 0), lambda item: None))
    first.stop()
    assert crew.start("a", second)
    steps.release(6)
    assert second.wait(5) and first.wait(5)


def test_a_failure_is_kept_for_those_who_watch() -> None:
    def items() -> Generator[int, None, None]:
        yield 1
        raise ValueError("no")

    work = Work(items, lambda item: None)
    Crew().start("a", work)
    assert work.wait(5)
    assert isinstance(work.failure(), ValueError)
    assert list(Watch(work).changes()) == []


def test_a_work_knows_how_many_were_begun_before_it_and_its_watchers_are_told() -> None:
    steps = [threading.Semaphore(0) for _ in range(3)]
    works: list[Work[int]] = [Work(lambda each=each: paced(each, 1), lambda item: None) for each in steps]
    crew = Crew()
    for number, work in enumerate(works):
        crew.start(str(number), work)
    assert [crew.ahead(work) for work in works] == [0, 1, 2]
    seen = Watch(works[2]).changes()
    next(seen)
    steps[0].release()
    next(seen)  # told that it moved up
    until(lambda: [crew.ahead(work) for work in works] == [0, 0, 1])
    works[1].stop()
    assert crew.ahead(works[2]) == 0  # a stopped one holds nobody up
    for each in steps[1:]:
        each.release()
    until(lambda: crew.of("2") is None)
    assert crew.ahead(works[2]) == 0


def test_the_closest_passage_is_shown_until_there_is_an_answer() -> None:
    writing = Writing(None, PendingQuestion("How long?"))  # type: ignore[arg-type]
    writing.take(Nearest("Closest passage: “It cools for an hour.”", citation()))
    shown = render_chat.writing(writing.text, writing.quick, writing.nearest)
    assert "It cools for an hour." in shown and "Short answer" not in shown
    writing.take(Token("An hour."))
    shown = render_chat.writing(writing.text, writing.quick, writing.nearest)
    assert "An hour." in shown and "It cools" not in shown


def test_words_that_led_to_nothing_make_room_for_those_in_translation() -> None:
    writing = Writing(None, PendingQuestion("Wie lange?"))  # type: ignore[arg-type]
    for event in (Token("A guess."), Stage("translate"), Token("Es "), Token("dauert.")):
        writing.take(event)
    assert (writing.text, writing.stage.name) == ("Es dauert.", "write")
