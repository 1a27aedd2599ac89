"""Ran: as a plain loop says, every word's objective falls, preserved words stay, a kill changes nothing."""

from __future__ import annotations

import os
import subprocess
import sys
from dataclasses import replace
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from numpy.typing import NDArray

import contracts
from corefair.errors import CorefairError, DataError, MissingExtra, MissingWords
from corefair.geometry.direction import gender_direction, unit
from corefair.mitigators.vectors import ran as ran_module
from corefair.mitigators.vectors import ran_block
from corefair.mitigators.vectors.ran import An, Ra, Ran, RanChange
from corefair.types import Embeddings
from real_vectors import glove, googlenews, published

Floats = NDArray[np.float64]
PAIRS = (("woman", "man"), ("girl", "boy"), ("she", "he"), ("mother", "father"))
KEPT = [word for pair in PAIRS for word in pair]


def made_up(n_words: int = 160, dim: int = 20, *, seed: int = 0, length: float = 1.0) -> Embeddings:
    """Words in families that lean to one side of a gender axis, so some neighbours owe it their place."""
    rng = np.random.default_rng(seed)
    axis = rng.normal(size=dim)
    families = rng.normal(size=(8, dim))
    vectors = families[np.arange(n_words) % 8] + rng.normal(size=(n_words, dim))
    lean = np.where(rng.random(n_words) < 0.5, rng.normal(scale=0.1, size=n_words), rng.normal(size=n_words))
    gendered = np.repeat(rng.normal(size=(len(PAIRS), dim)), 2, axis=0) + np.outer([2.0, -2.0] * 4, axis)
    everything = length * unit(np.vstack([gendered, vectors + np.outer(lean, axis)]))
    words = (*KEPT, *(f"word{i}" for i in range(n_words)))
    return Embeddings(words, everything.astype(np.float32), "made up")


def repelled_by_hand(emb: Embeddings, row: int, g: Floats, k: int, *, theta: float = 0.05) -> Floats:
    """The vectors of S_r: β > θ among the k nearest, word by word from the definitions."""
    vectors = unit(emb.vectors.astype(np.float64))
    w = vectors[row]
    cosines = vectors @ w
    nearest = [other for other in np.argsort(-cosines, kind="stable") if other != row][:k]
    w_off = w - (w @ g) * g
    found = []
    for other in nearest:
        n = vectors[other]
        n_off = n - (n @ g) * g
        beta = (w @ n - w_off @ n_off / np.linalg.norm(w_off) / np.linalg.norm(n_off)) / (w @ n)
        found += [n] if beta > theta else []
    return np.array(found).reshape(-1, emb.dim)


def cosine(a: Floats, b: Floats) -> Any:
    return b @ a / (np.linalg.norm(a) * np.linalg.norm(b, axis=-1))


def objective(
    x: Floats, w: Floats, repelled: Floats, g: Floats, weights: tuple[float, float, float]
) -> float:
    """F of Kumar 2020, equation 3, term by term."""
    repulsion = np.abs(cosine(x, repelled)).mean() if len(repelled) else 0.0
    terms = np.array([repulsion, abs(cosine(x, w) - 1) / 2, abs(cosine(x, g))])
    return float(terms @ weights)


def plain_loop(
    w: Floats, repelled: Floats, g: Floats, weights: tuple[float, float, float], *, authors: bool = False
) -> Floats:
    """300 steps of Adam on one word, every dot product at every step."""

    def slope(x: Floats, to: Floats) -> Floats:  # of cos(x, to)
        size = np.linalg.norm(x)
        return np.asarray(to / size / np.linalg.norm(to) - cosine(x, to) * x / size**2)

    x, mean, square = w.copy(), np.zeros_like(w), np.zeros_like(w)
    for step in range(1, 301):
        gradient = weights[1] / 2 * np.sign(cosine(x, w) - 1) * slope(x, w)
        if authors:  # the second weight on the third term, and a dot product in it
            gradient += weights[1] * np.sign(x @ g) * g
        else:
            gradient += weights[2] * np.sign(cosine(x, g)) * slope(x, g)
        for n in repelled:
            gradient += weights[0] / len(repelled) * np.sign(cosine(x, n)) * slope(x, n)
        mean = 0.9 * mean + 0.1 * gradient
        square = 0.999 * square + 0.001 * gradient**2
        x -= 0.01 * mean / (1 - 0.9**step) / (np.sqrt(square / (1 - 0.999**step)) + 1e-8)
    return np.asarray(x / np.linalg.norm(x))


