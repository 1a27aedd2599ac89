"""Shuffling: every pair is in its tile once, with the same bytes whatever memory and threads there are."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest

from corefair.errors import CorefairError, DataError
from corefair.models.glove import Means, Settings, shuffling
from corefair.models.glove.pairs import PAIR, Pairs
from corefair.models.glove.shuffling import shuffle
from corefair.models.glove.tiles import Tiles
from some_pairs import pairs_of, random_counts


def read_all(tiles: Tiles) -> list[tuple[int, int, float, float]]:
    """(word, context, log, weight) of all pairs, as the vocabulary numbers them."""
    n = tiles.n_blocks
    return [
        (int(pair["word"]) * n + i, int(pair["context"]) * n + j, float(pair["log"]), float(pair["weight"]))
        for i in range(n)
        for j in range(n)
        for pair in tiles.read(i, j)
    ]


def test_every_pair_is_there_once_with_log_and_weight(tmp_path: Path) -> None:
    counts = random_counts(150)
    counts[3, 4], counts[5, 6] = 250.0, 0.125
    found = read_all(
        shuffle(pairs_of(counts, tmp_path / "pairs.bin"), 150, Settings(x_max=50.0), folder=tmp_path)
    )
    assert sorted((word, context) for word, context, *_ in found) == list(
        zip(*map(np.ndarray.tolist, np.nonzero(counts)), strict=True)
    )
    by_pair = {(word, context): (log, weight) for word, context, log, weight in found}
    assert by_pair[3, 4] == pytest.approx((np.log(250), 1.0))
    assert by_pair[5, 6] == pytest.approx((np.log(1 / 8), (1 / 400) ** 0.75))


def test_pairs_of_a_cell_stand_together_in_random_order(tmp_path: Path) -> None:
    n_words = 16 * 200  # four cells of words to a block, the last one short
    words = np.repeat(np.arange(0, n_words, 16), 200)  # the pairs of tile (0, 0)
    records = np.empty(200 * 200, PAIR)
    records["word"], records["context"], records["count"] = words, np.tile(np.arange(0, n_words, 16), 200), 1
    records.tofile(tmp_path / "pairs.bin")
    tile = shuffle(Pairs(tmp_path / "pairs.bin"), n_words, Settings(), folder=tmp_path).read(0, 0)
    cells = tile["word"] // 64 * 4 + tile["context"] // 64
    assert 1 + np.count_nonzero(np.diff(cells)) == 16 == len(set(cells.tolist()))
    in_order = tile["word"].astype(int) * 200 + tile["context"]
    within = [
        np.corrcoef(np.arange(n), part)[0, 1] for part in np.split(in_order, _ends(cells)) if (n := len(part))
    ]
    assert np.abs(within).max() < 0.2


def _ends(cells: np.ndarray) -> np.ndarray:
    return np.flatnonzero(np.diff(cells)) + 1


def test_memory_and_threads_change_nothing(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    pairs = pairs_of(random_counts(600), tmp_path / "pairs.bin")
    assert len(pairs) > 2 * (1 << 16)
    made = []
    for name, threads, least in (("whole", 1, False), ("in three", 1, True), ("two threads", 2, False)):
        if least:  # as if there were memory for the least that is read at once
            monkeypatch.setattr(shuffling, "_PLACED", 10**12)
        shuffle(pairs, 600, Settings(), folder=tmp_path / name, means=Means(threads=threads))
        made.append((tmp_path / name / "tiles.bin").read_bytes())
    assert made[0] == made[1] == made[2]


def test_what_is_there_is_not_made_again(tmp_path: Path) -> None:
    pairs = pairs_of(random_counts(60), tmp_path / "pairs.bin")
    first = shuffle(pairs, 60, Settings(), folder=tmp_path)
    before = first.path.stat().st_mtime_ns, first.path.read_bytes()
    again = shuffle(pairs, 60, Settings(), folder=tmp_path)
    assert (again.path.stat().st_mtime_ns, again.path.read_bytes()) == before
    assert (again.starts == first.starts).all()
    assert shuffle(pairs, 60, Settings(seed=1), folder=tmp_path).path.read_bytes() != before[1]


def test_pairs_that_cannot_be_are_named(tmp_path: Path) -> None:
    counts = random_counts(40)
    with pytest.raises(DataError, match=r"pairs.bin: record [\d,]+ is .*for 30 words: count the pairs again"):
        shuffle(pairs_of(counts, tmp_path / "pairs.bin"), 30, Settings(), folder=tmp_path)
    counts[1, 2] = np.nan
    with pytest.raises(DataError, match="nan"):
        shuffle(pairs_of(counts, tmp_path / "pairs.bin"), 40, Settings(), folder=tmp_path)
    with pytest.raises(DataError, match="nothing to train on"):
        shuffle(pairs_of(np.zeros((3, 3)), tmp_path / "pairs.bin"), 3, Settings(), folder=tmp_path)
    assert not (tmp_path / "tiles.bin").exists()


def test_too_little_memory_is_said(tmp_path: Path) -> None:
    with pytest.raises(CorefairError, match="MB of memory are too little"):
        pairs = pairs_of(random_counts(40), tmp_path / "pairs.bin")
        shuffle(pairs, 40, Settings(), folder=tmp_path, means=Means(memory=1_000_000))
