"""The grids in results/: each is read as it stands, and pairing stands beside augmentation in them."""

from __future__ import annotations

import os
import re
from pathlib import Path

import pytest

from corefair.experiments.grid import read_grid
from corefair.experiments.keys import model_key

RESULTS = Path(__file__).parents[2] / "results"
GRIDS = sorted(RESULTS.glob("*/*.yaml"))


@pytest.fixture(autouse=True)
def data(monkeypatch: pytest.MonkeyPatch) -> None:
    pytest.importorskip("yaml", reason="needs the extra yaml")
    if not os.environ.get("COREFAIR_DATA"):
        pytest.skip("set COREFAIR_DATA to the folder of published sets")


@pytest.mark.parametrize("path", GRIDS, ids=lambda path: f"{path.parent.name}/{path.stem}")
def test_every_grid_can_be_read(path: Path, tmp_path: Path) -> None:
    text = path.read_text(encoding="utf-8")  # what is not made yet must be there for its name to be read
    for name in re.findall(r"\$\{folder\}/([\w.-]+)", text):
        (tmp_path / name).touch()
    own = {name: str(tmp_path) for name in ("encoder", "projection", "folder") if f"\n  {name}: " in text}
    found = read_grid(path, variables=own)
    names = [row.name for row in found.rows]
    assert len(names) == len(set(names)) > 1
    assert all(baseline in names for row in found.rows for baseline in row.baselines)
    if found.kind == "decomposition":
        assert [row.source == "" for row in found.rows] == [True, *[False] * (len(names) - 1)]


def keys(path: str, **variables: str) -> dict[str, str]:
    grid = read_grid(RESULTS / path, variables=variables)
    return {
        row.name: model_key(row, 0, grid.corpus if row.corpus is None else row.corpus, grid.dev)
        for row in grid.rows
        if not row.left_out
    }


def test_what_two_grids_have_is_one_cell() -> None:
    one, sources = keys("sowinobias/grid.yaml"), keys("sources/c2f-static.yaml")
    ran = keys("ran/grid.yaml", system="c2f-static")
    assert [row for row in sources if sources[row] not in one.values()] == ["Pronouns augmented"]
    assert [row for row in ran if ran[row] not in one.values()] == ["GP-GloVe"]
    winobias = keys("winobias/grid.yaml")
    assert winobias["E2E"] == keys("ran/grid.yaml")["GloVe"]
    assert winobias["Feature"] == keys("sources/grid.yaml")["As it is"] == one["Feature"]
    winogender, gap = keys("winogender/grid.yaml"), keys("gap-weighting/grid.yaml")
    trained = {*one.values(), *winobias.values()}
    assert [row for row in winogender if winogender[row] not in trained] == ["STAT, balanced", "NEURAL"]
    assert [row for row in gap if gap[row] not in trained] == ["Ranking"]
    assert gap["Ranking"] == winogender["NEURAL"]


def test_onto_notes_alone(tmp_path: Path) -> None:
    for split in ("train", "dev"):
        (tmp_path / "ontonotes" / split).mkdir(parents=True)
    sources = "sources/c2f-static.yaml"
    folders = ("sowinobias", "ran", "winobias", "winogender", "gap-weighting")
    for path in (sources, *(f"{folder}/grid.yaml" for folder in folders)):
        chosen = {"corpus": str(tmp_path / "ontonotes"), "litbank": "", "gum": ""}
        grid = read_grid(RESULTS / path, variables=chosen)
        assert list(grid.corpus) == ["ontonotes"] and "LitBank dev" not in grid.score
        assert all(list(row.corpus) == ["ontonotes"] for row in grid.rows if row.corpus is not None)
        assert all("mentions" not in row.options for row in grid.rows)


@pytest.mark.parametrize(
    ("folder", "row"), [("winobias", "E2E"), ("winobias", "Feature"), ("sowinobias", "GloVe")]
)
def test_pairing_is_compared_with_augmentation(folder: str, row: str) -> None:
    rows = {each.name: each for each in read_grid(RESULTS / folder / "grid.yaml").rows}
    paired = rows[f"{row}, paired"]
    assert paired.baselines == (row, f"{row}, augmented")
    assert set(paired.options) - set(rows[row].options) == {"pairing"}
