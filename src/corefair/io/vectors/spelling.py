"""Vectors to text: each number as the fewest digits that read back as the same 32 bits, in all cores."""

from __future__ import annotations

from collections.abc import Generator
from concurrent.futures import ThreadPoolExecutor
from contextlib import closing
from itertools import islice
from typing import IO

import numpy as np
from numpy.typing import NDArray

from corefair.compute.compiled import if_possible, n_numba_threads
from corefair.io.vectors.parsing import POWERS
from corefair.types import Embeddings

_WIDEST = 17  # bytes for a space and a number: " -0.000123456789" or " -1.23456789e-38"
_BLOCK = 1 << 22  # bytes of text made at once in a thread
_SMALL = 1 << 18  # numbers; for fewer, loading Numba takes longer than doing without


def write_glove(emb: Embeddings, out: IO[bytes]) -> None:
    """A word and its numbers a line."""
    with closing(_lines(emb)) as lines:  # if writing fails, its threads end here and not at some later time
        for text in lines:
            out.write(text)


def write_word2vec(emb: Embeddings, out: IO[bytes]) -> None:
    """The same after a line `words dimensions`."""
    out.write(b"%d %d\n" % (len(emb), emb.dim))
    write_glove(emb, out)


def _lines(emb: Embeddings) -> Generator[bytes, None, None]:
    step = max(_BLOCK // (_WIDEST * emb.dim), 1)
    starts = iter(range(0, len(emb), step))
    if emb.vectors.size < _SMALL or if_possible(spell_rows) is None:
        for start in starts:
            yield _spelled_plainly(emb, start, start + step)
        return
    with ThreadPoolExecutor(n_numba_threads()) as pool:
        while group := [
            pool.submit(_spelled, emb, start, start + step) for start in islice(starts, 2 * n_numba_threads())
        ]:
            for job in group:
                yield job.result()


def _spelled_plainly(emb: Embeddings, start: int, end: int) -> bytes:
    rows = emb.vectors[start:end]
    return b"".join(
        f"{word} {' '.join(map(str, row))}\n".encode()
        for word, row in zip(emb.words[start:end], rows, strict=True)
    )


def _spelled(emb: Embeddings, start: int, end: int) -> bytes:
    spell = if_possible(spell_rows)
    assert spell is not None
    words = [word.encode() for word in emb.words[start:end]]
    rows = np.ascontiguousarray(emb.vectors[start:end])
    word_ends = np.cumsum([len(word) for word in words])
    room = int(word_ends[-1]) + rows.size * _WIDEST + len(rows)
    text = np.empty(room, dtype=np.uint8)
    length = spell(np.frombuffer(b"".join(words), dtype=np.uint8), word_ends, rows, POWERS, text)
    return text[:length].tobytes()


def spell_rows(
    words: NDArray[np.uint8],  # all of them, one after the other
    word_ends: NDArray[np.int64],
    vectors: NDArray[np.float32],
    powers: NDArray[np.float64],  # of ten
    text: NDArray[np.uint8],  # filled
) -> int:
    """Write the lines into `text`, and return how many bytes they take.

    A number is tried with ever fewer digits d × 10⁻ᵏ, as long as that is the same in 32 bits. From 10⁻¹³ to
    10⁹ the trial is exact: d is below 2⁵³ and 10ᵏ at most 10²², so that the quotient is what `float` would
    read. Other numbers get nine digits, which always suffice for 32 bits.
    """
    at = 0
    word_start = 0
    for row in range(len(vectors)):
        for letter in range(word_start, word_ends[row]):
            text[at] = words[letter]
            at += 1
        word_start = word_ends[row]
        for column in range(vectors.shape[1]):
            number = vectors[row, column]
            text[at] = 32
            at += 1
            size = abs(np.float64(number))
            if np.signbit(number):
                text[at] = 45
                at += 1
            if size == 0:
                text[at] = 48
                text[at + 1] = 46
                text[at + 2] = 48
                at += 3
                continue

            # The power of ten of the first digit: 10^first <= size < 10^(first + 1).
            first = 0
            if size >= 1:
                while first < 38 and size >= powers[first + 1]:
                    first += 1
            else:
                first = -1
                while size * powers[-first] < 1:
                    first -= 1

            # digits × 10^-places, nine digits to begin with
            places = 8 - first
            digits = np.int64(np.rint(size * powers[places] if places >= 0 else size / powers[-places]))
            if -13 <= first <= 8:
                low, high = max(0, -first), places
                while low < high:
                    middle = (low + high) // 2
                    fewer = np.int64(np.rint(size * powers[middle]))
                    if np.float32(fewer / powers[middle]) == np.float32(size):
                        high = middle
                        digits = fewer
                    else:
                        low = middle + 1
                places = high
            while digits % 10 == 0 and (places > 0 or first < -13 or first > 8):
                digits //= 10
                places -= 1

            n_digits, bound = 1, 10
            while digits >= bound:
                n_digits, bound = n_digits + 1, bound * 10
            first = n_digits - 1 - places  # rounding up may have moved it
            if -4 <= first <= 8:
                # digits before the point, then `places` after it
                before = max(first + 1, 1)
                left = digits
                if places == 0:
                    text[at + before] = 46
                    text[at + before + 1] = 48
                for place in range(places):
                    text[at + before + places - place] = 48 + left % 10
                    left //= 10
                text[at + before] = 46
                for place in range(before):
                    text[at + before - 1 - place] = 48 + left % 10
                    left //= 10
                at += before + 1 + max(places, 1)
            else:
                left = digits
                for place in range(n_digits - 1):
                    text[at + n_digits - place] = 48 + left % 10
                    left //= 10
                text[at] = 48 + left
                at += 1
                if n_digits > 1:
                    text[at] = 46
                    at += n_digits
                text[at] = 101
                text[at + 1] = 45 if first < 0 else 43
                text[at + 2] = 48 + abs(first) // 10
                text[at + 3] = 48 + abs(first) % 10
                at += 4
        text[at] = 10
        at += 1
    return at
