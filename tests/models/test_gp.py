"""The network of gp: it reconstructs, it is reproducible, and it leaves no trace in the caller's torch."""

from __future__ import annotations

import numpy as np
import pytest

torch = pytest.importorskip("torch")

from corefair.models.gp import Lists, Settings, train  # noqa: E402

SETTINGS = Settings(rate=1e-2, batch=64, dropout=0.0, weight=1e-4, epochs=100, patience=10, seed=0)
ROWS = Lists(*(np.arange(start, start + 10) for start in (0, 10, 20, 30)))


def vectors(seed: int = 0) -> np.ndarray:
    """300 words. Two axes tell feminine from masculine; the other words know the first of them only."""
    made = np.random.default_rng(seed).normal(size=(300, 6)) * 0.3
    made[:10, :2], made[10:20, :2] = 0.6, -0.6
    made[20:, 0] *= 2
    made[20:, 1] = 0
    return made.astype(np.float32)


def code(encoder: object, x: np.ndarray) -> np.ndarray:
    return np.tanh(x @ encoder.weights.T + encoder.shift)  # type: ignore[attr-defined]


def test_the_code_holds_what_the_vectors_say() -> None:
    """A linear map from the code gives back nearly all of the vectors: the encoder has learned to encode."""
    x = vectors()
    hidden = np.hstack([code(train(x, ROWS, SETTINGS), x), np.ones((300, 1))])
    left = x - hidden @ np.linalg.lstsq(hidden, x, rcond=None)[0]
    assert np.square(left).sum() < 0.05 * np.square(x).sum()


def test_weight_takes_gender_from_the_other_words() -> None:
    x = vectors()

    def share(weight: float) -> float:
        """How far stereotype and neutral words lie along the pairs' difference, in units of the pairs."""
        hidden = code(train(x, ROWS, SETTINGS._replace(weight=weight)), x)
        direction = (hidden[:10] - hidden[10:20]).mean(axis=0)
        along = hidden @ direction
        return float(np.abs(along[20:40]).mean() / (along[:10] - along[10:20]).mean())

    assert share(1.0) < 0.5 * share(0.0)


def test_same_seed_same_network_and_no_trace() -> None:
    x = vectors()
    torch.manual_seed(5)
    state, threads, short = torch.get_rng_state(), torch.get_num_threads(), SETTINGS._replace(epochs=3)
    one, again, other = (train(x, ROWS, short._replace(seed=seed)) for seed in (0, 0, 1))
    assert np.array_equal(one.weights, again.weights) and not np.array_equal(one.weights, other.weights)
    assert torch.equal(torch.get_rng_state(), state) and torch.get_num_threads() == threads


def test_a_list_without_words_is_left_out() -> None:
    none = np.array([], dtype=np.int64)
    rows = ROWS._replace(stereotype=none, neutral=none)
    assert np.isfinite(train(vectors(), rows, SETTINGS._replace(epochs=2)).weights).all()


def test_progress_and_patience() -> None:
    told: list[tuple[str, int, int]] = []
    train(vectors(), ROWS, SETTINGS._replace(epochs=400), progress=lambda *said: told.append(said))
    parts = list(dict.fromkeys(what for what, _, _ in told))
    assert parts == ["autoencoder epochs", "joint epochs"]
    assert all(of == 400 for _, _, of in told)
    assert max(done for what, done, _ in told if what == parts[0]) < 399  # it went flat, and stopped
