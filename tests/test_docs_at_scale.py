"""What docs/experiment.md reckons of the full grids: cells by their rows, hours by the rates it tells."""

from __future__ import annotations

import re
from typing import Any

import pytest

from results_scripts import RESULTS

yaml = pytest.importorskip("yaml", reason="grids are YAML")

PAGE = (RESULTS.parent / "docs" / "experiment.md").read_text(encoding="utf-8")
SEEDS = 3
# Seconds for a thousand words and an epoch.
RATES = {"c2f-static": 7.3 * 60 / (276.894 * 6), "e2e": 9.5 * 60 / (177.410 * 8)}
REST = {"sowinobias": 11 + 54 + 3}  # seconds to ask and to score, with SoWinoBias; else
ASKED = 11 + 3
SYSTEMS = {"sowinobias": "c2f-static", "winobias": "e2e", "ran": "e2e", "sources": "c2f-static"}
FILES = {"sources": "c2f-static.yaml"}


def networks(name: str) -> list[Any]:
    """The rows of a grid that are networks, without those that another of these grids has."""
    path = RESULTS / name / FILES.get(name, "grid.yaml")
    rows = yaml.safe_load(path.read_text(encoding="utf-8"))["rows"]
    rows = [row for row in rows if row["system"] not in ("rule", "feature")]
    if name == "ran":
        return [row for row in rows if row["name"] != "GloVe"]
    return rows if name != "sources" else [row for row in rows if row.get("text") == "swap-pronouns"]


def passes(row: Any, epochs: int, twice: int) -> float:
    """How often a text of one length is gone through: augmented it is two, a pair takes 3.5 times as long."""
    if "pairing" in row["settings"]:
        return 3.5 * twice
    return 2.0 * twice if "text" in row else float(epochs)


def hours(name: str, words: float, epochs: int, twice: int) -> float:
    rest = REST.get(name, ASKED)
    minutes = [RATES[SYSTEMS[name]] * words * passes(row, epochs, twice) / 60 for row in networks(name)]
    return SEEDS * sum(each + rest / 60 for each in minutes) / 60


def table() -> dict[str, list[str]]:
    lines = re.findall(r"^\| (\w+)[^|]* \|(.+)\|$", PAGE.partition("## At scale")[2], re.MULTILINE)
    return {name: [cell.strip() for cell in cells.split("|")] for name, cells in lines}


@pytest.mark.parametrize("name", SYSTEMS)
def test_a_grid_takes_what_its_rows_take(name: str) -> None:
    cells, _, here, _, there, longer = table()[name]
    assert int(cells) == SEEDS * len(networks(name))
    for said, words, epochs, twice in ((here, 346.866, 5, 3), (there, 1300, 5, 3), (longer, 1300, 8, 5)):
        assert float(said) == pytest.approx(hours(name, words, epochs, twice), abs=0.6)


def test_together_they_take_what_each_takes() -> None:
    cells, *rest = table()["together"]
    assert int(cells) == sum(SEEDS * len(networks(name)) for name in SYSTEMS)
    for said, words, epochs, twice in zip(
        [each for each in rest if each], (346.866, 1300, 1300), (5, 5, 8), (3, 3, 5), strict=True
    ):
        assert float(said) == pytest.approx(
            sum(hours(name, words, epochs, twice) for name in SYSTEMS), abs=1.0
        )
    assert f"`--shard 1/{cells}` to `--shard {cells}/{cells}`" in PAGE
