"""Random swaps and regroupings, eight units a byte, and a p-value that draws no more than it needs."""

from __future__ import annotations

from collections.abc import Callable
from math import inf, sqrt
from statistics import NormalDist

import numpy as np
from numpy.typing import NDArray

from corefair.errors import DataError
from corefair.stats.units import FloatArray, IntArray

ENOUGH = 100  # outcomes as extreme as the one seen: then p is known to a tenth of itself
FEWEST, MOST = 10_000, 1_000_000  # how many are drawn
BYTES = 2**21  # held at once
FLIP_COST = 60  # adding one more unit, or taking it out, takes as long as drawing about this many bytes

Draw = Callable[[int], FloatArray]  # how many -> sums [n, n_totals]
Bytes = NDArray[np.uint8]  # [n_bytes, n_draws]
_BIT = (1 << np.arange(8)).astype(np.uint8)
_BITS = np.unpackbits(np.arange(256, dtype=np.uint8)[:, None], axis=1, bitorder="little").astype(np.float64)
_N_BITS = _BITS.sum(axis=1).astype(np.uint8)


def sequential_p(
    reached: Callable[[int], FloatArray], *, fewest: int, most: int, chunk: int
) -> tuple[FloatArray, FloatArray]:
    """p and the number of draws it took; `reached(n)` says which of n draws were as extreme as what was seen.

    `fewest` are drawn in any case; if by then ENOUGH were as extreme, p = (1 + count) / (1 + draws). If not,
    drawing goes on to the draw with which that number is reached, and p = ENOUGH / draws; or to `most`, and
    p = (1 + count) / (1 + draws). Either way P(p ≤ α) ≤ α when nothing differs (Besag & Clifford 1991): what
    was seen is one outcome like the others, so m draws show fewer than h as extreme with chance h / (m + 1).
    """
    most = max(fewest, most)
    n_drawn, count = 0, np.zeros(())
    p = draws = np.zeros(())
    still = np.ones((), dtype=bool)
    while n_drawn < most and still.any():
        end = fewest if n_drawn < fewest else most
        hits = reached(min(chunk, end - n_drawn))
        if n_drawn == 0:
            count = p = draws = np.zeros(hits.shape[1:])
            still = np.ones(hits.shape[1:], dtype=bool)
        counts = count + np.cumsum(hits, axis=0)
        if n_drawn >= fewest:
            now = still & (counts[-1] >= ENOUGH)
            after = n_drawn + 1 + (counts >= ENOUGH).argmax(axis=0)
            p, draws = np.where(now, ENOUGH / after, p), np.where(now, after, draws)
            still = still & ~now
        n_drawn, count = n_drawn + len(hits), counts[-1]
        if n_drawn in (fewest, most):
            now = still & ((count >= ENOUGH) | (n_drawn == most))
            p, draws = np.where(now, (1 + count) / (1 + n_drawn), p), np.where(now, n_drawn, draws)
            still = still & ~now
    return p, draws


