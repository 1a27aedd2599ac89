"""Span networks measured: presets × corpora × seeds, each cell kept as it finishes, and their page.

make.py --work DIR --vectors FILE [--encoder NAME=FOLDER …] [--only CELL …] [--page] [--ship]

trains what is not in DIR yet, measures it, and writes cells/NAME.json and README.md beside this file. A cell
that was measured is measured again only if its model is another one.
"""

from __future__ import annotations

import argparse
import json
import sys
import time
from pathlib import Path

from cells import CELLS, Cell, trained
from errors import errors
from measures import FIRST, SUITES, audits, f1
from page import readme

from corefair.runs.content import digest
from corefair.runs.writing import write_json
from corefair.systems.span.model import SpanModel
from corefair.systems.span.shipped import FOLDER
from corefair.types import Said

HERE = Path(__file__).parent
KEPT = HERE / "cells"
SHIPPED = "c2f-static.free+litbank.0"  # the model of freely licensed text that comes with corefair


def main() -> None:
    """Train, measure, write."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").partition("\n")[0])
    parser.add_argument("--work", type=Path, required=True, help="where models are kept")
    parser.add_argument("--vectors", type=Path, required=True, help="GloVe, 100 dimensions")
    parser.add_argument("--encoder", action="append", default=[], metavar="NAME=FOLDER")
    parser.add_argument("--only", nargs="*", default=[], metavar="CELL", help="by default all")
    parser.add_argument("--page", action="store_true", help="make the page alone")
    parser.add_argument("--ship", action="store_true", help=f"put {SHIPPED} into the package")
    given = parser.parse_args()
    KEPT.mkdir(exist_ok=True)
    encoders = {name: Path(path) for name, _, path in (each.partition("=") for each in given.encoder)}
    for cell in () if given.page else CELLS:
        if not given.only or cell.name in given.only:
            measure(cell, given.work, given.vectors, encoders)
    if given.ship:
        SpanModel.load(given.work / SHIPPED).save(FOLDER)
    made = [json.loads(path.read_text(encoding="utf-8")) for path in sorted(KEPT.glob("*.json"))]
    exchanged, contextual, settings = (
        json.loads(path.read_text(encoding="utf-8")) if (path := HERE / name).exists() else {}
        for name in ("exchange.json", "contextual.json", "settings.json")
    )
    page = readme(made, CELLS, exchanged, contextual, settings)
    (HERE / "README.md").write_text(page, encoding="utf-8")


def measure(cell: Cell, work: Path, vectors: Path, encoders: dict[str, Path]) -> None:
    """Train a cell and measure it, part by part, each kept as it is done."""
    tell(f"{cell.name}: training")
    model = trained(cell, work, vectors, encoders, _told(cell.name))
    path, content = KEPT / f"{cell.name}.json", digest([work / cell.name / "tensors.safetensors"])
    found = json.loads(path.read_text(encoding="utf-8")) if path.exists() else {}
    if found.get("model") != content:
        found = {"cell": cell.name, "preset": cell.preset, "encoder": cell.encoder, "variant": cell.variant,
                 "corpora": list(cell.corpora), "seed": cell.seed, "model": content,
                 "floor": model.card.settings["floor"], "history": model.card.history}  # fmt: skip
    if "f1" not in found:
        began = time.process_time()
        found["f1"] = f1(model)
        found["seconds"] = round(time.process_time() - began, 1)
        write_json(path, found)
        tell(f"{cell.name}: OntoGUM dev {100 * found['f1'][FIRST]['conll']['f1']:.1f}")
    if "errors" not in found:
        found["errors"] = errors(model)
        write_json(path, found)
    for suite in SUITES if cell.every == 1 else ():
        if suite not in found.setdefault("audits", {}):
            found["audits"][suite] = audits(model, suite)
            write_json(path, found)
            tell(f"{cell.name}: {suite}")


def _told(name: str) -> Said:
    """Progress as a line for every so many texts, for a log."""
    last = [0.0]

    def progress(what: str, done: int, of: int) -> None:
        if time.monotonic() - last[0] > 60:
            last[0] = time.monotonic()
            tell(f"{name}: {what} {done:,} of {of:,}")

    return progress


def tell(line: str) -> None:
    """To standard error, at once."""
    print(f"{time.strftime('%H:%M:%S')} {line}", file=sys.stderr, flush=True)


if __name__ == "__main__":
    main()
