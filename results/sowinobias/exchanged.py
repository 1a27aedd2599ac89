"""Files of vectors for exchanged.yaml: GloVe and every way of results/vectors to change it, at unit length.

python results/sowinobias/exchanged.py FOLDER

Some mitigators give vectors back at unit length and some do not; a network that meets them without being
trained anew would take the length for a difference.
"""

from __future__ import annotations

import sys
from pathlib import Path
from typing import Any

import numpy as np
from intrinsic import FILE

from corefair.io import datasets
from corefair.io.vectors import read_vectors, write_vectors
from corefair.mitigators import mitigate

METHODS: dict[str, tuple[str, dict[str, Any]]] = {  # rows of results/vectors -> a mitigator and its options
    "original": ("", {}),
    "hard": ("hard", {}),
    "soft": ("soft", {}),
    "soft, means": ("soft", {"terms": "means"}),
    "inlp": ("inlp", {}),
    "ran": ("ran", {}),
    "ran, authors": ("ran", {"variant": "authors"}),
    "an": ("an", {}),
    "ra": ("ra", {}),
    "gp": ("gp", {}),
}


def main(folder: Path) -> None:
    """Each file that is not there yet."""
    original = read_vectors(datasets.find("vectors", FILE))
    folder.mkdir(parents=True, exist_ok=True)
    for row, (method, options) in METHODS.items():
        path = folder / f"{row.replace(', ', '-')}.safetensors"
        if not path.exists():
            emb = mitigate(original, method, **options) if method else original
            lengths = np.linalg.norm(emb.vectors, axis=1, keepdims=True)
            write_vectors(emb.changed(emb.vectors / np.maximum(lengths, 1e-9), "unit length"), path)
            print(path.name)


if __name__ == "__main__":
    main(Path(sys.argv[1]))
