"""Files of vectors for exchanged.yaml: GloVe and every way of results/vectors to change it, at unit length.

python results/sowinobias/exchanged.py FOLDER

Some mitigators give vectors back at unit length and some do not; a network that meets them without being
trained anew would take the length for a difference.
"""

from __future__ import annotations

import sys
from collections.abc import Mapping
from pathlib import Path
from runpy import run_path
from typing import Any

import numpy as np
from intrinsic import FILE

from corefair.io import datasets
from corefair.io.vectors import read_vectors, write_vectors
from corefair.mitigators import mitigate

TABLES = Path(__file__).parents[1] / "vectors" / "published.py"  # has rows -> a mitigator and its options


def main(folder: Path) -> None:
    """Each file that is not there yet."""
    original = read_vectors(datasets.find("vectors", FILE))
    folder.mkdir(parents=True, exist_ok=True)
    methods: Mapping[str, tuple[str, Mapping[str, Any]]] = run_path(str(TABLES))["METHODS"]
    for row, (method, options) in methods.items():
        path = folder / f"{row.replace(', ', '-')}.safetensors"
        if not path.exists():
            emb = mitigate(original, method, **options) if method else original
            lengths = np.linalg.norm(emb.vectors, axis=1, keepdims=True)
            write_vectors(emb.changed(emb.vectors / np.maximum(lengths, 1e-9), "unit length"), path)
            print(path.name)


if __name__ == "__main__":
    main(Path(sys.argv[1]))
