"""Pairs on disk: whole, in blocks, and cut short."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest

from corefair.errors import DataError
from corefair.models.glove.pairs import PAIR, Pairs


@pytest.mark.parametrize("n", [0, 1, 7, 8])
def test_records_and_blocks_are_the_same(tmp_path: Path, n: int) -> None:
    records = np.array([(i, n - i, 1 / (i + 1)) for i in range(n)], PAIR)
    records.tofile(tmp_path / "pairs.bin")
    pairs = Pairs(tmp_path / "pairs.bin")
    assert len(pairs) == n
    assert np.array_equal(pairs.records, records)
    blocks = list(pairs.blocks(4))
    assert [len(block) for block in blocks] == [4] * (n // 4) + [n % 4] * (n % 4 > 0)
    assert np.array_equal(np.concatenate([np.empty(0, PAIR), *blocks]), records)


def test_records_cannot_be_changed(tmp_path: Path) -> None:
    np.zeros(2, PAIR).tofile(tmp_path / "pairs.bin")
    with pytest.raises(ValueError, match="read-only"):
        Pairs(tmp_path / "pairs.bin").records["count"][0] = 1


def test_a_file_cut_short_or_gone(tmp_path: Path) -> None:
    (tmp_path / "pairs.bin").write_bytes(b"x" * 13)
    with pytest.raises(DataError, match=r"pairs\.bin: 13 bytes are not whole records of 12: count the pairs"):
        len(Pairs(tmp_path / "pairs.bin"))
    with pytest.raises(DataError, match="gone: cannot be read: No such file"):
        len(Pairs(tmp_path / "gone"))
