"""Training: the steps are AdaGrad's, the optimum is found, and stops and threads change no bit."""

from __future__ import annotations

import os
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from numpy.typing import NDArray

from corefair.errors import CorefairError, UnknownName
from corefair.models.glove import Settings, training
from corefair.models.glove.pairs import PAIR, Pairs
from corefair.models.glove.settings import parse_options
from corefair.models.glove.shuffling import shuffle
from corefair.models.glove.state import bytes_of, start
from corefair.models.glove.tiles import TRAINED
from corefair.models.glove.training import fit
from corefair.types import Embeddings
from peak_memory import needs_resource, printed_by
from some_pairs import pairs_of, random_counts, vocabulary_of


@pytest.fixture
def pairs(tmp_path: Path) -> Pairs:
    return pairs_of(random_counts(60), tmp_path / "pairs.bin")


def vectors_of(pairs: Pairs, folder: Path, **options: Any) -> NDArray[np.float32]:
    folder.mkdir(exist_ok=True)
    return fitted(pairs, 60, folder, **{"dim": 10, "epochs": 4, "threads": 1, **options}).vectors


def fitted(pairs: Pairs, n_words: int, folder: Path, **options: Any) -> Embeddings:
    settings, means = parse_options("glove", options)
    return fit(pairs, vocabulary_of(n_words), settings, folder=folder, means=means)


def test_one_step_by_hand(tmp_path: Path) -> None:
    counts = np.zeros((2, 2))
    counts[0, 1] = 50.0
    before = start(2, 3, 16, rate=0.05, seed=5).rows.astype(np.float64)
    w, b = before[0, 0, 0, :3], before[0, 0, 0, 3]
    c, b_context = before[1, 1, 0, :3], before[1, 1, 0, 4]
    error = w @ c + b + b_context - np.log(50)
    pull = 0.05 * 0.5**0.75 * error
    w_slope, c_slope = pull * c, pull * w
    options: dict[str, Any] = {"dim": 3, "epochs": 1, "seed": 5}
    pair = pairs_of(counts, tmp_path / "pairs.bin")
    words = fitted(pair, 2, tmp_path, output="word", **options)
    contexts = fitted(pair, 2, tmp_path, output="context", **options)
    assert words.vectors[0] == pytest.approx(w - w_slope / np.sqrt(1 + w_slope**2), rel=1e-6)
    assert contexts.vectors[1] == pytest.approx(c - c_slope / np.sqrt(1 + c_slope**2), rel=1e-6)
    assert words.vectors[1] == pytest.approx(before[0, 1, 0, :3])  # the others have no pair


def test_steps_are_those_of_adagrad_in_double_precision(pairs: Pairs, tmp_path: Path) -> None:
    epochs, rate = 6, 0.1
    tiles = shuffle(pairs, 60, Settings(), folder=tmp_path)
    rows = start(60, 10, 16, rate=rate, seed=0).rows[..., :12].astype(np.float64)
    squares = np.ones_like(rows)
    rates = np.array([rate] * 10 + [1.0, 1.0])  # biases have a rate of 1
    for epoch in range(epochs):
        for i, j in (tile for tiles_at_once in tiles.rounds(seed=0, epoch=epoch) for tile in tiles_at_once):
            for word, context, log, weight in tiles.read(i, j).tolist():
                w, c = rows[0, i, word], rows[1, j, context]
                w_squares, c_squares = squares[0, i, word], squares[1, j, context]
                pull = weight * (w @ c - log)
                w_slope, c_slope = rates * pull * c, rates * pull * w
                w_slope[11], c_slope[10] = 0, 0  # the ones beside the biases
                w_squares += w_slope**2
                c_squares += c_slope**2
                w -= w_slope / np.sqrt(w_squares)
                c -= c_slope / np.sqrt(c_squares)
    expected = (rows[0] + rows[1])[..., :10].transpose(1, 0, 2).reshape(-1, 10)[:60]
    assert squares.max() > 1.5  # AdaGrad has slowed some down
    found = vectors_of(pairs, tmp_path, epochs=epochs, rate=rate)
    assert np.abs(found - expected).max() < 1e-4 * np.abs(expected).max()


