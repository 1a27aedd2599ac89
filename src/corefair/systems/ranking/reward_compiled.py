"""How good a document would be if one mention chose otherwise: B³ for every choice, without counting anew.

To be imported inside the functions that need it.
"""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from corefair.compute.compiled import compiled, inlined

Ints = NDArray[np.int32]
Reals = NDArray[np.float64]


@inlined
def _f1(recall: float, precision: float, key: float, response: float) -> float:
    if recall <= 0.0 or precision <= 0.0:
        return 0.0
    r, p = recall / key, precision / response
    return 2 * r * p / (r + p)


@compiled
def rewards(at: Ints, found: Ints, chosen: Ints, entity: Ints, sizes: Ints) -> tuple[Reals, Reals]:
    """B³ F1 of the document if a candidate made each of its choices and all others those they have made.

    `at` and `found` are the antecedents of each candidate, `chosen` the one it has (-1: new), `entity` its
    gold cluster (-1: none) and `sizes` how many mentions each gold cluster has, candidates or not. Clusters
    of one count on neither side. Returned are the F1 of every pair, and of being new.

    To choose anew a candidate leaves its cluster with all that hang on it, those that chose it and those that
    chose them; then the two clusters that this touches, and no others, are counted again.
    """
    n, n_gold = len(entity), len(sizes)
    root, last = np.empty(n, dtype=np.int32), np.empty(n, dtype=np.int32)
    after = np.full(n, -1, dtype=np.int32)  # the next of the same cluster
    shared = np.zeros((n, n_gold), dtype=np.int32)  # by root: how many of each gold cluster
    size = np.zeros(n, dtype=np.int32)
    # Σ n² and Σ n² / |gold| of each cluster: what it brings to precision, before its size, and to recall
    squares, weighed = np.zeros(n), np.zeros(n)
    share = np.zeros(n_gold)
    key = 0.0
    for k in range(n_gold):
        if sizes[k] > 1:
            share[k] = 1.0 / sizes[k]
            key += sizes[k]
    gold = np.full(n, -1, dtype=np.int32)
    for i in range(n):
        if entity[i] >= 0 and sizes[entity[i]] > 1:
            gold[i] = entity[i]
        root[i] = i if chosen[i] < 0 else root[chosen[i]]
        c, k = root[i], gold[i]
        if c != i:
            after[last[c]] = i
        last[c] = i
        size[c] += 1
        if k >= 0:
            more = 2 * shared[c, k] + 1
            squares[c] += more
            weighed[c] += more * share[k]
            shared[c, k] += 1
    recall, precision, mentions = 0.0, 0.0, 0.0
    for c in range(n):
        if root[c] == c and size[c] > 1:
            recall += weighed[c]
            precision += squares[c] / size[c]
            mentions += size[c]
    of_pairs, of_new = np.empty(len(found)), np.empty(n)
    moves = np.zeros(n, dtype=np.bool_)
    moved, touched = np.zeros(n_gold, dtype=np.int32), np.empty(n_gold, dtype=np.int32)
    for i in range(n):
        old = root[i]
        m, n_touched = 0, 0
        j = i
        while j >= 0:  # those that hang on it come after it
            if j == i or (chosen[j] >= 0 and moves[chosen[j]]):
                moves[j] = True
                m += 1
                k = gold[j]
                if k >= 0:
                    if moved[k] == 0:
                        touched[n_touched] = k
                        n_touched += 1
                    moved[k] += 1
            j = after[j]
        own_p, own_r, left_p, left_r = 0.0, 0.0, squares[old], weighed[old]
        for t in range(n_touched):
            k = touched[t]
            was, goes = shared[old, k], moved[k]
            own_p += goes * goes
            own_r += goes * goes * share[k]
            less = was * was - (was - goes) * (was - goes)
            left_p -= less
            left_r -= less * share[k]
        rest = size[old] - m
        base_r, base_p, base_m = recall, precision, mentions  # of all but those that move
        if size[old] > 1:
            base_r -= weighed[old]
            base_p -= squares[old] / size[old]
            base_m -= size[old]
        if rest > 1:
            base_r += left_r
            base_p += left_p / rest
            base_m += rest
        alone = m > 1
        of_new[i] = _f1(base_r + own_r * alone, base_p + own_p / m * alone, key, base_m + m * alone)
        for p in range(at[i], at[i + 1]):
            other = root[found[p]]
            same = other == old
            n_other = rest if same else size[other]
            its_p, its_r = (left_p, left_r) if same else (squares[other], weighed[other])
            both_p, both_r = own_p + its_p, own_r + its_r
            for t in range(n_touched):
                k = touched[t]
                theirs = shared[other, k] - moved[k] * same
                both_p += 2 * theirs * moved[k]
                both_r += 2 * theirs * moved[k] * share[k]
            now_r, now_p, now_m = base_r, base_p, base_m
            if n_other > 1:
                now_r -= its_r
                now_p -= its_p / n_other
                now_m -= n_other
            total = n_other + m
            of_pairs[p] = _f1(now_r + both_r, now_p + both_p / total, key, now_m + total)
        for t in range(n_touched):
            moved[touched[t]] = 0
        j = i
        while j >= 0:
            moves[j] = False
            j = after[j]
    return of_pairs, of_new
