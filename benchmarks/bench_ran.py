"""`ran` against one word at a time in torch, how its stages grow, and what a full vocabulary takes.

python benchmarks/bench_ran.py           the ratios, and the time of 322,636 × 300 by extrapolation
python benchmarks/bench_ran.py --full    that run itself, with a checkpoint: some minutes
"""

from __future__ import annotations

import resource
import sys
from tempfile import TemporaryDirectory
from time import perf_counter, process_time

import numpy as np
import torch
from numpy.typing import NDArray

from corefair.compute.threads import n_cores
from corefair.geometry.direction import definitional_pairs, gender_direction
from corefair.geometry.ran_compiled import descend
from corefair.mitigators.vectors.ran import Ran
from corefair.mitigators.vectors.ran_block import descended, repelled_rows
from corefair.types import Embeddings

N_WORDS, N_KEPT, DIM = 322_636, 47_912, 300  # as in Kumar et al. 2020, §4.1
BLOCK = 4096  # words between two checkpoints


def main() -> None:
    """Print the tables."""
    if "--full" in sys.argv[1:]:
        full()
        return
    against_torch()
    stages()


def against_torch() -> None:
    """The descent alone, each on one core, for small and large sets of neighbours."""
    torch.set_num_threads(1)
    emb = vocabulary(4000)
    g, rows = gender_direction(emb), np.arange(1000, 1256)
    order = np.argsort(-emb.vectors[rows] @ emb.vectors.T, axis=1).astype(np.int32)
    print(
        f"{'300 steps of one word, one core':<36}{'torch loop':>12}{'ours':>12}{'times':>8}{'differ by':>11}"
    )
    one_word_in_torch(emb.vectors[0], emb.vectors[:1], g)  # warms up
    for size in (0, 10, 30, 100):
        # Any near words will do: the work does not depend on their β.
        near = order[:, 1 : size + 1].copy()
        ours, ours_time = descent(emb, g, rows, near)
        few = range(4)
        start = process_time()
        theirs = [one_word_in_torch(emb.vectors[rows[i]], emb.vectors[near[i]], g) for i in few]
        theirs_time = (process_time() - start) / len(few)
        gap = max(float(np.abs(ours[i] - theirs[i]).max()) for i in few)
        task = f"{size} neighbours, {DIM} dimensions"
        times = f"{1000 * theirs_time:>9.1f} ms{1000 * ours_time:>9.3f} ms{theirs_time / ours_time:>8.0f}"
        print(f"{task:<36}{times}{gap:>11.1e}")


def descent(
    emb: Embeddings, g: NDArray[np.float64], rows: NDArray[np.int64], near: NDArray[np.int32]
) -> tuple[NDArray[np.float32], float]:
    """What the words become, and the seconds of a core that one takes: the best of four."""
    changed, losses = np.empty((len(rows), emb.dim), np.float32), np.empty((len(rows), 2))
    objective = Ran(guard=False)._objective()
    times = []
    for _ in range(4):
        start = process_time()
        descend(emb.vectors, g, rows, near, objective, changed, losses)
        times.append((process_time() - start) / len(rows))
    return changed, min(times)


def one_word_in_torch(
    word: NDArray[np.float32], repelled: NDArray[np.float32], g: NDArray[np.float64]
) -> NDArray[np.float32]:
    """The loop as the authors run it: automatic differentiation and Adam, one word after another."""
    cosine = torch.nn.functional.cosine_similarity
    w, direction, others = torch.tensor(word), torch.tensor(g, dtype=torch.float32), torch.tensor(repelled)
    x = w.clone().requires_grad_()
    adam = torch.optim.Adam([x], lr=0.01)
    for _ in range(300):
        adam.zero_grad()
        loss = 3 / 8 * (cosine(x, w, dim=0) - 1).abs() + 1 / 8 * cosine(x, direction, dim=0).abs()
        if len(others):
            loss = loss + 1 / 8 * cosine(x[None], others).abs().mean()
        loss.backward()  # type: ignore[no-untyped-call]
        adam.step()
    result: NDArray[np.float32] = (x / x.norm()).detach().numpy()
    return result