def test_a_matrix_that_can_be_factorised_is(tmp_path: Path) -> None:
    rng = np.random.default_rng(0)
    w, c = rng.normal(0, 1, (2, 40, 2))
    logs = w @ c.T + rng.normal(0, 1, (40, 1)) + rng.normal(0, 1, (1, 40))
    pairs = pairs_of(np.exp(logs), tmp_path / "pairs.bin")
    told: list[str] = []
    options: dict[str, Any] = {"dim": 2, "x_max": 1.0, "rate": 0.2, "epochs": 100}
    fitted(pairs, 40, tmp_path, threads=1, progress=lambda what, *_: told.append(what), **options)
    assert "loss" in told[-1] and float(told[-1].rpartition(" ")[2]) < 0.001 < logs.var() / 1000


@pytest.mark.parametrize("rate", [0.05, 0.5, 100.0])
@pytest.mark.parametrize("times", [1.0, 1e6])
def test_no_rate_and_no_count_makes_it_go_off(tmp_path: Path, rate: float, times: float) -> None:
    pairs = pairs_of(times * random_counts(60), tmp_path / "pairs.bin")
    told: list[str] = []
    vectors_of(pairs, tmp_path, rate=rate, epochs=8, progress=lambda what, *_: told.append(what))
    losses = [float(what.rpartition(" ")[2]) for what in told if "loss" in what]
    assert losses[-1] < losses[0] / 2


def test_same_bits_with_any_number_of_threads(pairs: Pairs, tmp_path: Path) -> None:
    one = vectors_of(pairs, tmp_path / "one")
    assert (one == vectors_of(pairs, tmp_path / "again")).all()
    assert (one == vectors_of(pairs, tmp_path / "three", threads=3)).all()
    assert (one != vectors_of(pairs, tmp_path / "other", seed=1)).any()


class Killed(BaseException):
    """As if the process ended here."""


def test_a_run_that_was_stopped_comes_to_the_same(pairs: Pairs, tmp_path: Path) -> None:
    whole = vectors_of(pairs, tmp_path / "whole", epochs=5)
    for stop in ("put in tiles", "shuffled", "epoch 1 of", "epoch 4 of"):
        folder = tmp_path / stop.replace(" ", "-")

        def kill(what: str, done: int, of: int, *, stop: str = stop) -> None:
            if stop in what and done > of / 2:
                raise Killed

        with pytest.raises(Killed):
            vectors_of(pairs, folder, epochs=5, progress=kill)
        seen: list[str] = []
        again = vectors_of(pairs, folder, epochs=5, progress=lambda what, *_, seen=seen: seen.append(what))
        assert (again == whole).all()
        assert any(what.startswith("pairs, epoch 1 ") for what in seen) == (stop != "epoch 4 of")


def test_more_epochs_go_on_from_those_done(pairs: Pairs, tmp_path: Path) -> None:
    vectors_of(pairs, tmp_path / "on", epochs=2)
    assert (
        vectors_of(pairs, tmp_path / "on", epochs=5) == vectors_of(pairs, tmp_path / "whole", epochs=5)
    ).all()
    with pytest.raises(CorefairError, match="holds 5 epochs, more than the 2 asked for"):
        vectors_of(pairs, tmp_path / "on", epochs=2)


def test_other_options_are_another_run(pairs: Pairs, tmp_path: Path) -> None:
    for options in ({}, {"rate": 0.1}, {"x_max": 10.0}, {"alpha": 0.5}, {"seed": 1}):
        here = vectors_of(pairs, tmp_path / "shared", **options)
        fresh = vectors_of(pairs, tmp_path / "-".join(["fresh", *options]), **options)
        assert (here == fresh).all()


def test_sum_is_of_word_and_context(pairs: Pairs, tmp_path: Path) -> None:
    both, word, context = (
        vectors_of(pairs, tmp_path, output=output) for output in ("sum", "word", "context")
    )
    assert (both == word + context).all() and (word != context).any()


def test_history_says_how(pairs: Pairs, tmp_path: Path) -> None:
    emb = fitted(pairs, 60, tmp_path, dim=10, epochs=1)
    assert emb.words[0] == "word0" and emb.dim == 10 and not emb.vectors.flags.writeable
    story = "glove(dim=10, epochs=1, rate=0.05, x_max=100, alpha=0.75, output=sum, seed=0, "
    assert emb.history == (f"{story}{len(pairs):,} pairs)",)


