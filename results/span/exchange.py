"""Static vectors exchanged in the testbed: how the WinoBias gap and F1 move when nothing else does.

python results/span/exchange.py --model DIR [--vectors NAME=FILE …]

adds what it finds of a model, by the name of its folder, to exchange.json beside this file. Without training
anew a network meets vectors that it was not trained with: F1 is given beside the gap, so that a gap that
falls with F1 is not taken for a mitigation.
"""

from __future__ import annotations

import argparse
import json
from pathlib import Path
from typing import Any

import numpy as np
from measures import audits, first_f1

from corefair.io.vectors import read_vectors
from corefair.runs.writing import write_json
from corefair.systems.span.model import SpanModel
from corefair.types import Embeddings

HERE = Path(__file__).parent
KEPT = ("gap", "gap, T1", "gap, T2", "accuracy, pro", "accuracy, anti", "T1-p", "T1-a", "T2-p", "T2-a")


def main() -> None:
    """Ask the model with each set of vectors."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").partition("\n")[0])
    parser.add_argument("--model", type=Path, required=True)
    parser.add_argument("--vectors", action="append", default=[], metavar="NAME=FILE")
    given = parser.parse_args()
    path = HERE / "exchange.json"
    kept: dict[str, Any] = json.loads(path.read_text(encoding="utf-8")) if path.exists() else {}
    found = kept.setdefault(given.model.name, {})
    model = SpanModel.load(given.model)
    own = Embeddings(model.lexicon.words, model.lexicon.vectors[1:].astype(np.float32), "own")
    asked = {"as trained": own, "as trained, unit length": unit(own), "no vectors": without(own)}
    asked |= {name: read_vectors(file) for name, _, file in (each.partition("=") for each in given.vectors)}
    for name, emb in asked.items():
        if name not in found:
            found[name] = measured(model if name == "as trained" else model.with_vectors(emb))
            write_json(path, kept)


def measured(model: SpanModel) -> dict[str, Any]:
    """F1 on OntoGUM dev and the gap on WinoBias."""
    audited = audits(model, "winobias:dev")
    return {
        "f1": first_f1(model),
        "link_rate": audited["link_rate"],
        "several": audited["several"],
        "scores": {each: audited["scores"][each] for each in KEPT},
    }


def unit(emb: Embeddings) -> Embeddings:
    """Each vector at length one, as some mitigators give them back."""
    lengths = np.linalg.norm(emb.vectors, axis=1, keepdims=True)
    return emb.changed(emb.vectors / np.maximum(lengths, 1e-9), "unit length")


def without(emb: Embeddings) -> Embeddings:
    """Nothing but zeros: words are told apart by their letters alone."""
    return emb.changed(np.zeros_like(emb.vectors), "zeros")


if __name__ == "__main__":
    main()
