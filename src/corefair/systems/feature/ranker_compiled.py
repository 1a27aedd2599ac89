"""The log-linear ranker in machine code: scores of all antecedents and of NEW, their gradient, one step.

To be imported inside the functions that need it. A weight belongs to a block (pair, cur, ant, new, real), a
value and a slot. Every value fires bare, with the type of the candidate (C), with both types (C and P), and,
in a model of several corpora, with the corpus, bare and with C. In the block of pairs the slots lie one after
another, so that the values of one pair of types are near each other; in the others the values do. Among the
slots of both types those of the mention that the value is of are together, in `ant` those of the antecedent.
"""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from corefair.compute.compiled import compiled, inlined

Ints = NDArray[np.int32]
Reals = NDArray[np.float64]
Weights = NDArray[np.float32]
Flags = NDArray[np.bool_]

LEAST = 1e-7  # a part of a gradient that is smaller is taken for none

# `shape` is T, K, V, F: types, corpora, values of pairs, values of single candidates. `w` are the weights,
# `g2` the sums of their squared gradients, `last` the time each was last brought up to, in documents.


@inlined
def fresh(w: Weights, g2: Weights, last: Reals, i: int, now: float, shrink: float) -> float:
    """A weight with the shrinking of all steps since it was last looked at (L1, proximal, done lazily)."""
    value: float = w[i]
    if value != 0.0 and shrink > 0.0:
        behind = now - last[i]
        if behind > 0.0:
            by = behind * shrink / np.sqrt(g2[i])
            value = max(value - by, 0.0) if value > 0 else min(value + by, 0.0)
            w[i] = value
            last[i] = now
    return value


@compiled
def sizes(shape: Ints) -> NDArray[np.int64]:
    """Where the blocks begin, and the end: pair, cur, ant, new, real."""
    types, corpora, values, features = shape[0], shape[1], shape[2], shape[3]
    both = 1 + types + types * types + corpora * (1 + types)
    one = 1 + types + corpora * (1 + types)
    out = np.zeros(6, dtype=np.int64)
    out[1] = both * values
    out[2] = out[1] + both * features
    out[3] = out[2] + both * features
    out[4] = out[3] + one * features
    out[5] = out[4] + one * features
    return out


@compiled
def pair_weights(
    w: Weights, g2: Weights, last: Reals, shape: Ints, corpus: int, present: Flags, now: float, shrink: float
) -> Weights:
    """For each pair of types that are present, the sum of a value's weights over its slots: [T · T, V]."""
    types, values = shape[0], shape[2]
    out = np.zeros((types * types, values), dtype=np.float32)
    special = 1 + types + types * types + corpus * (1 + types)
    bare, common = np.empty(values), np.empty(values)
    for v in range(values):
        bare[v] = fresh(w, g2, last, v, now, shrink)
        if corpus >= 0:
            bare[v] += fresh(w, g2, last, special * values + v, now, shrink)
    for c in range(types):
        if not present[c]:
            continue
        for v in range(values):
            common[v] = bare[v] + fresh(w, g2, last, (1 + c) * values + v, now, shrink)
            if corpus >= 0:
                common[v] += fresh(w, g2, last, (special + 1 + c) * values + v, now, shrink)
        for p in range(types):
            if present[p]:
                row, begin = out[c * types + p], (1 + types + c * types + p) * values
                for v in range(values):
                    row[v] = common[v] + fresh(w, g2, last, begin + v, now, shrink)
    return out


@compiled
def single_weights(
    w: Weights,
    g2: Weights,
    last: Reals,
    shape: Ints,
    corpus: int,
    present: Flags,
    types_of: Ints,
    features: Ints,
    now: float,
    shrink: float,
) -> tuple[Reals, Reals, Reals, Reals]:
    """Of each candidate: its part in a link, as anaphor and as antecedent, by the other's type; NEW; real.

    Only the parts with a type that is present are summed.
    """
    types = shape[0]
    at = sizes(shape)
    both = 1 + types + types * types + shape[1] * (1 + types)
    one = 1 + types + shape[1] * (1 + types)
    n = len(types_of)
    cur, ant = np.zeros((n, types)), np.zeros((n, types))
    new, real = np.zeros(n), np.zeros(n)
    pair_special = 1 + types + types * types + corpus * (1 + types)
    one_special = 1 + types + corpus * (1 + types)
    others = np.flatnonzero(present)
    for i in range(n):
        c = types_of[i]
        for k in range(features.shape[1]):
            f = features[i, k]
            if f < 0:
                continue
            base = at[1] + f * both
            common = fresh(w, g2, last, base, now, shrink) + fresh(w, g2, last, base + 1 + c, now, shrink)
            if corpus >= 0:
                common += fresh(w, g2, last, base + pair_special, now, shrink)
                common += fresh(w, g2, last, base + pair_special + 1 + c, now, shrink)
            for p in others:
                cur[i, p] += common + fresh(w, g2, last, base + 1 + types + c * types + p, now, shrink)
            base = at[2] + f * both  # here c is the type of the antecedent, p that of the anaphor
            common = fresh(w, g2, last, base, now, shrink)
            if corpus >= 0:
                common += fresh(w, g2, last, base + pair_special, now, shrink)
            for p in others:
                total = common + fresh(w, g2, last, base + 1 + p, now, shrink)
                total += fresh(w, g2, last, base + 1 + types + c * types + p, now, shrink)
                if corpus >= 0:
                    total += fresh(w, g2, last, base + pair_special + 1 + p, now, shrink)
                ant[i, p] += total
            for block, out in ((3, new), (4, real)):
                base = at[block] + f * one
                out[i] += fresh(w, g2, last, base, now, shrink)
                out[i] += fresh(w, g2, last, base + 1 + c, now, shrink)
                if corpus >= 0:
                    out[i] += fresh(w, g2, last, base + one_special, now, shrink)
                    out[i] += fresh(w, g2, last, base + one_special + 1 + c, now, shrink)
    return cur, ant, new, real