def test_a_rate_that_is_too_high_is_said(pairs: Pairs, tmp_path: Path) -> None:
    with pytest.raises(CorefairError, match=r"went off in epoch 1.*take a lower rate than 1e\+30"):
        vectors_of(pairs, tmp_path, rate=1e30)
    assert not list(tmp_path.glob("*.state"))


TRAIN = """
from corefair.models.glove import Means, Settings
from corefair.models.glove.pairs import Pairs
from corefair.models.glove.training import fit
from corefair.models.glove.vocabulary import Vocabulary

folder, memory = Path(sys.argv[1]), int(sys.argv[2])
vocabulary = Vocabulary.load(folder / "vocabulary.txt")
settings, means = Settings(dim=2, epochs=1), Means(memory=memory, threads=4)
fit(Pairs(folder / "pairs.bin"), vocabulary, settings, folder=folder, means=means)
print(peak())
"""


@needs_resource
def test_memory_stays_under_the_budget(tmp_path: Path) -> None:
    """What is shuffled is 24 M pairs of 12 bytes; several times as much if they were held at once."""
    memory, n_words = 450_000_000, 2000
    records = np.ones(24_000_000, PAIR)
    records["word"], records["context"] = np.divmod(np.arange(len(records)) % n_words**2, n_words)
    records.tofile(tmp_path / "pairs.bin")
    vocabulary_of(n_words).save(tmp_path / "vocabulary.txt")
    (peak,) = printed_by(TRAIN, tmp_path, memory)
    assert peak < memory


def test_fewer_threads_where_memory_is_short(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    pairs = pairs_of(random_counts(600), tmp_path / "pairs.bin")
    tiles = shuffle(pairs, 600, Settings(), folder=tmp_path)
    asked: list[int] = []

    def run(*given: Any, threads: int, **more: Any) -> None:
        asked.append(threads)
        threads_run(*given, threads=threads, **more)

    threads_run = training.cores.run
    monkeypatch.setattr(training.cores, "run", run)
    needed = bytes_of(600, 2, tiles.n_blocks) + 5 * tiles.largest * TRAINED.itemsize // 2
    memory = training.resident() + needed
    fitted(pairs, 600, tmp_path, dim=2, epochs=1, threads=8, memory=memory)
    assert set(asked) == {2}


def test_memory_that_does_not_suffice_is_said(tmp_path: Path) -> None:
    pairs = pairs_of(random_counts(60), tmp_path / "pairs.bin")
    expected = r"60 words in 1000000 dimensions needs [\d,]+ MB beside the [\d,]+ MB in use, and 900 MB"
    with pytest.raises(CorefairError, match=expected):
        fitted(pairs, 60, tmp_path, dim=10**6, memory=900_000_000)


@pytest.mark.parametrize(
    ("options", "message"),
    [
        ({"dim": 0}, "0 dimensions"),
        ({"epochs": 0}, "0 epochs: it takes 1"),
        ({"rate": 0.0}, "rate is 0.0"),
        ({"rate": float("nan")}, "rate is nan"),
        ({"x_max": -1.0}, "x_max is -1.0"),
        ({"alpha": -0.5}, "alpha is -0.5"),
    ],
)
def test_options_out_of_range(pairs: Pairs, tmp_path: Path, options: dict[str, Any], message: str) -> None:
    with pytest.raises(CorefairError, match=message):
        fitted(pairs, 60, tmp_path, **options)


def test_an_unknown_output_offers_the_known(pairs: Pairs, tmp_path: Path) -> None:
    with pytest.raises(UnknownName, match="no output is called 'summ'; did you mean sum"):
        vectors_of(pairs, tmp_path, output="summ")


def test_one_word_beside_itself(tmp_path: Path) -> None:
    pairs = pairs_of(np.array([[7.0]]), tmp_path / "pairs.bin")
    emb = fitted(pairs, 1, tmp_path, dim=1, epochs=3, threads=os.cpu_count())
    assert emb.vectors.shape == (1, 1) and np.isfinite(emb.vectors).all()