WEIGHTS = (1 / 8, 6 / 8, 1 / 8)


@pytest.mark.parametrize("authors", [False, True])
def test_equals_a_plain_loop(authors: bool) -> None:
    emb = made_up()
    g = gender_direction(emb, PAIRS)
    variant: Any = "authors" if authors else "paper"
    change = Ran(preserve=KEPT, pairs=PAIRS, neighbours=10, guard=False, variant=variant).fit(emb)
    sizes = []
    for i in range(0, len(change.words), 8):
        row = emb.row_of[change.words[i]]
        repelled = repelled_by_hand(emb, row, g, 20 if authors else 10)[:10]
        sizes.append(len(repelled))
        w = unit(emb.vectors[row].astype(np.float64))
        expected = plain_loop(w, repelled, g, WEIGHTS, authors=authors)
        np.testing.assert_allclose(change.vectors[i], expected, atol=1e-6)
    assert min(sizes) == 0 and max(sizes) > 3, "the vectors put both kinds of word to the test"


def test_neighbours_that_change_sides_are_noticed() -> None:
    """Driven from every other word, near and far: many cosines are near 0 and cross it, some to and fro."""
    emb = made_up(30, 8, seed=5)
    g = gender_direction(emb, PAIRS)
    weights = (0.8, 0.15, 0.05)
    change = Ran(
        preserve=KEPT,
        pairs=PAIRS,
        threshold=-1e9,
        guard=False,
        repulsion=0.8,
        attraction=0.15,
        neutralisation=0.05,
    ).fit(emb)
    crossed = 0
    for i in range(0, len(change.words), 3):
        word = change.words[i]
        w = unit(emb[word].astype(np.float64))
        repelled = repelled_by_hand(emb, emb.row_of[word], g, 100, theta=-1e9)
        np.testing.assert_allclose(change.vectors[i], plain_loop(w, repelled, g, weights), atol=1e-5)
        crossed += (np.sign(repelled @ w) != np.sign(repelled @ change.vectors[i])).sum()
    assert crossed > 20


def test_the_gradient_is_what_automatic_differentiation_says() -> None:
    torch = pytest.importorskip("torch")
    emb = made_up(seed=3)
    g = gender_direction(emb, PAIRS)
    change = Ran(preserve=KEPT, pairs=PAIRS, neighbours=10, guard=False, steps=60).fit(emb)
    cos = torch.nn.functional.cosine_similarity
    for i in range(0, len(change.words), 40):
        row = emb.row_of[change.words[i]]
        repelled = torch.tensor(repelled_by_hand(emb, row, g, 10))
        w, direction = torch.tensor(emb.vectors[row]).double(), torch.tensor(g)
        x = w.clone().requires_grad_()
        adam = torch.optim.Adam([x], lr=0.01)
        for _ in range(60):
            loss = 3 / 8 * (cos(x, w, dim=0) - 1).abs() + 1 / 8 * cos(x, direction, dim=0).abs()
            if len(repelled):
                loss = loss + 1 / 8 * cos(x[None], repelled).abs().mean()
            adam.zero_grad()
            loss.backward()
            adam.step()
        expected = (x / x.norm()).detach().numpy()
        np.testing.assert_allclose(change.vectors[i], expected, atol=1e-6)


@pytest.mark.parametrize("kind", [Ran, An, Ra])
def test_lowers_the_objective_of_every_word(kind: Any) -> None:
    emb = made_up(400, seed=1)
    g = gender_direction(emb, PAIRS)
    mitigator = kind(preserve=KEPT, pairs=PAIRS, neighbours=10)
    weights = (mitigator.repulsion, mitigator.attraction, mitigator.neutralisation)
    change = mitigator.fit(emb)
    falls = []
    for i, word in enumerate(change.words):
        row = emb.row_of[word]
        w, repelled = emb.vectors[row].astype(np.float64), repelled_by_hand(emb, row, g, 10)
        before = objective(w, w, repelled, g, weights)
        after = objective(change.vectors[i].astype(np.float64), w, repelled, g, weights)
        np.testing.assert_allclose(change.losses[i], [before, after], atol=1e-6)
        assert after <= before + 1e-7, word  # the result is rounded to float32
        falls.append(before - after)
    assert np.mean(falls) > 0.002


