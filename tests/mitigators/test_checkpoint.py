"""Checkpoints: blocks come back as they were, half a block does not count, another run is refused."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest

from corefair.errors import DataError
from corefair.mitigators.checkpoint import Checkpoint


def test_blocks_come_back(tmp_path: Path) -> None:
    arrays = {"a": np.arange(6, dtype=np.float32).reshape(2, 3), "b": np.array([1 / 3])}
    Checkpoint(tmp_path / "new" / "run", key="k", about="a run").save(3, arrays)
    again = Checkpoint(tmp_path / "new" / "run", key="k", about="a run")
    back = again.load(3)
    assert back is not None and set(back) == {"a", "b"}
    assert all(np.array_equal(back[name], arrays[name]) for name in arrays) and back["a"].dtype == np.float32
    assert again.load(0) is None


@pytest.mark.parametrize("n_bytes", [0, 10, 200])
def test_a_broken_block_is_none(n_bytes: int, tmp_path: Path) -> None:
    run = Checkpoint(tmp_path, key="k", about="a run")
    run.save(0, {"a": np.arange(100.0)})
    (path,) = tmp_path.glob("*.npz")
    path.write_bytes(path.read_bytes()[:n_bytes])
    assert run.load(0) is None


def test_folders_of_others_are_left_alone(tmp_path: Path) -> None:
    Checkpoint(tmp_path / "run", key="k", about="ran of a.txt")
    with pytest.raises(DataError, match=r"other options \(ran of a.txt\): name another folder"):
        Checkpoint(tmp_path / "run", key="other", about="ran of b.txt")
    (tmp_path / "run" / "run.json").write_text("{")
    with pytest.raises(DataError, match="not readable"):
        Checkpoint(tmp_path / "run", key="k", about="ran of a.txt")
    (tmp_path / "letters").mkdir()
    (tmp_path / "letters" / "dear.txt").write_text("Dear")
    with pytest.raises(DataError, match=r"holds dear.txt but no run.json: not a checkpoint"):
        Checkpoint(tmp_path / "letters", key="k", about="a run")
    with pytest.raises(DataError, match="cannot hold a checkpoint"):
        Checkpoint(tmp_path / "letters" / "dear.txt", key="k", about="a run")
