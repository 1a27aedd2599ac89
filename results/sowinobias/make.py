"""The page of this folder from the JSON files that there are, here and in results/vectors and gn-glove.

python results/sowinobias/make.py

trains nothing and measures nothing: grids write experiment.json and exchanged.json, inlp.py
inlp.json, results/vectors table.json and others.json, results/gn-glove overcorrected.json. What is not there
is named on the page.
"""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

from page import page

from corefair.experiments.result import FILE, load
from corefair.io.files import writing

HERE = Path(__file__).parent
FILES = (FILE, "exchanged.json")


def main() -> None:
    """Write the page."""
    with writing(HERE / "README.md") as out:
        out.write(made())


def made() -> str:
    """The page as the files have it now."""
    return page(
        *(load(HERE / name) if (HERE / name).exists() else None for name in FILES),
        vectors=_read("vectors/table.json"),
        others=_read("vectors/others.json"),
        inlp=_read("sowinobias/inlp.json"),
        probes=_read("gn-glove/overcorrected.json"),
    )


def _read(name: str) -> Any:
    path = HERE.parent / name
    return json.loads(path.read_text(encoding="utf-8")) if path.exists() else None


if __name__ == "__main__":
    main()