def test_without_the_guard_some_words_end_above_their_start() -> None:
    emb = made_up(400, seed=1)
    plain = Ran(preserve=KEPT, pairs=PAIRS, neighbours=10, guard=False).fit(emb)
    guarded = Ran(preserve=KEPT, pairs=PAIRS, neighbours=10).fit(emb)
    risen = plain.losses[:, 1] > plain.losses[:, 0]
    assert 0 < risen.mean() < 0.2
    assert np.array_equal(plain.vectors[~risen], guarded.vectors[~risen])
    assert (guarded.losses[risen, 1] <= guarded.losses[risen, 0]).all()


def test_preserved_words_keep_their_vectors_to_the_last_bit() -> None:
    emb = made_up()
    kept = [*KEPT, "word3", "word17"]
    rows = [emb.row_of[word] for word in kept]
    change = Ran(preserve=kept, pairs=PAIRS).fit(emb)
    after = change(emb)
    assert np.array_equal(after.vectors[rows], emb.vectors[rows])
    assert (after.vectors != emb.vectors).any(axis=1).sum() == len(emb) - len(kept) == len(change.words)
    np.testing.assert_allclose(np.linalg.norm(after.vectors, axis=1), 1, atol=1e-6)
    assert after.history == (
        "ran(preserve=10 given words, 10 words kept, weights=0.125/0.75/0.125, neighbours=100, "
        "threshold=0.05, steps=300, rate=0.01, pairs=4 given, unit length)",
    )


def test_other_lengths_are_set_to_one_or_kept() -> None:
    """By a power of two no number is rounded; a word on the edge of S_r may follow the last bit."""
    emb, long = made_up(), made_up(length=2)
    change = Ran(preserve=KEPT, pairs=PAIRS).fit(long)
    np.testing.assert_allclose(
        change(long).vectors, Ran(preserve=KEPT, pairs=PAIRS).fit(emb)(emb).vectors, atol=1e-5
    )
    rows = range(len(KEPT))
    assert np.array_equal(change(long).vectors[rows], unit(long.vectors)[rows])
    kept = Ran(preserve=KEPT, pairs=PAIRS, keep_lengths=True).fit(long)(long)
    assert np.array_equal(kept.vectors[rows], long.vectors[rows])
    np.testing.assert_allclose(np.linalg.norm(kept.vectors, axis=1), 2, rtol=1e-6)
    np.testing.assert_allclose(unit(kept.vectors), change(long).vectors, atol=1e-6)


def test_ablations() -> None:
    emb = made_up(400, seed=2)
    g = gender_direction(emb, PAIRS)
    options: Any = {"preserve": KEPT, "pairs": PAIRS, "neighbours": 10}
    changes = {kind.name: kind(**options).fit(emb) for kind in (Ran, An, Ra)}
    assert np.array_equal(changes["an"].vectors, Ran(**options, repulsion=0).fit(emb).vectors)
    assert np.array_equal(changes["ra"].vectors, Ran(**options, neutralisation=0).fit(emb).vectors)

    rows = np.array([emb.row_of[word] for word in changes["ran"].words])
    sets = [repelled_by_hand(emb, row, g, 10) for row in rows]
    full = [i for i, repelled in enumerate(sets) if len(repelled)]
    empty = [i for i, repelled in enumerate(sets) if not len(repelled)]

    def nearness(vectors: Any) -> float:
        return float(np.mean([np.abs(sets[i] @ vectors[i]).mean() for i in full]))

    on_g = {name: np.abs(change.vectors @ g).mean() for name, change in changes.items()}
    original = emb.vectors[rows]
    assert on_g["an"] < 0.5 * np.abs(original @ g).mean() and on_g["ran"] < on_g["ra"]
    assert nearness(changes["ran"].vectors) < nearness(changes["ra"].vectors) < nearness(original)
    # Without neighbours to flee and without neutralisation nothing pulls: the word is at its minimum.
    np.testing.assert_allclose(changes["ra"].vectors[empty], original[empty], atol=1e-6)


