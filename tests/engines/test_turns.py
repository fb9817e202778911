import threading
import time

import pytest

from ragdesk.engines.turns import Turns


def test_whoever_came_first_goes_first() -> None:
    turns = Turns()
    order: list[int] = []

    def take(number: int) -> None:
        with turns.mine():
            order.append(number)

    threads = [threading.Thread(target=take, args=(number,)) for number in range(8)]
    with turns.mine():
        for waiting, thread in enumerate(threads, start=2):
            thread.start()
            while len(turns._queue) < waiting:
                time.sleep(0.001)
    for thread in threads:
        thread.join()
    assert order == list(range(8))


def test_a_failure_passes_the_turn_on() -> None:
    turns = Turns()
    with pytest.raises(ValueError, match="mine"), turns.mine():
        raise ValueError("mine")
    with turns.mine():
        pass