@compiled
def pair_scores(
    types_of: Ints,
    at: Ints,
    found: Ints,
    values: NDArray[np.int16],
    columns: Ints,
    weights: Weights,
    cur: Reals,
    ant: Reals,
) -> Reals:
    """The score of each pair."""
    n_types = cur.shape[1]
    out = np.empty(len(found))
    for i in range(len(types_of)):
        c = types_of[i]
        for q in range(at[i], at[i + 1]):
            j = found[q]
            p = types_of[j]
            row, w = values[q], weights[c * n_types + p]
            total = cur[i, p] + ant[j, c]
            for t in columns:
                total += w[row[t]]
            out[q] = total
    return out


@compiled
def loss_and_errors(
    at: Ints,
    found: Ints,
    entity: Ints,
    skip: NDArray[np.bool_],
    scores: Reals,
    new: Reals,
    costs: Reals,
    errors: Reals,
    new_errors: Reals,
) -> float:
    """The softmax-margin loss, and its derivative by the score of each pair and of each NEW.

    `entity` is the gold cluster of each candidate, -1 of those in none. `costs` are those of a false link, of
    a false NEW and of a wrong link, added to the scores of wrong choices (Durrett & Klein 2013, section 3).
    """
    loss = 0.0
    for i in range(len(entity)):
        begin, end = at[i], at[i + 1]
        if skip[i]:
            errors[begin:end] = 0.0
            new_errors[i] = 0.0
            continue
        anaphoric = False
        if entity[i] >= 0:
            for q in range(begin, end):
                if entity[found[q]] == entity[i]:
                    anaphoric = True
                    break
        false_new = costs[1] if anaphoric else 0.0
        false_link = costs[2] if anaphoric else costs[0]
        highest = new[i] + false_new
        gold_highest = -np.inf if anaphoric else new[i]
        for q in range(begin, end):
            right = anaphoric and entity[found[q]] == entity[i]
            score = scores[q] if right else scores[q] + false_link
            highest = max(highest, score)
            if right:
                gold_highest = max(gold_highest, score)
        total = np.exp(new[i] + false_new - highest)
        gold_total = 0.0 if anaphoric else np.exp(new[i] - gold_highest)
        for q in range(begin, end):
            right = anaphoric and entity[found[q]] == entity[i]
            errors[q] = np.exp((scores[q] if right else scores[q] + false_link) - highest)
            total += errors[q]
            if right:
                gold_total += np.exp(scores[q] - gold_highest)
        new_errors[i] = np.exp(new[i] + false_new - highest) / total
        if not anaphoric:
            new_errors[i] -= 1.0
        for q in range(begin, end):
            errors[q] /= total
            if anaphoric and entity[found[q]] == entity[i]:
                errors[q] -= np.exp(scores[q] - gold_highest) / gold_total
        loss += highest + np.log(total) - gold_highest - np.log(gold_total)
    return loss


@compiled
def real_errors(is_real: NDArray[np.int8], scores: Reals, errors: Reals) -> float:
    """The logistic loss of which candidates are mentions, and its derivative; -1 is not known."""
    loss = 0.0
    for i in range(len(is_real)):
        errors[i] = 0.0
        if is_real[i] >= 0:
            p = 1.0 / (1.0 + np.exp(-scores[i]))
            errors[i] = p - is_real[i]
            loss -= np.log(max(p if is_real[i] else 1.0 - p, 1e-300))
    return loss


@inlined
def _add(gradient: Weights, touched: NDArray[np.int64], count: int, i: int, amount: float) -> int:
    if gradient[i] == 0.0 and count < len(touched):  # one that fell back to 0 may stand there twice
        touched[count] = i
        count += 1
    gradient[i] += amount
    return count


