"""Kocijan, Camburu & Lukasiewicz 2021 again: the weights for GAP, and the baselines of their Table 1.

python results/gap-weighting/make.py [--data DIR] [--names PIPELINE] [--predictions DIR]

writes table1.json and README.md beside this file; every number on the page is from table1.json.
"""

from __future__ import annotations

import argparse
import json
import sys
from dataclasses import replace
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

from baselines import RESAMPLES, SEED, baselines, compare
from page import readme
from weights import PUBLISHED, properties, spacy_3, touched_twice, weights

from corefair.errors import CorefairError
from corefair.suites.coref.gap import build
from corefair.systems.baselines.found_names import find_names, load_finder

HERE = Path(__file__).parent


def main() -> None:
    """Compute, then write both files."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").partition("\n")[0])
    parser.add_argument("--data", type=Path, help="the folder with published sets; else $COREFAIR_DATA")
    parser.add_argument("--names", help="a spaCy pipeline: rows with the names it finds as well")
    parser.add_argument("--predictions", type=Path, help="a folder to keep the predictions in")
    given = parser.parse_args()
    try:
        with TemporaryDirectory() as folder:
            found = table1(given.data, names=given.names, predictions=given.predictions or Path(folder))
    except CorefairError as error:
        sys.exit(str(error))
    (HERE / "table1.json").write_text(
        json.dumps(found, indent=1, ensure_ascii=False) + "\n", encoding="utf-8"
    )
    (HERE / "README.md").write_text(readme(found), encoding="utf-8")
    tell(f"wrote table1.json and README.md in {HERE}")


def table1(data: Path | None, *, predictions: Path, names: str | None = None) -> dict[str, Any]:
    """Everything on the page, as JSON; the predictions of Dist-k are left in the folder."""
    finder = None if names is None else load_finder(names)
    tell("building the suite, and with it the weights")
    suite = build("test", data=data)
    tell("Random and Dist-1 to Dist-3, with the names annotated")
    table, rows, printed = baselines(suite, suite.cases, predictions)
    tables = {"Ground-Truth": table}
    if finder is not None and names is not None:
        tell(f"the same with the names that {names} finds")
        docs = find_names((case.given for case in suite.cases), finder)
        cases = [replace(case, given=doc) for case, doc in zip(suite.cases, docs, strict=True)]
        tables[Path(names).name], _, _ = baselines(suite, cases, predictions / Path(names).name)
    tell("the weights, the properties, and what the words of spaCy 3 would change")
    return {
        "settings": {"resamples": RESAMPLES, "seed": SEED, "suite_version": suite.version},
        "data": dict(suite.data),
        "properties": properties(suite.cases),
        "table": tables,
        "weights": {name: weights(suite, name, data) for name in PUBLISHED},
        "touched_twice": touched_twice(suite.cases),
        "spacy_3": spacy_3(suite.cases),
        "comparison": compare(suite, rows["Dist-1"], rows["Dist-2"]),
        "printed": printed,
    }


def tell(message: str) -> None:
    """Progress."""
    print(message, file=sys.stderr)


if __name__ == "__main__":
    main()
