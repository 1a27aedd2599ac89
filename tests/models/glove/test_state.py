"""The state of a training run: where numbers stand, and that what is saved comes back whole or not at all."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest

from corefair.errors import DataError
from corefair.models.glove.state import Saved, State, bytes_of, start, width_of


def test_rows_at_the_start() -> None:
    state = start(70, 5, 16, rate=0.05, seed=0)
    assert state.rows.shape == (2, 16, 5, 2 * width_of(5)) and state.rows.nbytes == bytes_of(70, 5, 16)
    assert state.rows.ctypes.data % 64 == 0
    words, contexts = state.rows.reshape(2, 80, -1)
    for rows in (words, contexts):
        assert np.abs(rows[:, :5]).max() <= 0.5 / 6 < 3 * np.abs(rows[:, :5]).mean() * 2
        assert (rows[:, 8:13] == 1).all()  # factors of the vector
        assert (rows[:, 7] == 0).all() and (rows[:, 15] == 0).all()  # padding, and its factor
    # a word's bias beside a context's one, and the other way round; a one never changes, for its factor is 0,
    # and a bias has 1 in place of the rate
    assert (words[:, 6] == 1).all() and (words[:, 14] == 0).all() and (words[:, 13] == 20).all()
    assert (contexts[:, 5] == 1).all() and (contexts[:, 13] == 0).all() and (contexts[:, 14] == 20).all()


def test_vectors_are_in_the_order_of_the_words() -> None:
    state = start(70, 5, 16, rate=0.05, seed=0)
    vectors = state.vectors("context", 70)
    assert vectors.shape == (70, 5)
    assert (vectors[37] == state.rows[1, 37 % 16, 37 // 16, :5]).all()
    vectors[:] = 0
    assert state.rows[1, :, :, :5].any()


def test_the_seed_decides() -> None:
    one, same, other = (start(20, 4, 16, rate=0.05, seed=seed).rows for seed in (0, 0, 1))
    assert (one == same).all() and (one != other).any()


@pytest.fixture
def state() -> State:
    made = start(70, 5, 16, rate=0.05, seed=0)
    made.losses, made.direction[:] = [0.25, 0.1], [0.1, 0.2, -1e-9, 3.0]
    return made


def test_saved_and_loaded(tmp_path: Path, state: State) -> None:
    saved = Saved(tmp_path / "run.state", key="k")
    saved.save(state)
    kept = state.rows.copy()
    state.rows += 1  # the next epoch goes on while the file is forced to the disk
    saved.close()
    assert [path.name for path in tmp_path.iterdir()] == ["run.state"]
    found = Saved(tmp_path / "run.state", key="k").load(5, 16, 5)
    assert found is not None and (found.rows == kept).all() and found.losses == [0.25, 0.1]
    assert (found.direction == state.direction).all() and found.epoch == 2


def test_what_is_not_whole_or_not_ours_is_not_loaded(tmp_path: Path, state: State) -> None:
    path = tmp_path / "run.state"
    assert Saved(path, key="k").load(5, 16, 5) is None
    saved = Saved(path, key="k")
    saved.save(state)
    saved.close()
    assert Saved(path, key="other").load(5, 16, 5) is None
    whole = path.read_bytes()
    for broken in (whole[:-1], whole[:40], b"", b"\x80\n" + whole, b"[]\n"):
        path.write_bytes(broken)
        assert Saved(path, key="k").load(5, 16, 5) is None


def test_a_folder_that_cannot_be_written_is_named(tmp_path: Path, state: State) -> None:
    saved = Saved(tmp_path / "not there" / "run.state", key="k")
    with pytest.raises(DataError, match=r"not there.run\.state: cannot be written"):
        saved.save(state)
    saved.close()
