"""The grids in results/: each is read as it stands, and pairing stands beside augmentation in them."""

from __future__ import annotations

import os
from pathlib import Path

import pytest

from corefair.experiments.grid import read_grid

RESULTS = Path(__file__).parents[2] / "results"
GRIDS = sorted(RESULTS.glob("*/*.yaml"))


@pytest.fixture(autouse=True)
def data(monkeypatch: pytest.MonkeyPatch) -> None:
    pytest.importorskip("yaml", reason="needs the extra yaml")
    if not os.environ.get("COREFAIR_DATA"):
        pytest.skip("set COREFAIR_DATA to the folder of published sets")


@pytest.mark.parametrize("path", GRIDS, ids=lambda path: f"{path.parent.name}/{path.stem}")
def test_every_grid_can_be_read(path: Path) -> None:
    found = read_grid(path)
    names = [row.name for row in found.rows]
    assert len(names) == len(set(names)) > 1
    assert all(baseline in names for row in found.rows for baseline in row.baselines)
    if found.kind == "decomposition":
        assert [row.source == "" for row in found.rows] == [True, *[False] * (len(names) - 1)]


@pytest.mark.parametrize(
    ("folder", "row"), [("winobias", "E2E"), ("winobias", "Feature"), ("sowinobias", "GloVe")]
)
def test_pairing_is_compared_with_augmentation(folder: str, row: str) -> None:
    rows = {each.name: each for each in read_grid(RESULTS / folder / "grid.yaml").rows}
    paired = rows[f"{row}, paired"]
    assert paired.baselines == (row, f"{row}, augmented")
    assert set(paired.options) - set(rows[row].options) == {"pairing"}
