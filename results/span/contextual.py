"""Static vectors, the encoder's states, or both changed in one trained `c2f`: how its WinoBias gap moves.

python results/span/contextual.py --model DIR --vectors NAME=FILE … --projection NAME=FOLDER …

writes contextual.json beside this file. `corefair mitigate NAME glove.txt -o FILE` makes the vectors,
`corefair mitigate NAME --encoder ENCODER --layers 7 -o FOLDER` the projection. The network's weights stay: it
meets states that it was not trained with, so F1 is given beside the gap.
"""

from __future__ import annotations

import argparse
import json
from pathlib import Path
from typing import Any

from exchange import measured

from corefair.runs.writing import write_json
from corefair.systems.span.model import SpanModel

HERE = Path(__file__).parent


def main() -> None:
    """Ask the model in each way."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").partition("\n")[0])
    parser.add_argument("--model", type=Path, required=True)
    parser.add_argument("--vectors", action="append", default=[], metavar="NAME=FILE")
    parser.add_argument("--projection", action="append", default=[], metavar="NAME=FOLDER")
    given = parser.parse_args()
    path = HERE / "contextual.json"
    found: dict[str, Any] = json.loads(path.read_text(encoding="utf-8")) if path.exists() else {}
    model = SpanModel.load(given.model)
    found.setdefault("model", given.model.name)
    ways: dict[str, dict[str, Any]] = {"as trained": {}}
    files, folders = (dict(each.split("=", 1) for each in some) for some in (given.vectors, given.projection))
    for name, file in files.items():
        ways[f"static vectors, {name}"] = {"vectors": Path(file)}
    for name, folder in folders.items():
        ways[f"encoder, {name}"] = {"projection": Path(folder)}
    for name in files:
        if name in folders:
            ways[f"both, {name}"] = {"vectors": Path(files[name]), "projection": Path(folders[name])}
    rows = found.setdefault("ways", {})
    for name, way in ways.items():
        if name not in rows:
            rows[name] = measured(model.using(**way) if way else model)
            write_json(path, found)


if __name__ == "__main__":
    main()
