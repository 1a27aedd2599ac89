"""Kumar et al. 2020 and Dawkins 2021 again, on other vectors: their tables on word vectors beside ours.

python results/vectors/make.py [--data DIR] [--vectors FILE]... [--work DIR] [--out DIR]

writes table.json and README.md; every number on the page is from table.json. Needs the published sets
(COREFAIR_DATA). What a method did to a file, and what was read off it, is kept in the work folder, so that a
run that was stopped goes on.
"""

from __future__ import annotations

import argparse
import json
import re
import shutil
from collections.abc import Sequence
from pathlib import Path
from typing import Any

from differences import RESAMPLES, SEED, compare
from published import COLUMNS, METHODS
from readings import answers, read_method, tell
from render import render

from corefair.io import datasets
from corefair.io.files import writing
from corefair.io.vectors import read_vectors
from corefair.runs.cache import cache_folder
from corefair.runs.content import digest
from corefair.version import __version__

HERE = Path(__file__).parent
FILES = ("glove.6B.100d.50k.txt.gz", "googlenews-26k.bin.gz")
Json = dict[str, Any]


def main() -> None:
    """Mitigate, measure, compare; then write both files."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").partition("\n")[0])
    parser.add_argument("--data", type=Path, help="the folder with published sets; else $COREFAIR_DATA")
    parser.add_argument("--vectors", action="append", metavar="FILE", help=f"instead of {', '.join(FILES)}")
    parser.add_argument("--work", type=Path, help="keep what is computed here; else it goes when all is done")
    parser.add_argument("--out", type=Path, default=HERE, help="where to write table.json and README.md")
    given = parser.parse_args()
    work = given.work or (cache_folder() or Path(".cache")) / "results-vectors"
    asked = answers(given.data)
    table: Json = {
        "settings": {"resamples": RESAMPLES, "seed": SEED, "level": 0.95, "corefair": __version__},
        "vectors": {
            path.name: _of_file(path, asked, work, given.data) for path in _paths(given.vectors, given.data)
        },
    }
    table = json.loads(as_text(table))  # the page shows what is written, not what was rounded
    given.out.mkdir(parents=True, exist_ok=True)
    for name, text in (("table.json", as_text(table)), ("README.md", render(table))):
        with writing(given.out / name) as out:
            out.write(text)
    tell(f"wrote table.json and README.md in {given.out}")
    if given.work is None:
        shutil.rmtree(work, ignore_errors=True)


def _paths(names: Sequence[str] | None, data: Path | None) -> list[Path]:
    """A file of the data set `vectors` by its name, or any other by its path."""
    return [
        Path(name) if Path(name).exists() else datasets.find("vectors", name, data=data)
        for name in names or FILES
    ]


def _of_file(path: Path, asked: Json, work: Path, data: Path | None) -> Json:
    """Every method on one file of vectors."""
    tell(f"{path.name}: reading")
    original = read_vectors(path)
    content = digest([path])
    folder = work / path.name
    folder.mkdir(parents=True, exist_ok=True)
    rows = {row: read_method(row, original, content, asked, folder, data=data) for row in METHODS}
    tell(f"{path.name}: intervals, and differences between methods")
    compared: dict[str, tuple[Json, Json]] = {}
    for key, column in COLUMNS.items():
        if column.source not in compared:
            kept = {row: of.columns[key] for row, of in rows.items() if key in of.columns}
            compared[column.source] = compare(column.metric, kept)
    values = {key: compared[column.source][0] for key, column in COLUMNS.items()}
    return {
        "words": len(original),
        "dim": original.dim,
        "sha256": content,
        "methods": {row: of.about for row, of in rows.items()},
        "values": values,
        "differences": {key: compared[column.source][1] for key, column in COLUMNS.items()},
    }


def as_text(table: Json) -> str:
    """Numbers to six digits, so that rounding elsewhere does not show; innermost parts on a line each."""

    def rounded(part: Any) -> Any:
        if isinstance(part, dict):
            return {name: rounded(each) for name, each in part.items()}
        if isinstance(part, list):
            return [rounded(each) for each in part]
        return float(f"{part:.6g}") + 0.0 if isinstance(part, float) else part

    text = json.dumps(rounded(table), indent=1, ensure_ascii=False)
    inner = re.compile(r'([\[{])\n\s+((?:[^\[\]{}"\n]|"[^"\n]*"|\n)*?)\n\s*([\]}])')
    return inner.sub(lambda found: found[1] + re.sub(r"\n\s*", " ", found[2]) + found[3], text) + "\n"


if __name__ == "__main__":
    main()