def test_an_ends_where_its_two_pulls_balance() -> None:
    """F(ψ) = 3/8 (1 − cos(φ − ψ)) + 1/8 |sin ψ|, with φ and ψ the angles of w and x with what is neutral, is
    least at 0 if sin φ ≤ 1/3, else where 3 sin(φ − ψ) = cos ψ.
    """
    emb = made_up(400, seed=2)
    g = gender_direction(emb, PAIRS)
    change = An(preserve=KEPT, pairs=PAIRS, patience=300).fit(emb)
    lean = np.arcsin(np.abs(emb.vectors[[emb.row_of[word] for word in change.words]] @ g))
    left = np.arcsin(np.abs(change.vectors @ g))
    low, high = np.sin(lean) < 1 / 3, np.sin(lean) > 0.36
    assert low.sum() > 50 and high.sum() > 50
    assert left[low].max() < 0.02
    np.testing.assert_allclose(3 * np.sin(lean - left)[high], np.cos(left)[high], atol=0.02)


def test_an_looks_for_no_neighbours(monkeypatch: pytest.MonkeyPatch) -> None:
    def fail(*_: Any, **__: Any) -> None:
        raise AssertionError("a search")

    monkeypatch.setattr(ran_block, "neighbours", fail)
    An(preserve=KEPT, pairs=PAIRS).fit(made_up())
    with pytest.raises(AssertionError, match="a search"):
        Ran(preserve=KEPT, pairs=PAIRS).fit(made_up())


def test_blocks_threads_and_memory_change_no_bit(monkeypatch: pytest.MonkeyPatch) -> None:
    emb = made_up(300)
    at_once = Ran(preserve=KEPT, pairs=PAIRS, neighbours=10).fit(emb)
    monkeypatch.setattr(ran_module, "_BLOCK", 37)
    monkeypatch.setattr(ran_block, "_CHUNK", 5)
    monkeypatch.setattr(ran_block, "n_cores", lambda: 3)
    done: list[tuple[str, int, int]] = []
    cut = Ran(preserve=KEPT, pairs=PAIRS, neighbours=10, memory=1 << 20, progress=lambda *at: done.append(at))
    assert np.array_equal(cut.fit(emb).vectors, at_once.vectors)
    assert done[0] == ("words", 37, 300) and done[-1] == ("words", 300, 300)


def test_small_and_odd_vectors() -> None:
    contracts.check_mitigator(Ran())
    one = Embeddings(("she", "he", "nurse"), np.array([[1], [-1], [2]], np.float32))
    assert Ran(preserve=["she", "he"]).fit(one)(one).vectors.ravel().tolist() == [1, -1, 1]
    vectors = np.array([[1, 0, 1], [-1, 0, 1], [0, 0, 0], [1, 1, 0]], np.float32)
    zero = Embeddings(("she", "he", "nothing", "nurse"), vectors)
    after = Ran(preserve=["she", "he"]).fit(zero)(zero)
    assert after["nothing"].tolist() == [0, 0, 0] and np.isfinite(after.vectors).all()
    same = Ran(preserve=zero.words).fit(zero)(zero)
    assert np.array_equal(same.vectors, unit(zero.vectors)) and len(same.history) == 1


def test_one_pair_is_the_direction_and_everything_aligned_with_it_survives() -> None:
    emb = Embeddings(("she", "he", "queen"), np.array([[1, 0], [-1, 0], [1, 0]], np.float32))
    after = Ran(preserve=["she", "he"]).fit(emb)(emb)
    assert np.isfinite(after.vectors).all() and np.linalg.norm(after["queen"]) == pytest.approx(1)