@compiled
def add_gradient(
    gradient: Weights,
    touched: NDArray[np.int64],
    shape: Ints,
    corpus: int,
    types_of: Ints,
    features: Ints,
    at: Ints,
    found: Ints,
    values: NDArray[np.int16],
    columns: Ints,
    errors: Reals,
    new_errors: Reals,
    real_error: Reals,
) -> int:
    """Sum what every weight adds to the loss; how many weights were touched."""
    types, corpora, n_values = shape[0], shape[1], shape[2]
    place = sizes(shape)
    both = 1 + types + types * types + corpora * (1 + types)
    one = 1 + types + corpora * (1 + types)
    pair_special = 1 + types + types * types + corpus * (1 + types)
    one_special = 1 + types + corpus * (1 + types)
    n = len(types_of)
    by_pair = np.zeros((types * types, n_values), dtype=np.float64)
    used = np.zeros(types * types, dtype=np.bool_)
    cur, ant = np.zeros((n, types)), np.zeros((n, types))
    for i in range(n):
        c = types_of[i]
        for q in range(at[i], at[i + 1]):
            error = errors[q]
            if abs(error) < LEAST:
                continue
            j = found[q]
            p = types_of[j]
            cur[i, p] += error
            ant[j, c] += error
            used[c * types + p] = True
            row, out = values[q], by_pair[c * types + p]
            for t in columns:
                out[row[t]] += error
    count = 0
    for c in range(types):
        for p in range(types):
            if not used[c * types + p]:
                continue
            row = by_pair[c * types + p]
            for v in range(n_values):
                error = row[v]
                if error == 0.0:
                    continue
                count = _add(gradient, touched, count, v, error)
                count = _add(gradient, touched, count, (1 + c) * n_values + v, error)
                count = _add(gradient, touched, count, (1 + types + c * types + p) * n_values + v, error)
                if corpus >= 0:
                    count = _add(gradient, touched, count, pair_special * n_values + v, error)
                    count = _add(gradient, touched, count, (pair_special + 1 + c) * n_values + v, error)
    for i in range(n):
        c = types_of[i]
        for k in range(features.shape[1]):
            f = features[i, k]
            if f < 0:
                continue
            base, total = place[1] + f * both, 0.0
            for p in range(types):
                error = cur[i, p]
                if abs(error) > LEAST:
                    total += error
                    count = _add(gradient, touched, count, base + 1 + types + c * types + p, error)
            if total != 0.0:
                count = _add(gradient, touched, count, base, total)
                count = _add(gradient, touched, count, base + 1 + c, total)
                if corpus >= 0:
                    count = _add(gradient, touched, count, base + pair_special, total)
                    count = _add(gradient, touched, count, base + pair_special + 1 + c, total)
            base, total = place[2] + f * both, 0.0
            for p in range(types):
                error = ant[i, p]
                if abs(error) > LEAST:
                    total += error
                    count = _add(gradient, touched, count, base + 1 + p, error)
                    count = _add(gradient, touched, count, base + 1 + types + c * types + p, error)
                    if corpus >= 0:
                        count = _add(gradient, touched, count, base + pair_special + 1 + p, error)
            if total != 0.0:
                count = _add(gradient, touched, count, base, total)
                if corpus >= 0:
                    count = _add(gradient, touched, count, base + pair_special, total)
            for block in (3, 4):
                error = new_errors[i] if block == 3 else real_error[i]
                if error != 0.0:
                    base = place[block] + f * one
                    count = _add(gradient, touched, count, base, error)
                    count = _add(gradient, touched, count, base + 1 + c, error)
                    if corpus >= 0:
                        count = _add(gradient, touched, count, base + one_special, error)
                        count = _add(gradient, touched, count, base + one_special + 1 + c, error)
    return count


@compiled
def adagrad(
    w: Weights,
    g2: Weights,
    last: Reals,
    gradient: Weights,
    touched: NDArray[np.int64],
    count: int,
    now: float,
    length: float,
    rate: float,
    l1: float,
) -> None:
    """One step of AdaGrad with L1 on the weights that were touched; their gradient is cleared.

    The step takes so much time: a window is shorter than a document, and shrinks the weights by less.
    """
    shrink = rate * l1
    for k in range(count):
        i = touched[k]
        g = gradient[i]
        if g == 0.0:
            continue
        gradient[i] = 0.0
        value = fresh(w, g2, last, i, now, shrink)
        g2[i] += g * g
        if g2[i] == 0.0:  # too small to be squared
            continue
        far = rate / np.sqrt(g2[i])
        value -= far * g
        by = l1 * length * far
        w[i] = max(value - by, 0.0) if value > 0 else min(value + by, 0.0)
        last[i] = now + length


@compiled
def bring_up(w: Weights, g2: Weights, last: Reals, now: float, shrink: float) -> None:
    """Every weight as it is now."""
    for i in range(len(w)):
        fresh(w, g2, last, i, now, shrink)
