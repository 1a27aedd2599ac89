"""Numbers to text: read back as the same 32 bits, and no longer than need be."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st

from corefair.compute.compiled import if_possible
from corefair.io.vectors import spelling
from corefair.io.vectors.parsing import POWERS


def spell(numbers: np.ndarray, *, fast: bool) -> list[str]:
    """The numbers as they are written on a line."""
    text = np.full(len(numbers) * spelling._WIDEST + 3, 255, dtype=np.uint8)
    function = if_possible(spelling.spell_rows) if fast else spelling.spell_rows
    assert function is not None
    words = np.frombuffer(b"w", dtype=np.uint8)
    length = function(words, np.array([1]), numbers.reshape(1, -1), POWERS, text)
    word, *fields = text[:length].tobytes().decode().removesuffix("\n").split(" ")
    assert word == "w" and len(fields) == len(numbers)
    return fields


@pytest.mark.parametrize("fast", [True, False], ids=["compiled", "as Python"])
@settings(max_examples=300, deadline=None)
@given(number=st.floats(width=32, allow_nan=False, allow_infinity=False))
@example(number=0.0)
@example(number=-0.0)
@example(number=2.0**-149)  # the smallest there is
@example(number=float(np.finfo(np.float32).max))
@example(number=999999936.0)
@example(number=1e9)
@example(number=float(np.float32(9.9999997e-5)))
@example(number=float(np.float32(-0.00012345678)))
@example(number=2.0**-14)  # the rounding interval is narrower below a power of two
def test_reads_back_the_same(number: float, fast: bool) -> None:
    if fast:
        pytest.importorskip("numba")
    number32 = np.float32(number)
    (spelled,) = spell(np.array([number32]), fast=fast)
    back = np.array([float(spelled)]).astype(np.float32)
    assert back.view(np.int32) == np.array([number32]).view(np.int32)
    assert len(spelled) < spelling._WIDEST


def test_with_as_few_digits_as_can_be() -> None:
    pytest.importorskip("numba")
    rng = np.random.default_rng(0)
    numbers = (rng.normal(size=20_000) * 10.0 ** rng.integers(-12, 8, size=20_000)).astype(np.float32)
    numbers = numbers[np.abs(numbers) >= 1e-13]  # smaller ones get nine digits
    numbers = np.concatenate([numbers, np.round(numbers, 3), np.float32([1, 0.1, 100, 1e-5, 123456])])
    for ours, number in zip(spell(numbers, fast=True), numbers, strict=True):
        shortest = np.format_float_scientific(number, unique=True, trim="-")
        assert n_digits(ours) == n_digits(shortest), (ours, shortest)


def n_digits(spelled: str) -> int:
    """Significant ones.

    >>> n_digits("0.01050"), n_digits("-1.5e-07"), n_digits("300.0")
    (3, 2, 1)
    """
    return len(spelled.partition("e")[0].replace("-", "").replace(".", "").strip("0"))