def test_the_change_serves_other_vectors() -> None:
    emb = made_up()
    change = Ran(preserve=KEPT, pairs=PAIRS).fit(emb)
    order = np.random.default_rng(0).permutation(len(emb))[: len(emb) // 2]
    other = Embeddings(
        (*(emb.words[i] for i in order), "new"), np.vstack([emb.vectors[order], np.eye(1, 20)])
    )
    after, expected = change(other), change(emb)
    for word in other.words[:-1]:
        assert np.array_equal(after[word], expected[word])
    assert after["new"].tolist() == np.eye(1, 20)[0].tolist()
    with pytest.raises(DataError, match="vectors of 3 numbers, but the change was learned on 20"):
        change(Embeddings(("word1",), np.ones((1, 3), np.float32)))
    with pytest.raises(MissingWords, match="lacks 160 of 160 words"):
        change(Embeddings(("else",), np.ones((1, 20), np.float32)))


def test_early_stop_ends_no_higher() -> None:
    emb = made_up(400, seed=1)
    options: Any = {"preserve": KEPT, "pairs": PAIRS, "neighbours": 10}
    full, best, soon = (
        Ran(**options, patience=patience).fit(emb).losses[:, 1] for patience in (0, 10_000, 50)
    )
    assert (best <= full).all()
    assert (soon <= full + 5e-4).all() and soon.mean() < full.mean()
    assert (soon >= best).all() and (soon > best).any(), "it did stop early"


@pytest.mark.parametrize(
    "options",
    [
        {"repulsion": -1.0},
        {"attraction": float("nan")},
        {"repulsion": 0.0, "attraction": 0.0, "neutralisation": 0.0},
        {"neighbours": 0},
        {"steps": -1},
        {"rate": 0.0},
        {"patience": -1},
        {"variant": "theirs"},
    ],
    ids=str,
)
def test_options_that_make_no_sense(options: Any) -> None:
    with pytest.raises(CorefairError, match=r"^ran: "):
        Ran(**options).fit(made_up())


def test_says_when_numba_is_missing(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "numba", None)
    monkeypatch.delitem(sys.modules, "corefair.geometry.ran_compiled", raising=False)
    with pytest.raises(MissingExtra, match=r"corefair\[vectors\]"):
        Ran(preserve=KEPT, pairs=PAIRS).fit(made_up())


def in_small_blocks(folder: Path | None) -> RanChange:
    """160 words, 32 at a time: five blocks."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(ran_module, "_BLOCK", 32)
        return Ran(preserve=KEPT, pairs=PAIRS, neighbours=10, checkpoint=folder).fit(made_up())


KILLED = """
import os, runpy, signal
flush, n_files = os.fsync, 0
def kill_in_the_middle(handle):
    global n_files
    n_files += 1
    if n_files == {moment}:
        os.kill(os.getpid(), signal.SIGKILL)
    flush(handle)
os.fsync = kill_in_the_middle
runpy.run_path({here!r})["in_small_blocks"]({folder!r})
"""


@pytest.mark.parametrize(("moment", "n_blocks"), [(1, 0), (7, 2)], ids=["at once", "in the third block"])
def test_killed_and_started_again(moment: int, n_blocks: int, tmp_path: Path) -> None:
    folder = tmp_path / "run"
    script = KILLED.format(moment=moment, here=__file__, folder=str(folder))
    paths = [str(Path(__file__).parents[2]), *sys.path]
    killed = subprocess.run(
        [sys.executable, "-c", f"import sys; sys.path[:] = {paths!r}\n{script}"], capture_output=True
    )
    assert killed.returncode == -9, killed.stderr.decode()
    blocks = {path.name: path.stat().st_mtime_ns for path in folder.glob("*.npz")}
    assert len(blocks) == n_blocks and len(list(folder.glob("*.part"))) == 1
    resumed, whole = in_small_blocks(folder), in_small_blocks(None)
    assert np.array_equal(resumed.vectors, whole.vectors) and np.array_equal(resumed.losses, whole.losses)
    assert all((folder / name).stat().st_mtime_ns == time for name, time in blocks.items()), "made again"
    assert len(list(folder.glob("*.npz"))) == 5 and not list(folder.glob("*.part"))


def test_two_processes_give_the_bytes_of_one(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(ran_module, "_BLOCK", 50)  # several blocks
    ran = Ran(preserve=KEPT, pairs=PAIRS, neighbours=10)
    alone = ran.fit(made_up())
    for folder in (None, tmp_path):
        together = replace(ran, engine="processes=2", checkpoint=folder).fit(made_up())
        assert together.vectors.tobytes() == alone.vectors.tobytes()
        assert together.losses.tobytes() == alone.losses.tobytes()
    assert not list(tmp_path.glob("vectors-*"))  # nothing is left but what goes on


def test_a_finished_checkpoint_is_the_result(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    first = in_small_blocks(tmp_path)
    monkeypatch.setattr(ran_module, "block", None)  # nothing is left to be done
    assert np.array_equal(in_small_blocks(tmp_path).vectors, first.vectors)


def test_a_checkpoint_of_another_run_is_refused(tmp_path: Path) -> None:
    emb = made_up()
    ran = Ran(preserve=KEPT, pairs=PAIRS, neighbours=10, checkpoint=tmp_path)
    ran.fit(emb)
    moved = emb.vectors.copy()
    moved[50, 0] += 1e-3
    for mitigator, vectors in [
        (replace(ran, rate=0.02), emb),
        (replace(ran, threshold=0.06), emb),
        (replace(ran, preserve=[*KEPT, "word0"]), emb),
        (replace(ran, variant="authors"), emb),
        (ran, emb.changed(moved, "nudged")),
    ]:
        with pytest.raises(DataError, match="name another folder, or delete this one"):
            mitigator.fit(vectors)
    replace(ran, memory=1 << 22, keep_lengths=True).fit(emb)  # these change no block


# On real vectors


@published
@pytest.mark.parametrize(
    ("word", "illicit"),
    [("nurse", ["mother", "woman", "wife"]), ("receptionist", ["waitress", "housekeeper", "maid"])],
)
def test_neighbours_that_gender_brought_near_move_away(word: str, illicit: list[str]) -> None:
    emb = glove()
    change = Ran(preserve=set(emb.words) - {word}).fit(emb)
    after = change(emb)
    before = unit(emb.vectors.astype(np.float64))
    others = [emb.row_of[other] for other in illicit]

    def ranks(vector: Any) -> Any:
        cosines = before @ vector
        return [(cosines > cosines[other]).sum() for other in others]

    assert np.mean(ranks(after[word])) > 1.5 * np.mean(ranks(before[emb.row_of[word]]))
    g = gender_direction(emb)
    assert abs(after[word] @ g) < 0.1 * abs(before[emb.row_of[word]] @ g)
    assert after[word] @ before[emb.row_of[word]] > 0.9  # still itself


@published
@pytest.mark.parametrize("read", [glove, googlenews])
def test_real_words_as_the_plain_loop_says_and_none_for_the_worse(read: Any) -> None:
    emb = read()
    some = [
        "nurse",
        "surgeon",
        "engineer",
        "table",
        "sky",
        "warrior",
        "keyboard",
        "secretary",
        "blue",
        "doctor",
    ]
    g = gender_direction(emb)
    plain = Ran(preserve=set(emb.words) - set(some), guard=False).fit(emb)
    change = Ran(preserve=set(emb.words) - set(some)).fit(emb)
    early = Ran(preserve=set(emb.words) - set(some), patience=50).fit(emb)
    vectors = unit(emb.vectors.astype(np.float64))
    for i, word in enumerate(change.words):
        row = emb.row_of[word]
        repelled = repelled_by_hand(emb, row, g, 100)
        np.testing.assert_allclose(
            plain.vectors[i], plain_loop(vectors[row], repelled, g, WEIGHTS), atol=1e-5
        )
        final = objective(change.vectors[i].astype(np.float64), vectors[row], repelled, g, WEIGHTS)
        assert final <= objective(vectors[row], vectors[row], repelled, g, WEIGHTS) + 1e-7
    assert (early.losses[:, 1] <= change.losses[:, 1] + 5e-4).all()


def test_the_same_bits_whether_machine_code_is_made_or_kept(tmp_path: Path) -> None:
    """A run that is killed has made its machine code; the one that goes on finds it kept."""
    script = (
        "import hashlib, runpy\n"
        f"change = runpy.run_path({__file__!r})['in_small_blocks'](None)\n"
        "print(hashlib.sha256(change.losses.tobytes() + change.vectors.tobytes()).hexdigest())"
    )
    paths = [str(Path(__file__).parents[2]), *sys.path]
    digests = {
        subprocess.run(
            [sys.executable, "-c", f"import sys; sys.path[:] = {paths!r}\n{script}"],
            env={**os.environ, "NUMBA_CACHE_DIR": str(tmp_path)},
            capture_output=True,
            check=True,
        ).stdout
        for _ in range(2)
    }
    assert len(digests) == 1
