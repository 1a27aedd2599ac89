"""Arrays in a file: what was written is read, and no damage is anything but a DataError."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest

from corefair.errors import DataError
from corefair.runs.arrays import read_npz, write_npz


def test_every_flipped_bit_is_told_or_does_no_harm(tmp_path: Path) -> None:
    path, damaged = tmp_path / "a.npz", tmp_path / "damaged.npz"
    write_npz(path, {"numbers": np.arange(4.0), "texts": np.array(["a", "bc"])}, small=True)
    assert read_npz(path)["texts"].tolist() == ["a", "bc"]
    whole = path.read_bytes()
    said = []
    for at in range(len(whole)):
        for bit in (0, 3, 5):
            damaged.write_bytes(whole[:at] + bytes([whole[at] ^ 1 << bit]) + whole[at + 1 :])
            try:
                read_npz(damaged)
            except DataError as error:
                said.append(str(error))
    assert len(said) > len(whole) and any("encrypted" in each for each in said)
    with pytest.raises(DataError, match="cannot be read"):
        read_npz(tmp_path / "none.npz")
