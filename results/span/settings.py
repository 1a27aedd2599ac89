"""Rates and epochs compared by F1 on training documents held out of training; no gap is looked at.

python results/span/settings.py --vectors FILE [--encoder FOLDER] NAME…

adds to settings.json beside this file: CoNLL F1 on every fifth training document of OntoGUM after each epoch.
"""

from __future__ import annotations

import argparse
import json
from pathlib import Path
from typing import Any

from corpora import documents

from corefair.io import datasets
from corefair.io.vectors import read_vectors
from corefair.runs.writing import write_json
from corefair.systems.span.model import SpanModel
from corefair.systems.training.train import train

HERE = Path(__file__).parent
TRIALS: dict[str, tuple[str, dict[str, Any]]] = {
    "c2f-static, rate .001, 7 epochs": ("c2f-static", {"rate": 1e-3, "epochs": 7}),
    "c2f-static, rate .001, 12 epochs": ("c2f-static", {"rate": 1e-3, "epochs": 12}),
    "c2f-static, rate .002, 12 epochs": ("c2f-static", {"rate": 2e-3, "epochs": 12}),
    "c2f-static, rate .004, 12 epochs": ("c2f-static", {"rate": 4e-3, "epochs": 12}),
    "c2f MiniLM, rate .001, 12 epochs": ("c2f", {"rate": 1e-3, "epochs": 12}),
    "c2f MiniLM, rate .002, 12 epochs": ("c2f", {"rate": 2e-3, "epochs": 12}),
}


def main() -> None:
    """Train what is asked for and is not there."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").partition("\n")[0])
    parser.add_argument("--vectors", type=Path, required=True)
    parser.add_argument("--encoder", type=Path)
    parser.add_argument("trials", nargs="*", default=[*TRIALS], metavar="NAME")
    given = parser.parse_args()
    path = HERE / "settings.json"
    found = json.loads(path.read_text(encoding="utf-8"))
    docs = documents("ontogum", "train")
    held = [doc for place, doc in enumerate(docs) if place % 5 == 2]
    kept = [doc for place, doc in enumerate(docs) if place % 5 != 2]
    for name in given.trials:
        preset, settings = TRIALS[name]
        if name not in found["trials"]:
            more = {"encoder": given.encoder} if preset == "c2f" else {}
            made = train(preset, kept, held, vectors=read_vectors(given.vectors),
                         mentions=datasets.find("gum", "train"), **settings, **more)  # fmt: skip
            assert isinstance(made, SpanModel)
            steps: list[Any] = [step for step in made.card.history if isinstance(step, dict)]
            found["trials"][name] = {
                str(step["epoch"]): round(100 * step["score"], 2) for step in steps[1:]
            }  # the first epoch learns mentions alone
            write_json(path, found)


if __name__ == "__main__":
    main()
