"""The page of results/ranking is what its numbers say."""

from __future__ import annotations

import json

from results_scripts import RESULTS, scripts_of

HERE = RESULTS / "ranking"


def test_the_page_is_of_its_numbers() -> None:
    found = json.loads((HERE / "ranking.json").read_text(encoding="utf-8"))
    with scripts_of("ranking") as script:
        assert script("page").readme(found) == (HERE / "README.md").read_text(encoding="utf-8")
