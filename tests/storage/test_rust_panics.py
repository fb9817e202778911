"""A panic of Rust code is caught with what it comes with, and nothing else is."""

import pytest

from ragdesk.storage.index.rust_panics import or_panic


@pytest.mark.parametrize("module", ["pyo3_runtime", "pyo3_async_runtimes"])
def test_a_panic_is_caught_whatever_library_raised_it(module: str) -> None:
    panic = type("RustPanic", (BaseException,), {"__module__": module})
    try:
        raise panic("range start must not be greater than end")
    except or_panic(OSError) as error:
        assert type(error) is panic


def test_other_ends_of_a_program_pass_through() -> None:
    with pytest.raises(KeyboardInterrupt):
        try:
            raise KeyboardInterrupt
        except or_panic(OSError):
            pytest.fail("it was taken for a panic")