def chunk_of(n_units: int) -> int:
    """How many draws fit into memory at once."""
    return int(np.clip(BYTES // (n_units // 8 + 1), 64, 8192))


def coin_draws(rows: FloatArray, rng: np.random.Generator) -> Draw:
    """Sums of units [n_units, n_totals] that are each taken or left by a fair coin."""
    tables = _tables(rows)

    def draw(n: int) -> FloatArray:
        return _add_up(tables, rng.integers(256, size=(len(tables), n), dtype=np.uint8))

    return draw


def subset_draws(rows: FloatArray, size: int, rng: np.random.Generator) -> Draw:
    """Sums of random subsets of that size, all equally likely.

    Each unit is taken with a chance near size / n, all at once; then units drawn at random are added or taken
    out until the size is right. No unit is treated other than the next, so every subset has the same chance.
    """
    n_units = len(rows)
    if not 0 <= size <= n_units:
        raise DataError(f"{n_units} units have no subsets of size {size}")
    if 2 * size > n_units:  # what is left out is the smaller part
        rest, total = subset_draws(rows, n_units - size, rng), rows.sum(axis=0)
        return lambda n: total - rest(n)
    tables = _tables(rows)
    bits = _bits_for(size, n_units) if size else []

    def draw(n: int) -> FloatArray:
        taken = np.zeros((len(tables), n), dtype=np.uint8)
        for bit in bits:
            coins = rng.integers(256, size=taken.shape, dtype=np.uint8)
            taken = taken | coins if bit else taken & coins
        spare = 8 * len(tables) - n_units
        taken[-1] &= 255 >> spare
        sums = _add_up(tables, taken)
        _put_right(taken, sums, _N_BITS[taken].sum(axis=0, dtype=np.int64), rows, size, rng)
        return sums

    return draw


def _tables(rows: FloatArray) -> FloatArray:
    """[n_bytes, 256, n_totals]: the sum of what each byte takes of its eight units."""
    padded = np.zeros((-(-len(rows) // 8) * 8, rows.shape[1]))
    padded[: len(rows)] = rows
    return np.asarray(_BITS @ padded.reshape(-1, 8, rows.shape[1]))


def _add_up(tables: FloatArray, taken: Bytes) -> FloatArray:
    sums = np.zeros((taken.shape[1], tables.shape[2]))
    for table, byte in zip(tables, taken, strict=True):
        sums += table.take(byte, axis=0)
    return sums


def _bits_for(size: int, n_units: int) -> list[int]:
    """The binary digits, last first, of a share near size / n that is quick to draw, a coin for each.

    A unit too few is put right at once when most are out, a unit too many is then hard to hit upon.
    """
    share = size / n_units
    options = [(n, digits) for n in range(9) for digits in {int(share * 2**n), int(share * 2**n) + 1}]

    def cost(option: tuple[int, int]) -> float:
        n_bits, digits = option
        drawn = digits / 2.0**n_bits
        if drawn >= 1:
            return inf  # no number of coins takes all
        spread = sqrt(n_units * drawn * (1 - drawn))
        few, many = (_mean_above(sign * (size - drawn * n_units), spread) for sign in (1, -1))
        tries = few / (1 - share) + many / share
        return n_bits * n_units / 8 + FLIP_COST * tries

    n_bits, digits = min(options, key=cost)
    return [digits >> place & 1 for place in range(n_bits)]


def _mean_above(mean: float, spread: float) -> float:
    """The mean of what is above 0 of a normal number, and 0 of what is below."""
    if spread == 0:
        return max(mean, 0.0)
    normal = NormalDist()
    return spread * normal.pdf(mean / spread) + mean * normal.cdf(mean / spread)


def _put_right(
    taken: Bytes, sums: FloatArray, n_taken: IntArray, rows: FloatArray, size: int, rng: np.random.Generator
) -> None:
    """Add or take out random units, in place, until each draw has `size` of them."""
    n = taken.shape[1]
    flat = taken.reshape(-1)  # a view
    at = np.flatnonzero(n_taken != size)
    missing = (size - n_taken)[at]
    changed: list[tuple[IntArray, IntArray, IntArray]] = []  # draws, units, and 1 for added or -1
    while len(at):
        unit = rng.integers(len(rows), size=len(at))
        place, bit = (unit >> 3) * n + at, _BIT[unit & 7]
        direction = np.sign(missing)
        fits = np.flatnonzero((flat[place] & bit == 0) == (direction > 0))  # out if one is missing, else in
        flat[place[fits]] ^= bit[fits]
        changed.append((at[fits], unit[fits], direction[fits]))
        missing[fits] -= direction[fits]
        wrong = missing != 0
        at, missing = at[wrong], missing[wrong]
    if changed:
        at, unit, direction = (np.concatenate(each) for each in zip(*changed, strict=True))
        for column in range(rows.shape[1]):
            sums[:, column] += np.bincount(at, direction * rows[unit, column], minlength=n)
