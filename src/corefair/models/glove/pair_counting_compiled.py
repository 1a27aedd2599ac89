"""Counting, sorting and merging of word pairs in compiled code; to be imported inside functions.

A pair is one number, its key: `word << bits | context`. While pairs are gathered the key is followed by the
distance, in the lowest `shift` bits. A record [2] is a key and the sum of its weights.
"""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from corefair.compute.compiled import compiled

Numbers = NDArray[np.int64]
BREAK = -1  # among the numbers of words: a text ends here


@compiled
def gather(
    ids: NDArray[np.int32],  # words of texts, with BREAK after each
    at: int,  # where to go on
    recent: Numbers,  # [len(ids) + window] the words of this text before `at`
    n_recent: int,
    weights: Numbers,  # [window + 1] by distance
    limits: Numbers,  # [n_words] a pair with a context below its word's limit is in the table,
    bases: Numbers,  # [n_words] at this place plus the context
    table: Numbers,
    keys: Numbers,  # all others are appended here
    n_keys: int,
    bits: int,
    shift: int,
    symmetric: bool,
) -> tuple[int, int, int]:
    """Take up pairs until the words or the room for keys are at an end: at, n_recent, n_keys."""
    window = len(weights) - 1
    while at < len(ids) and n_keys + window <= len(keys):
        word = np.int64(ids[at])
        at += 1
        if word == BREAK:
            n_recent = 0
            continue
        for distance in range(1, min(window, n_recent) + 1):
            before = recent[n_recent - distance]
            first, second = before, word
            if symmetric and word < before:
                first, second = word, before
            if second < limits[first]:
                table[bases[first] + second] += weights[distance]
            else:
                keys[n_keys] = (first << bits | second) << shift | distance
                n_keys += 1
        recent[n_recent] = word
        n_recent += 1
    return at, n_recent, n_keys


@compiled
def add_up(
    keys: Numbers, at: int, bits: int, shift: int, weights: Numbers, symmetric: bool, out: Numbers
) -> tuple[int, int]:
    """Records of sorted keys from `at` on, until they or the room in `out` are at an end: at, n_out.

    Where pairs are symmetric, a word beside itself is seen from both sides and counts twice.
    """
    mask = (1 << shift) - 1
    n_out = 0
    while at < len(keys) and n_out < len(out):
        key = keys[at] >> shift
        total = 0
        while at < len(keys) and keys[at] >> shift == key:
            total += weights[keys[at] & mask]
            at += 1
        if symmetric and key >> bits == key & ((1 << bits) - 1):
            total *= 2
        out[n_out, 0], out[n_out, 1] = key, total
        n_out += 1
    return at, n_out


@compiled
def read_table(
    table: Numbers,
    first: Numbers,  # [n_words] where the row of each begins
    limits: Numbers,
    bases: Numbers,
    row: int,
    bits: int,
    symmetric: bool,
    out: Numbers,
) -> tuple[int, int]:
    """Records of the table's rows from `row` on that have room in `out`: row, n_out."""
    n_out = 0
    while row < len(limits) and limits[row] - first[row] <= len(out) - n_out:
        for column in range(first[row], limits[row]):
            total = table[bases[row] + column]
            if total:
                if symmetric and row == column:
                    total *= 2
                out[n_out, 0], out[n_out, 1] = row << bits | column, total
                n_out += 1
        row += 1
    return row, n_out


@compiled
def merge(
    blocks: Numbers,  # [k, size, 2] records of each run, sorted by key
    at: Numbers,  # [k] the next record of each
    ends: Numbers,  # [k]
    heap: Numbers,  # [k] the runs, that with the smallest next key first; its root may be out of place
    n_heap: int,
    out: Numbers,  # [m, 2]
    n_out: int,
) -> tuple[int, bool]:
    """Merge until `out` is full, or the run at the root has no record left: n_out, whether that is why."""
    while True:
        place, run = 0, heap[0]
        key = blocks[run, at[run], 0]
        second = np.int64(np.iinfo(np.int64).max)  # the smallest next key of the other runs
        while 2 * place + 1 < n_heap:
            child = 2 * place + 1
            left = blocks[heap[child], at[heap[child]], 0]
            if child + 1 < n_heap:
                right = blocks[heap[child + 1], at[heap[child + 1]], 0]
                if right < left:
                    child, left = child + 1, right
            if left >= key:
                break
            heap[place] = heap[child]
            place = child
        heap[place] = run
        run = heap[0]
        for child in range(1, min(3, n_heap)):
            second = min(second, blocks[heap[child], at[heap[child]], 0])
        block = blocks[run]
        i, end = at[run], ends[run]
        while i < end and block[i, 0] <= second:
            if n_out and out[n_out - 1, 0] == block[i, 0]:
                out[n_out - 1, 1] += block[i, 1]
            else:
                if n_out == len(out):
                    at[run] = i
                    return n_out, False
                out[n_out, 0], out[n_out, 1] = block[i, 0], block[i, 1]
                n_out += 1
            i += 1
        at[run] = i
        if i == end:
            return n_out, True


@compiled
def transpose(records: Numbers, bits: int, starts: Numbers, out: Numbers) -> int:
    """Records of (word, context) with word < context as (context, word), sorted; how many these are.

    `starts` [n_words + 1] are zeros. The records are sorted, so those of one context are in order already.
    """
    mask = (1 << bits) - 1
    for i in range(len(records)):
        starts[(records[i, 0] & mask) + 1] += records[i, 0] >> bits != records[i, 0] & mask
    for context in range(1, len(starts)):
        starts[context] += starts[context - 1]
    n_out = int(starts[-1])
    for i in range(len(records)):
        word, context = records[i, 0] >> bits, records[i, 0] & mask
        if word != context:
            place = starts[context]
            starts[context] += 1
            out[place, 0], out[place, 1] = context << bits | word, records[i, 1]
    return n_out