def stages() -> None:
    """Core-seconds of one block of words against ever larger vocabularies, then of all blocks."""
    emb = vocabulary(160_000)
    g, rows = gender_direction(emb), np.arange(1000, 1000 + BLOCK)
    repelled, objective = Ran()._repelled(), Ran()._objective()
    heads = ("neighbours, β", "descent", "times", "mean |S_r|")
    repelled_rows(emb.vectors[:9000], g, rows, repelled, memory=1 << 30)  # compiles
    print(f"\n{f'core-seconds for {BLOCK:,} words':<32}" + "".join(f"{head:>15}" for head in heads))
    points = []
    for n in (40_000, 80_000, 160_000):
        vectors = emb.vectors[:n]
        start = process_time()
        away = repelled_rows(vectors, g, rows, repelled, memory=1 << 30)
        middle = process_time()
        descended(vectors, g, rows, away, objective)
        near, steps = middle - start, process_time() - middle
        size = (away >= 0).sum() / len(rows)
        numbers = f"{near:>13.1f} s{steps:>13.1f} s{near / steps:>15.1f}{size:>15.1f}"
        print(f"{f'of {n:,} × {DIM}':<32}{numbers}")
        points.append((n, near, steps))
    sizes, nears, steps_of = zip(*points, strict=True)
    slope, base = np.polyfit(sizes, nears, 1)
    n_blocks = (N_WORDS - N_KEPT) / BLOCK
    near_all = n_blocks * (base + slope * N_WORDS) / n_cores() / 60
    steps_all = n_blocks * np.mean(steps_of) / n_cores() / 60
    print(
        f"{N_WORDS - N_KEPT:,} words of {N_WORDS:,} on {n_cores()} cores, if a straight line holds: "
        f"neighbours and β {near_all:.1f} min, descent {steps_all:.1f} min"
    )


def full() -> None:
    """The whole of it, as `corefair mitigate ran` does it."""
    emb = vocabulary(N_WORDS)
    with TemporaryDirectory() as folder:
        mitigator = Ran(preserve=emb.words[:N_KEPT], checkpoint=folder, progress=show)
        start, cores_start = perf_counter(), process_time()
        change = mitigator.fit(emb)
        minutes, core_minutes = (perf_counter() - start) / 60, (process_time() - cores_start) / 60
        start = perf_counter()
        change(emb)
        applied = perf_counter() - start
    risen = (change.losses[:, 1] > change.losses[:, 0]).sum()
    peak = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1e6
    print(
        f"\n{len(change.words):,} of {N_WORDS:,} words in {minutes:.1f} min ({core_minutes:.1f} of a core); "
        f"applied in {applied:.1f} s; peak {peak:.1f} GB; the objective rose for {risen:,} words"
    )


def show(stage: str, done: int, of: int) -> None:
    """One line, written over."""
    print(f"\r{done:,} of {of:,} {stage}", end="", file=sys.stderr, flush=True)


def vocabulary(n: int, *, seed: int = 0) -> Embeddings:
    """Made-up words in families of about 150, as near each other as in GloVe, some leaning to one gender."""
    rng = np.random.default_rng(seed)
    pairs = [word for pair in definitional_pairs() for word in pair]
    words = (*pairs, *(f"w{i}" for i in range(n - len(pairs))))
    vectors = rng.standard_normal((n, DIM), dtype=np.float32)
    for start in range(0, n, 1500):  # so that the first words are a smaller vocabulary of the same kind
        part = vectors[start : start + 1500]
        families = 0.9 * rng.standard_normal((10, DIM), dtype=np.float32)
        part += families[rng.integers(10, size=len(part))]
        part[:, 0] = 2.8 * rng.standard_normal(len(part))  # gender: a cosine of 0.09 on average, as in GloVe
    vectors[: len(pairs), 0] = np.tile([12.0, -12.0], len(pairs) // 2)
    vectors[1 : len(pairs) : 2, 1:] = vectors[0 : len(pairs) : 2, 1:]
    vectors /= np.linalg.norm(vectors, axis=1, keepdims=True)
    vectors.setflags(write=False)
    return Embeddings(words, vectors, "made up")


if __name__ == "__main__":
    main()
