import threading
import time

import pytest

from ragdesk.engines.fair_lock import FairLock


def test_whoever_came_first_goes_first() -> None:
    lock = FairLock()
    order: list[int] = []

    def take(number: int) -> None:
        with lock.acquire():
            order.append(number)

    threads = [threading.Thread(target=take, args=(number,)) for number in range(8)]
    with lock.acquire():
        for waiting, thread in enumerate(threads, start=2):
            thread.start()
            while len(lock._queue) < waiting:
                time.sleep(0.001)
    for thread in threads:
        thread.join()
    assert order == list(range(8))


def test_a_failure_passes_the_turn_on() -> None:
    lock = FairLock()
    with pytest.raises(ValueError, match="mine"), lock.acquire():
        raise ValueError("mine")
    with lock.acquire():
        pass


def test_who_has_given_up_before_gets_no_turn_and_holds_nobody_up() -> None:
    lock = FairLock()
    with lock.acquire(lambda: True) as acquired:
        assert not acquired
    with lock.acquire() as acquired:
        assert acquired
