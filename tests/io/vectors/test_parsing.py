"""Numbers from bytes: the very 32 bits that `float` gives, for every spelling."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st

from corefair.compute.compiled import if_possible
from corefair.io.vectors import parsing

SPELLINGS = st.one_of(
    st.floats(allow_nan=False, allow_infinity=False).map(repr),
    st.floats(width=32, allow_nan=False, allow_infinity=False).map(lambda x: f"{x:.9g}"),
    st.floats(-10, 10).map(lambda x: f"{x:.18e}"),
    st.from_regex(r"[+-]?([0-9]{1,25}\.?[0-9]{0,25}|\.[0-9]{1,25})([eE][+-]?[0-9]{1,3})?", fullmatch=True),
)


def parse(numbers: list[str], *, fast: bool) -> tuple[np.ndarray, bool]:
    """The numbers of a line, and whether all of it was taken."""
    line = f"word {' '.join(numbers)}".encode()
    vectors = np.zeros((1, len(numbers)), dtype=np.float32)
    word_ends = np.full(1, -1)
    function = if_possible(parsing.parse_plain_lines) if fast else parsing.parse_plain_lines
    assert function is not None
    with np.errstate(over="ignore"):
        function(
            np.frombuffer(line, dtype=np.uint8),
            np.array([0]),
            np.array([len(line)]),
            parsing.POWERS,
            vectors,
            word_ends,
        )
    return vectors[0], bool(word_ends[0] == 4)


def exactly(numbers: list[str]) -> np.ndarray:
    with np.errstate(over="ignore"):
        return np.array(list(map(float, numbers))).astype(np.float32)


@pytest.mark.parametrize("fast", [True, False], ids=["compiled", "as Python"])
@settings(max_examples=300, deadline=None)
@given(number=SPELLINGS)
@example(number="16777217.0")  # halfway between two 32-bit floats: to even
@example(number="1.00000005960464477539")  # halfway, with more digits than 2⁵³ holds: left to float
@example(number="1e-45")
@example(number="7.0064923216240853e-46")  # half of the smallest: to zero
@example(number="3.4028235677973366e38")  # the last that is not infinite
@example(number="123456789012345678901234567890")
@example(number="-0.0")
@example(number="0" * 30 + "1." + "0" * 30 + "1")
@example(number="0." + "0" * 90 + "1e91")
def test_a_number_is_exact_or_left_alone(number: str, fast: bool) -> None:
    if fast:
        pytest.importorskip("numba")
    vector, taken = parse([number], fast=fast)
    if taken:
        assert vector.view(np.int32) == exactly([number]).view(np.int32)


def test_numbers_as_files_have_them_are_not_left_alone() -> None:
    pytest.importorskip("numba")
    rng = np.random.default_rng(0)
    numbers = rng.normal(size=20_000) * 10.0 ** rng.integers(-12, 3, size=20_000)
    for spell in (repr, "{:.6f}".format, "{:.9g}".format, "{:.18e}".format):
        spelled = [spell(float(x)) for x in numbers]
        vector, taken = parse(spelled, fast=True)
        assert taken
        assert np.array_equal(vector.view(np.int32), exactly(spelled).view(np.int32))


@pytest.mark.parametrize(
    "number", ["", "-", ".", "1e", "1e+", "nan", "inf", "1_0", "0x1", "1.2.3", "1-", "e5"]
)
def test_what_is_no_number_is_left_alone(number: str) -> None:
    assert not parse([number], fast=False)[1]
