"""Lines of numbers from bytes to 32-bit floats, in all cores, each exactly what `float` would make of it."""

from __future__ import annotations

from concurrent.futures import ThreadPoolExecutor
from itertools import pairwise

import numpy as np
from numpy.typing import NDArray

from corefair.compute.compiled import if_possible, n_numba_threads


def parse_lines(
    codes: NDArray[np.uint8],
    starts: NDArray[np.int64],  # [n_lines]
    ends: NDArray[np.int64],
    dim: int,
    *,
    fast: bool = True,
) -> tuple[NDArray[np.float32], NDArray[np.int64]]:
    """([n_lines, dim] vectors, where each word ends); -1 for a line that is left to the slow, general rule.

    Without Numba, or without haste, every line is left to it.
    """
    vectors = np.empty((len(starts), dim), dtype=np.float32)
    word_ends = np.full(len(starts), -1, dtype=np.int64)
    parse = if_possible(parse_plain_lines) if fast else None
    if parse is None:
        return vectors, word_ends
    with ThreadPoolExecutor(n_numba_threads()) as pool:
        edges = np.linspace(0, len(starts), 4 * n_numba_threads() + 1).astype(int).tolist()
        jobs = [
            pool.submit(parse, codes, starts[a:b], ends[a:b], POWERS, vectors[a:b], word_ends[a:b])
            for a, b in pairwise(edges)
        ]
        for job in jobs:
            job.result()
    return vectors, word_ends


POWERS = np.array([float(f"1e{power}") for power in range(81)])


def parse_plain_lines(
    codes: NDArray[np.uint8],
    starts: NDArray[np.int64],
    ends: NDArray[np.int64],
    powers: NDArray[np.float64],  # of ten
    vectors: NDArray[np.float32],  # filled
    word_ends: NDArray[np.int64],  # filled; stays -1 where a line is not plain
) -> None:
    """Parse the lines that are a word without spaces and `dim` numbers, as far as the result is certain.

    At most 18 digits of a number go into a 64-bit integer. Below 2⁵³, and with a power of ten up to 22, both
    are exact as 64-bit floats and one division or product rounds as `float` does. Otherwise the result is
    off by less than one part in 10¹⁵, and is taken only if that cannot change what it is in 32 bits.
    """
    dim = vectors.shape[1]
    for row in range(len(starts)):
        at, end = starts[row], ends[row]
        while end > at and (codes[end - 1] == 32 or codes[end - 1] == 9 or codes[end - 1] == 13):
            end -= 1
        if at == end or codes[at] == 32 or codes[at] == 9:
            continue
        while at < end and codes[at] != 32 and codes[at] != 9:
            at += 1
        word_end = at
        column = 0
        while column < dim:
            before = at
            while at < end and (codes[at] == 32 or codes[at] == 9):
                at += 1
            if at in (before, end):
                break
            negative = codes[at] == 45
            if negative or codes[at] == 43:
                at += 1
            mantissa = np.int64(0)
            power = np.int64(0)  # of ten
            n_digits = 0
            exact = True
            first_digit = at
            while at < end and 48 <= codes[at] <= 57:
                if mantissa < 100_000_000_000_000_000:
                    mantissa = mantissa * 10 + (np.int64(codes[at]) - 48)
                else:
                    power += 1
                    exact = False
                at += 1
            n_digits = at - first_digit
            if at < end and codes[at] == 46:
                at += 1
                first_digit = at
                while at < end and 48 <= codes[at] <= 57:
                    if mantissa < 100_000_000_000_000_000:
                        mantissa = mantissa * 10 + (np.int64(codes[at]) - 48)
                        power -= 1
                    else:
                        exact = False
                    at += 1
                n_digits += at - first_digit
            if n_digits == 0:
                break
            if at < end and (codes[at] == 101 or codes[at] == 69):
                at += 1
                below = at < end and codes[at] == 45
                if below or (at < end and codes[at] == 43):
                    at += 1
                first_digit = at
                exponent = np.int64(0)
                while at < end and 48 <= codes[at] <= 57:
                    if exponent < 100_000:
                        exponent = exponent * 10 + (np.int64(codes[at]) - 48)
                    at += 1
                if at == first_digit:
                    break
                power += -exponent if below else exponent
            if mantissa == 0 or power < -80:  # below 10⁻⁶², which is zero in 32 bits
                value = 0.0
            elif power > 60:
                value = np.inf
            else:
                value = mantissa / powers[-power] if power < 0 else mantissa * powers[power]
                if not (exact and mantissa < 9_007_199_254_740_992 and -22 <= power <= 22) and np.float32(
                    value * (1 - 1e-15)
                ) != np.float32(value * (1 + 1e-15)):
                    break
            vectors[row, column] = np.float32(-value if negative else value)
            column += 1
        if column == dim and at == end:
            word_ends[row] = word_end
